import { defineModule } from '../../platform/modules/manifest.ts';
import { INCIDENT_LIST } from '../../../shared/incident/schema.ts';
import { overview } from './overview.ts';
import { incidentRouter } from './router.ts';
import { clocks } from './clocks.ts';
import { runningClocks } from './openClocks.ts';
import { evidence } from './files.ts';
import { openIncidents } from './tasks.ts';
import { presence } from './presence.ts';
import { exportSubjects } from './exportSubject.ts';
import { reportedIncidents } from './subjectData.ts';
import { sealedReporter } from './reporter.ts';

export const incidentModule = defineModule({
  name: 'incident',
  router: incidentRouter,
  firstLists: { incidents: { procedure: 'list', rule: INCIDENT_LIST } },
  overview,
  exports: { incidents: async () => (await import('./exports/register.ts')).incidents },
  clocks,
  runningClocks,
  tasks: openIncidents,
  presence,
  files: [evidence],
  demo: async () => (await import('./demo.ts')).demo,
  exportSubjects,
  subjectData: [reportedIncidents],
  sealed: [sealedReporter],
});
