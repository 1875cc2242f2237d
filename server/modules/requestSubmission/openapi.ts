import {
  publicRequestForm,
  requestReceived,
  requestSubmission,
  startedUpload,
  startUpload,
  uploadState,
  workChallenge,
} from '../../../shared/requestSubmission/schema.ts';
import { binary, done, failures, inPath, json, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

const uploadToken = { name: 'upload-token', in: 'header', required: true, schema: { type: 'string' } };

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/dsrm-request-form-versions/{id}/latest': {
    get: {
      operationId: 'requestSubmission.form',
      tags: ['requestSubmission'],
      summary: 'The request form in force; ETag, cacheable',
      description: 'Public.',
      security: [],
      parameters: inPath('ws', 'id'),
      responses: {
        '200': json('The form.', publicRequestForm),
        '304': { description: 'As you have it.' },
        ...failures(403, 404, 409, 429, 503),
      },
    },
  },
  '/api/v1/{ws}/dsrm-request-form-versions/{id}/challenge': {
    get: {
      operationId: 'requestSubmission.challenge',
      tags: ['requestSubmission'],
      summary: 'Get a proof of work for the browser to do while the form is filled in',
      description:
        'Public. Find a whole number `answer` for which SHA-256 of `challenge:Idempotency-Key:answer` begins with `bits` zero bits, and send it as `work` with the request. Who sends few requests, or a token, needs none.',
      security: [],
      parameters: inPath('ws', 'id'),
      responses: { '200': json('The work.', workChallenge), ...failures(403, 404, 409, 429, 503) },
    },
  },
  '/dsrm/forms/logos/{ws}/{formId}/{fileId}': {
    get: {
      operationId: 'requestSubmission.logo',
      tags: ['requestSubmission'],
      summary: 'The logo of a published request form',
      security: [],
      parameters: inPath('ws', 'formId', 'fileId'),
      responses: { ...done('The picture.', 'image/*'), ...failures(403, 404, 409, 429, 503) },
    },
  },
  '/api/v1/{ws}/dsrm-request-uploads': {
    post: {
      operationId: 'requestSubmission.startUpload',
      tags: ['requestSubmission'],
      summary: 'Start the upload of a file that belongs to a request which is sent afterwards',
      description:
        'Public. The token comes with this answer alone; send it as `upload-token` with every call about the upload, and as `uploadToken` with the request. What no request takes is removed after a day.',
      security: [],
      parameters: inPath('ws'),
      requestBody: { required: true, content: { 'application/json': { schema: startUpload } } },
      responses: { '201': json('Begun.', startedUpload), ...failures(400, 403, 404, 409, 429, 503) },
    },
  },
  '/api/v1/{ws}/dsrm-request-uploads/{id}': {
    get: {
      operationId: 'requestSubmission.upload',
      tags: ['requestSubmission'],
      summary: 'Get the progress of an upload: where to resume after it was cut off',
      description: 'Public.',
      security: [],
      parameters: [...inPath('ws', 'id'), uploadToken],
      responses: { '200': json('How far it is.', uploadState), ...failures(404, 429, 503) },
    },
    put: {
      operationId: 'requestSubmission.uploadPart',
      tags: ['requestSubmission'],
      summary: 'Send the next part of a file; with the last one its content is checked',
      description: 'Public. A part that begins elsewhere than where it stands changes nothing.',
      security: [],
      parameters: [
        ...inPath('ws', 'id'),
        uploadToken,
        { name: 'upload-offset', in: 'header', required: true, schema: { type: 'integer', minimum: 0 } },
      ],
      requestBody: { required: true, content: { 'application/octet-stream': { schema: binary } } },
      responses: { '200': json('How far it is.', uploadState), ...failures(400, 404, 413, 415, 429, 503) },
    },
    delete: {
      operationId: 'requestSubmission.removeUpload',
      tags: ['requestSubmission'],
      summary: 'Give an upload up',
      description: 'Public.',
      security: [],
      parameters: [...inPath('ws', 'id'), uploadToken],
      responses: { '200': json('It is gone.', uploadState), ...failures(404, 429, 503) },
    },
  },
  '/api/v1/{ws}/dsrm-request': {
    post: {
      operationId: 'requestSubmission.submit',
      tags: ['requestSubmission'],
      summary: 'Send a request of a data subject; answered once it is durable',
      description:
        'Public. One right in fields of its own, or several in `rights`. An Idempotency-Key makes a retry safe: the same key and body are answered as the first time, with `idempotency-replayed: true`; another body is 422. With a token of the form (JWT, HS256, `sub` the uid) the data subject is known at once; otherwise they confirm who they are by the mail that follows.',
      security: [],
      parameters: [
        ...inPath('ws'),
        { name: 'idempotency-key', in: 'header', schema: { type: 'string', minLength: 8, maxLength: 200 } },
      ],
      requestBody: { required: true, content: { 'application/json': { schema: requestSubmission } } },
      responses: {
        '200': json('Came before, under the same Idempotency-Key.', requestReceived),
        '201': json('Received.', requestReceived),
        ...failures(400, 401, 403, 404, 409, 413, 415, 422, 429, 503),
      },
    },
  },
};
