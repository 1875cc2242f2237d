import { binary, done, multipart, uuid, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/user-consents/import': {
    post: {
      operationId: 'consentImport.upload',
      tags: ['consentImport'],
      summary:
        'Begin an import of consents: a form with the table (xlsx, xls, csv); nothing is written before its check and commit',
      description: 'Permission `consent.write`. Answers the import; follow it at /{ws}/user-consents/imports/{id}.',
      parameters: [{ name: 'ws', in: 'path', required: true, schema: uuid }],
      requestBody: multipart({ file: binary, consentUUID: uuid }),
      responses: done('Begun.'),
    },
  },
};
