import { readFile, readdir } from 'node:fs/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CompiledQuery, type DatabaseIntrospector, Kysely, PostgresDialect, sql } from 'kysely';
import { DEFAULT_MIGRATION_LOCK_TABLE, DEFAULT_MIGRATION_TABLE, Migrator } from 'kysely/migration';
import type { Migration, MigrationResultSet } from 'kysely/migration';
import pg from 'pg';
import { checksumStatements, migrationDifference, type MigrationFile } from './checksums.ts';
import { prepareJobs } from './jobs.ts';
import { prepareRoles } from './roles.ts';

/** Where the migrations are: plain SQL files named NNN_noun.sql, run in the order of their names. */
const MIGRATIONS = new URL('./migrations/', import.meta.url);

const LOCK_NOT_AVAILABLE = '55P03';

/** The oldest release of Postgres that has what the migrations use. */
const OLDEST_POSTGRES = 15;

/** A migration that failed; the message names the file, and the line where Postgres gave one. */
export class MigrationError extends Error {
  constructor(message: string, cause: unknown) {
    super(message, { cause });
    this.name = 'MigrationError';
  }
}

interface MigratorOptions {
  /** Another folder of SQL files, for tests. */
  folder?: URL;
  /** Job queues beside the one of schedules. */
  queues?: Iterable<string>;
}

/**
 * Brings the database at `url` to the newest schema. Each file runs in a
 * transaction of its own under Kysely's lock, so that nodes which start together
 * take turns and a killed one leaves whole migrations only.
 * @returns names of the migrations that this call ran
 * @throws MigrationError
 */
export async function migrate(url: string, options: MigratorOptions = {}): Promise<{ applied: string[] }> {
  return withMigrator(url, options, async (migrator) => {
    await prepare(url, migrator, options);
    const applied: string[] = [];
    for (;;) {
      const results = await step(() => migrator.migrateUp());
      if (results.length === 0) break;
      applied.push(...results);
    }
    // Other files than ours make neither partitions nor roles that jobs could be left by.
    if (options.folder === undefined) {
      await preparePartitions(url);
      await prepareJobs(url, options.queues ?? []);
    }
    return { applied };
  });
}

/** What must be so before a migration is run. @throws MigrationError */
async function prepare(url: string, migrator: Migrator, { folder }: MigratorOptions): Promise<void> {
  const executed = (await migrator.getMigrations()).filter(({ executedAt }) => executedAt !== undefined);
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong migrator' });
  await client.connect();
  try {
    const difference = await migrationDifference(
      client,
      await readFiles(folder ?? MIGRATIONS),
      executed.map(({ name }) => name),
    );
    if (difference !== undefined) throw new MigrationError(difference, undefined);
    if (folder !== undefined) return;
    const { rows } = await client.query<{ name: string }>('select current_user as name');
    const statements = await prepareRoles(client, rows[0]!.name);
    if (statements !== undefined)
      throw new MigrationError(
        `DATABASE_URL: ${rows[0]!.name} may not make the roles of the product. Let an administrator of the database run: ${statements}`,
        undefined,
      );
  } finally {
    await client.end();
  }
}

/**
 * Makes the partitions of the coming time: a node that was off for months finds them at its start. Where another node
 * is in the way, a schedule makes them a little later.
 */
async function preparePartitions(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong migrator' });
  await client.connect();
  try {
    await client.query('select prepare_partitions(now())');
  } catch (error) {
    if ((error as { code?: string }).code !== LOCK_NOT_AVAILABLE) throw error;
  } finally {
    await client.end();
  }
}

/**
 * Brings an empty or older database up to a migration and no further, for tests of upgrades and for restoring.
 * @param target the last one, with all of lower numbers; or the names of all, where a database lacked one of those
 * @throws MigrationError where there is no such migration, or the database has another one
 */
