import { defineModule } from '../../platform/modules/manifest.ts';
import { messageFile } from './files.ts';
import { requestListener } from './listener.ts';
import { mailDeliveries } from './mailDeliveries.ts';
import { openapi } from './openapi.ts';
import { requestMessageRouter } from './router.ts';
import { messageRoutes } from './routes.ts';
import { sealedBody, sealedFacts } from './sealed.ts';
import { unsentFiles } from './sweep.ts';
import { clocks, resumed } from './waiting.ts';

export const requestMessageModule = defineModule({
  name: 'requestMessage',
  router: requestMessageRouter,
  http: messageRoutes,
  openapi,
  resumed,
  clocks,
  recordListeners: { request: requestListener },
  files: [messageFile],
  sealed: [sealedBody, sealedFacts],
  deliveries: mailDeliveries,
  schedules: [unsentFiles],
  demo: async () => (await import('./demo.ts')).demo,
});
