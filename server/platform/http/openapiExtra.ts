import { FILE_KINDS, type FileKind, megabytes, uploadPermissions, WAITING_LIMIT } from '../../../shared/file.ts';
import {
  publicConsentForm,
  userConsentLookup,
  userConsentReceived,
  userConsentStatus,
  userConsentSubmission,
} from '../../../shared/userConsent/schema.ts';

/** Calls that are plain Fastify routes, described by hand: files, encryption of files, health. */
const done = (description: string, type = 'application/json') => ({ '200': { description, content: { [type]: {} } } });
const multipart = (fields: Record<string, object>) => ({
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', properties: fields } } },
});
const uuid = { type: 'string', format: 'uuid' };
const inPath = (...names: string[]) =>
  names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'v' ? { type: 'integer', minimum: 1 } : uuid,
  }));
const json = (description: string, schema: object) => ({ description, content: { 'application/json': { schema } } });
const failures = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));
const binary = { type: 'string', format: 'binary' };

export const EXTRA_PATHS: Record<string, Record<string, object>> = {
  '/files-api/v1/upload': {
    post: {
      operationId: 'file.upload',
      tags: ['file'],
      summary: 'Upload a file; answers { url, id, name, size, type }',
      description: `What a kind takes and who may upload it: ${Object.entries(FILE_KINDS)
        .map(
          ([kind, { limit }]) =>
            `\`${kind}\` up to ${megabytes(limit)}, ${
              uploadPermissions(kind as FileKind)
                .map((one) => `\`${one}\``)
                .join(' or ') || 'everybody of the workspace'
            }`,
        )
        .join(
          '; ',
        )}. A file that no record shows after a day is removed; those of one person may come to ${megabytes(WAITING_LIMIT)} together. A PDF that runs a script, starts a program or carries files is no \`evidence\`. Named in the address, workspace and kind are judged before the file is read.`,
      parameters: [
        { name: 'workspace', in: 'query', schema: { type: 'string', format: 'uuid' } },
        { name: 'kind', in: 'query', schema: { type: 'string', enum: Object.keys(FILE_KINDS), default: 'general' } },
      ],
      requestBody: multipart({
        file: binary,
        workspace: { type: 'string', format: 'uuid' },
        kind: { type: 'string', enum: Object.keys(FILE_KINDS), default: 'general' },
      }),
      responses: { ...done('Stored.'), ...failures(400, 401, 403, 404, 413, 415, 429, 503) },
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
  '/api/v1/{ws}/user-consents/import': {
    post: {
      operationId: 'consentImport.upload',
      tags: ['consentImport'],
      summary:
        'Begin an import of consents: a form with the table (xlsx, xls, csv); nothing is written before its check and commit',
      description: 'Permission `consent.write`. Answers the import; follow it at /{ws}/user-consents/imports/{id}.',
      parameters: [{ name: 'ws', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } }],
      requestBody: multipart({ file: binary, consentUUID: { type: 'string', format: 'uuid' } }),
      responses: done('Begun.'),
    },
  },
  '/api/v1/{ws}/approval-lines/{id}/report-pdf': {
    get: {
      operationId: 'approvalLine.reportPdf',
      tags: ['approvalLine'],
      summary:
        'Download the evidence of an approval line as PDF: the document, who approved it and when, and the original file inside',
      description: 'Permission `approval.act`.',
      parameters: [
        { name: 'ws', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'id', in: 'path', required: true, schema: { type: 'string', format: 'uuid' } },
        { name: 'lang', in: 'query', schema: { type: 'string', enum: ['th', 'en'] } },
      ],
      responses: { ...done('The evidence.', 'application/pdf'), ...failures(400, 401, 403, 404, 503) },
    },
  },
  '/encrypt-decrypt-api/v1/encrypt-file': {
    post: {
      operationId: 'crypto.encryptFile',
      tags: ['crypto'],
      summary: 'Encrypt a file with the workspace key',
      requestBody: multipart({ file: binary, workspace: { type: 'string', format: 'uuid' } }),
      responses: done('The encrypted file.', 'application/octet-stream'),
    },
  },
  '/encrypt-decrypt-api/v1/decrypt-file': {
    post: {
      operationId: 'crypto.decryptFile',
      tags: ['crypto'],
      summary: 'Decrypt a file encrypted by this API',
      requestBody: multipart({ file: binary, workspace: { type: 'string', format: 'uuid' } }),
      responses: done('The plain file.', 'application/octet-stream'),
    },
  },
  '/.well-known/jwks.json': {
    get: {
      operationId: 'consentReceipt.keys',
      tags: ['consentReceipt'],
      summary: 'Public keys that check consent receipts (RFC 7517)',
      security: [],
      responses: done('The keys.', 'application/jwk-set+json'),
    },
  },
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
  '/api/v1/{ws}/user-consents': {
    post: {
      operationId: 'userConsent.submit',
      tags: ['userConsent'],
      summary: 'Submit what a data subject chose; answered once it is durable',
      description:
        'Public. An Idempotency-Key makes a retry safe: the same key and body are answered as the first time, with `idempotency-replayed: true`; another body is 422. With 503 and 429 comes Retry-After.',
      security: [],
      parameters: [
        ...inPath('ws'),
        { name: 'idempotency-key', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 200 } },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: userConsentSubmission } } },
      responses: {
        '200': json('Came before, under the same Idempotency-Key.', userConsentReceived),
        '201': json('Kept.', userConsentReceived),
        ...failures(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
      },
    },
  },
  '/api/v1/{ws}/user-consents/consent/{id}/version/{v}/get-user-consent': {
    post: {
      operationId: 'userConsent.lookUp',
      tags: ['userConsent'],
      summary: 'The present choice of a data subject, and whether to ask again',
      description: 'Public. Needs the token where the form asks for one; a look-up does not use it up.',
      security: [],
      parameters: inPath('ws', 'id', 'v'),
      requestBody: { required: true, content: { 'application/json': { schema: userConsentLookup } } },
      responses: { '200': json('The choice.', userConsentStatus), ...failures(400, 401, 403, 404, 413, 415, 429, 503) },
    },
  },
  '/api/v1/{ws}/consent-versions/application/{id}': {
    get: {
      operationId: 'userConsent.form',
      tags: ['userConsent'],
      summary: 'The live consent form of an application; ETag, cacheable',
      description: 'Public.',
      security: [],
      parameters: inPath('ws', 'id'),
      responses: {
        '200': json('The form.', publicConsentForm),
        '304': { description: 'As you have it.' },
        ...failures(403, 404, 429, 503),
      },
    },
  },
  '/consent/forms/logos/{ws}/{consentId}/{fileId}': {
    get: {
      operationId: 'userConsent.logo',
      tags: ['userConsent'],
      summary: 'A picture that a published consent form shows',
      security: [],
      parameters: inPath('ws', 'consentId', 'fileId'),
      responses: { ...done('The picture.', 'image/*'), ...failures(404, 429, 503) },
    },
  },
  '/healthz': {
    get: {
      operationId: 'health.live',
      tags: ['health'],
      summary: 'The process is up',
      security: [],
      responses: done('Up.'),
    },
  },
  '/readyz': {
    get: {
      operationId: 'health.ready',
      tags: ['health'],
      summary: 'The database answers and migrations are done',
      security: [],
      responses: done('Ready.'),
    },
  },
  '/api/openapi.json': {
    get: {
      operationId: 'api.document',
      tags: ['api'],
      summary: 'This document',
      security: [],
      responses: done('The document.'),
    },
  },
};
