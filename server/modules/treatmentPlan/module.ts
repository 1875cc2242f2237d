import { PLAN_LIST } from '../../../shared/treatmentPlan/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { clocks } from './clocks.ts';
import { dpiaListener } from './create.ts';
import { actionFile } from './files.ts';
import { runningClocks } from './openClocks.ts';
import { presence } from './presence.ts';
import { treatmentPlanRouter } from './router.ts';
import { openPlans } from './taskSource.ts';

export const treatmentPlanModule = defineModule({
  name: 'treatmentPlan',
  router: treatmentPlanRouter,
  firstLists: { treatmentPlans: { procedure: 'list', rule: PLAN_LIST } },
  clocks,
  runningClocks,
  tasks: openPlans,
  files: [actionFile],
  presence,
  exports: { 'treatment-plans': async () => (await import('./exports/register.ts')).treatmentPlanExport },
  recordListeners: { dpia: dpiaListener },
});
