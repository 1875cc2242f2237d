import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const purposeFields = (world: World) => ({
  title: { th: 'วัตถุประสงค์ใหม่', en: 'New purpose' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  isPrimary: false,
  purposeCategoryId: world.categoryId,
  dataSubjectGroupIds: [world.itemIds.dataSubjectGroup],
  piiCategoryIds: [world.piiCategoryId],
  lawfulBases: ['contract'],
  sensitiveExemptions: [],
  retention: { indefinite: false, amount: 1, unit: 'year', note: '' },
  storageSystemIds: [world.itemIds.storageSystem],
  destructionMethodIds: [world.itemIds.destructionMethod],
  responsibleDepartmentId: world.itemIds.department,
  responsiblePersonnelId: world.people.DPO.personnelId,
  securityMeasureIds: [world.itemIds.securityMeasure],
  thirdPartyDisclosure: true,
  thirdParties: [{ name: 'คู่ค้า', country: 'TH', contract: 'สัญญา' }],
  internalSharing: true,
  internalApplicationIds: [world.applicationId],
  legitimateInterest: null,
});

export default {
  calls: [
    ['GET', `${V1}/{ws}/purposes`, 'ropa.read'],
    ['POST', `${V1}/{ws}/purposes`, 'ropa.write'],
    ['GET', `${V1}/{ws}/purposes/{id}`, 'ropa.read'],
    ['PUT', `${V1}/{ws}/purposes/{id}`, 'ropa.write'],
    ['DELETE', `${V1}/{ws}/purposes/{id}`, 'ropa.write'],
    ['POST', `${V1}/{ws}/purposes/{id}/publish`, 'ropa.publish'],
    ['GET', `${V1}/{ws}/purpose-versions/{id}`, 'ropa.read'],
    ['GET', `${V1}/{ws}/purpose-versions/{id}/versions/{v}`, 'ropa.read'],
  ],
  samples: {
    'purpose.list': of((world) => ({ ws: world.ws, ...page, purposeCategoryId: world.categoryId })),
    'purpose.pick': listed,
    'purpose.get': of((world) => ({ ws: world.ws, id: world.purposeId })),
    'purpose.create': of((world) => ({ ws: world.ws, ...purposeFields(world) })),
    'purpose.duplicate': of((world) => ({
      ws: world.ws,
      id: world.purposeId,
      title: { th: 'วัตถุประสงค์ (สำเนา)', en: 'Purpose (copy)' },
    })),
    'purpose.update': of((world) => ({ ws: world.ws, id: world.purposeId, ...purposeFields(world), rowVersion: 1 })),
    'purpose.remove': of((world) => ({ ws: world.ws, id: world.freePurposeId })),
    'purpose.publish': of((world) => ({ ws: world.ws, id: world.purposeId, rowVersion: 1 })),
    'purpose.versions': of((world) => ({ ws: world.ws, id: world.freePurposeId, ...page })),
    'purpose.version': of((world) => ({ ws: world.ws, id: world.freePurposeId, v: 1 })),
  },
  menu: { purposes: 'ADS' },
} satisfies ModuleContract;
