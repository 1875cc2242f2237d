import { publicPrivacyNotice } from '../../../../shared/privacyNotice/schema.ts';
import { done, failures, inPath, json, type RouteDescriptions, uuid } from '../../../platform/http/routeDescription.ts';
import { LOCALES } from '../../../../shared/locale.ts';

const describe = (operationId: string, summary: string, type: string) => ({
  get: {
    operationId,
    tags: ['privacyNotice'],
    summary,
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
      { name: 'lang', in: 'query', description: 'Thai unless given.', schema: { type: 'string', enum: LOCALES } },
    ],
    responses: { ...done('The notice.', type), ...failures(400, 401, 403, 404, 503) },
  },
});

const text = (name: string, description: string) => ({ name, in: 'query', description, schema: { type: 'string' } });

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/privacy-notices/{id}/public': {
    get: {
      operationId: 'privacyNotice.public',
      tags: ['privacyNotice'],
      summary: 'The privacy notice in force, for everybody; ETag, cacheable',
      description: 'Public.',
      security: [],
      parameters: [
        ...inPath('ws', 'id'),
        text('lang', '`th` or `en`; left out, Thai.'),
        text('version', 'One that is or was in force; left out, the one in force.'),
        text('format', '`html` or `json`; left out, `html`.'),
      ],
      responses: {
        '200': json('The notice; as a page unless `format` is `json`.', publicPrivacyNotice),
        '304': { description: 'As you have it.' },
        ...failures(400, 404, 409, 429, 503),
      },
    },
  },
  '/api/v1/{ws}/privacy-notices/{id}/report-pdf': describe(
    'privacyNotice.reportPdf',
    'Download a privacy notice as PDF',
    'application/pdf',
  ),
  '/api/v1/{ws}/privacy-notices/{id}/report-html': describe(
    'privacyNotice.reportHtml',
    'Download a privacy notice as HTML',
    'text/html',
  ),
  '/api/v1/{ws}/privacy-notices/{id}/poster-pdf': describe(
    'privacyNotice.posterPdf',
    'Download a poster of a privacy notice with a QR code to its public page',
    'application/pdf',
  ),
};
