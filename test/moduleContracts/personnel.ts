import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, ws } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const personFields = (world: World) => ({
  name: 'คนใหม่',
  position: 'เจ้าหน้าที่',
  phone: '0812345678',
  email: 'newcomer@test.example',
  role: 'Staff',
  photoId: world.photoId,
});

export default {
  calls: [
    ['GET', `${V1}/check-users`, 'session'],
    ['GET', `${V1}/{ws}/personnels`, 'organization.read'],
    ['POST', `${V1}/{ws}/personnels`, 'organization.write'],
    ['GET', `${V1}/{ws}/personnels/{id}`, 'organization.read'],
    ['PUT', `${V1}/{ws}/personnels/{id}`, 'organization.write'],
    ['POST', `${V1}/{ws}/personnels/{id}/suspense`, 'organization.write'],
    ['POST', `${V1}/{ws}/personnels/{id}/unsuspense`, 'organization.write'],
    ['POST', `${V1}/{ws}/personnels/{id}/active`, 'organization.write'],
    ['POST', `${V1}/{ws}/personnels/{id}/inactive`, 'organization.write'],
    ['POST', `${V1}/{ws}/personnels/existing`, 'organization.write'],
    ['GET', `${V1}/{ws}/personnels/{id}/task-overview`, 'organization.read'],
  ],
  samples: {
    'personnel.list': listed,
    'personnel.pick': of(ws),
    'personnel.get': of((world) => ({ ws: world.ws, id: world.idleId })),
    'personnel.taskOverview': of((world) => ({ ws: world.ws, id: world.people.DPO.personnelId })),
    'personnel.create': of((world) => ({ ws: world.ws, ...personFields(world) })),
    'personnel.resendInvitation': of((world) => ({ ws: world.ws, id: world.invitedId })),
    'personnel.addExisting': of((world) => ({ ws: world.ws, email: world.colleagueEmail, role: 'Staff' })),
    'personnel.update': of((world) => ({ ws: world.ws, id: world.idleId, ...personFields(world), rowVersion: 1 })),
    'personnel.suspend': of((world) => ({
      ws: world.ws,
      id: world.people.DPO.personnelId,
      reason: 'พักงาน',
      reassignTo: world.idleId,
    })),
    'personnel.unsuspend': of((world) => ({ ws: world.ws, id: world.suspendedId })),
    'personnel.activate': of((world) => ({ ws: world.ws, id: world.inactiveId })),
    'personnel.deactivate': of((world) => ({
      ws: world.ws,
      id: world.people.DPO.personnelId,
      reassignTo: world.idleId,
    })),
    'personnel.checkUser': of((world) => ({ ws: world.ws, email: world.emails.admin })),
  },
  menu: { personnel: 'AD' },
} satisfies ModuleContract;
