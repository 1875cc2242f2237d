import { agentToken, exerciseStatus, protocolError } from '../../../shared/dataRightsProtocol/protocol.ts';
import { inPath, json, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

const agentId = { name: 'agentId', in: 'path', required: true, schema: { type: 'string' } };
const refused = Object.fromEntries(
  [400, 401, 403, 404, 409, 413, 415, 429, 503].map((status) => [
    String(status),
    json('Refused, as the protocol says it.', protocolError),
  ]),
);
const message = {
  required: true,
  content: {
    'text/plain': {
      schema: { type: 'string', format: 'byte', description: 'Base64 of an Ed25519 signature (64 bytes) and JSON.' },
    },
  },
};
const tags = ['dataRightsProtocol'];
const call = { tags, security: [] };

export const openapi: RouteDescriptions = {
  '/drp/{ws}/{form}/v1/agent/{agentId}': {
    post: {
      ...call,
      operationId: 'dataRightsProtocol.setUpKey',
      summary: 'Data Rights Protocol 2.05: an agent signs for a bearer token; the one before ends',
      description: 'Public. Whatever is wrong with the message is answered by 403 without a body.',
      parameters: [...inPath('ws', 'form'), agentId],
      requestBody: message,
      responses: { '200': json('The token.', agentToken), ...refused },
    },
    get: {
      ...call,
      operationId: 'dataRightsProtocol.checkKey',
      summary: 'Data Rights Protocol 2.06: whether the bearer token is still good',
      description: 'Public, with the bearer token of the agent.',
      parameters: [...inPath('ws', 'form'), agentId],
      responses: { '200': json('It is good.', { type: 'object' }), ...refused },
    },
  },
  '/drp/{ws}/{form}/v1/data-rights-request': {
    post: {
      ...call,
      operationId: 'dataRightsProtocol.exercise',
      summary: 'Data Rights Protocol 2.01: an agent exercises a right of a data subject; answered once it is stored',
      description:
        'Public, with the bearer token of the agent. Signature, agent-id, business-id, issued-at and expires-at are checked in this order; a message is taken once. A new message with the same agent-request-id is answered by how that request stands.',
      parameters: inPath('ws', 'form'),
      requestBody: message,
      responses: { '200': json('How it stands.', exerciseStatus), ...refused },
    },
  },
  '/drp/{ws}/{form}/v1/data-rights-request/{id}': {
    get: {
      ...call,
      operationId: 'dataRightsProtocol.status',
      summary: 'Data Rights Protocol 2.02: how a request stands; 403 for one that is not the agent’s',
      description: 'Public, with the bearer token of the agent.',
      parameters: inPath('ws', 'form', 'id'),
      responses: { '200': json('How it stands.', exerciseStatus), ...refused },
    },
    delete: {
      ...call,
      operationId: 'dataRightsProtocol.revoke',
      summary: 'Data Rights Protocol 2.04: takes a request back',
      description: 'Public, with the bearer token of the agent.',
      parameters: inPath('ws', 'form', 'id'),
      requestBody: message,
      responses: { '200': json('It is taken back.', exerciseStatus), ...refused },
    },
  },
};
