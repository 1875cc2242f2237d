import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';

/** The roles that migrations grant rights to; nobody signs in as one of them. */
export const ROLES = [
  'pokpong_app',
  'pokpong_auth',
  'pokpong_system',
  'pokpong_search',
  'pokpong_ingest',
  'pokpong_rekey',
] as const;

const INSUFFICIENT_PRIVILEGE = '42501';
/** Another database of the cluster makes them at this moment. */
const CLASHES = ['42710', '23505', '40001', 'XX000'];
const ATTEMPTS = 10;

/**
 * Makes the roles that are missing, and lets `owner` take them on.
 * @returns what an administrator has to run where this user may not; undefined when all is well
 */
export async function prepareRoles(client: pg.ClientBase, owner: string): Promise<string | undefined> {
  const missing: string[] = [];
  const ungranted: string[] = [];
  for (const role of ROLES) {
    if (!(await exists(client, role)) && !(await attempt(client, `create role ${role} nologin`))) missing.push(role);
    else if (!(await isMember(client, owner, role)) && !(await attempt(client, `grant ${role} to ${quoted(owner)}`)))
      ungranted.push(role);
  }
  const statements = [
    ...missing.map((role) => `create role ${role} nologin;`),
    ...(missing.length + ungranted.length > 0
      ? [`grant ${[...missing, ...ungranted].join(', ')} to ${quoted(owner)};`]
      : []),
  ];
  return statements.length > 0 ? statements.join(' ') : undefined;
}

async function exists(client: pg.ClientBase, role: string): Promise<boolean> {
  const { rowCount } = await client.query('select from pg_roles where rolname = $1', [role]);
  return rowCount === 1;
}

/** Whether `owner` may act as the role. From 16 on whoever makes a role may grant it, and no more than that. */
async function isMember(client: pg.ClientBase, owner: string, role: string): Promise<boolean> {
  const { rows } = await client.query<{ member: boolean }>(
    `select pg_has_role($1, $2, case when current_setting('server_version_num')::int < 160000 then 'member' else 'set' end) as member`,
    [owner, role],
  );
  return rows[0]?.member === true;
}

/** Whether it could be done, or was done by somebody else meanwhile. */
async function attempt(client: pg.ClientBase, statement: string): Promise<boolean> {
  for (let tries = 1; ; tries += 1) {
    try {
      await client.query(statement);
      return true;
    } catch (error) {
      const { code = '' } = error as { code?: string };
      if (code === INSUFFICIENT_PRIVILEGE) return false;
      if (code === '42710' || (code === '23505' && statement.startsWith('create'))) return true;
      if (!CLASHES.includes(code) || tries === ATTEMPTS) throw error;
      await sleep(20 * tries);
    }
  }
}

const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
