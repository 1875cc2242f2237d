import { defineModule } from '../../platform/modules/manifest.ts';
import { submissionAnnouncing } from './announcing.ts';
import { expiringRows, userConsentRetention } from './retention.ts';
import { userConsentRouter } from './router.ts';
import { ingestRoutes } from './ingest/routes.ts';
import { openapi } from './openapi.ts';
import { sealedIdentity } from './record.ts';
import { submissions } from './subjectData.ts';

export const userConsentModule = defineModule({
  name: 'userConsent',
  router: userConsentRouter,
  publicHttp: ingestRoutes,
  exports: {
    'user-consents': async () => (await import('./exports.ts')).userConsents,
  },
  demo: async () => (await import('./demo.ts')).demo,
  schedules: [submissionAnnouncing],
  retention: [userConsentRetention],
  expiringRows,
  subjectData: [submissions],
  openapi,
  sealed: [sealedIdentity],
});
