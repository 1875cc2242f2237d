import { builtInScale } from '../../server/modules/dpiaSettings/content/scales.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1/{ws}';
const items = `${V1}/dpia-personal-data-processing-assessments`;
const worstCases = `${V1}/dpia-worst-cases`;
const words = { th: 'ใหม่', en: 'New' };
const item = { title: words, description: words, objectives: ['RIGHTS'], active: true };
const worstCase = {
  title: words,
  description: words,
  sources: [words],
  threats: [words],
  problematicActions: ['INSECURITY'],
  measures: [words],
  active: true,
};

export default {
  calls: [
    ['GET', `${V1}/dpia-data-risk-levels`, 'dpia.read'],
    ['PUT', `${V1}/dpia-data-risk-levels/{id}`, 'dpiaSettings.write'],
    ['GET', items, 'dpia.read'],
    ['POST', items, 'dpiaSettings.write'],
    ['GET', `${items}/{id}`, 'dpia.read'],
    ['PUT', `${items}/{id}`, 'dpiaSettings.write'],
    ['DELETE', `${items}/{id}`, 'dpiaSettings.write'],
    ['GET', worstCases, 'dpia.read'],
    ['POST', worstCases, 'dpiaSettings.write'],
    ['GET', `${worstCases}/{id}`, 'dpia.read'],
    ['PUT', `${worstCases}/{id}`, 'dpiaSettings.write'],
    ['DELETE', `${worstCases}/{id}`, 'dpiaSettings.write'],
    ['GET', `${V1}/dpia-likelihood-impacts`, 'dpia.read'],
    ['PUT', `${V1}/dpia-likelihood-impacts`, 'dpiaSettings.write'],
    ['GET', `${V1}/dpia-setting/worst-case-scenario`, 'dpia.read'],
    ['PUT', `${V1}/dpia-setting/worst-case-scenario`, 'dpiaSettings.write'],
    ['GET', `${V1}/dpia-setting/impact-severity`, 'dpia.read'],
    ['PUT', `${V1}/dpia-setting/impact-severity`, 'dpiaSettings.write'],
    ['GET', `${V1}/dpia-setting/pdap`, 'dpia.read'],
    ['PUT', `${V1}/dpia-setting/pdap`, 'dpiaSettings.write'],
    ['GET', `${V1}/pdpa/{id}`, 'dpia.read'],
  ],
  samples: {
    'dpiaSettings.get': of(ws),
    'dpiaSettings.dataRisk': of(ws),
    'dpiaSettings.updateDataRisk': of((world) => ({
      ws: world.ws,
      id: world.dataRiskId,
      title: words,
      description: words,
      questions: [{ id: world.dataRiskQuestionId, text: words }, { text: words }],
      rowVersion: 1,
    })),
    'dpiaSettings.scales': of(ws),
    'dpiaSettings.updateScales': of((world) => ({
      ws: world.ws,
      width: 4,
      scales: [builtInScale(3), builtInScale(4), builtInScale(5)],
      rowVersion: 1,
    })),
    'dpiaSettings.items.list': of(ws),
    'dpiaSettings.items.get': of((world) => ({ ws: world.ws, id: world.dpiaItemId })),
    'dpiaSettings.items.pdpa': of((world) => ({ ws: world.ws, id: world.dpiaItemId })),
    'dpiaSettings.items.create': of((world) => ({ ws: world.ws, ...item })),
    'dpiaSettings.items.update': of((world) => ({ ws: world.ws, id: world.dpiaItemId, ...item, rowVersion: 1 })),
    'dpiaSettings.items.remove': of((world) => ({ ws: world.ws, id: world.dpiaItemId })),
    'dpiaSettings.worstCases.list': of(ws),
    'dpiaSettings.worstCases.get': of((world) => ({ ws: world.ws, id: world.dpiaWorstCaseId })),
    'dpiaSettings.worstCases.create': of((world) => ({ ws: world.ws, ...worstCase })),
    'dpiaSettings.worstCases.update': of((world) => ({
      ws: world.ws,
      id: world.dpiaWorstCaseId,
      ...worstCase,
      rowVersion: 1,
    })),
    'dpiaSettings.worstCases.remove': of((world) => ({ ws: world.ws, id: world.dpiaWorstCaseId })),
    'dpiaSettings.older.worstCases': of(ws),
    'dpiaSettings.older.updateWorstCases': of((world) => ({
      ws: world.ws,
      collection: [{ id: world.dpiaWorstCaseId, ...worstCase, rowVersion: 1 }],
    })),
    'dpiaSettings.older.impact': of(ws),
    'dpiaSettings.older.updateImpact': of((world) => ({
      ws: world.ws,
      collection: builtInScale(4).impact,
      rowVersion: 1,
    })),
    'dpiaSettings.older.items': of(ws),
    'dpiaSettings.older.updateItems': of((world) => ({
      ws: world.ws,
      collection: [{ id: world.dpiaItemId, ...item, rowVersion: 1 }],
    })),
  },
} satisfies ModuleContract;
