import pg from 'pg';
import { pendingMigrations } from '../../../db/migrator.ts';
import { countRefusedSenders } from '../mail/queries.ts';
import { SILENT_COPY, silentSince } from '../installation/silence.ts';
import { isRefused, readMark } from '../installation/installation.ts';
import type { Deps } from '../trpc/context.ts';

/** One thing that was looked at. */
export interface Finding {
  readonly subject: string;
  readonly state: 'ok' | 'warning' | 'problem';
  readonly detail: string;
}

/** A node over the database. */
export interface RunningNode {
  /** Machine and process. */
  readonly name: string;
  /** Where it connects from; empty for the machine of the database. */
  readonly address: string;
  /** ISO 8601. */
  readonly since: string;
}

/**
 * Connections that a node opens at most: its pools, the relay, the jobs with their listener, one to encrypt again and
 * one to migrate.
 */
export const connectionsOf = (pool: number): number => pool + Math.max(2, Math.ceil(pool / 2)) + 3 + 1 + 6 + 2 + 1 + 4;

/** Nodes that run over the database, as far as its user may see them, oldest first. */
export async function runningNodes(databaseUrl: string): Promise<RunningNode[]> {
  const rows = await query<{ name: string; address: string | null; since: Date | null }>(
    databaseUrl,
    `select substring(application_name from 'pokpong relay (.*)') as name, client_addr::text as address, backend_start as since
     from pg_stat_activity where datname = current_database() and application_name like 'pokpong relay %' order by backend_start`,
  );
  return rows.map(({ name, address, since }) => ({ name, address: address ?? '', since: since?.toISOString() ?? '' }));
}

/** Looks at everything that a node needs, without starting one. */
export async function checkInstallation(deps: Deps, databaseUrl: string): Promise<Finding[]> {
  return [
    ...(await checkDatabase(deps, databaseUrl)),
    await checkMasterKey(deps),
    await checkFiles(deps),
    await checkMail(deps),
    ...((await silentSince(deps.authDb)) ? [{ subject: 'copy', state: 'warning', detail: SILENT_COPY } as const] : []),
    ...deps.config.warnings.map((detail): Finding => ({ subject: 'configuration', state: 'warning', detail })),
  ];
}

async function checkDatabase({ config }: Deps, databaseUrl: string): Promise<Finding[]> {
  const [server] = await query<{ version: string; limit: number; used: number }>(
    databaseUrl,
    `select current_setting('server_version') as version, current_setting('max_connections')::int as limit,
       (select count(*)::int from pg_stat_activity where backend_type = 'client backend' or backend_type is null) as used`,
  );
  const pending = await pendingMigrations(databaseUrl);
  const needed = connectionsOf(config.databasePool);
  const nodes = (await runningNodes(databaseUrl)).length;
  const wanted = needed * Math.max(1, nodes);
  return [
    { subject: 'database', state: 'ok', detail: `Postgres ${server!.version}` },
    pending.length === 0
      ? { subject: 'migrations', state: 'ok', detail: 'none is missing' }
      : { subject: 'migrations', state: 'problem', detail: `missing: ${pending.join(', ')}; a start runs them` },
    {
      subject: 'connections',
      state: wanted > server!.limit ? 'problem' : 'ok',
      detail: `a node opens up to ${needed}, ${nodes} run; the server allows ${server!.limit} and has ${server!.used}`,
    },
  ];
}

async function checkMasterKey({ authDb, keyring }: Deps): Promise<Finding> {
  const known = await authDb.selectFrom('installation').select('masterKeyId').executeTakeFirst();
  if (known?.masterKeyId && known.masterKeyId !== keyring.masterKeyId)
    return {
      subject: 'master key',
      state: 'problem',
      detail: `the workspaces are under the key ${known.masterKeyId}, this one is ${keyring.masterKeyId}`,
    };
  return { subject: 'master key', state: 'ok', detail: keyring.masterKeyId };
}

async function checkFiles({ authDb, files, config }: Deps): Promise<Finding> {
  const place = config.s3 ? `bucket ${config.s3.bucket}` : `folder ${config.dataDir}/files`;
  const problem = (detail: string): Finding => ({ subject: 'files', state: 'problem', detail: `${place}: ${detail}` });
  const known = await authDb.selectFrom('installation').select(['id', 'filesMarkedAt']).executeTakeFirst();
  try {
    const mark = await readMark(files);
    if (mark !== undefined && mark !== known?.id) return problem('of another installation');
    if (mark === undefined && known?.filesMarkedAt) return problem('not the one that the nodes keep files in');
    // Files of a workspace that is deleted are found by listing them. Nothing is stored under this name.
    await files.removeAll('probe');
    return { subject: 'files', state: 'ok', detail: place };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code ?? (error as Error).name;
    return problem(
      isRefused(error) ? `refuses (${code}); is s3:ListBucket allowed on the bucket?` : `does not answer (${code})`,
    );
  }
}

async function checkMail({ mailer, config, systemDb }: Deps): Promise<Finding> {
  const state = await mailer.check();
  const refused = state === 'up' ? await countRefusedSenders(systemDb) : 0;
  if (refused > 0)
    return {
      subject: 'mail',
      state: 'problem',
      detail: `the mail server refused the sender of ${refused} mails that wait; is MAIL_FROM an address that it sends for?`,
    };
  if (state === 'up') return { subject: 'mail', state: 'ok', detail: 'the mail server takes mails' };
  if (state === 'away')
    return { subject: 'mail', state: 'problem', detail: 'the mail server does not answer, or refuses' };
  return {
    subject: 'mail',
    state: config.nodeEnv === 'production' ? 'warning' : 'ok',
    detail: 'SMTP_URL is not set: nobody gets a mail',
  };
}

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong admin' });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}
