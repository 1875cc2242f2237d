import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { connectionConfig, type DatabaseRole } from '../../db/client.ts';
import { ERRORS } from '../../server/platform/errorCatalogue.ts';
import type { ErrorCode } from '../../shared/registry/errors.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { MODULE_CONTRACTS } from '../moduleContracts.ts';
import { buildWorld, hashesOf, workspaceTables, type World } from '../tenancy/world.ts';

let server: TestServer;
let a: World;
let b: World;
let tables: string[];
const clients: pg.Client[] = [];

/** Tables that no tenant role can read: mails encrypted for one address, and keys of repeated submissions. */
const WRITE_ONLY = ['mails', 'consent_submission_keys', 'consent_token_uses'];
/**
 * Functions with their owner's privileges that write submissions, maintain partitions or delete expired rows; their
 * limits are tested beside them.
 */
const WRITERS = [
  'prepare_outbox_days',
  'drop_outbox_days',
  'prepare_activity_years',
  'prepare_partitions',
  'retention_rules',
  ...MODULE_CONTRACTS.flatMap(({ writers = [] }) => writers),
];

beforeAll(async () => {
  server = await buildServer();
  a = await buildWorld(server, 'ALPHAWORLD');
  b = await buildWorld(server, 'ZETASECRET');
  tables = await workspaceTables(server);
});
afterAll(async () => {
  await Promise.all(clients.map((client) => client.end()));
  await server.close();
});

/** A connection as one of the roles, as opened by the server. */
async function connectAs(role: DatabaseRole): Promise<pg.Client> {
  const client = new pg.Client(connectionConfig(server.databaseUrl, role) as pg.ClientConfig);
  await client.connect();
  clients.push(client);
  return client;
}

/** Runs statements in a transaction that is rolled back; `workspace` is the one set in the transaction. */
async function within<Result>(
  client: pg.Client,
  workspace: string | null,
  work: () => Promise<Result>,
): Promise<Result> {
  await client.query('begin');
  try {
    if (workspace !== null) await client.query("select set_config('app.workspace_id', $1, true)", [workspace]);
    return await work();
  } finally {
    await client.query('rollback');
  }
}

/** SQLSTATE of a refused statement, or the number of affected rows. */
async function outcome(client: pg.Client, text: string, values: unknown[] = []): Promise<string | number> {
  await client.query('savepoint attempt');
  try {
    const { rowCount } = await client.query(text, values);
    return rowCount ?? 0;
  } catch (error) {
    await client.query('rollback to savepoint attempt');
    return (error as { code: string }).code;
  }
}
const DENIED = '42501';

const catalogue = async <Row>(text: ReturnType<typeof sql<Row>>): Promise<Row[]> =>
  (await text.execute(server.owner)).rows;

