import { type Permission, PERMISSION_KEYS } from '../registry/permissions.ts';

/** What concerns people, workspaces, sessions and keys stays with people. */
type PeopleOnly = Extract<Permission, `${'workspace' | 'organization' | 'activityLog' | 'admin'}.${string}`>;
const PEOPLE_ONLY = /^(workspace|organization|activityLog|admin)\./;

/** A permission that a key can have. */
export type KeyScope = Exclude<Permission, PeopleOnly>;

export const isKeyScope = (name: string): name is KeyScope =>
  PERMISSION_KEYS.includes(name as Permission) && !PEOPLE_ONLY.test(name);

export const KEY_SCOPES = PERMISSION_KEYS.filter(isKeyScope) as [KeyScope, ...KeyScope[]];
