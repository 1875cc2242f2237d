import pg from 'pg';
import { startEmbedded } from '../db/embedded.ts';
import { prepareDatabase } from '../server/platform/modules/prepareDatabase.ts';
import { collectModules } from '../server/platform/modules/registry.ts';
import type { Config } from '../server/platform/config.ts';

/** The database of a running command, ready for the server. */
export interface ReadyDatabase {
  url: string;
  /** Addresses of the demo accounts that exist in it; empty when there is no demo. */
  demoAccounts: { email: string; role: string; organization: string }[];
}

/**
 * Opens the configured Postgres, or starts the embedded one over `DATA_DIR`,
 * migrates it, and fills an empty embedded one with the demo. A
 * Postgres of the operator's own, and production, never get a demo.
 * @param onStop registers how to stop the embedded Postgres
 */
export async function readyDatabase(config: Config, onStop: (cleanup: () => unknown) => void): Promise<ReadyDatabase> {
  if (config.databaseUrl !== undefined) {
    await bringUp(config.databaseUrl);
    return { url: config.databaseUrl, demoAccounts: [] };
  }
  const embedded = await startEmbedded({
    dataDir: config.dataDir,
    log: config.logLevel === 'debug' || config.logLevel === 'trace' ? (line) => console.error(line) : undefined,
    // At every level: without its database nothing works.
    report: (text) => console.error(text),
  });
  onStop(() => embedded.stop());
  await bringUp(embedded.url);
  if (config.nodeEnv !== 'production' && (await lacksDemo(embedded.url))) {
    const { seedDemo } = await import('../server/demo.ts');
    await seedDemo(embedded.url, config);
  }
  return { url: embedded.url, demoAccounts: await demoAccounts(embedded.url) };
}

async function bringUp(url: string): Promise<void> {
  const { modules } = await import('../server/modules/index.ts');
  await prepareDatabase(url, collectModules(modules));
}

/** Whether nobody has signed up yet, and there is no demo or one that was cut off half way. */
async function lacksDemo(url: string): Promise<boolean> {
  const rows = await query<{ lacks: boolean }>(
    url,
    `
    select not exists (select from users where email !~ '@(demo|other)\\.example$')
      and not exists (select from workspaces where coalesce(settings ->> 'demo', '') <> 'building') as lacks`,
  );
  return rows[0]?.lacks === true;
}

async function demoAccounts(url: string): Promise<ReadyDatabase['demoAccounts']> {
  return query(
    url,
    `
    select distinct on (users.created_at, users.id) users.email, personnel.role, organizations.name as organization
    from users join personnel on personnel.user_id = users.id
    join workspaces on workspaces.id = personnel.workspace_id
    join organizations on organizations.id = workspaces.organization_id
    where users.email in ('admin@demo.example', 'dpo@demo.example', 'staff@demo.example', 'audit@demo.example', 'admin@other.example')
    order by users.created_at, users.id, workspaces.created_at, workspaces.id`,
  );
}

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}
