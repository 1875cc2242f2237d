import { done, failures, type RouteDescriptions, uuid } from '../../../platform/http/routeDescription.ts';

const describe = (operationId: string, as: string, type: string) => ({
  get: {
    operationId,
    tags: ['dpia'],
    summary: `Download the report of an impact assessment as ${as}, in Thai`,
    description: 'Permission `dpia.read`.',
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
    responses: { ...done('The report.', type), ...failures(400, 401, 403, 404, 503) },
  },
});

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/dpias/{id}/report-pdf': describe('dpia.reportPdf', 'PDF', 'application/pdf'),
  '/api/v1/{ws}/dpias/{id}/report-html': describe('dpia.reportHtml', 'HTML', 'text/html'),
};
