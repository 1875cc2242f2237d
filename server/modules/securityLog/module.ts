import { defineModule } from '../../platform/modules/manifest.ts';
import { securityRetention } from './retention.ts';
import { securityLogRouter } from './router.ts';

export const securityLogModule = defineModule({
  name: 'securityLog',
  router: securityLogRouter,
  exports: {
    'security-logs': async () => (await import('./exports.ts')).securityLogs,
  },
  retention: [securityRetention],
});
