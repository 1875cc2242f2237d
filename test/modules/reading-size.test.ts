// What pages read of workspaces that hold much: as many rows as they show, counted by Postgres.
import { randomUUID } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Trx, withScope } from '../../db/client.ts';
import { countUnread, newest } from '../../server/modules/notification/queries.ts';
import { unassessedOf } from '../../server/modules/dpia/signs.ts';
import { uncoveredCount } from '../../server/modules/privacyNotice/coverage.ts';
import { filesAt } from '../../server/modules/dpia/files.ts';
import { runningClocks as dpiaClocks } from '../../server/modules/dpia/openClocks.ts';
import { attachmentsOf } from '../../server/modules/request/rows.ts';
import { mailRoutes } from '../../server/modules/mailServer/routes.ts';
import { outdatedTasks } from '../../server/modules/requestTask/proposal.ts';
import { noticesOf } from '../../server/modules/requestMessage/queries.ts';
import { runningClocks as planClocks } from '../../server/modules/treatmentPlan/openClocks.ts';
import { list as listLogs } from '../../server/modules/securityLog/queries.ts';
import { inProgress } from '../../server/modules/webhook/delivery.ts';
import { systemActor } from '../../server/platform/actor.ts';
import { overdueOf } from '../../server/platform/clock/overdue.ts';
import { claimMail } from '../../server/platform/mail/queries.ts';
import type { DeadlineKind } from '../../server/platform/clock/deadlines.ts';
import { emitAll } from '../../server/platform/live/emit.ts';
import type { WorkspaceContext } from '../../server/platform/trpc/context.ts';
import { listSecurityLogs } from '../../shared/securityLog/schema.ts';
import { buildWorkspace, sharedServer, type TestServer } from '../factories.ts';
import { rowsReadBy, rowsReadIn } from '../helpers/rowsRead.ts';

const MANY = 5000;
const DAY = 86_400_000;
const NOW = new Date('2026-11-21T05:00:00Z');
/** Of nobody: only how its rows would be read counts. */
const OWN = '00000000-0000-4000-8000-000000000000';

let server: TestServer;
let ws: string;
beforeAll(async () => {
  server = await sharedServer();
  ({ id: ws } = await buildWorkspace(server));
});
afterAll(() => server.close());

/** Writes rows whatever they refer to. */
const write = (...statements: RawBuilder<unknown>[]) =>
  server.owner.transaction().execute(async (trx) => {
    await sql`set local session_replication_role = replica`.execute(trx);
    for (const statement of statements) await statement.execute(trx);
  });
const costOf = <Result>(tables: RegExp, work: (trx: Trx) => Promise<Result>) =>
  rowsReadBy(server, { workspaceId: ws }, tables, work);

it('files of a record are read without those of other records', async () => {
  const [requestId, dpiaId] = [randomUUID(), randomUUID()];
  const file = (kind: string, owner: RawBuilder<unknown>, files: number) => sql`
    insert into files (workspace_id, id, name, type, size, sha256, storage_key, owner_kind, owner_id)
    select ${ws}::uuid, gen_random_uuid(), 'file.txt', 'text/plain', 1, repeat('a', 64), gen_random_uuid()::text, ${kind}, ${owner}
      from generate_series(1, ${files}::integer)`;
  await write(
    file('request.attachment', sql`gen_random_uuid()`, MANY),
    file('request.attachment', sql`${requestId}::uuid`, 2),
    file('dpia.annex', sql`${dpiaId}::uuid`, 1),
  );
  await sql`analyze files`.execute(server.owner);
  const key = await withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
  const ofRequest = await costOf(/^files$/, (trx) => attachmentsOf(trx, key, ws, requestId));
  expect(ofRequest.result).toHaveLength(2);
  expect(ofRequest.rows).toBeLessThan(10);
  const ofDpia = await costOf(/^files$/, (trx) => filesAt(trx, key, ws, dpiaId));
  expect(ofDpia.result.annexes).toHaveLength(1);
  expect(ofDpia.rows).toBeLessThan(10);
});

