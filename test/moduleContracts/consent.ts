import { DECORATION } from '../../shared/consent/theme.ts';
import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page, ws } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const consentFields = (world: World) => ({
  name: 'แบบใหม่',
  title: { th: 'ขอความยินยอม', en: 'Your consent' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  purposes: world.consentPurposeIds.map((purposeId) => ({ purposeId, signals: [] })),
  effectiveFrom: null,
  effectiveTo: null,
  showPrivacyPolicy: false,
  privacyPolicyUrl: '',
  askGuardian: false,
  layout: 'popup',
  theme: { ...DECORATION.dark, logoIds: [world.photoId] },
  font: { custom: false, name: '', url: '' },
});
const consentMove = (id: 'consentId' | 'draftConsentId' | 'inactiveConsentId') =>
  of((world) => ({ ws: world.ws, id: world[id], rowVersion: 1 }));

export default {
  calls: [
    ['GET', `${V1}/{ws}/consents`, 'consent.read'],
    ['POST', `${V1}/{ws}/consents`, 'consent.write'],
    ['GET', `${V1}/{ws}/consents/{id}`, 'consent.read'],
    ['PUT', `${V1}/{ws}/consents/{id}`, 'consent.write'],
    ['DELETE', `${V1}/{ws}/consents/{id}`, 'consent.publish'],
    ['POST', `${V1}/{ws}/consents/{id}/publish`, 'consent.publish'],
    ['POST', `${V1}/{ws}/consents/{id}/reactivate`, 'consent.publish'],
    ['GET', `${V1}/{ws}/consents/{id}/consent-settings`, 'consent.read'],
    ['PUT', `${V1}/{ws}/consents/{id}/consent-settings`, 'consent.write'],
    ['GET', `${V1}/{ws}/consent-versions/{id}`, 'consent.read'],
    ['GET', `${V1}/{ws}/consent-versions/{id}/versions/{v}`, 'consent.read'],
  ],
  samples: {
    'consent.list': listed,
    'consent.needs': of((world) => ({ ws: world.ws })),
    'consent.create': of((world) => ({ ws: world.ws, name: 'แบบใหม่', applicationId: world.applicationId })),
    'consent.get': of((world) => ({ ws: world.ws, id: world.consentId })),
    'consent.update': of((world) => ({ ws: world.ws, id: world.consentId, rowVersion: 1, ...consentFields(world) })),
    'consent.publish': consentMove('draftConsentId'),
    'consent.remove': of((world) => ({ ws: world.ws, id: world.consentId })),
    'consent.reactivate': consentMove('inactiveConsentId'),
    'consent.makeSecret': consentMove('consentId'),
    'consent.settings.get': of((world) => ({ ws: world.ws, id: world.consentId })),
    'consent.settings.update': of((world) => ({
      ws: world.ws,
      id: world.consentId,
      rowVersion: 1,
      channels: { web: true, api: true, mobile: false },
      allowedOrigins: ['https://www.example.com'],
      jwtRequired: false,
    })),
    'consent.settings.levelEffect': of((world) => ({ ws: world.ws, id: world.consentId })),
    'consent.noticeChoices': of(ws),
    'consent.purposeChoices': of((world) => ({ ws: world.ws, id: world.consentId })),
    'consent.publishEffect': of((world) => ({
      ws: world.ws,
      id: world.consentId,
      purposeIds: world.consentPurposeIds,
    })),
    'consent.versions': of((world) => ({ ws: world.ws, id: world.consentId, ...page })),
    'consent.version': of((world) => ({ ws: world.ws, id: world.consentId, v: 1 })),
  },
  menu: { consents: 'ADS' },
} satisfies ModuleContract;
