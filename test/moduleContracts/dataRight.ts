import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1';
const fields = {
  name: { th: 'สิทธิใหม่', en: 'New right' },
  description: { th: 'คำอธิบาย', en: 'Description' },
  example: { th: '', en: '' },
  days: 15,
  active: true,
};

export default {
  calls: [
    ['GET', `${V1}/{ws}/dsrm-right-requests`, 'requestForm.read'],
    ['POST', `${V1}/{ws}/dsrm-right-requests`, 'requestForm.write'],
    ['GET', `${V1}/{ws}/dsrm-right-requests/{id}`, 'requestForm.read'],
    ['PUT', `${V1}/{ws}/dsrm-right-requests/{id}`, 'requestForm.write'],
    ['DELETE', `${V1}/{ws}/dsrm-right-requests/{id}`, 'requestForm.write'],
  ],
  samples: {
    'dataRight.list': listed,
    'dataRight.get': of((world) => ({ ws: world.ws, id: world.rightId })),
    'dataRight.create': of((world) => ({ ws: world.ws, ...fields })),
    'dataRight.update': of((world) => ({ ws: world.ws, id: world.rightId, ...fields, rowVersion: 1 })),
    'dataRight.move': of((world) => ({ ws: world.ws, id: world.freeRightId, before: world.rightId })),
    'dataRight.remove': of((world) => ({ ws: world.ws, id: world.freeRightId })),
  },
} satisfies ModuleContract;