it('mails of a request are read without those of other requests', async () => {
  const [requestId, noticeId] = [randomUUID(), randomUUID()];
  const mail = (batch: RawBuilder<unknown>, request: RawBuilder<unknown>, mails: number) => sql`
    insert into mail_deliveries (workspace_id, mail_id, entity, entity_id, batch_id, position, state)
    select ${ws}::uuid, gen_random_uuid(), 'requestMessage', ${request}, ${batch}, n - 1, 'sent'
      from generate_series(1, ${mails}::integer) n`;
  await write(
    mail(sql`gen_random_uuid()`, sql`gen_random_uuid()`, MANY),
    mail(sql`${noticeId}::uuid`, sql`${requestId}::uuid`, 2),
    sql`insert into request_notices (workspace_id, id, request_id, kind, facts, at)
        values (${ws}, ${noticeId}, ${requestId}, 'RECEIVED', ''::bytea, now())`,
  );
  await sql`analyze mail_deliveries, request_notices`.execute(server.owner);
  const { result, rows } = await costOf(/^mail_deliveries$/, (trx) => noticesOf(trx, ws, requestId));
  expect(result.map(({ mails }) => mails.map(({ person }) => person))).toEqual([['SUBJECT', 'GUARDIAN']]);
  expect(rows).toBeLessThan(10);
  expect((await costOf(/^mail_deliveries$/, (trx) => noticesOf(trx, ws, randomUUID()))).result).toEqual([]);
});

describe('clocks that have ended are not read', () => {
  const daysAgo = (days: number) => new Date(NOW.getTime() - days * DAY).toISOString();
  /** Clocks that were due and ended so many days ago; null: they run. */
  const clocks = (kind: DeadlineKind, count: number, due: number, ended: number | null) => sql`
    insert into deadlines (workspace_id, id, kind, subject_id, started_at, created_at, due_at, ended_at, outcome)
    select ${ws}::uuid, gen_random_uuid(), ${kind}, gen_random_uuid(), ${daysAgo(due + 30)}::timestamptz,
           ${daysAgo(due + 30)}::timestamptz, ${daysAgo(due)}::timestamptz,
           ${ended === null ? null : daysAgo(ended)}::timestamptz, ${ended === null ? null : 'met'}::text
      from generate_series(1, ${count}::integer)`;
  const KINDS = ['request.act', 'treatmentPlan.due', 'dpia.review'] as const;

  beforeAll(async () => {
    for (const kind of KINDS)
      await write(
        clocks(kind, MANY, 60, 40),
        clocks(kind, 4, 60, 2),
        clocks(kind, 3, 20, null),
        clocks(kind, 2, 3, null),
        clocks(kind, 1, -5, null),
      );
    await sql`vacuum analyze deadlines`.execute(server.owner);
  });

  it('by the figures of the overview, now and a week ago', async () => {
    const moments = { now: NOW, weekAgo: new Date(daysAgo(7)) };
    const { result, rows } = await costOf(/^deadlines$/, (trx) =>
      overdueOf(trx, { workspaceId: ws, kind: 'request.act', limit: 3, ...moments }),
    );
    expect(result).toMatchObject({ total: 5, weekAgo: 3 + 4 });
    expect(result.longest.map(({ dueAt }) => dueAt)).toEqual(Array(3).fill(daysAgo(20)));
    expect(rows).toBeLessThan(30);
  });

  it('by the bell', async () => {
    const ctx = {
      workspace: { id: ws },
      personnel: { id: randomUUID() },
      standing: { role: 'DPO' },
      deps: { now: () => NOW },
    } as WorkspaceContext;
    for (const part of [planClocks, dpiaClocks[0]!]) {
      const { result, rows } = await costOf(/^deadlines$/, (trx) => part.read(trx, ctx, 5));
      expect(result).toMatchObject({ total: 6, overdue: 5 });
      expect(rows).toBeLessThan(30);
    }
  });
});

