/** Calls that are plain Fastify routes, described by hand: files, encryption of files, health. */
const done = (description: string, type = 'application/json') => ({ '200': { description, content: { [type]: {} } } });
const multipart = (fields: Record<string, object>) => ({
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', properties: fields } } },
});
const binary = { type: 'string', format: 'binary' };

export const EXTRA_PATHS: Record<string, Record<string, object>> = {
  '/files-api/v1/upload': {
    post: {
      operationId: 'file.upload',
      tags: ['file'],
      summary: 'Upload a file; answers { url, id, name, size, type }',
      requestBody: multipart({ file: binary, workspace: { type: 'string', format: 'uuid' }, kind: { type: 'string' } }),
      responses: done('Stored.'),
    },
  },
  '/files-api/v1/files/{id}': {
    get: {
      operationId: 'file.download',
      tags: ['file'],
      summary: 'Download a file; range requests',
      parameters: [
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'workspace', in: 'query', required: true, schema: { type: 'string', format: 'uuid' } },
      ],
      responses: done('The file.', 'application/octet-stream'),
    },
  },
  '/encrypt-decrypt-api/v1/encrypt-file': {
    post: { operationId: 'crypto.encryptFile', tags: ['crypto'], summary: 'Encrypt a file with the workspace key', requestBody: multipart({ file: binary, workspace: { type: 'string', format: 'uuid' } }), responses: done('The encrypted file.', 'application/octet-stream') },
  },
  '/encrypt-decrypt-api/v1/decrypt-file': {
    post: { operationId: 'crypto.decryptFile', tags: ['crypto'], summary: 'Decrypt a file encrypted by this API', requestBody: multipart({ file: binary, workspace: { type: 'string', format: 'uuid' } }), responses: done('The plain file.', 'application/octet-stream') },
  },
  '/.well-known/jwks.json': { get: { operationId: 'consentReceipt.keys', tags: ['consentReceipt'], summary: 'Public keys that check consent receipts (RFC 7517)', security: [], responses: done('The keys.', 'application/jwk-set+json') } },
  '/api/v1/{ws}/user-consent-receipts/{id}/file': {
    get: {
      operationId: 'consentReceipt.file',
      tags: ['consentReceipt'],
      summary: 'Download a receipt: as PDF, as JSON-LD, or signed (JWS)',
      security: [],
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'format', in: 'query', required: true, schema: { type: 'string', enum: ['pdf', 'jsonld', 'jws'] } },
        { name: 'lang', in: 'query', schema: { type: 'string', enum: ['th', 'en'] } },
      ],
      responses: done('The receipt.', 'application/octet-stream'),
    },
  },
  '/healthz': { get: { operationId: 'health.live', tags: ['health'], summary: 'The process is up', security: [], responses: done('Up.') } },
  '/readyz': { get: { operationId: 'health.ready', tags: ['health'], summary: 'The database answers and migrations are done', security: [], responses: done('Ready.') } },
  '/api/openapi.json': { get: { operationId: 'api.document', tags: ['api'], summary: 'This document', security: [], responses: done('The document.') } },
};
