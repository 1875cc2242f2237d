import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';

const V1 = '/api/v1';

const piiCategoryFields = {
  name: { th: 'ประเภทใหม่', en: 'New category' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  example: '',
  sensitive: false,
};

export default {
  calls: [
    ['GET', `${V1}/{ws}/pii-categories`, 'piiCategory.read'],
    ['POST', `${V1}/{ws}/pii-categories`, 'piiCategory.write'],
    ['GET', `${V1}/{ws}/pii-categories/{id}`, 'piiCategory.read'],
    ['PUT', `${V1}/{ws}/pii-categories/{id}`, 'piiCategory.write'],
    ['DELETE', `${V1}/{ws}/pii-categories/{id}`, 'piiCategory.write'],
    ['POST', `${V1}/{ws}/pii-categories/{id}/reactivate`, 'piiCategory.write'],
    ['POST', `${V1}/{ws}/pii-sub-categories`, 'piiCategory.write'],
    ['DELETE', `${V1}/{ws}/pii-sub-categories/{id}`, 'piiCategory.write'],
    ['GET', `${V1}/{ws}/pii-sub-categories/pii-category/{id}`, 'piiCategory.read'],
    ['POST', `${V1}/{ws}/pii-sub-attributes`, 'piiCategory.write'],
    ['DELETE', `${V1}/{ws}/pii-sub-attributes/{id}`, 'piiCategory.write'],
    ['GET', `${V1}/{ws}/pii-sub-attributes/pii-sub-category/{id}`, 'piiCategory.read'],
    ['GET', `${V1}/{ws}/pii-sub-attributes/pii-category/{id}`, 'piiCategory.read'],
  ],
  samples: {
    'piiCategory.list': listed,
    'piiCategory.pick': listed,
    'piiCategory.tree': of((world) => ({ ws: world.ws, withInactive: true })),
    'piiCategory.get': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
    'piiCategory.uses': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
    'piiCategory.create': of((world) => ({ ws: world.ws, ...piiCategoryFields })),
    'piiCategory.update': of((world) => ({
      ws: world.ws,
      id: world.piiCategoryId,
      ...piiCategoryFields,
      rowVersion: 1,
    })),
    'piiCategory.deactivate': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
    'piiCategory.reactivate': of((world) => ({ ws: world.ws, id: world.piiCategoryId })),
    'piiCategory.subCategory.list': of((world) => ({ ws: world.ws, id: world.piiCategoryId, ...page })),
    'piiCategory.subCategory.create': of((world) => ({
      ws: world.ws,
      piiCategoryId: world.piiCategoryId,
      name: { th: 'ประเภทย่อยใหม่', en: 'New sub-category' },
    })),
    'piiCategory.subCategory.remove': of((world) => ({ ws: world.ws, id: world.freeSubCategoryId })),
    'piiCategory.attribute.list': of((world) => ({ ws: world.ws, id: world.piiCategoryId, ...page })),
    'piiCategory.attribute.listOfSubCategory': of((world) => ({ ws: world.ws, id: world.freeSubCategoryId, ...page })),
    'piiCategory.attribute.create': of((world) => ({
      ws: world.ws,
      piiCategoryId: world.piiCategoryId,
      piiSubCategoryId: world.freeSubCategoryId,
      name: { th: 'รายการใหม่', en: 'New attribute' },
    })),
    'piiCategory.attribute.remove': of((world) => ({ ws: world.ws, id: world.freeAttributeId })),
  },
  menu: { piiCategories: 'AD' },
} satisfies ModuleContract;
