import { COPY_DAYS } from '../../../shared/schedule/schema.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';

/** Our own copy of a delivered file. */
export const deliveredCopy: FileOwnerKind = {
  kind: 'schedule.copy',
  upload: null,
  readers: 'consent.export',
  disposition: 'attachment',
  downloadsLogged: true,
  retention: {
    days: () => COPY_DAYS,
    // Copies of a deleted schedule remain: they are removed too.
    detach: async (trx, { workspaceId, ownerId, fileId }) => {
      if (ownerId !== null)
        await trx
          .updateTable('exportScheduleTasks')
          .set({ fileId: null })
          .where('workspaceId', '=', workspaceId)
          .where('id', '=', ownerId)
          .where('fileId', '=', fileId)
          .execute();
      return true;
    },
  },
};
