import { type Permission, PERMISSION_KEYS } from '../registry/permissions.ts';

/** What concerns people, workspaces, sessions and keys stays with people. */
const PEOPLE_ONLY = /^(workspace|organization|activityLog|admin)\./;

/** Permissions that a key can have. */
export const KEY_SCOPES = PERMISSION_KEYS.filter((permission) => !PEOPLE_ONLY.test(permission)) as [
  Permission,
  ...Permission[],
];