it('the bell reads past no entries that are not for it', async () => {
  const me = randomUUID();
  const logged = (event: string, actor: string | null, entries: number) =>
    Array.from({ length: entries }, () => ({ event, entityId: randomUUID(), actor }) as const);
  const log = async (entries: ReturnType<typeof logged>) =>
    withScope(server.deps.db, { workspaceId: ws }, async (trx) => {
      for (const { event, entityId, actor } of entries)
        await emitAll(trx, { ...systemActor(server.deps, ws), personnelId: actor }, [{ event, entityId } as never]);
    });
  server.clock.set(NOW);
  await log([...logged('purpose.created', null, 2), ...logged('purpose.created', me, 1)]);
  await log(logged('crypto.encrypted', null, 2));
  await sql`
    insert into activity_logs (workspace_id, id, module, event, entity, entity_id, created_at, in_bell)
    select workspace_id, uuidv7(), module, event, entity, entity_id, created_at, in_bell
      from activity_logs, generate_series(1, ${MANY / 2}::integer) where workspace_id = ${ws} and event = 'crypto.encrypted'`.execute(
    server.owner,
  );
  await sql`analyze activity_logs`.execute(server.owner);
  const reader = { workspaceId: ws, personnelId: me, readsLog: true };
  const list = await costOf(/^activity_logs/, (trx) => newest(trx, reader, { module: 'ALL', limit: 10, cursor: null }));
  expect(list.result.map(({ event }) => event)).toEqual(Array(3).fill('purpose.created'));
  expect(list.rows).toBeLessThan(20);
  const unread = await costOf(/^activity_logs/, (trx) => countUnread(trx, reader, 'ALL', '2026-01-01T00:00:00Z'));
  expect(unread.result).toBe(2);
  expect(unread.rows).toBeLessThan(20);
});

it('messages in progress of a webhook are counted without those that wait', async () => {
  const webhookId = randomUUID();
  await write(sql`
    insert into webhook_deliveries (workspace_id, id, webhook_id, event, entity, entity_id, occurred_at, next_at, until, sending_until, created_at)
    select ${ws}::uuid, gen_random_uuid(), ${webhookId}::uuid, 'purpose.created', 'purpose', gen_random_uuid(), ${NOW}::timestamptz, ${NOW}::timestamptz,
           ${NOW}::timestamptz + interval '1 day', case when n <= 2 then ${NOW}::timestamptz + interval '1 minute' end, ${NOW}::timestamptz
      from generate_series(1, ${MANY}::integer) n`);
  await sql`analyze webhook_deliveries`.execute(server.owner);
  const { result, rows } = await costOf(/^webhook_deliveries$/, (trx) =>
    sql<{
      sending: number;
    }>`select ${inProgress({ workspaceId: sql`${ws}`, webhookId: sql`${webhookId}` }, NOW)} as sending`.execute(trx),
  );
  expect(result.rows).toEqual([{ sending: 2 }]);
  expect(rows).toBeLessThan(10);
});

it('a mail is sent past those that wait for another day, without reading them', async () => {
  server.clock.set(NOW);
  const { id: other } = await buildWorkspace(server);
  const mail = (workspaceId: string, quota: string | null, mails: number) => sql`
    insert into mails (id, workspace_id, kind, payload, status, quota, next_try_at, created_at)
    select gen_random_uuid(), ${workspaceId}::uuid, 'sample', ''::bytea, 'waiting', ${quota}::text, ${NOW}::timestamptz - n * interval '1 minute', ${NOW}::timestamptz
      from generate_series(1, ${mails}::integer) n`;
  await write(
    mail(ws, 'many', 4 * MANY),
    sql`insert into mail_quotas (workspace_id, day, mails, mails_limit) values (${ws}, '2026-11-21', 1000, 1000)`,
  );
  await write(mail(other, null, 1));
  await sql`analyze mails`.execute(server.owner);
  const parts = { ...server.deps, routes: mailRoutes, config: { ...server.deps.config, smtpUrl: 'smtp://mail.test' } };
  const { result, rows } = await server.deps.systemDb
    .transaction()
    .execute((trx) => rowsReadIn(trx, /^mails$/, (within) => claimMail(within, parts, 60_000)));
  expect(result).toMatchObject({ workspaceId: other, attempts: 1 });
  expect(rows).toBeLessThan(500);
  await server.owner.deleteFrom('mails').where('workspaceId', 'in', [ws, other]).execute();
});

