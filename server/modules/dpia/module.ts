import { DPIA_LIST } from '../../../shared/dpia/schema.ts';
import { defineModule } from '../../platform/modules/manifest.ts';
import { nameOf } from '../../platform/records/names.ts';
import { clocks } from './clocks.ts';
import { comments } from './comments.ts';
import { openapi as cnilOpenapi } from './cnil/openapi.ts';
import { annexFile, consultationFile, dataFlowFile } from './files.ts';
import { runningClocks } from './openClocks.ts';
import { presence } from './presence.ts';
import { openapi } from './report/openapi.ts';
import { applicationListener } from './registerWatch.ts';
import { dpiaRouter } from './router.ts';
import { dpiaRoutes } from './routes.ts';
import { seed } from './seed.ts';

export const dpiaModule = defineModule({
  name: 'dpia',
  router: dpiaRouter,
  firstLists: {
    dpias: { procedure: 'list', rule: DPIA_LIST, fixed: { variant: 'CURRENT' } },
    dpiasVersion1: { procedure: 'list', rule: DPIA_LIST, fixed: { variant: 'OLDER' } },
  },
  clocks,
  runningClocks,
  files: [annexFile, consultationFile, dataFlowFile],
  presence,
  comments,
  exports: {
    dpias: async () => (await import('./exports/register.ts')).dpiaRegisterExport,
    'dpia-decision': async () => (await import('./decisionDocument.ts')).dpiaDecisionDocument,
    'dpia-report': async () => (await import('./report/makers.ts')).dpiaReport,
    'dpia-public-summary': async () => (await import('./report/makers.ts')).dpiaPublicSummary,
  },
  demo: async () => (await import('./demo.ts')).demo,
  recordListeners: { application: applicationListener },
  seed,
  exportSubjects: { dpia: (trx, workspaceId, id) => nameOf(trx, workspaceId, 'dpias', id) },
  http: dpiaRoutes,
  openapi: { ...openapi, ...cnilOpenapi },
});
