import { REQUEST_ATTACHMENT } from '../../../shared/requestSubmission/schema.ts';
import { sealedText } from '../../platform/crypto/sealedColumn.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import { ATTACHMENT } from '../request/rows.ts';
import * as requests from '../request/service.ts';

/**
 * A file that a data subject sent with their request, also by post. Only for readers with permission for the data
 * subject.
 */
export const attachment: FileOwnerKind = {
  kind: ATTACHMENT,
  upload: REQUEST_ATTACHMENT,
  uploaders: ['request.manage'],
  readers: async (trx, ctx, requestId) => (await requests.mayReadWords(trx, ctx, requestId)) && 'request.read',
  disposition: 'attachment',
  downloadsLogged: true,
  retention: 'withRecord',
};

export const sealedName = sealedText({ table: 'requestUploads', column: 'name' });
export const sealedPart = sealedText({ table: 'requestUploadParts', column: 'content' });
