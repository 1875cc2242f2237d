import { isKeyScope } from '../../../shared/apiKey/scopes.ts';
import { type Permission, PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Meta } from '../trpc/trpc.ts';

/** Parts of which modules make the descriptions of their plain routes for the OpenAPI document. */

/** Operations of plain routes by their addresses and methods. */
export type RouteDescriptions = Readonly<Record<string, Readonly<Record<string, object>>>>;

export const uuid = { type: 'string', format: 'uuid' };
export const binary = { type: 'string', format: 'binary' };

/** Parameters in the path: ids, but for `v`, a number of a version. */
export const inPath = (...names: string[]) =>
  names.map((name) => ({
    name,
    in: 'path',
    required: true,
    schema: name === 'v' ? { type: 'integer', minimum: 1 } : uuid,
  }));

/** A form that is sent with a file. */
export const multipart = (fields: Record<string, object>) => ({
  required: true,
  content: { 'multipart/form-data': { schema: { type: 'object', properties: fields } } },
});

/** The answers of success: without a schema, and with one. */
export const done = (description: string, type = 'application/json') => ({
  '200': { description, content: { [type]: {} } },
});
export const json = (description: string, schema: object) => ({
  description,
  content: { 'application/json': { schema } },
});

/** Answers of failure, by their status. */
export const failures = (...statuses: number[]) =>
  Object.fromEntries(statuses.map((status) => [String(status), { $ref: `#/components/responses/Error${status}` }]));

const PEOPLE_ONLY = 'For people only: a call with an API key is refused (403).';
/** Of a call that asks for no permission by itself. */
const BY_SCOPES = 'An API key needs the permission of what it asks for among its scopes.';

/** Who may call an operation, in words; `programs` as the call declares it. */
export function accessNote(access: NonNullable<Meta['access']>, programs?: true): string {
  if (access === 'open') return 'Public.';
  if (access === 'session') return `Any signed-in personnel. ${programs ? BY_SCOPES : PEOPLE_ONLY}`;
  const rule: { roles: readonly string[]; flag?: string } = PERMISSIONS[access as Permission];
  const permission = `Permission \`${access}\`: ${rule.roles.join(', ')}${rule.flag ? `; flag \`${rule.flag}\`` : ''}.`;
  return isKeyScope(access) ? permission : `${permission} ${PEOPLE_ONLY}`;
}
