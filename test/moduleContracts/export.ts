import type { ModuleContract } from '../moduleContracts.ts';
import { of, page, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['POST', `${V1}/{ws}/exports/inventories`, 'inventory.export'],
    ['POST', `${V1}/{ws}/exports/activity-logs`, 'activityLog.read'],
    ['POST', `${V1}/{ws}/exports/purposes/lawful-basis`, 'dashboard.read'],
    ['POST', `${V1}/{ws}/exports/purposes/third-party-disclosure`, 'dashboard.read'],
    ['POST', `${V1}/{ws}/exports/purposes/responsible`, 'dashboard.read'],
    ['GET', `${V1}/{ws}/exports/{id}`, 'session'],
    ['POST', `${V1}/{ws}/exports/user-consents`, 'consent.export'],
    ['POST', `${V1}/{ws}/exports/dpias`, 'dpia.export'],
    ['POST', `${V1}/{ws}/exports/treatment-plans`, 'dpia.export'],
    ['POST', `${V1}/{ws}/exports/dsrm-request`, 'request.export'],
    ['POST', `${V1}/{ws}/user-consents/export/tasks/{id}/retry`, 'consent.export'],
    ['POST', `${V1}/{ws}/exports/incidents`, 'incident.export'],
  ],
  samples: {
    'export.start': of((world) => ({
      ws: world.ws,
      kind: 'application-ropa',
      format: 'xlsx',
      subjectId: world.applicationId,
    })),
    'export.get': of((world) => ({ ws: world.ws, id: world.exportId })),
    'export.list': of((world) => ({ ws: world.ws, ...page, subjectId: world.applicationId })),
    'export.retry': of((world) => ({ ws: world.ws, id: world.failedExportId })),
    'export.clear': of((world) => ({ ws: world.ws, id: world.exportId })),
    'export.startInventories': of(ws),
    'export.startActivityLogs': of((world) => ({ ws: world.ws, format: 'csv', input: { module: 'BUSINESS' } })),
    'export.startLawfulBasis': of(ws),
    'export.startThirdPartyDisclosure': of(ws),
    'export.startResponsible': of(ws),
    'export.startUserConsents': of((world) => ({
      ws: world.ws,
      consentId: world.consentId,
      format: 'csv',
      input: { version: 1 },
    })),
    'export.retryUserConsents': of((world) => ({ ws: world.ws, id: world.failedExportId }), {
      refused: ['export.notFound'],
    }),
    'export.startDpias': of((world) => ({ ws: world.ws, format: 'csv', input: { risk: 'HIGH' } })),
    'export.startTreatmentPlans': of((world) => ({ ws: world.ws, format: 'csv', input: { due: 'OPEN' } })),
    'export.startRequests': of((world) => ({ ws: world.ws, format: 'csv', input: { status: 'NEW' } })),
    'export.startIncidents': of((world) => ({ ws: world.ws, format: 'csv', input: { cause: 'PHISHING' } })),
  },
  menu: { reports: 'ADT' },
} satisfies ModuleContract;
