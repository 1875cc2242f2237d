import { defineModule } from '../../platform/modules/manifest.ts';
import { consentReceiptRouter } from './router.ts';
import { receiptRoutes } from './routes.ts';

export const consentReceiptModule = defineModule({
  name: 'consentReceipt',
  router: consentReceiptRouter,
  http: receiptRoutes,
});
