import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1';

const categoryFields = {
  name: { th: 'หมวดใหม่', en: 'New category' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  detail: '',
};

export default {
  calls: [
    ['GET', `${V1}/{ws}/purpose-categories`, 'ropa.read'],
    ['POST', `${V1}/{ws}/purpose-categories`, 'ropa.write'],
    ['GET', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.read'],
    ['PUT', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.write'],
    ['DELETE', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.write'],
  ],
  samples: {
    'purposeCategory.list': listed,
    'purposeCategory.get': of((world) => ({ ws: world.ws, id: world.categoryId })),
    'purposeCategory.create': of((world) => ({ ws: world.ws, ...categoryFields })),
    'purposeCategory.update': of((world) => ({ ws: world.ws, id: world.categoryId, ...categoryFields, rowVersion: 1 })),
    'purposeCategory.remove': of((world) => ({ ws: world.ws, id: world.freeCategoryId })),
  },
  menu: { purposeCategories: 'ADS' },
} satisfies ModuleContract;
