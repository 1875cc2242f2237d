import { defineModule } from '../../platform/modules/manifest.ts';
import { dashboardRouter } from './router.ts';

export const dashboardModule = defineModule({
  name: 'dashboard',
  router: dashboardRouter,
  exports: {
    'lawful-basis': async () => (await import('./exports.ts')).lawfulBasis,
    'third-party-disclosure': async () => (await import('./exports.ts')).thirdPartyDisclosure,
    responsible: async () => (await import('./exports.ts')).responsible,
  },
});