describe('every table with a workspace', () => {
  it('exists, with rows on both sides', async () => {
    expect(tables.length).toBeGreaterThan(20);
    for (const table of tables) {
      for (const world of [a, b]) {
        const [row] = await catalogue(
          sql<{
            count: number;
          }>`select count(*)::int as count from ${sql.table(table)} where workspace_id = ${world.ws}`,
        );
        expect(row?.count, `${table} of ${world.marker}`).toBeGreaterThan(0);
      }
    }
  });

  it('has row-level security, for its owner too', async () => {
    const open = await catalogue(
      sql<{
        name: string;
      }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and relname in (${sql.join(tables)}) and not (relrowsecurity and relforcerowsecurity)`,
    );
    expect(open).toEqual([]);
    for (const table of ['workspaces', 'organizations']) {
      const [row] = await catalogue(
        sql<{
          walled: boolean;
        }>`select relrowsecurity and relforcerowsecurity as walled from pg_class where oid = ${table}::regclass`,
      );
      expect(row?.walled, table).toBe(true);
    }
  });

  it('is readable and writable only through itself: its partitions are protected as well, and nobody has privileges on one', async () => {
    const partitions = await catalogue(sql<{ name: string; walled: boolean }>`
      select relname as name, relrowsecurity and relforcerowsecurity as walled from pg_class
       where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and relispartition order by 1`);
    expect(partitions.length).toBeGreaterThan(8);
    expect(partitions.filter(({ walled }) => !walled)).toEqual([]);
    const granted = await catalogue(sql<{ name: string }>`
      select table_name as name from information_schema.role_table_grants
       where grantee like 'pokpong%' and table_name in (${sql.join(partitions.map(({ name }) => name))})`);
    expect(granted).toEqual([]);
  });

  it('returns, changes and deletes nothing of another workspace', async () => {
    const before = await hashesOf(server, b);
    const client = await connectAs('pokpong_app');
    await within(client, a.ws, async () => {
      for (const table of tables) {
        const mine = await outcome(client, `select 1 from ${table} where workspace_id = $1`, [a.ws]);
        if (WRITE_ONLY.includes(table)) expect(mine, table).toBe(DENIED);
        else expect(mine, `own rows of ${table}`).toBeGreaterThan(0);
        for (const text of [
          `select 1 from ${table} where workspace_id = $1`,
          `update ${table} set workspace_id = workspace_id where workspace_id = $1`,
          `delete from ${table} where workspace_id = $1`,
        ]) {
          expect([0, DENIED], `${text}`).toContain(await outcome(client, text, [b.ws]));
        }
        // Not even by moving an own row there.
        const moved = await outcome(client, `update ${table} set workspace_id = $1 where workspace_id = $2`, [
          b.ws,
          a.ws,
        ]);
        expect(moved, `moving rows of ${table}`).toBe(DENIED);
      }
      expect(await outcome(client, 'select 1 from workspaces where id = $1', [b.ws])).toBe(0);
      expect(await outcome(client, 'select 1 from organizations where id = $1', [b.organizationId])).toBe(0);
      expect(await outcome(client, 'update workspaces set name = $2 where id = $1', [b.ws, 'taken'])).toBe(0);
      expect(await outcome(client, 'delete from workspaces where id = $1', [b.ws])).toBe(DENIED);
    });
    expect(await hashesOf(server, b)).toEqual(before);
  });

  it('accepts no row for another workspace', async () => {
    const client = await connectAs('pokpong_app');
    await within(client, a.ws, async () => {
      for (const table of tables) {
        const columns = (
          await catalogue(
            sql<{
              name: string;
            }>`select column_name as name from information_schema.columns where table_schema = 'public' and table_name = ${table} and is_generated = 'NEVER' and is_identity = 'NO'`,
          )
        ).map(({ name }) => name);
        const rows = await catalogue(
          sql<
            Record<string, unknown>
          >`select ${sql.join(columns.map((name) => sql.ref(`${table}.${name}`)))} from ${sql.table(table)} where workspace_id = ${a.ws} limit 1`,
        );
        expect(rows, table).toHaveLength(1);
        // A row of A in everything except its workspace. Row-level security is checked before keys and references.
        const values = `select ${columns.map((name) => (name === 'workspace_id' ? `'${b.ws}'::uuid` : `r."${name}"`)).join(', ')} from jsonb_populate_record(null::${table}, $1) r`;
        const [json] = await catalogue(
          sql<{
            row: unknown;
          }>`select to_jsonb(t) as row from ${sql.table(table)} t where workspace_id = ${a.ws} limit 1`,
        );
        const refusal = await outcome(
          client,
          `insert into ${table} (${columns.map((name) => `"${name}"`).join(', ')}) ${values}`,
          [JSON.stringify(json?.row)],
        );
        expect(refusal, `insert into ${table}`).toBe(DENIED);
      }
    });
  });

  it('is empty as long as no workspace is set', async () => {
    const client = await connectAs('pokpong_app');
    for (const workspace of [null, '']) {
      await within(client, workspace, async () => {
        for (const table of [...tables, 'workspaces', 'organizations'])
          expect([0, DENIED], table).toContain(await outcome(client, `select 1 from ${table}`));
      });
    }
    // A setting ends with its transaction: the next one on the same connection starts without a workspace again.
    await within(client, a.ws, async () =>
      expect(await outcome(client, 'select 1 from data_controllers')).toBeGreaterThan(0),
    );
    await within(client, null, async () => expect(await outcome(client, 'select 1 from data_controllers')).toBe(0));
  });

  it('is searched under the same row-level security', async () => {
    const client = await connectAs('pokpong_app');
    const elevated = await catalogue(sql<{ name: string; owner: string; config: string[] }>`
      select p.proname as name, pg_get_userbyid(p.proowner) as owner, p.proconfig as config from pg_proc p where p.pronamespace = 'public'::regnamespace and p.prosecdef`);
    // Anything with its owner's privileges bypasses row-level security unless it filters by the workspace itself.
    const searches = elevated.filter(({ name }) => !WRITERS.includes(name));
    expect(searches.length).toBeGreaterThan(0);
    for (const { name, owner, config } of searches) {
      expect([name, owner], name).toEqual([expect.stringMatching(/_search$/), 'pokpong_search']);
      expect(config?.join(), `search_path of ${name}`).toContain('search_path=pg_catalog');
      await within(client, a.ws, async () => {
        expect(
          await outcome(client, `select ${name}($1, null)`, [`%${a.marker.toLowerCase()}%`]),
          name,
        ).toBeGreaterThan(0);
        expect(await outcome(client, `select ${name}($1, null)`, [`%${b.marker.toLowerCase()}%`]), name).toBe(0);
      });
      await within(client, null, async () => expect(await outcome(client, `select ${name}('%', null)`), name).toBe(0));
    }
  });
});

describe('roles', () => {
  it('own nothing and cannot bypass row-level security', async () => {
    const roles = await catalogue(sql<{ name: string }>`
      select rolname as name from pg_roles where rolname like 'pokpong%' and (rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolcanlogin)`);
    expect(roles).toEqual([]);
    const owned = await catalogue(
      sql<{
        name: string;
      }>`select relname as name from pg_class where relnamespace = 'public'::regnamespace and pg_get_userbyid(relowner) like 'pokpong%'`,
    );
    expect(owned).toEqual([]);
  });

  it('of tenants cannot read accounts, sessions or counters', async () => {
    const client = await connectAs('pokpong_app');
    await within(client, a.ws, async () => {
      for (const table of [
        'users',
        'user_identities',
        'sessions',
        'password_resets',
        'sign_ups',
        'throttles',
        'mails',
      ]) {
        for (const text of [`select 1 from ${table}`, `delete from ${table}`])
          expect(await outcome(client, text), text).toBe(DENIED);
      }
    });
  });

  it('of the system cannot read records of a tenant', async () => {
    const client = await connectAs('pokpong_system');
    // Of the keys and tokens of submissions only when they expire, of notifications only which of them are completed.
    const allowed = [
      'agent_messages',
      'agent_requests',
      'approval_lines',
      'deadlines',
      'editors',
      'incident_settings',
      'incident_notifications',
      'outbox',
      'mail_deliveries',
      'mails',
      'mail_quotas',
      'mail_server_links',
      'files',
      'exports',
      'imports',
      'consent_counters',
      'consent_receipts',
      'consent_submission_keys',
      'consent_token_uses',
      'request_uploads',
      'request_links',
      'request_sessions',
      'request_message_files',
      'webhook_deliveries',
      'export_schedule_consents',
      'export_schedule_tasks',
      'webhooks',
      'request_answers',
      'request_gatherings',
      'privacy_notice_mailings',
      'key_rotations',
      'removed_files',
    ];
    await within(client, a.ws, async () => {
      for (const table of [
        ...tables.filter((name) => !allowed.includes(name)),
        'workspaces',
        'organizations',
        'users',
      ]) {
        expect(await outcome(client, `select 1 from ${table}`), table).toBe(DENIED);
      }
      for (const column of ['key', 'body', 'user_consent_id', '*'])
        expect(await outcome(client, `select ${column} from consent_submission_keys`), column).toBe(DENIED);
      for (const column of ['token', 'user_consent_id', '*'])
        expect(await outcome(client, `select ${column} from consent_token_uses`), column).toBe(DENIED);
      // Of files being uploaded only when they expire.
      for (const column of ['token', 'name', 'file_id', '*'])
        expect(await outcome(client, `select ${column} from request_uploads`), column).toBe(DENIED);
      // Of scheduled exports only what is due: neither credentials nor deliveries.
      for (const column of ['secret', 'host', 'username', '*'])
        expect(await outcome(client, `select ${column} from export_schedules`), column).toBe(DENIED);
      for (const column of ['file_name', 'manifest', 'log', '*'])
        expect(await outcome(client, `select ${column} from export_schedule_tasks`), column).toBe(DENIED);
      // Of webhook deliveries only when they are due and when they expire.
      for (const column of ['event', 'entity_id', 'answer', '*'])
        expect(await outcome(client, `select ${column} from webhook_deliveries`), column).toBe(DENIED);
      // Of webhooks only which are turned on.
      for (const column of ['name', 'url', 'secret', '*'])
        expect(await outcome(client, `select ${column} from webhooks`), column).toBe(DENIED);
      // Of work that a job is at only that it has not ended, of removed files only that their bytes remain.
      for (const column of ['letter', 'request_id', 'contents', '*'])
        expect(await outcome(client, `select ${column} from request_answers`), column).toBe(DENIED);
      for (const column of ['request_id', 'counts', 'json_file_id', '*'])
        expect(await outcome(client, `select ${column} from request_gatherings`), column).toBe(DENIED);
      for (const column of ['privacy_notice_id', 'people', '*'])
        expect(await outcome(client, `select ${column} from privacy_notice_mailings`), column).toBe(DENIED);
      for (const column of ['position', 'started_by', '*'])
        expect(await outcome(client, `select ${column} from key_rotations`), column).toBe(DENIED);
      for (const column of ['storage_key', 'clear_key', '*'])
        expect(await outcome(client, `select ${column} from removed_files`), column).toBe(DENIED);
      // Of the links and sessions of data subjects only their targets.
      for (const column of ['request_id', 'person', 'confirmed_at', '*'])
        expect(await outcome(client, `select ${column} from request_links`), column).toBe(DENIED);
      for (const column of ['id', 'created_at', '*'])
        expect(await outcome(client, `select ${column} from request_sessions`), column).toBe(DENIED);
      // Of files of messages only whether they were sent.
      for (const column of ['request_id', '*'])
        expect(await outcome(client, `select ${column} from request_message_files`), column).toBe(DENIED);
      // Of messages of agents only when they expire, of their requests only when callbacks are due.
      for (const column of ['hash', 'id', '*'])
        expect(await outcome(client, `select ${column} from agent_messages`), column).toBe(DENIED);
      for (const column of ['facts', 'agent_id', 'reference', '*'])
        expect(await outcome(client, `select ${column} from agent_requests`), column).toBe(DENIED);
      // Of approval lines only the code used by the public verification.
      for (const column of ['application_name', 'description', 'status', 'sha256', 'file_id', 'requester_id', '*'])
        expect(await outcome(client, `select ${column} from approval_lines`), column).toBe(DENIED);
      // Of receipts only the id that is their address.
      for (const column of ['document', 'user_consent_id', 'consent_id', 'issued_by', '*'])
        expect(await outcome(client, `select ${column} from consent_receipts`), column).toBe(DENIED);
      // Of clocks when they notify, of who edits until when, of incidents which link reports them and which mail was
      // sent.
      for (const column of ['subject_id', 'kind', 'due_at', '*'])
        expect(await outcome(client, `select ${column} from deadlines`), column).toBe(DENIED);
      for (const column of ['personnel_id', 'entity_id', '*'])
        expect(await outcome(client, `select ${column} from editors`), column).toBe(DENIED);
      for (const column of ['authority_hours', 'updated_by', '*'])
        expect(await outcome(client, `select ${column} from incident_settings`), column).toBe(DENIED);
      expect(await outcome(client, 'select 1 from incident_settings where not public_form')).toBe(0);
      for (const column of ['position', 'answer_reason', '*'])
        expect(await outcome(client, `select ${column} from mail_deliveries`), column).toBe(DENIED);
      for (const column of ['subject', 'message', 'recipients', 'recipient_group', 'late_reason', '*'])
        expect(await outcome(client, `select ${column} from incident_notifications`), column).toBe(DENIED);
      // Of files only unattached ones, those that expire, or those not encrypted yet, and their locations.
      const others = 'select 1 from files where owner_kind is not null and retained_from is null';
      expect(await outcome(client, others)).toBeGreaterThan(0);
      const mark = (sealed: boolean) => server.owner.updateTable('files').set({ sealed }).execute();
      await mark(true);
      expect(await outcome(client, others)).toBe(0);
      await mark(false);
      for (const column of ['name', 'sealed_name', 'type', 'sha256', 'uploaded_by', '*'])
        expect(await outcome(client, `select ${column} from files`), column).toBe(DENIED);
      // Of exports only that they exist: not of what, with which filters, for whom.
      for (const column of ['subject', 'subject_id', 'kind', 'input', 'requested_by', 'file_id', '*'])
        expect(await outcome(client, `select ${column} from exports`), column).toBe(DENIED);
      for (const column of ['file_id', 'file_name', 'columns', 'mapping', 'summary', 'problems', 'requested_by', '*'])
        expect(await outcome(client, `select ${column} from imports`), column).toBe(DENIED);
      // Of counters of submissions only whose announcement waits.
      expect(await outcome(client, 'select 1 from consent_counters where not unannounced')).toBe(0);
      for (const column of ['submissions', 'subjects', 'declining', '*'])
        expect(await outcome(client, `select ${column} from consent_counters`), column).toBe(DENIED);
    });
  });

  it('of the system may only record delivered mails, for their recipients', async () => {
    const client = await connectAs('pokpong_system');
    const insertEvent = (event: string, actor: string | null = null, recipients: string[] | null = null) =>
      outcome(
        client,
        'insert into outbox (workspace_id, event, entity, entity_id, actor_id, recipients) values ($1, $2, $3, $4, $5, $6)',
        [a.ws, event, 'incidentNotification', randomUUIDv7(), actor, recipients],
      );
    await within(client, a.ws, async () => {
      expect(await insertEvent('incidentNotification.delivered')).toBe(1);
      for (const event of ['incident.created', 'incidentNotification.sent', 'delivered', 'mail.delivered.more'])
        expect(await insertEvent(event), event).toBe(DENIED);
      const { personnelId } = a.people.DPO;
      expect(await insertEvent('incidentNotification.delivered', personnelId)).toBe(DENIED);
      expect(await insertEvent('incidentNotification.delivered', null, [personnelId])).toBe(DENIED);
    });
  });

  it('of sign-in reads no record beyond people and workspaces', async () => {
    const client = await connectAs('pokpong_auth');
    // With this role the operator sets quotas; a key of a program, and its service account, are looked up like a
    // session.
    const needed = [
      'personnel',
      'service_accounts',
      'invitations',
      'workspace_keys',
      'activity_counts',
      'mail_quotas',
      'api_keys',
    ];
    await within(client, null, async () => {
      for (const table of tables.filter((name) => !needed.includes(name))) {
        // Deleting by a condition requires reading its columns; what matters is that no row is returned.
        expect([DENIED, 0], table).toContain(await outcome(client, `select 1 from ${table}`));
      }
    });
  });

  it('of the search reads only ids and searched text', async () => {
    const columns = await catalogue(sql<{ name: string }>`
      select distinct column_name as name from information_schema.column_privileges where grantee = 'pokpong_search' and table_schema = 'public' order by 1`);
    expect(columns.map(({ name }) => name)).toEqual(['id', 'search_text', 'workspace_id']);
  });

  it('change no published version and no line of the activity log', async () => {
    const granted = await catalogue(sql<{ name: string; right: string }>`
      select table_name as name, privilege_type as right from information_schema.role_table_grants
       where grantee like 'pokpong%' and privilege_type in ('UPDATE', 'DELETE', 'TRUNCATE') and (table_name like '%\_versions' or table_name = 'activity_logs')`);
    expect(granted).toEqual([]);
    const client = await connectAs('pokpong_app');
    await within(client, a.ws, async () => {
      for (const table of ['purpose_versions', 'application_versions', 'activity_logs']) {
        expect(
          await outcome(
            client,
            `update ${table} set created_at = now()`.replace(
              'created_at',
              table === 'activity_logs' ? 'created_at' : 'published_at',
            ),
          ),
          table,
        ).toBe(DENIED);
        expect(await outcome(client, `delete from ${table}`), table).toBe(DENIED);
      }
    });
  });

  it('do not have any privilege granted to PUBLIC', async () => {
    const open = await catalogue(
      sql<{
        name: string;
      }>`select table_name as name from information_schema.role_table_grants where grantee = 'PUBLIC' and table_schema = 'public'`,
    );
    expect(open).toEqual([]);
  });
});

describe('keys', () => {
  it('between workspace tables contain the workspace on both sides', async () => {
    const loose = await catalogue(sql<{ name: string; from: string; to: string }>`
      select c.conname as name, c.conrelid::regclass::text as from, c.confrelid::regclass::text as to
        from pg_constraint c
        join pg_attribute mine on mine.attrelid = c.conrelid and mine.attname = 'workspace_id'
        join pg_attribute theirs on theirs.attrelid = c.confrelid and theirs.attname = 'workspace_id'
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace
         and not exists (select 1 from generate_subscripts(c.conkey, 1) i where c.conkey[i] = mine.attnum and c.confkey[i] = theirs.attnum)`);
    expect(loose).toEqual([]);
    const [row] = await catalogue(
      sql<{
        count: number;
      }>`select count(*)::int as count from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
    );
    expect(row?.count).toBeGreaterThan(30);
  });

  it('followed by deletions, by cascade, by null or by requesting files, have an index that starts with their columns', async () => {
    const slow = await catalogue(sql<{ name: string; columns: string }>`
      select c.conrelid::regclass::text as name, pg_get_constraintdef(c.oid) as columns from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0
         -- Files are deleted one by one, and whatever may still name one is asked.
         and (c.confdeltype in ('c', 'n', 'd') or c.confrelid = 'files'::regclass)
         and not exists (
           select 1 from pg_index i
            where i.indrelid = c.conrelid and i.indisvalid
              -- Rows without a reference need not be in it.
              and (i.indpred is null or exists (
                select 1 from pg_attribute a where a.attrelid = c.conrelid and a.attnum = any (c.conkey)
                   and pg_get_expr(i.indpred, i.indrelid) = format('(%I IS NOT NULL)', a.attname)))
              and (i.indkey::smallint[])[0:cardinality(c.conkey) - 1] @> c.conkey)
       order by 1`);
    expect(slow).toEqual([]);
  });

  it('that keep from being deleted what people delete are known, each with the refusal that names what refers to it', async () => {
    const refusals: Record<string, ErrorCode> = {
      'agent_requests.agent_id -> authorised_agents': 'dataRightsProtocol.inUse',
      'application_purposes.purpose_id -> purposes': 'purpose.inUse',
      'applications.data_controller_id -> data_controllers': 'dataController.inUse',
      'consents.application_id -> applications': 'application.hasConsent',
      // Lines of a data mapping name receivers of their purpose alone.
      'data_flow_applications.application_id -> applications': 'application.inUse',
      'data_flow_attributes.attribute_id, pii_category_id -> pii_attributes': 'piiCategory.attributeInUse',
      'dpias.application_id -> applications': 'dpia.ofApplication',
      'pii_attributes.pii_sub_category_id, pii_category_id -> pii_sub_categories': 'piiCategory.subCategoryInUse',
      'privacy_notice_applications.application_id -> applications': 'privacyNotice.ofApplication',
      'privacy_notices.data_controller_id -> data_controllers': 'dataController.inUse',
      'purpose_internal_applications.application_id -> applications': 'application.inUse',
      'purposes.purpose_category_id -> purpose_categories': 'purposeCategory.inUse',
      'request_forms.application_id -> applications': 'requestForm.ofApplication',
      // Requests are sent to published forms, plans are of published assessments: neither is ever deleted.
      'requests.application_id -> applications': 'requestForm.ofApplication',
      'requests.request_form_id -> request_forms': 'requestForm.published',
      'treatment_plans.application_id -> applications': 'dpia.ofApplication',
      'treatment_plans.dpia_id -> dpias': 'dpia.published',
    };
    const keys = await catalogue(sql<{ name: string }>`
      select format('%s.%s -> %s', c.conrelid::regclass, (
               select string_agg(a.attname, ', ' order by k.place) from unnest(c.conkey) with ordinality k (number, place)
                 join pg_attribute a on a.attrelid = c.conrelid and a.attnum = k.number where a.attname <> 'workspace_id'),
               c.confrelid::regclass) as name
        from pg_constraint c
       where c.contype = 'f' and c.connamespace = 'public'::regnamespace and c.conparentid = 0 and c.confdeltype in ('a', 'r')
         and has_table_privilege('pokpong_app', c.confrelid, 'delete')
         -- Moves to the application of its request instead (server/modules/requestRefusal/listener.ts).
         and c.conrelid::regclass::text <> 'request_refusals'
         -- Nobody deletes these: words, categories and people are deactivated, files go once nothing names them.
         and c.confrelid::regclass::text not in ('catalogue_items', 'files', 'personnel', 'pii_categories')`);
    expect(keys.map(({ name }) => name).sort()).toEqual(Object.keys(refusals).sort());
    expect(Object.values(refusals).filter((code) => !Object.hasOwn(ERRORS, code))).toEqual([]);
  });

  it('that are unique apply within one workspace: a value in use elsewhere is not revealed', async () => {
    /** Unique across all workspaces, with the reason. */
    const exceptions: Record<string, string> = {
      api_keys_previous_hash_key: 'the same of the key before the last rotation',
      api_keys_secret_hash_key:
        'a hash of 256 random bits: nobody meets it by chance, and the key is looked up before its workspace is known',
      approval_lines_check_code_key:
        '192 random bits: nobody meets it by chance, and the public check looks it up before its workspace is known',
      incident_settings_public_token_key:
        'random bits: nobody meets it by chance, and the public form looks it up before its workspace is known',
      invitations_token_hash_key:
        'a hash of 256 random bits: nobody meets it by chance, and the link is looked up before its workspace is known',
      mails_pkey: 'outside the workspaces: mails of accounts have none, and no tenant reads the table',
      request_links_token:
        'a hash of 192 random bits: nobody meets it by chance, and the link is looked up before its workspace is known',
      request_sessions_token: 'the same of a session',
      outbox_pkey: 'a day and a number given by the database, never by a caller',
    };
    const loose = await catalogue(sql<{ name: string }>`
      select i.indexrelid::regclass::text as name from pg_index i
        join pg_class t on t.oid = i.indrelid and t.relnamespace = 'public'::regnamespace and not t.relispartition
        join pg_attribute w on w.attrelid = t.oid and w.attname = 'workspace_id' and not w.attisdropped
       where i.indisunique and not (w.attnum = any (i.indkey::smallint[])) order by 1`);
    expect(loose.map(({ name }) => name)).toEqual(Object.keys(exceptions).sort());
  });
});