export async function migrateTo(
  url: string,
  target: string | readonly string[],
  options: MigratorOptions = {},
): Promise<{ applied: string[] }> {
  return withMigrator(url, options, async (migrator, migratorOf) => {
    await prepare(url, migrator, options);
    const all = await migrator.getMigrations();
    const unknown = [target].flat().find((name) => !all.some((migration) => migration.name === name));
    if (unknown !== undefined) throw new MigrationError(`There is no migration ${unknown}.`, undefined);
    const wanted = new Set(
      all
        .map(({ name }) => name)
        .filter((name) => (typeof target === 'string' ? name <= target : target.includes(name))),
    );
    const ahead = all.find(({ name, executedAt }) => executedAt !== undefined && !wanted.has(name));
    if (ahead !== undefined)
      throw new MigrationError(
        `The database is already past ${[...wanted].at(-1) ?? 'nothing'}: it has ${ahead.name}.`,
        undefined,
      );
    const upTo = migratorOf(wanted);
    const applied: string[] = [];
    while ((await upTo.getMigrations()).some(({ executedAt }) => executedAt === undefined)) {
      applied.push(...(await step(() => upTo.migrateUp())));
    }
    return { applied };
  });
}

/** Names of the migrations that the database at `url` still lacks, oldest first. */
export async function pendingMigrations(url: string, options: MigratorOptions = {}): Promise<string[]> {
  return withMigrator(url, options, async (migrator) => {
    const all = await migrator.getMigrations();
    return all.filter((migration) => migration.executedAt === undefined).map((migration) => migration.name);
  });
}

/** Names of the migrations that the database at `url` has, in the order of their numbers. */
export async function executedMigrations(url: string, options: MigratorOptions = {}): Promise<string[]> {
  return withMigrator(url, options, async (migrator) => {
    const all = await migrator.getMigrations();
    return all.filter((migration) => migration.executedAt !== undefined).map((migration) => migration.name);
  });
}

/** Name of the migration of the highest number that the database at `url` has, undefined when it has none. */
export const currentMigration = async (url: string, options: MigratorOptions = {}): Promise<string | undefined> =>
  (await executedMigrations(url, options)).at(-1);

/** A migrator of some migrations alone; the database has no others. */
type MigratorOf = (names: ReadonlySet<string>) => Migrator;

async function withMigrator<Result>(
  url: string,
  { folder = MIGRATIONS }: MigratorOptions,
  work: (migrator: Migrator, migratorOf: MigratorOf) => Promise<Result>,
): Promise<Result> {
  const pool = new pg.Pool({ connectionString: url, max: 2, application_name: 'pokpong migrator' });
  pool.on('error', () => {
    /* reported by the query that meets it */
  });
  const db = new Kysely<unknown>({ dialect: new MigratorDialect({ pool }) });
  try {
    // Kysely asks for them at every step.
    let migrations: Promise<Record<string, Migration>> | undefined;
    const read = () => (migrations ??= readMigrations(folder));
    // By code point: the order must not depend on the language of the machine.
    const nameComparator = (a: string, b: string) => (a < b ? -1 : Number(a > b));
    await requirePostgres(db);
    // Numbers are assigned when work begins, and work ends in another order: a database may lack one that is lower than
    // its last. What it lacks is run in the order of the numbers.
    const migratorBy = (getMigrations: () => Promise<Record<string, Migration>>) =>
      new Migrator({ db, provider: { getMigrations }, nameComparator, allowUnorderedMigrations: true });
    const some = async (names: ReadonlySet<string>) =>
      Object.fromEntries(Object.entries(await read()).filter(([name]) => names.has(name)));
    return await work(migratorBy(read), (names) => migratorBy(() => some(names)));
  } finally {
    await db.destroy();
  }
}

/**
 * Postgres for Kysely's migrator, which asks several times a step whether its own two tables are there: it is answered
 * those alone, since describing every column of the product is most of the time that a step takes.
 */
