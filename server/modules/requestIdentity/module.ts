import { defineModule } from '../../platform/modules/manifest.ts';
import { clocks } from './confirmBy.ts';
import { resumed } from './confirmation.ts';
import { documentRoutes } from './documentRoutes.ts';
import { sealedDocumentReason } from './documentQueries.ts';
import { identityFile } from './documents.ts';
import { DOCUMENTS_END, documentsEnd } from './documentsEnd.ts';
import { sealedQuestion } from './factQueries.ts';
import { ENTITY } from './linkMails.ts';
import { requestListener } from './listener.ts';
import { openapi } from './openapi.ts';
import { sessionRetention } from './retention.ts';
import { requestIdentityRouter } from './router.ts';

export const requestIdentityModule = defineModule({
  name: 'requestIdentity',
  router: requestIdentityRouter,
  http: documentRoutes,
  openapi,
  resumed,
  clocks: { ...clocks, [DOCUMENTS_END]: documentsEnd },
  files: [identityFile],
  sealed: [sealedDocumentReason, sealedQuestion],
  recordListeners: { request: requestListener },
  // The result of a mail with a link is displayed with its person: open pages of the request are updated.
  deliveries: {
    entity: ENTITY,
    event: 'requestLink.delivered',
  },
  retention: [sessionRetention],
});
