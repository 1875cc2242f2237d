import type { EntityRule } from './entityRule.ts';

/** Records of impact assessments that events tell of. */
export const DPIA_ENTITIES = {
  dpia: {
    module: 'DPIA',
    audience: 'dpia.read',
    page: 'dpia',
    list: 'dpias',
    queries: {
      dpia: 'id',
      dpiaDashboard: true,
      'treatmentPlan.listOf': 'id',
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
    queries: {
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
    queries: {
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
    queries: { treatmentPlan: 'id', dpiaDashboard: true, 'personnel.taskOverview': true, 'clock.running': true },
  },
} as const satisfies Record<string, EntityRule>;
