import { randomUUID } from 'node:crypto';
import pg from 'pg';
import { modules } from '../../server/modules/index.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';

/** Mail servers, each with a mailbox: one read, one that an earlier copy stopped. */
const SERVERS = [randomUUID(), randomUUID()];
const MAILS = [randomUUID(), randomUUID(), randomUUID()];

/** Rows of each table by which an installation calls others: some that do so, some that do not. For a superuser. */
const rowsOf = (organization: string, workspace: string): string => `
  set session_replication_role = replica;
  insert into export_schedules (organization_id, id, name, frequency, hour, host, port, username, sign_in, secret, folder, host_key, active, next_at, created_at, updated_at)
    select '${organization}', gen_random_uuid(), 'active ' || active, 'Daily', 2, 'sftp.example.com', 22, 'drop', 'password', 'x', '/', 'SHA256:x', active, case when active then now() - interval '1 day' end, now(), now()
    from unnest(array[true, false]) as active;
  insert into webhooks (workspace_id, id, name, url, events, secret, state, created_by, created_at, updated_at)
    select '${workspace}', gen_random_uuid(), state, 'https://hooks.example', '{consent.published}', 'x', state, (select id from personnel limit 1), now(), now()
    from unnest(array['active', 'disabled']) as state;
  insert into webhook_deliveries (workspace_id, id, webhook_id, event, entity, entity_id, occurred_at, next_at, until, created_at)
    select '${workspace}', gen_random_uuid(), id, 'consent.published', 'consent', id, now(), now(), now() + interval '1 day', now()
    from webhooks where workspace_id = '${workspace}' and state = 'active';
  insert into mail_servers (organization_id, id, name, host, port, encryption, from_address, active, created_at, updated_at)
    select '${organization}', id, id, 'smtp.example.com', 587, 'starttls', 'privacy@example.com', id = '${SERVERS[0]}', now(), now()
    from unnest(array['${SERVERS[0]}', '${SERVERS[1]}']::uuid[]) as id;
  insert into mail_server_mailboxes (organization_id, id, host, port, encryption, username, password, folder, rests_until, fault_kind, fault_at, reading_until)
    select '${organization}', id, 'imap.example.com', 993, 'tls', 'bounces', 'x', 'INBOX', until, kind, at, reading
    from (values ('${SERVERS[0]}'::uuid, null::timestamptz, null, null::timestamptz, now()), ('${SERVERS[1]}', 'infinity', 'restored', '2026-01-01', null)) as m (id, until, kind, at, reading);
  insert into mails (id, workspace_id, kind, payload, status) select id, '${workspace}', 'test', '', status
    from (values ('${MAILS[0]}'::uuid, 'waiting'), ('${MAILS[1]}', 'sent')) as m (id, status);
  insert into mail_deliveries (workspace_id, entity, entity_id, batch_id, mail_id, position, state, written)
    select '${workspace}', 'incidentNotification', '${workspace}', '${workspace}', mail_id, position, state, written
    from (values ('${MAILS[0]}'::uuid, 0, 'waiting', true), ('${MAILS[1]}', 1, 'sent', true), ('${MAILS[2]}', 2, 'waiting', false)) as d (mail_id, position, state, written);
  insert into agent_requests (workspace_id, id, agent_id, body, facts, has_callback, callback_at)
    select '${workspace}', gen_random_uuid(), gen_random_uuid(), 'x', 'x', true, at from (values (now()), (null)) as r (at);
  insert into authorised_agents (workspace_id, id, agent_id, name, verify_key, token_hash, token_issued_at)
    select '${workspace}', gen_random_uuid(), name, name, decode(repeat('00', 32), 'hex'), hash, at
    from (values ('with a token', decode('01', 'hex'), now()), ('without', null, null)) as a (name, hash, at);
  insert into privacy_notice_mailings (workspace_id, id, privacy_notice_id, version, people, ended_at)
    select '${workspace}', gen_random_uuid(), gen_random_uuid(), version, 10, case when version = 2 then now() end from (values (1), (2)) as v (version);
  insert into workspace_deletions (id, organization_id, name, requested_by, requested_by_name, requested_at, due_at, reminded_at, started_at)
    select gen_random_uuid(), '${organization}', name, gen_random_uuid(), 'x', now(), now(), now(), started from (values ('waits', null), ('runs', now())) as d (name, started);
  set session_replication_role = origin;`;

