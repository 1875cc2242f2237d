import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const controllerFields = (world: World) => ({
  name: { th: 'ผู้ควบคุมข้อมูลใหม่', en: 'New controller' },
  contactPerson: 'สมชาย',
  address: 'กรุงเทพฯ',
  country: 'TH',
  phone: '021234567',
  email: 'new@controller.example',
  website: '',
  privacyPolicyUrl: '',
  logoId: world.fileId,
});

export default {
  calls: [
    ['GET', `${V1}/{ws}/data-controllers`, 'organization.read'],
    ['POST', `${V1}/{ws}/data-controllers`, 'organization.write'],
    ['GET', `${V1}/{ws}/data-controllers/{id}`, 'organization.read'],
    ['PUT', `${V1}/{ws}/data-controllers/{id}`, 'organization.write'],
    ['DELETE', `${V1}/{ws}/data-controllers/{id}`, 'organization.write'],
  ],
  samples: {
    'dataController.list': listed,
    'dataController.pick': of(ws),
    'dataController.get': of((world) => ({ ws: world.ws, id: world.controllerId })),
    'dataController.create': of((world) => ({ ws: world.ws, ...controllerFields(world) })),
    'dataController.update': of((world) => ({
      ws: world.ws,
      id: world.controllerId,
      ...controllerFields(world),
      rowVersion: 1,
    })),
    'dataController.remove': of((world) => ({ ws: world.ws, id: world.freeControllerId })),
  },
  menu: { dataControllers: 'AD' },
} satisfies ModuleContract;
