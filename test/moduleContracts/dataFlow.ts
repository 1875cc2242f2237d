import type { ModuleContract } from '../moduleContracts.ts';
import { of, ws } from '../tenancy/sample.ts';

const V1 = '/api/v1';

export default {
  calls: [['GET', `${V1}/{ws}/data-flow-diagram`, 'dataSharing.read']],
  samples: {
    'dataFlow.get': of((world) => ({
      ws: world.ws,
      applicationId: world.applicationId,
      purposeId: world.purposeId,
      piiCategoryId: world.piiCategoryId,
    })),
    'dataFlow.choices': of(ws),
    'dataFlow.arrange': of((world) => ({
      ws: world.ws,
      moves: [{ node: `purpose:${world.purposeId}`, x: 10, y: 20 }],
    })),
    'dataFlow.resetPositions': of((world) => ({ ws: world.ws, nodes: [`application:${world.applicationId}`] })),
  },
  menu: { dataFlowDiagram: 'ADT' },
} satisfies ModuleContract;
