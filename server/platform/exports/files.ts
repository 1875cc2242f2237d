import type { FileOwnerKind } from '../files/ownerKind.ts';
import { permissionOf } from './access.ts';
import { forgetFile, kindOf } from './states.ts';

/** The document of a finished export: for whoever may start exports of its kind. */
export const exportDocument: FileOwnerKind = {
  kind: 'export.document',
  upload: null,
  async readers(trx, ctx, exportId) {
    const kind = await kindOf(trx, ctx.workspace.id, exportId);
    return (kind !== undefined && permissionOf(kind)) || false;
  },
  programs: true,
  disposition: 'attachment',
  downloadsLogged: true,
  retention: {
    days: ({ exportFileDays }) => exportFileDays,
    detach: async (trx, { workspaceId, ownerId, fileId }) =>
      ownerId !== null && (await forgetFile(trx, workspaceId, ownerId, fileId)),
  },
};
