import type { Meta } from '../../server/trpc.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
/** A call that the product promises to integrators: method, address from the server's root, who may call. */
export type ContractRow = readonly [Method, string, Meta['access']];

const V1 = '/api/v1';

/** Calls made from procedures: none may go, move or change its guard without this table changing with it. */
export const CONTRACT: readonly ContractRow[] = [
  ['POST', `${V1}/auth/login`, 'open'],
  ['POST', `${V1}/auth/signup`, 'open'],
  ['GET', `${V1}/logout`, 'session'],
  ['POST', `${V1}/{ws}/personnels/logout`, 'session'],
  ['POST', `${V1}/auth/change-password`, 'open'],
  ['POST', `${V1}/auth/reset-password`, 'open'],
  ['GET', `${V1}/{ws}/personnels/me`, 'session'],
  ['GET', `${V1}/workspaces`, 'session'],
  ['POST', `${V1}/workspaces`, 'workspace.create'],
  ['GET', `${V1}/workspaces/{ws}`, 'session'],
  ['PUT', `${V1}/workspaces/{ws}`, 'workspace.manage'],
  ['DELETE', `${V1}/workspaces/{ws}`, 'workspace.manage'],
  ['GET', `${V1}/{ws}/roles`, 'session'],
  ['GET', `${V1}/{ws}/activity-logs`, 'activityLog.read'],
  ['GET', `${V1}/check-users`, 'session'],
  ['POST', '/encrypt-decrypt-api/v1/encrypt', 'session'],
  ['POST', '/encrypt-decrypt-api/v1/decrypt', 'session'],
  ['GET', `${V1}/{ws}/data-controllers`, 'organization.read'],
  ['POST', `${V1}/{ws}/data-controllers`, 'organization.write'],
  ['GET', `${V1}/{ws}/data-controllers/{id}`, 'organization.read'],
  ['PUT', `${V1}/{ws}/data-controllers/{id}`, 'organization.write'],
  ['DELETE', `${V1}/{ws}/data-controllers/{id}`, 'organization.write'],
  ['GET', `${V1}/{ws}/personnels`, 'organization.read'],
  ['POST', `${V1}/{ws}/personnels`, 'organization.write'],
  ['GET', `${V1}/{ws}/personnels/{id}`, 'organization.read'],
  ['PUT', `${V1}/{ws}/personnels/{id}`, 'organization.write'],
  ['POST', `${V1}/{ws}/personnels/{id}/suspense`, 'organization.write'],
  ['POST', `${V1}/{ws}/personnels/{id}/unsuspense`, 'organization.write'],
  ['POST', `${V1}/{ws}/personnels/existing`, 'organization.write'],
  ['GET', `${V1}/{ws}/personnels/{id}/task-overview`, 'organization.read'],
  ['GET', `${V1}/{ws}/applications`, 'ropa.read'],
  ['POST', `${V1}/{ws}/applications`, 'ropa.write'],
  ['GET', `${V1}/{ws}/applications/{id}`, 'ropa.read'],
  ['PUT', `${V1}/{ws}/applications/{id}`, 'ropa.write'],
  ['DELETE', `${V1}/{ws}/applications/{id}`, 'ropa.write'],
  ['GET', `${V1}/{ws}/applications/{id}/detail`, 'ropa.read'],
  ['GET', `${V1}/{ws}/applications/no-consent`, 'ropa.read'],
  ['GET', `${V1}/{ws}/applications/no-dsrm-request-form`, 'ropa.read'],
  ['GET', `${V1}/{ws}/applications/not-dpia`, 'ropa.read'],
  ['GET', `${V1}/{ws}/purposes`, 'ropa.read'],
  ['POST', `${V1}/{ws}/purposes`, 'ropa.write'],
  ['GET', `${V1}/{ws}/purposes/{id}`, 'ropa.read'],
  ['PUT', `${V1}/{ws}/purposes/{id}`, 'ropa.write'],
  ['DELETE', `${V1}/{ws}/purposes/{id}`, 'ropa.write'],
  ['POST', `${V1}/{ws}/purposes/{id}/publish`, 'ropa.publish'],
  ['GET', `${V1}/{ws}/purpose-versions/{id}`, 'ropa.read'],
  ['GET', `${V1}/{ws}/purpose-versions/{id}/versions/{v}`, 'ropa.read'],
  ['GET', `${V1}/{ws}/purpose-categories`, 'ropa.read'],
  ['POST', `${V1}/{ws}/purpose-categories`, 'ropa.write'],
  ['GET', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.read'],
  ['PUT', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.write'],
  ['DELETE', `${V1}/{ws}/purpose-categories/{id}`, 'ropa.write'],
  ['GET', `${V1}/{ws}/security-measures`, 'ropa.read'],
  ['GET', `${V1}/{ws}/pii-categories`, 'piiCategory.read'],
  ['POST', `${V1}/analytics/pageview`, 'open'],
];

/** Calls that are routes of their own, not procedures. */
export const PLAIN_ROUTES: readonly ContractRow[] = [
  ['POST', '/files-api/v1/upload', 'session'],
  ['GET', '/files-api/v1/files/{id}', 'session'],
  ['POST', '/encrypt-decrypt-api/v1/encrypt-file', 'session'],
  ['POST', '/encrypt-decrypt-api/v1/decrypt-file', 'session'],
  ['GET', '/api/openapi.json', 'open'],
  ['GET', '/api/docs', 'open'],
  ['GET', '/healthz', 'open'],
  ['GET', '/readyz', 'open'],
];

/** Served, but a page for people and no call: not in the OpenAPI document. */
export const PAGES: readonly string[] = ['/api/docs'];
