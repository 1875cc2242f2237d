import { defineModule } from '../../platform/modules/manifest.ts';
import { userConsentRetention } from './retention.ts';
import { userConsentRouter } from './router.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { openapi } from './openapi.ts';
import { sealedIdentity } from './record.ts';

export const userConsentModule = defineModule({
  name: 'userConsent',
  router: userConsentRouter,
  http: ingestRoutes,
  exports: {
    'user-consents': async () => (await import('./exports.ts')).userConsents,
  },
  retention: [userConsentRetention],
  openapi,
  sealed: [sealedIdentity],
});