/** What is asked of the rows that stopping changes, in an order of its own. */
const QUERIES: Readonly<Record<string, string>> = {
  mails: 'select status, last_error from mails order by status',
  deliveries: 'select position, state, error, written from mail_deliveries order by position',
  schedules: 'select name, active, next_at, stopped, row_version from export_schedules order by name',
  webhooks: 'select name, state, row_version from webhooks order by name',
  calls: 'select count(*)::int as calls, count(next_at)::int as due from webhook_deliveries',
  servers: `select active, stopped, row_version from mail_servers order by row_version desc`,
  mailboxes: 'select rests_until, fault_kind, reading_until from mail_server_mailboxes order by fault_at',
  callbacks: 'select count(callback_at)::int as due from agent_requests',
  tokens:
    'select count(*) > 0 as agents, count(token_hash)::int as hashes, count(token_issued_at)::int as issued from authorised_agents',
  mailings: 'select version, ended_at is null as open, paused from privacy_notice_mailings order by version',
  deletions: 'select name, reminded_at is not null as reminded from workspace_deletions order by name',
  silence: 'select silent_since is not null as silent from installation',
};

async function withClient<Result>(url: string, work: (client: pg.Client) => Promise<Result>): Promise<Result> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Writes them into a database with an organisation and a workspace. */
export const insertOutgoing = (url: string, organization: string, workspace: string): Promise<void> =>
  withClient(url, async (client) => void (await client.query(rowsOf(organization, workspace))));

/** How they are; `url` is that of a superuser. */
export const readOutgoing = (url: string): Promise<Record<string, unknown[]>> =>
  withClient(url, async (client) => {
    const found: Record<string, unknown[]> = {};
    for (const [name, text] of Object.entries(QUERIES)) found[name] = (await client.query<object>(text)).rows;
    return found;
  });

/** What a copy has in place of them. */
export const STOPPED: Readonly<Record<keyof typeof QUERIES, unknown[]>> = {
  mails: [
    { status: 'failed', last_error: 'restored' },
    { status: 'sent', last_error: null },
  ],
  deliveries: [
    { position: 0, state: 'failed', error: 'restored', written: true },
    { position: 1, state: 'sent', error: null, written: true },
    { position: 2, state: 'failed', error: 'restored', written: true },
  ],
  schedules: [
    { name: 'active false', active: false, next_at: null, stopped: null, row_version: 1 },
    { name: 'active true', active: false, next_at: null, stopped: 'restored', row_version: 2 },
  ],
  webhooks: [
    { name: 'active', state: 'paused', row_version: 2 },
    { name: 'disabled', state: 'disabled', row_version: 1 },
  ],
  calls: [{ calls: 1, due: 0 }],
  servers: [
    { active: false, stopped: 'restored', row_version: 2 },
    { active: false, stopped: null, row_version: 1 },
  ],
  mailboxes: Array.from({ length: 2 }, () => ({ rests_until: Infinity, fault_kind: 'restored', reading_until: null })),
  callbacks: [{ due: 0 }],
  tokens: [{ agents: true, hashes: 0, issued: 0 }],
  mailings: [
    { version: 1, open: false, paused: 'restored' },
    { version: 2, open: false, paused: null },
  ],
  deletions: [
    { name: 'runs', reminded: true },
    { name: 'waits', reminded: false },
  ],
  silence: [{ silent: true }],
};

/** The counts that whoever makes the copy is informed of. */
export const STOPPED_COUNTS = {
  mails: [2, 'ended'],
  'reports to agents of data subjects': [1, 'ended'],
  webhooks: [1, 'paused'],
  'scheduled exports': [1, 'paused'],
  'mail servers': [1, 'paused'],
  'mailboxes of returned mails': [1, 'paused'],
  'mailings about privacy notices': [1, 'paused'],
};

/** The tables that modules declare, of which `insertOutgoing` has rows. */
export const OUTGOING_TABLES = [...new Set(collectModules(modules).outgoing.map(({ table }) => table))].toSorted();
