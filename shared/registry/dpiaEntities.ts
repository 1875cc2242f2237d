import type { EntityRule } from './entityRule.ts';

/** What follows from the settings: whether an assessment is required, what they have changed in it, and its figures. */
const WEIGHED = { 'dpia.prepare': true, 'dpia.settingsChange': true, dpiaDashboard: true } as const;

/** Records of impact assessments that events tell of. */
export const DPIA_ENTITIES = {
  dpia: {
    module: 'DPIA',
    audience: 'dpia.read',
    page: 'dpia',
    list: 'dpias',
    figures: 'dpiaDashboard.changed',
    queries: {
      dpia: 'id',
      dpiaDashboard: true,
      'treatmentPlan.listOf': 'id',
      'treatmentPlan.older.get': true,
      'application.withoutDpia': true,
      'application.pick': true,
      'clock.running': true,
      'comment.list': 'id',
    },
  },
  dpiaFramework: {
    module: 'DPIA',
    audience: 'dpia.read',
    list: 'dpiaSettings',
    figures: 'dpiaDashboard.changed',
    queries: {
      ...WEIGHED,
      'dpiaSettings.get': true,
      'dpiaSettings.scales': true,
      'dpiaSettings.dataRisk': true,
      'dpiaSettings.older.impact': true,
    },
  },
  dpiaItem: {
    module: 'DPIA',
    audience: 'dpia.read',
    list: 'dpiaSettings',
    figures: 'dpiaDashboard.changed',
    queries: {
      ...WEIGHED,
      'dpiaSettings.items': 'id',
      'dpiaSettings.older.items': true,
    },
  },
  dpiaWorstCase: {
    module: 'DPIA',
    audience: 'dpia.read',
    list: 'dpiaSettings',
    queries: { 'dpiaSettings.worstCases': 'id', 'dpiaSettings.older.worstCases': true },
  },
  treatmentPlan: {
    module: 'DPIA',
    audience: 'treatmentPlan.read',
    page: 'treatmentPlan',
    list: 'treatmentPlans',
    figures: 'dpiaDashboard.changed',
    queries: { treatmentPlan: 'id', dpiaDashboard: true, 'personnel.taskOverview': true, 'clock.running': true },
  },
  // Of an assessment, for those who do not read assessments.
  dpiaDashboard: {
    module: 'DPIA',
    idOf: 'workspace',
    audience: 'dpia.dashboard',
    list: 'dpiaDashboard',
    queries: { dpiaDashboard: true },
  },
} as const satisfies Record<string, EntityRule>;
