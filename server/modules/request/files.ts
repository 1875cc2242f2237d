import { REQUEST_ATTACHMENT } from '../../../shared/requestSubmission/schema.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { ATTACHMENT } from './rows.ts';
import { mayReadWords } from './record.ts';

/**
 * A file that a data subject sent with their request, also by post. Only for readers with permission for the data
 * subject.
 */
export const attachment: FileOwnerKind = {
  kind: ATTACHMENT,
  upload: REQUEST_ATTACHMENT,
  uploaders: ['request.manage'],
  readers: async (trx, ctx, requestId) => (await mayReadWords(trx, ctx, requestId)) && 'request.read',
  disposition: 'attachment',
  downloadsLogged: true,
  retention: 'withRecord',
};
