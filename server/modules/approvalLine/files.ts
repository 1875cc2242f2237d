import { may } from '../../../shared/registry/permissions.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { isVisible, readerOf } from './readers.ts';

/** The document of a line in any round, for those who can read the line. */
export const lineDocument: FileOwnerKind = {
  kind: 'approvalLine.document',
  upload: null,
  readers: async (trx, ctx, lineId) => may(ctx.standing, 'approval.act') && isVisible(trx, readerOf(ctx), lineId),
  disposition: 'inline',
  retention: 'withRecord',
};
