import type { EntityRule } from './entityRule.ts';

/** Records of consent that events tell of. */
export const CONSENT_ENTITIES = {
  consent: {
    module: 'Consent',
    audience: 'consent.read',
    page: 'consent',
    list: 'consents',
    figures: 'userConsent.counted',
    queries: {
      consent: 'id',
      userConsent: 'id',
      'userConsent.get': true,
      consentAdmin: true,
      consentImport: true,
      'schedule.tasks': true,
      'schedule.forms': true,
      'schedule.formNames': true,
      'application.withoutConsent': true,
      'application.pick': true,
    },
  },
  // Its events go by the id of the form that was answered.
  userConsent: {
    module: 'UserConsent',
    audience: 'consent.dashboard',
    page: 'consentDashboard',
    param: 'form',
    queries: {
      userConsent: 'id',
      'userConsent.get': true,
      'consent.list': true,
      'consent.get': 'id',
      consentAdmin: true,
      'consentAdmin.userConsents': 'consentId',
      consentReceipt: true,
    },
  },
  consentReceipt: {
    module: 'UserConsent',
    audience: 'consent.history',
    queries: { consentReceipt: true, 'userConsent.get': 'id' },
  },
  consentImport: {
    module: 'UserConsent',
    audience: 'consent.write',
    list: 'consentImport',
    queries: { consentImport: 'id' },
  },
} as const satisfies Record<string, EntityRule>;
