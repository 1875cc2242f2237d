import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { attachment } from '../request/files.ts';

/** Files of a request are deleted with it, and with its data subject. */
export const requestListener: RecordListener = {
  async anonymised(trx, { workspaceId }, ids) {
    await releaseFiles(trx, attachment, { workspaceId, ownerIds: ids });
    await trx
      .deleteFrom('requestArrivals')
      .where('workspaceId', '=', workspaceId)
      .where('id', 'in', [...ids])
      .execute();
  },
  removing: (trx, { workspaceId }, id) => releaseFiles(trx, attachment, { workspaceId, ownerIds: [id] }),
};
