import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/admin-service/consents`, 'admin.console'],
    ['GET', `${V1}/admin-service/user-consents`, 'admin.console'],
    ['GET', `${V1}/admin-service/exports/{id}`, 'admin.console'],
  ],
  samples: {
    'consentAdmin.consoleWorkspaces': of(ws),
    'consentAdmin.workspaces': of(ws),
    'consentAdmin.consents': listed,
    'consentAdmin.userConsents': listed,
    'consentAdmin.purposes': of(ws),
    'consentAdmin.answerChoices': of(ws),
    'consentAdmin.history': of(ws),
    'consentAdmin.export': of((world) => ({ ws: world.ws, id: world.exportId })),
  },
} satisfies ModuleContract;
