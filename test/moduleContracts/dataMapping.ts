import type { ModuleContract } from '../moduleContracts.ts';
import { of } from '../tenancy/sample.ts';
import type { World } from '../tenancy/world.ts';

const V1 = '/api/v1';

const flowFields = (world: World) => ({
  purposeId: world.purposeId,
  dataSubjectGroupId: world.itemIds.dataSubjectGroup,
  channelId: world.itemIds.collectionChannel,
  attributeIds: [world.attributeId, world.freeAttributeId],
  storageSystemId: world.itemIds.storageSystem,
  internalApplicationIds: [world.applicationId],
  thirdPartyIds: [world.thirdPartyId],
  retention: { indefinite: false, amount: 1, unit: 'year' },
  destructionMethodId: world.itemIds.destructionMethod,
  note: 'หมายเหตุ',
});

export default {
  calls: [
    ['POST', `${V1}/{ws}/applications/{id}/data-mapping`, 'ropa.write'],
    ['GET', `${V1}/{ws}/applications/{id}/data-mapping`, 'ropa.read'],
    ['PUT', `${V1}/{ws}/applications/{id}/data-mapping`, 'ropa.write'],
  ],
  samples: {
    'dataMapping.get': of((world) => ({ ws: world.ws, id: world.applicationId })),
    'dataMapping.create': of((world) => ({ ws: world.ws, id: world.applicationId, flows: [flowFields(world)] }), {
      refused: ['dataMapping.exists'],
    }),
    'dataMapping.update': of((world) => ({
      ws: world.ws,
      id: world.applicationId,
      rowVersion: 1,
      flows: [{ id: world.flowId, ...flowFields(world) }],
    })),
  },
} satisfies ModuleContract;
