import type { Trx } from '../../../db/client.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { originalFile, packageFile, redactedFile } from './files.ts';

/** Gives up whatever files there are of the answers to some requests. */
async function giveUpFiles(trx: Trx, workspaceId: string, requestIds: readonly string[]): Promise<void> {
  const answers = await trx
    .selectFrom('requestAnswers')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .execute();
  for (const kind of [originalFile, redactedFile, packageFile])
    await releaseFiles(trx, kind, { workspaceId, ownerIds: answers.map(({ id }) => id) });
}

/** Answers go with who was answered: letters, packages, the files as they were and as they were redacted. */
export const requestListener: RecordListener = {
  async anonymised(trx, { workspaceId }, ids) {
    await giveUpFiles(trx, workspaceId, ids);
    await trx
      .deleteFrom('requestAnswers')
      .where('workspaceId', '=', workspaceId)
      .where('requestId', 'in', [...ids])
      .execute();
  },
  removing: (trx, { workspaceId }, id) => giveUpFiles(trx, workspaceId, [id]),
};