class MigratorDialect extends PostgresDialect {
  override createIntrospector(db: Kysely<never>): DatabaseIntrospector {
    const introspector = super.createIntrospector(db);
    return {
      getSchemas: () => introspector.getSchemas(),
      async getTables() {
        const { rows } = await sql<{ name: string; schema: string }>`
          select relname as name, relnamespace::regnamespace::text as schema from pg_class
           where relname in (${DEFAULT_MIGRATION_TABLE}, ${DEFAULT_MIGRATION_LOCK_TABLE}) and relkind = 'r'
             and pg_table_is_visible(oid)`.execute(db);
        return rows.map((table) => ({ ...table, isView: false, isForeign: false, columns: [] }));
      },
    };
  }
}

/** An older Postgres would fail later and in parts. @throws MigrationError */
async function requirePostgres(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{ number: string; version: string }>`
    select current_setting('server_version_num') as number, current_setting('server_version') as version`.execute(db);
  const [server] = rows;
  if (server && Number(server.number) < OLDEST_POSTGRES * 10_000)
    throw new MigrationError(
      `DATABASE_URL: this is Postgres ${server.version}; Pokpong needs ${OLDEST_POSTGRES} or newer.`,
      undefined,
    );
}

/** The files of a folder, in the order of their names. @throws MigrationError */
async function readFiles(folder: URL): Promise<MigrationFile[]> {
  const files: MigrationFile[] = [];
  for (const file of (await readdir(folder)).toSorted()) {
    if (!file.endsWith('.sql')) continue;
    if (!/^\d{3}_[a-z0-9_]+\.sql$/.test(file))
      throw new MigrationError(`${file} is not named like 001_noun.sql.`, undefined);
    files.push({ name: file.slice(0, -'.sql'.length), text: await readFile(new URL(file, folder), 'utf8') });
  }
  return files;
}

async function readMigrations(folder: URL): Promise<Record<string, Migration>> {
  return Object.fromEntries((await readFiles(folder)).map((file) => [file.name, migrationOf(file)]));
}

function migrationOf(file: MigrationFile): Migration {
  return {
    async up(db) {
      try {
        await db.executeQuery(CompiledQuery.raw(acceptingRoles(file.text)));
        for (const statement of checksumStatements(file)) await db.executeQuery(CompiledQuery.raw(statement));
      } catch (error) {
        throw new MigrationError(`${file.name}.sql${place(file.text, error)}: ${(error as Error).message}`, error);
      }
    },
  };
}

/**
 * The text of a migration for an owner who may make no roles: Postgres refuses `create role` before it looks whether
 * the role is there, which it is by now (db/roles.ts).
 */
const acceptingRoles = (text: string): string =>
  text.replaceAll(
    'exception when duplicate_object or unique_violation then',
    'exception when duplicate_object or unique_violation or insufficient_privilege then',
  );

/** " line 12" when Postgres said where in the file it stumbled. */
function place(text: string, error: unknown): string {
  const position = Number((error as { position?: string }).position);
  return Number.isNaN(position) ? '' : ` line ${text.slice(0, position).split('\n').length}`;
}

/** Runs one step; a clash with another database of the cluster over the shared roles is tried again. */
async function step(run: () => Promise<MigrationResultSet>): Promise<string[]> {
  for (let attempt = 1; ; attempt++) {
    const { error, results } = await run();
    if (error === undefined) return (results ?? []).map((result) => result.migrationName);
    if (attempt === 10 || !clashes(error)) {
      if (error instanceof MigrationError) throw error;
      throw new MigrationError(`The database could not be migrated: ${(error as Error).message}`, error);
    }
    await sleep(20 + Math.random() * 100 * attempt);
  }
}

function clashes(error: unknown): boolean {
  const cause = error instanceof MigrationError ? error.cause : error;
  const {
    code,
    message = '',
    constraint = '',
  } = (cause ?? {}) as { code?: string; message?: string; constraint?: string };
  return (
    code === '40001' ||
    code === '40P01' ||
    (code === 'XX000' && message.includes('tuple concurrently')) ||
    (code === '23505' && constraint.startsWith('pg_'))
  );
}
