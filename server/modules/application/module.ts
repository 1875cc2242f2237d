import { defineModule } from '../../platform/modules/manifest.ts';
import { nameOf } from '../../platform/records/names.ts';
import { APPLICATION_LIST } from '../../../shared/application/list.ts';
import { overview } from './overview.ts';
import { clocks } from './reviewAlarm.ts';
import { applicationRouter } from './router.ts';

export const applicationModule = defineModule({
  name: 'application',
  router: applicationRouter,
  firstLists: { applications: { procedure: 'list', rule: APPLICATION_LIST } },
  overview,
  clocks,
  demo: async () => (await import('./demo.ts')).demo,
  exportSubjects: { application: (trx, workspaceId, id) => nameOf(trx, workspaceId, 'applications', id) },
});

declare module '../../platform/list/matches.ts' {
  interface TotalledTables {
    applications: true;
  }
}
