import {
  publicConsentForm,
  userConsentLookup,
  userConsentReceived,
  userConsentStatus,
  userConsentSubmission,
} from '../../../shared/userConsent/schema.ts';
import { done, failures, inPath, json, type RouteDescriptions } from '../../platform/http/routeDescription.ts';

export const openapi: RouteDescriptions = {
  '/api/v1/{ws}/user-consents': {
    post: {
      operationId: 'userConsent.submit',
      tags: ['userConsent'],
      summary: 'Submit what a data subject chose; answered once it is durable',
      description:
        'Public. An Idempotency-Key makes a retry safe: the same key and body are answered as the first time, with `idempotency-replayed: true`; another body is 422. With 503 and 429 comes Retry-After. A form that is bound to browsers answers with a handle: keep it for this data subject and send it with every further call; with a UUID as Idempotency-Key a retry gets it again. A uid alone never overrides what came with a token: 401 consent.outranked.',
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
      description:
        'Public. By the level of the form: with a token, which a look-up does not use up; with the handle that came with the first submission, or a token; or by the uid alone. Without what it needs a form that is bound to browsers answers NO_ANSWER, and `knownBy` is null.',
      security: [],
      parameters: inPath('ws', 'id', 'v'),
      requestBody: { required: true, content: { 'application/json': { schema: userConsentLookup } } },
      responses: {
        '200': json('The choice.', userConsentStatus),
        ...failures(400, 401, 403, 404, 409, 413, 415, 429, 503),
      },
    },
  },
  '/api/v1/{ws}/consent-versions/application/{id}': {
    get: {
      operationId: 'userConsent.form',
      tags: ['userConsent'],
      summary: 'The live consent form of an application; ETag, cacheable',
      description: 'Public.',
      security: [],
      parameters: [
        ...inPath('ws', 'id'),
        {
          name: 'deactivated',
          in: 'query',
          schema: { type: 'string', enum: ['true'] },
          description: 'A deactivated form too, instead of 404: without purposes, since it takes withdrawals alone.',
        },
      ],
      responses: {
        '200': json('The form.', publicConsentForm),
        '304': { description: 'As you have it.' },
        ...failures(403, 404, 409, 429, 503),
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
      responses: { ...done('The picture.', 'image/*'), ...failures(404, 409, 429, 503) },
    },
  },
};
