import type { Meta } from '../../server/platform/trpc/trpc.ts';
import { MODULE_CONTRACTS } from '../moduleContracts.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A call promised to integrators: method, address from the server's root, permission. */
export type ContractRow = readonly [Method, string, Meta['access']];

const V1 = '/api/v1';

/**
 * Calls generated from procedures: none may be removed, moved or change its permission without a change of its module's
 * contract.
 */
export const CONTRACT: readonly ContractRow[] = MODULE_CONTRACTS.flatMap(({ calls }) => calls);

/** Calls that are separate routes, not procedures. */
export const PLAIN_ROUTES: readonly ContractRow[] = [
  ['POST', '/files-api/v1/upload', 'session'],
  ['GET', '/files-api/v1/files/{id}', 'session'],
  ['POST', `${V1}/{ws}/user-consents/import`, 'session'],
  ['GET', `${V1}/{ws}/approval-lines/{id}/report-pdf`, 'session'],
  ['GET', `${V1}/{ws}/dpias/{id}/report-pdf`, 'session'],
  ['GET', `${V1}/{ws}/dpias/{id}/report-html`, 'session'],
  ['GET', `${V1}/{ws}/dpias/{id}/cnil`, 'session'],
  ['GET', `${V1}/{ws}/privacy-notices/{id}/report-pdf`, 'session'],
  ['GET', `${V1}/{ws}/privacy-notices/{id}/poster-pdf`, 'session'],
  ['GET', `${V1}/{ws}/privacy-notices/{id}/report-html`, 'session'],
  // Of a data subject, in their own session.
  ['POST', `${V1}/request-identity-documents`, 'session'],
  ['GET', `${V1}/{ws}/dsrm-request/{id}/identity-documents/{documentId}`, 'request.manage'],
  ['POST', '/encrypt-decrypt-api/v1/encrypt-file', 'encryption.use'],
  ['POST', '/encrypt-decrypt-api/v1/decrypt-file', 'encryption.use'],
  ['GET', '/api/openapi.json', 'open'],
  ['GET', '/api/docs', 'open'],
  ['GET', '/.well-known/jwks.json', 'open'],
  ['GET', '/healthz', 'open'],
  ['GET', '/readyz', 'open'],
];

/**
 * Public calls for visitors of external sites; those that need a value of the form respond with 400 or 404 without it.
 */
export const SITE_ROUTES: readonly ContractRow[] = [
  ['POST', `${V1}/{ws}/user-consents`, 'open'],
  ['POST', `${V1}/{ws}/user-consents/consent/{id}/version/{v}/get-user-consent`, 'open'],
  ['GET', `${V1}/{ws}/consent-versions/application/{id}`, 'open'],
  ['GET', '/consent/forms/logos/{ws}/{consentId}/{fileId}', 'open'],
  ['GET', `${V1}/{ws}/dsrm-request-form-versions/{id}/latest`, 'open'],
  ['GET', `${V1}/{ws}/privacy-notices/{id}/public`, 'open'],
  ['GET', `${V1}/{ws}/dsrm-request-form-versions/{id}/challenge`, 'open'],
  ['GET', '/dsrm/forms/logos/{ws}/{formId}/{fileId}', 'open'],
  ['POST', `${V1}/{ws}/dsrm-request`, 'open'],
  ['POST', `${V1}/{ws}/dsrm-request-uploads`, 'open'],
  ['GET', `${V1}/{ws}/dsrm-request-uploads/{id}`, 'open'],
  ['PUT', `${V1}/{ws}/dsrm-request-uploads/{id}`, 'open'],
  ['DELETE', `${V1}/{ws}/dsrm-request-uploads/{id}`, 'open'],
];

/** Public calls of authorised agents: by signature and bearer token, from server to server. */
export const AGENT_ROUTES: readonly ContractRow[] = [
  ['POST', '/drp/{ws}/{form}/v1/agent/{agentId}', 'open'],
  ['GET', '/drp/{ws}/{form}/v1/agent/{agentId}', 'open'],
  ['POST', '/drp/{ws}/{form}/v1/data-rights-request', 'open'],
  ['GET', '/drp/{ws}/{form}/v1/data-rights-request/{id}', 'open'],
  ['DELETE', '/drp/{ws}/{form}/v1/data-rights-request/{id}', 'open'],
];

/** Calls of data subjects, authenticated by a session of their request: in the body, or in a header. */
export const SUBJECT_ROUTES: readonly ContractRow[] = [
  ['POST', '/request-answer-api/v1/take', 'open'],
  ['POST', '/files-api/v1/request-messages', 'open'],
  ['POST', '/files-api/v1/request-messages/download', 'open'],
];

/** Pages for people, not calls: not in the OpenAPI document. */
export const PAGES: readonly string[] = ['/api/docs'];
