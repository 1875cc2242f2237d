import { done, uuid, type RouteDescriptions } from '../../platform/http/routeDescription.ts';
import { LOCALES } from '../../../shared/locale.ts';

const text = { type: 'string' };
/** RFC 7517 section 5, of keys on the curve P-256 (RFC 7518 section 6.2). */
const keySet = {
  type: 'object',
  required: ['keys'],
  properties: {
    keys: {
      type: 'array',
      items: {
        type: 'object',
        required: ['kty', 'crv', 'x', 'y', 'kid'],
        properties: {
          kty: { const: 'EC' },
          crv: { const: 'P-256' },
          x: text,
          y: text,
          kid: text,
          alg: { const: 'ES256' },
          use: { const: 'sig' },
        },
      },
    },
  },
};

export const openapi: RouteDescriptions = {
  '/.well-known/jwks.json': {
    get: {
      operationId: 'consentReceipt.keys',
      tags: ['consentReceipt'],
      summary: 'Public keys that check consent receipts (RFC 7517)',
      security: [],
      responses: { '200': { description: 'The keys.', content: { 'application/jwk-set+json': { schema: keySet } } } },
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
        { name: 'lang', in: 'query', schema: { type: 'string', enum: LOCALES } },
      ],
      responses: done('The receipt.', 'application/octet-stream'),
    },
  },
};
