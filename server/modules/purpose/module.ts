import { defineModule } from '../../platform/modules/manifest.ts';
import { PURPOSE_LIST } from '../../../shared/purpose/schema.ts';
import { purposeRouter } from './router.ts';
import { draftPurposes } from './tasks.ts';

export const purposeModule = defineModule({
  name: 'purpose',
  router: purposeRouter,
  firstLists: { purposes: { procedure: 'list', rule: PURPOSE_LIST } },
  tasks: draftPurposes,
});

declare module '../../platform/list/matches.ts' {
  interface TotalledTables {
    purposes: true;
  }
}
