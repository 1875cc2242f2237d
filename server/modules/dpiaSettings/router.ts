import { z } from 'zod';
import {
  createPdpaSetting,
  createWorstCaseSetting,
  dataRiskSetting,
  dpiaSettings,
  impactSetting,
  ofVariant,
  pdpaSetting,
  pdpaSettings,
  scaleSetting,
  updateDataRisk,
  updateOlderImpact,
  updateOlderItems,
  updateOlderWorstCases,
  updatePdpaSetting,
  updateScale,
  updateWorstCaseSetting,
  worstCaseSetting,
  worstCaseSettings,
} from '../../../shared/dpiaSettings/schema.ts';
import { byId, id, inWorkspace } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as older from './older.ts';
import * as service from './service.ts';

const dataRisk = '/{ws}/dpia-data-risk-levels';
const items = '/{ws}/dpia-personal-data-processing-assessments';
const worstCases = '/{ws}/dpia-worst-cases';
const scales = '/{ws}/dpia-likelihood-impacts';
const setting = '/{ws}/dpia-setting';

const itemRouter = router({
  list: can('dpia.read')
    .meta({ rest: { method: 'GET', path: items, summary: 'List the items of an assessment under the act' } })
    .input(ofVariant)
    .output(pdpaSettings)
    .query(({ ctx, input }) => service.items(ctx, input)),
  get: can('dpia.read')
    .meta({ rest: { method: 'GET', path: `${items}/{id}`, summary: 'Get an item of an assessment' } })
    .input(byId)
    .output(pdpaSetting)
    .query(({ ctx, input }) => service.getItem(ctx, input)),
  /** The same under another address of the specification. */
  pdpa: can('dpia.read')
    .meta({ rest: { method: 'GET', path: '/{ws}/pdpa/{id}', summary: 'Get an item of an assessment (short address)' } })
    .input(byId)
    .output(pdpaSetting)
    .query(({ ctx, input }) => service.getItem(ctx, input)),
  create: can('dpiaSettings.write')
    .meta({ rest: { method: 'POST', path: items, summary: 'Add an item (60 at most)', status: 201 } })
    .input(createPdpaSetting)
    .output(pdpaSetting)
    .mutation(({ ctx, input }) => service.createItem(ctx, input)),
  update: can('dpiaSettings.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${items}/{id}`,
        summary: 'Change an item; assessments that have started keep theirs',
      },
    })
    .input(updatePdpaSetting)
    .output(pdpaSetting)
    .mutation(({ ctx, input }) => service.updateItem(ctx, input)),
  remove: can('dpiaSettings.write')
    .meta({ rest: { method: 'DELETE', path: `${items}/{id}`, summary: 'Delete an own item' } })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.removeItem(ctx, input)),
});

const worstCaseRouter = router({
  list: can('dpia.read')
    .meta({
      rest: { method: 'GET', path: worstCases, summary: 'List the worst cases that assessments may start from' },
    })
    .input(ofVariant)
    .output(worstCaseSettings)
    .query(({ ctx, input }) => service.worstCases(ctx, input)),
  get: can('dpia.read')
    .meta({ rest: { method: 'GET', path: `${worstCases}/{id}`, summary: 'Get a worst case' } })
    .input(byId)
    .output(worstCaseSetting)
    .query(({ ctx, input }) => service.getWorstCase(ctx, input)),
  create: can('dpiaSettings.write')
    .meta({ rest: { method: 'POST', path: worstCases, summary: 'Add a worst case (100 at most)', status: 201 } })
    .input(createWorstCaseSetting)
    .output(worstCaseSetting)
    .mutation(({ ctx, input }) => service.createWorstCase(ctx, input)),
  update: can('dpiaSettings.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${worstCases}/{id}`,
        summary: 'Change a worst case; assessments that have started keep theirs',
      },
    })
    .input(updateWorstCaseSetting)
    .output(worstCaseSetting)
    .mutation(({ ctx, input }) => service.updateWorstCase(ctx, input)),
  remove: can('dpiaSettings.write')
    .meta({ rest: { method: 'DELETE', path: `${worstCases}/{id}`, summary: 'Delete an own worst case' } })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.removeWorstCase(ctx, input)),
});

/** Settings of the older variant, each list saved at once. */
const olderRouter = router({
  worstCases: can('dpia.read')
    .meta({ rest: { method: 'GET', path: `${setting}/worst-case-scenario`, summary: 'Worst cases (older variant)' } })
    .input(inWorkspace)
    .output(worstCaseSettings)
    .query(({ ctx }) => older.worstCases(ctx)),
  updateWorstCases: can('dpiaSettings.write')
    .meta({
      rest: { method: 'PUT', path: `${setting}/worst-case-scenario`, summary: 'Change worst cases (older variant)' },
    })
    .input(updateOlderWorstCases)
    .output(worstCaseSettings)
    .mutation(({ ctx, input }) => older.updateWorstCases(ctx, input)),
  impact: can('dpia.read')
    .meta({ rest: { method: 'GET', path: `${setting}/impact-severity`, summary: 'Levels of impact (older variant)' } })
    .input(inWorkspace)
    .output(impactSetting)
    .query(({ ctx }) => older.impact(ctx)),
  updateImpact: can('dpiaSettings.write')
    .meta({
      rest: { method: 'PUT', path: `${setting}/impact-severity`, summary: 'Change levels of impact (older variant)' },
    })
    .input(updateOlderImpact)
    .output(impactSetting)
    .mutation(({ ctx, input }) => older.updateImpact(ctx, input)),
  items: can('dpia.read')
    .meta({ rest: { method: 'GET', path: `${setting}/pdap`, summary: 'Items under the act (older variant)' } })
    .input(inWorkspace)
    .output(pdpaSettings)
    .query(({ ctx }) => older.items(ctx)),
  updateItems: can('dpiaSettings.write')
    .meta({ rest: { method: 'PUT', path: `${setting}/pdap`, summary: 'Change items under the act (older variant)' } })
    .input(updateOlderItems)
    .output(pdpaSettings)
    .mutation(({ ctx, input }) => older.updateItems(ctx, input)),
});

export const dpiaSettingsRouter = router({
  get: can('dpia.read')
    .input(ofVariant)
    .output(dpiaSettings)
    .query(({ ctx, input }) => service.framework(ctx, input)),
  dataRisk: can('dpia.read')
    .meta({ rest: { method: 'GET', path: dataRisk, summary: 'List the levels of data risk with their questions' } })
    .input(inWorkspace)
    .output(dataRiskSetting)
    .query(({ ctx }) => service.dataRisk(ctx)),
  updateDataRisk: can('dpiaSettings.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${dataRisk}/{id}`,
        summary: 'Change the words and questions of a level of data risk',
      },
    })
    .input(updateDataRisk)
    .output(dataRiskSetting)
    .mutation(({ ctx, input }) => service.updateDataRiskLevel(ctx, input)),
  scales: can('dpia.read')
    .meta({
      rest: { method: 'GET', path: scales, summary: 'Get the scales of likelihood and impact with their bands' },
    })
    .input(ofVariant)
    .output(scaleSetting)
    .query(({ ctx, input }) => service.framework(ctx, input)),
  updateScales: can('dpiaSettings.write')
    .meta({
      rest: {
        method: 'PUT',
        path: scales,
        summary: 'Change width, words and bands; assessments that have started keep theirs',
      },
    })
    .input(updateScale)
    .output(scaleSetting)
    .mutation(({ ctx, input }) => service.updateScales(ctx, input)),
  items: itemRouter,
  worstCases: worstCaseRouter,
  older: olderRouter,
});
