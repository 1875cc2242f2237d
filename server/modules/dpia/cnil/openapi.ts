import { done, failures, type RouteDescriptions, uuid } from '../../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/dpias/{id}/cnil': {
    get: {
      operationId: 'dpia.cnil',
      tags: ['dpia'],
      summary: 'Download an impact assessment as a file of the PIA application of the CNIL',
      description: 'Permission `dpia.export`. What that application has no place for stands under `pokpong`.',
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: uuid },
        { name: 'id', in: 'path', required: true, schema: uuid },
        {
          name: 'version',
          in: 'query',
          description: 'A published version, 0 for the draft; left out, the newest.',
          schema: { type: 'integer', minimum: 0 },
        },
      ],
      responses: { ...done('The file.', 'application/json'), ...failures(400, 401, 403, 404, 503) },
    },
  },
};
