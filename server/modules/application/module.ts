import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { applicationRouter } from './router.ts';
import { exportSubjects } from './exportSubject.ts';

export const applicationModule = defineModule({
  name: 'application',
  router: applicationRouter,
  overview,
  demo: async () => (await import('./demo.ts')).demo,
  exportSubjects,
});
