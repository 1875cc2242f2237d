import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of, page } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const applicationFields = (world: World) => ({
  name: 'ทะเบียนใหม่',
  description: 'คำอธิบาย',
  dataControllerId: world.controllerId,
  lineOfWorkId: world.itemIds.lineOfWork,
  dataSourceId: world.itemIds.dataSource,
  dataSubjectCount: 5,
  processingFrequency: 'daily',
  purposeIds: [world.purposeId],
});

export default {
  calls: [
    ['GET', `${V1}/{ws}/applications`, 'ropa.read'],
    ['POST', `${V1}/{ws}/applications`, 'ropa.write'],
    ['GET', `${V1}/{ws}/applications/{id}`, 'ropa.read'],
    ['PUT', `${V1}/{ws}/applications/{id}`, 'ropa.write'],
    ['DELETE', `${V1}/{ws}/applications/{id}`, 'ropa.write'],
    ['POST', `${V1}/{ws}/applications/{id}/review`, 'ropa.write'],
    ['GET', `${V1}/{ws}/applications/{id}/detail`, 'ropa.read'],
    ['POST', `${V1}/{ws}/applications/{id}/export-ropa`, 'ropa.export'],
    ['GET', `${V1}/{ws}/applications/{id}/export-ropa`, 'ropa.export'],
    ['GET', `${V1}/{ws}/applications/no-consent`, 'ropa.read'],
    ['GET', `${V1}/{ws}/applications/no-dsrm-request-form`, 'ropa.read'],
    ['GET', `${V1}/{ws}/applications/not-dpia`, 'ropa.read'],
  ],
  samples: {
    'application.list': of((world) => ({ ws: world.ws, ...page, dataControllerId: world.controllerId })),
    'application.pick': listed,
    'application.allowance': of((world) => ({ ws: world.ws })),
    'application.get': of((world) => ({ ws: world.ws, id: world.applicationId })),
    'application.detail': of((world) => ({ ws: world.ws, id: world.applicationId })),
    'application.create': of((world) => ({ ws: world.ws, ...applicationFields(world) })),
    'application.update': of((world) => ({
      ws: world.ws,
      id: world.applicationId,
      ...applicationFields(world),
      name: `${world.marker} application`,
      rowVersion: 1,
    })),
    'application.remove': of((world) => ({ ws: world.ws, id: world.freeApplicationId })),
    'application.publish': of((world) => ({
      ws: world.ws,
      id: world.applicationId,
      rowVersion: 1,
      publishPurposes: true,
    })),
    'application.finishReview': of((world) => ({
      ws: world.ws,
      id: world.applicationId,
      rowVersion: 1,
      nextOn: '2030-01-01',
    })),
    'application.startExport': of((world) => ({ ws: world.ws, id: world.applicationId })),
    'application.listExports': of((world) => ({ ws: world.ws, id: world.applicationId })),
    'application.processCode': of((world) => ({ ws: world.ws, processCode: 'A-1' })),
    'application.reviewSettings': of((world) => ({ ws: world.ws })),
    'application.updateReviewSettings': of((world) => ({ ws: world.ws, months: 6, alertDays: [7], rowVersion: 1 })),
    'application.versions': of((world) => ({ ws: world.ws, id: world.freeApplicationId, ...page })),
    'application.version': of((world) => ({ ws: world.ws, id: world.freeApplicationId, v: 1 })),
    'application.withoutConsent': listed,
    'application.withoutRequestForm': listed,
    'application.withoutDpia': listed,
  },
  menu: { applications: 'ADS' },
} satisfies ModuleContract;
