import type { FileOwnerKind } from '../files/ownerKind.ts';
import { permissionOf, requireKind, sees } from './access.ts';
import { forgetFile, originOf } from './states.ts';

/** The document of a finished export: for whoever sees the export. */
export const exportDocument: FileOwnerKind = {
  kind: 'export.document',
  upload: null,
  async readers(trx, ctx, exportId) {
    const origin = await originOf(trx, ctx.workspace.id, exportId);
    if (!origin || permissionOf(origin.kind) === undefined) return false;
    requireKind(ctx, origin.kind);
    return sees(ctx, origin);
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
