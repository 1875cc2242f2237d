import { done, failures, type RouteDescriptions, uuid } from '../../../platform/http/routeDescription.ts';

const describe = (operationId: string, as: string, type: string) => ({
  get: {
    operationId,
    tags: ['privacyNotice'],
    summary: `Download a privacy notice as ${as}`,
    description: 'Permission `privacyNotice.read`. A draft is marked as one.',
    parameters: [
      { name: 'ws', in: 'path', required: true, schema: uuid },
      { name: 'id', in: 'path', required: true, schema: uuid },
      {
        name: 'version',
        in: 'query',
        description: 'A published version, 0 for the draft; left out, the one in force.',
        schema: { type: 'integer', minimum: 0 },
      },
      { name: 'lang', in: 'query', description: 'Thai unless given.', schema: { type: 'string', enum: ['th', 'en'] } },
    ],
    responses: { ...done('The notice.', type), ...failures(400, 401, 403, 404, 503) },
  },
});

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/privacy-notices/{id}/report-pdf': describe('privacyNotice.reportPdf', 'PDF', 'application/pdf'),
  '/api/v1/{ws}/privacy-notices/{id}/report-html': describe('privacyNotice.reportHtml', 'HTML', 'text/html'),
};
