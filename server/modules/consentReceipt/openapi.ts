import { done, uuid, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/.well-known/jwks.json': {
    get: {
      operationId: 'consentReceipt.keys',
      tags: ['consentReceipt'],
      summary: 'Public keys that check consent receipts (RFC 7517)',
      security: [],
      responses: done('The keys.', 'application/jwk-set+json'),
    },
  },
  '/api/v1/{ws}/user-consent-receipts/{id}/logo': {
    get: {
      operationId: 'consentReceipt.logo',
      tags: ['consentReceipt'],
      summary: 'The logo of the form that a receipt is of',
      security: [],
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: uuid },
        { name: 'id', in: 'path', required: true, schema: uuid },
      ],
      responses: done('The picture.', 'image/*'),
    },
  },
  '/api/v1/{ws}/user-consent-receipts/{id}/file': {
    get: {
      operationId: 'consentReceipt.file',
      tags: ['consentReceipt'],
      summary: 'Download a receipt: as PDF, as JSON-LD, or signed (JWS)',
      security: [],
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: uuid },
        { name: 'id', in: 'path', required: true, schema: uuid },
        { name: 'format', in: 'query', required: true, schema: { type: 'string', enum: ['pdf', 'jsonld', 'jws'] } },
        { name: 'lang', in: 'query', schema: { type: 'string', enum: ['th', 'en'] } },
      ],
      responses: done('The receipt.', 'application/octet-stream'),
    },
  },
};
