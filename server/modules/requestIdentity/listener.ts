import type { RecordListener } from '../../platform/records/listener.ts';
import * as requests from '../request/service.ts';
import { endConfirmation, forgetConfirmation, startConfirmation } from './confirmation.ts';
import { forgetPersons, planDocumentsEnd, removeDocuments } from './documentsEnd.ts';
import { sendFirstLinks } from './links.ts';

/**
 * The data subject gets a link to their request when it is created, and a deadline to confirm it unless they are
 * verified; for imported requests nobody is mailed.
 */
export const requestListener: RecordListener = {
  async created(trx, actor, id) {
    const request = await requests.identityOf(trx, actor, id);
    if (!request) return;
    if (request.verifiedAt === null) await startConfirmation(trx, actor, request);
    if (request.channel !== 'IMPORT') await sendFirstLinks(trx, actor, request);
  },
  async changed(trx, actor, ids) {
    for (const id of ids) {
      await endConfirmation(trx, actor, id);
      await planDocumentsEnd(trx, actor, id);
    }
  },
  async anonymised(trx, actor, ids) {
    await forgetPersons(trx, actor, ids);
    for (const id of ids) await forgetConfirmation(trx, actor, id);
  },
  async removing(trx, actor, id) {
    await removeDocuments(trx, actor.workspaceId, id);
    await forgetConfirmation(trx, actor, id);
  },
};
