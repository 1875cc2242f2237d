import { MESSAGE_FILE } from '../../../shared/requestMessage/schema.ts';
import type { FileOwnerKind } from '../../platform/files/ownerKind.ts';
import * as requests from '../request/service.ts';

/** A file of a message of either side; it belongs to the request. For those who can read the messages. */
export const messageFile: FileOwnerKind = {
  kind: 'requestMessage.attachment',
  upload: MESSAGE_FILE,
  uploaders: ['request.write'],
  readers: async (trx, ctx, requestId) => (await requests.mayReadWords(trx, ctx, requestId)) && 'request.write',
  disposition: 'attachment',
  downloadsLogged: true,
  retention: 'withRecord',
};
