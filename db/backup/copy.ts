import pg from 'pg';
import { migrate } from '../migrator.ts';
import { BackupError } from './manifest.ts';
import { type OutgoingRows, type Stopped, stopOutgoing } from './outgoing.ts';
import { actingAs, switchTriggers } from './rights.ts';
import { markFinished } from './unfinished.ts';
import { COPY_SETTINGS, listTables, quote, standingOf } from './tables.ts';

/**
 * What opens a way in: whoever has an old backup, or an old link, must not get in by it once it is restored. People
 * sign in again, and are invited again. Secrets in rows that stay are ended by their modules (`outgoing`).
 */
export const NOT_RESTORED: readonly string[] = ['sessions', 'password_resets', 'sign_ups', 'invitations'];

/** With another id the nodes refuse a bucket that is the original's: sweeps of a copy would remove files there. */
export const renameInstallation = (client: pg.ClientBase): Promise<unknown> =>
  client.query('update installation set id = gen_random_uuid(), files_marked_at = null');

interface CopyOptions {
  /** Connection of the owner of the tables, or of a role that is a member of it, such as a superuser. */
  url: string;
  outgoing: readonly OutgoingRows[];
  /** Whether the copy goes on with the files that the original has. */
  keepsFiles: boolean;
}

/**
 * Does to a database that was copied otherwise (`pg_restore`, a snapshot) what `restore` does to the one that it fills:
 * migrates it, then removes what opens a way in, and stops what would call other systems, all of it or nothing.
 * @throws BackupError while a node runs over it, or where it was never migrated
 */
export async function prepareCopy({ url, outgoing, keepsFiles }: CopyOptions): Promise<Stopped[]> {
  const { owner, user } = await inspect(url);
  // Row-level security is forced on the owner too, until the end of the transaction below does away with that.
  const ownerUrl = owner === user ? url : actingAs(url, owner);
  await migrate(ownerUrl);
  const client = new pg.Client({ connectionString: ownerUrl, application_name: 'pokpong copy' });
  await client.connect();
  try {
    // Where a policy still hid rows, Postgres refuses the statement in place of changing some of them.
    await client.query(`begin; ${COPY_SETTINGS}; set local lock_timeout = '30s'`);
    const tables = (await listTables(client)).map(({ name }) => name);
    const forced = await forcedTables(client, tables);
    for (const table of forced) await client.query(`alter table ${quote(table)} no force row level security`);
    await switchTriggers(client, tables, false, 'off');
    for (const table of NOT_RESTORED) await client.query(`delete from ${quote(table)}`);
    const { stopped } = await stopOutgoing(client, outgoing);
    if (!keepsFiles) await renameInstallation(client);
    await switchTriggers(client, tables, false, 'on');
    await markFinished(client);
    for (const table of forced) await client.query(`alter table ${quote(table)} force row level security`);
    await client.query('commit');
    return stopped;
  } finally {
    await client.end();
  }
}

/** Whose the tables are. @throws BackupError */
async function inspect(url: string): Promise<{ owner: string; user: string }> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong copy' });
  await client.connect();
  try {
    const { rows } = await client.query<{ filled: boolean; nodes: number }>(
      `select to_regclass('public.workspaces') is not null as filled, (select count(*)::int from pg_stat_activity
         where datname = current_database() and application_name like 'pokpong relay %') as nodes`,
    );
    const { filled, nodes } = rows[0]!;
    if (!filled) throw new BackupError('The database is empty: it has never been migrated.');
    if (nodes > 0)
      throw new BackupError(
        `A node runs over this database, so it may be the original, which this would stop. Stop all nodes of the copy, then try again. Nothing was changed.`,
      );
    return await standingOf(client);
  } finally {
    await client.end();
  }
}

async function forcedTables(client: pg.ClientBase, tables: readonly string[]): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
      where relnamespace = 'public'::regnamespace and relforcerowsecurity and relname = any ($1) order by 1`,
    [tables],
  );
  return rows.map(({ name }) => name);
}
