import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [
    ['POST', `${V1}/{ws}/user-consent-receipts/{id}`, 'consent.history'],
    ['GET', `${V1}/{ws}/user-consent-receipts/{id}`, 'open'],
    ['POST', `${V1}/{ws}/consents/{id}/withdrawal-link`, 'consent.publish'],
  ],
  samples: {
    'consentReceipt.issue': of((world) => ({ ws: world.ws, id: world.userConsentId })),
    'consentReceipt.open': of((world) => ({ id: world.consentReceiptId }), { bearer: true }),
    'consentReceipt.get': of((world) => ({ ws: world.ws, id: world.consentReceiptId, lang: 'en' }), { bearer: true }),
    'consentReceipt.find': of((world) => ({ ws: world.ws, uid: world.userConsentUid })),
    'consentReceipt.link': of((world) => ({ ws: world.ws, id: world.consentId, uid: world.userConsentUid })),
    'consentReceipt.choices.open': of((world) => ({ ws: world.ws, token: world.choicesToken }), { bearer: true }),
    'consentReceipt.choices.submit': of(
      (world) => ({
        ws: world.ws,
        token: world.choicesToken,
        purposeUUIDs: [world.consentPurposeIds[1]!],
        language: 'en',
      }),
      { bearer: true },
    ),
    'consentReceipt.choices.receipt': of(
      (world) => ({ ws: world.ws, token: world.choicesToken, id: world.userConsentId }),
      { bearer: true },
    ),
  },
} satisfies ModuleContract;
