import type { ModuleContract } from '../moduleContracts.ts';
import { listed, of } from '../tenancy/sample.ts';

const V1 = '/api/v1';
const fields = {
  name: 'New agent',
  agentId: 'NEW_AGENT',
  verifyKey: `${'A'.repeat(43)}=`,
  website: '',
  contact: '',
  trustsIdentity: false,
  active: true,
};

export default {
  calls: [
    ['GET', `${V1}/{ws}/dsrm-authorised-agents`, 'requestForm.read'],
    ['POST', `${V1}/{ws}/dsrm-authorised-agents`, 'requestForm.write'],
    ['GET', `${V1}/{ws}/dsrm-authorised-agents/{id}`, 'requestForm.read'],
    ['PUT', `${V1}/{ws}/dsrm-authorised-agents/{id}`, 'requestForm.write'],
    ['DELETE', `${V1}/{ws}/dsrm-authorised-agents/{id}`, 'requestForm.write'],
  ],
  samples: {
    'dataRightsProtocol.list': listed,
    'dataRightsProtocol.get': of((world) => ({ ws: world.ws, id: world.authorisedAgentId })),
    'dataRightsProtocol.create': of((world) => ({ ws: world.ws, ...fields })),
    'dataRightsProtocol.update': of((world) => ({
      ws: world.ws,
      id: world.authorisedAgentId,
      rowVersion: 1,
      ...fields,
    })),
    'dataRightsProtocol.endToken': of((world) => ({ ws: world.ws, id: world.authorisedAgentId, rowVersion: 1 })),
    'dataRightsProtocol.remove': of((world) => ({ ws: world.ws, id: world.authorisedAgentId })),
    'dataRightsProtocol.ofRequest': of((world) => ({ ws: world.ws, id: world.unconfirmedRequestId })),
    'dataRightsProtocol.settings.get': of((world) => ({ ws: world.ws })),
    'dataRightsProtocol.settings.update': of((world) => ({ ws: world.ws, businessId: 'OTHER', rowVersion: 1 })),
  },
} satisfies ModuleContract;
