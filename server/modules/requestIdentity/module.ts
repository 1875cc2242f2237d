import { defineModule } from '../../platform/modules/manifest.ts';
import { clocks } from './confirmBy.ts';
import { documentRoutes } from './documentRoutes.ts';
import { sealedDocumentReason } from './documentQueries.ts';
import { identityFile } from './documents.ts';
import { DOCUMENTS_END, documentsEnd } from './documentsEnd.ts';
import { sealedQuestion } from './factQueries.ts';
import { requestListener } from './listener.ts';
import { openapi } from './openapi.ts';
import { sessionRetention } from './retention.ts';
import { requestIdentityRouter } from './router.ts';

export const requestIdentityModule = defineModule({
  name: 'requestIdentity',
  router: requestIdentityRouter,
  http: documentRoutes,
  openapi,
  clocks: { ...clocks, [DOCUMENTS_END]: documentsEnd },
  files: [identityFile],
  sealed: [sealedDocumentReason, sealedQuestion],
  recordListeners: { request: requestListener },
  retention: [sessionRetention],
});
