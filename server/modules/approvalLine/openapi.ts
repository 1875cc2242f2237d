import { done, failures, uuid, type RouteDescriptions } from '../../platform/http/routeDescription.ts';
import { LOCALES } from '../../../shared/locale.ts';

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/approval-lines/{id}/report-pdf': {
    get: {
      operationId: 'approvalLine.reportPdf',
      tags: ['approvalLine'],
      summary:
        'Download the evidence of an approval line as PDF: the document, who approved it and when, and the original file inside',
      description: 'Permission `approval.act`.',
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: uuid },
        { name: 'id', in: 'path', required: true, schema: uuid },
        { name: 'lang', in: 'query', schema: { type: 'string', enum: LOCALES } },
      ],
      responses: { ...done('The evidence.', 'application/pdf'), ...failures(400, 401, 403, 404, 503) },
    },
  },
};