it('whether the tasks of a request are outdated is read from its own applications', async () => {
  const [applicationId, requestId] = [randomUUID(), randomUUID()];
  const published = (id: RawBuilder<unknown>, applications: number) => sql`
    with a as (
      insert into applications (workspace_id, id, name, description, data_controller_id, status, published_version)
      select ${ws}::uuid, ${id}, gen_random_uuid()::text, '', gen_random_uuid(), 'published', 1 from generate_series(1, ${applications}::integer)
      returning id)
    insert into application_versions (workspace_id, id, application_id, version, content, sha256)
    select ${ws}::uuid, gen_random_uuid(), id, 1, '{"purposes": [], "dataMapping": []}', '' from a`;
  await write(published(sql`gen_random_uuid()`, 500), published(sql`${applicationId}::uuid`, 1));
  await sql`analyze applications, application_versions`.execute(server.owner);
  const { result, rows } = await costOf(/^application(s|_versions)$/, (trx) =>
    outdatedTasks(trx, ws, { id: requestId, applicationId }, true),
  );
  expect(result).toBe(0);
  expect(rows).toBeLessThan(10);
});

it('applications that should be assessed are listed without reading the register of the others', async () => {
  const { dataControllerId, categoryId } = { dataControllerId: randomUUID(), categoryId: randomUUID() };
  await write(
    sql`insert into data_controllers (workspace_id, id, name_th, name_en, address, contact_person, email, phone)
        values (${ws}, ${dataControllerId}, 'บริษัท', 'Company', '', '', '', '')`,
    sql`insert into pii_categories (workspace_id, id, name_th, name_en, sensitive)
        values (${ws}, ${categoryId}, 'ศาสนา', 'Religion', true)`,
    sql`insert into applications (workspace_id, id, name, description, data_controller_id)
        select ${ws}::uuid, gen_random_uuid(), 'ระบบ ' || n, 'กล้องวงจรปิด', ${dataControllerId}::uuid
          from generate_series(1, ${MANY}::integer) n`,
    sql`insert into purposes (workspace_id, id, title_th, title_en, description_th, description_en)
        select ${ws}::uuid, gen_random_uuid(), 'วัตถุประสงค์ ' || n, '', '', '' from generate_series(1, ${MANY}::integer) n`,
    sql`insert into application_purposes (workspace_id, application_id, purpose_id, position)
        select a.workspace_id, a.id, p.id, 0 from (select *, row_number() over (order by id) as n from applications where workspace_id = ${ws}) a
          join (select *, row_number() over (order by id) as n from purposes where workspace_id = ${ws}) p using (n)`,
  );
  await sql`analyze applications, purposes, application_purposes`.execute(server.owner);
  const { id: purposeId } = await server.owner
    .selectFrom('purposes')
    .select('id')
    .where('workspaceId', '=', ws)
    .orderBy('id')
    .executeTakeFirstOrThrow();
  await server.owner
    .insertInto('purposePiiCategories')
    .values({ workspaceId: ws, purposeId, piiCategoryId: categoryId })
    .execute();
  const page = { currentPage: 1, pageSize: 20, sortBy: 'name', sortDirection: 'ASC', query: '' } as const;
  const register = /^(applications|purposes|application_purposes|purpose_pii_categories|pii_categories)$/;
  const { result, rows } = await costOf(register, (trx) => unassessedOf(trx, ws, page as never));
  expect(result.meta.totalItems).toBe(1);
  expect(rows).toBeLessThan(10);
});

