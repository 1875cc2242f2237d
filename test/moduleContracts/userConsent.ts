import type { ModuleContract } from '../moduleContracts.ts';
import { of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['GET', `${V1}/{ws}/user-consents/consent/{id}/version/{v}`, 'consent.history'],
    ['GET', `${V1}/{ws}/user-consents/uid/{uid}`, 'consent.history'],
    ['GET', `${V1}/{ws}/user-consents/{id}/statistics/insight`, 'consent.dashboard'],
    ['GET', `${V1}/{ws}/user-consents/{id}/statistics/summary`, 'consent.dashboard'],
    ['POST', `${V1}/{ws}/exports/user-consents`, 'consent.export'],
    ['POST', `${V1}/{ws}/user-consents/export/tasks/{id}/retry`, 'consent.export'],
  ],
  samples: {
    'userConsent.forms': of((world) => ({ ws: world.ws, id: world.consentId, ...page })),
    'userConsent.history': of((world) => ({
      ws: world.ws,
      id: world.consentId,
      ...page,
      version: 1,
      action: 'ACCEPT',
      purposeId: world.consentPurposeIds[0],
      source: world.userConsentSource,
      uid: world.userConsentUid,
    })),
    'userConsent.historyOfVersion': of((world) => ({
      ws: world.ws,
      id: world.consentId,
      v: 1,
      ...page,
      purposeId: world.consentPurposeIds[0],
    })),
    'userConsent.get': of((world) => ({ ws: world.ws, id: world.userConsentId })),
    'userConsent.subject': of((world) => ({ ws: world.ws, uid: world.userConsentUid, ...page })),
    'userConsent.sources': of((world) => ({ ws: world.ws, id: world.consentId })),
    'userConsent.insight': of((world) => ({ ws: world.ws, id: world.consentId })),
    'userConsent.summary': of((world) => ({ ws: world.ws, id: world.consentId })),
    'userConsent.startExport': of((world) => ({
      ws: world.ws,
      consentId: world.consentId,
      format: 'csv',
      input: { version: 1 },
    })),
    'userConsent.retryExport': of((world) => ({ ws: world.ws, id: world.failedExportId }), {
      refused: ['export.notFound'],
    }),
  },
  menu: { consentDashboard: 'ADT' },
  writers: [
    'record_user_consents',
    'split_consent_blocks',
    'forget_user_consents',
    'ensure_user_consent_months',
    'remove_user_consents',
    'expire_user_consents',
    'announce_waiting_submissions',
  ],
} satisfies ModuleContract;
