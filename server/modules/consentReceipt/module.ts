import { defineModule } from '../../platform/modules/manifest.ts';
import { consentReceiptRouter } from './router.ts';
import { receiptRoutes } from './routes.ts';
import { openapi } from './openapi.ts';
import { sealedDocument } from './issue.ts';
import { presentConsents, receipts } from './subjectData.ts';

export const consentReceiptModule = defineModule({
  name: 'consentReceipt',
  router: consentReceiptRouter,
  http: receiptRoutes,
  paths: ['/.well-known/'],
  openapi,
  subjectData: [presentConsents, receipts],
  sealed: [sealedDocument],
});