it.each([
  [
    'assessments by status',
    'dpias_status_order',
    sql`dpias where workspace_id = ${OWN} and variant = 'CURRENT' order by status desc, id desc`,
  ],
  [
    'assessments by date of review, the last first',
    'dpias_review_last',
    sql`dpias where workspace_id = ${OWN} and variant = 'CURRENT' order by coalesce(review_on, '-infinity') desc, id desc`,
  ],
  [
    'treatment plans by status',
    'treatment_plans_status_order',
    sql`treatment_plans where workspace_id = ${OWN} order by status desc, id desc`,
  ],
  [
    'the log of deleted workspaces under one module',
    'organization_activity_logs_module',
    sql`organization_activity_logs where organization_id = ${OWN} and module = 'DPIA' order by created_at desc, id desc`,
  ],
])('pages of %s are read in the order of an index', async (_, index, from) => {
  const plan = await server.owner.transaction().execute(async (trx) => {
    await sql`set local enable_seqscan = off`.execute(trx);
    await sql`set local enable_bitmapscan = off`.execute(trx);
    await sql`set local enable_sort = off`.execute(trx);
    return sql<{ 'QUERY PLAN': string }>`explain select id from ${from} limit 20`.execute(trx);
  });
  const text = JSON.stringify(plan.rows);
  expect(text).toContain(index);
  expect(text).not.toMatch(/Sort|Filter/);
});

it('whether notices cover the published applications is read without the texts of the notices', async () => {
  const words = 40_000;
  await write(
    sql`insert into privacy_notices (workspace_id, id, name, kind, data_controller_id, content, status, published_version)
        select ${ws}::uuid, gen_random_uuid(), 'ประกาศ ' || n, 'customer', gen_random_uuid(), '{}', 'published', 1
          from generate_series(1, 200) n`,
    // Random, so that it cannot be compressed.
    sql`insert into privacy_notice_versions (workspace_id, id, privacy_notice_id, version, content, sha256, sha256_th, sha256_en, effective_on)
        select n.workspace_id, gen_random_uuid(), n.id, 1,
               jsonb_build_object('draft', jsonb_build_object('applications', '[]'::jsonb),
                 'text', (select string_agg(md5(random()::text || part), '') from generate_series(1, ${words / 32}::integer) part)),
               'a', 'a', 'a', '2026-01-01'
          from privacy_notices n where n.workspace_id = ${ws}`,
  );
  await sql`analyze privacy_notices, privacy_notice_versions`.execute(server.owner);
  const { rows } = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
    sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
      explain (analyze, buffers, format json) select ${uncoveredCount(ws, '2026-11-21')}`.execute(trx.withoutPlugins()),
  );
  const { Plan: plan } = rows[0]!['QUERY PLAN'][0];
  // The texts alone are about 20 blocks a notice.
  expect(plan['Shared Hit Blocks']! + plan['Shared Read Blocks']!).toBeLessThan(2000);
});

it('lines of one topic of the security log are read without the others', async () => {
  const { organizationId } = await server.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const line = (event: string, lines: number) => sql`
    insert into security_logs (organization_id, id, event, actor_name, actor_email, created_at)
    select ${organizationId}::uuid, gen_random_uuid(), ${event}, '', '', ${NOW}::timestamptz - n * interval '1 minute' from generate_series(1, ${lines}::integer) n`;
  await write(line('signIn.succeeded', MANY), line('workspaceDeletion.finished', 2));
  await sql`analyze security_logs`.execute(server.owner);
  const input = listSecurityLogs.parse({ ws, topic: 'deletion' });
  const { result, rows } = await costOf(/^security_logs$/, (trx) => listLogs(trx, organizationId, input));
  expect(result.meta.totalItems).toBe(2);
  expect(rows).toBeLessThan(20);
});
