import { defineModule } from '../../platform/modules/manifest.ts';
import { overview } from './overview.ts';
import { clocks } from './reviewAlarm.ts';
import { applicationRouter } from './router.ts';
import { exportSubjects } from './exportSubject.ts';

export const applicationModule = defineModule({
  name: 'application',
  router: applicationRouter,
  overview,
  clocks,
  demo: async () => (await import('./demo.ts')).demo,
  exportSubjects,
});
