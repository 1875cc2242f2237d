import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { withScope } from '../../db/client.ts';
import { CANCELLABLE_JOBS, JOB_KINDS, type JobKind } from '../../shared/job/schema.ts';
import { LOCALES } from '../../shared/locale.ts';
import { translate } from '../../server/platform/i18n.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { newestJobs } from '../../server/platform/jobs/rows.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let first: string;
let second: string;
let elsewhere: string;
let admin: Person;
let stranger: Person;
beforeAll(async () => {
  server = await buildServer();
  const built = await buildWorkspace(server, { name: 'ก สำนักงาน' });
  first = built.id;
  admin = await buildPerson(server, { workspaceId: first, role: 'Admin', name: 'สมหญิง ใจดี' });
  const { organizationId } = built;
  ({ id: second } = await buildWorkspace(server, { name: 'ข สาขา', organizationId }));
  await buildPerson(server, { workspaceId: second, userId: admin.userId, email: admin.email, role: 'Admin' });
  ({ id: elsewhere } = await buildWorkspace(server, { name: 'ค องค์กรอื่น' }));
  stranger = await buildPerson(server, { workspaceId: elsewhere, role: 'Admin' });
});
afterAll(() => server.close());

const calls = async (person = admin) => (await callerFor(server, person)).job;
const list = async (input: object = {}, person = admin) =>
  (await calls(person)).list({ ws: person.workspaceId, currentPage: 1, pageSize: 50, ...input });
const keyOf = async (id: string) =>
  (await sql<{ key: string }>`select singleton_key as key from pgboss.job where id = ${id}`.execute(server.owner))
    .rows[0]!.key;

/** A job of a workspace in some state. @returns its id */
async function leave(kind: JobKind, workspaceId: string, columns: Record<string, unknown> = {}, key = randomUUIDv7()) {
  await withScope(server.deps.db, { workspaceId }, (trx) =>
    server.deps.jobs.send(trx, kind, { workspaceId, id: key }, { key }),
  );
  const { rows } = await sql<{
    id: string;
  }>`select id from pgboss.job where singleton_key = ${key} order by created_on desc limit 1`.execute(server.owner);
  const { id } = rows[0]!;
  for (const [name, value] of Object.entries(columns))
    await sql`update pgboss.job set ${sql.ref(name)} = ${value} where id = ${id}`.execute(server.owner);
  return id;
}
const started = { started_on: new Date() };
const failedBy = (output: object) => ({
  ...started,
  state: 'failed',
  retry_count: 10,
  completed_on: new Date(),
  output: JSON.stringify(output),
});

/** An export with its job. */
async function leaveExport(row: Record<string, unknown> = {}, columns: Record<string, unknown> = {}) {
  const key = randomUUIDv7();
  await server.owner
    .insertInto('exports')
    .values({
      workspaceId: first,
      id: key,
      kind: 'ropa',
      format: 'xlsx',
      locale: 'th',
      subject: '',
      input: '{}',
      requestedBy: admin.personnelId,
      ...row,
    })
    .execute();
  return { key, id: await leave('export.run', first, columns, key) };
}
const exportRow = (id: string) =>
  server.owner.selectFrom('exports').select(['status', 'errorCode']).where('id', '=', id).executeTakeFirstOrThrow();
const jobState = async (id: string) =>
  (await sql<{ state: string }>`select state::text as state from pgboss.job where id = ${id}`.execute(server.owner))
    .rows[0]!.state;
const logged = async (event: string) =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select(['workspaceId', 'actorId', 'subject'])
      .where('event', '=', event)
      .execute()
  ).map(({ workspaceId, actorId, subject }) => [workspaceId, actorId, subject]);

describe('jobs in the console', () => {
  test('are those of every queue that works for a workspace, except its deletion', () => {
    expect([...server.deps.modules.jobs.keys()].filter((name) => name !== 'workspace.delete').sort()).toEqual(
      [...JOB_KINDS].sort(),
    );
  });

  test('are those of the caller’s workspaces, restricted to Admins, without error messages', async () => {
    const waiting = await leave('schedule.deliver', second);
    const lost = await leave('requestAnswer.build', first, failedBy({ value: { message: 'job heartbeat timeout' } }));
    const away = await leave(
      'dataRightsProtocol.callback',
      first,
      failedBy({ message: 'connect ECONNREFUSED 10.1.2.3:443', code: 'ECONNREFUSED', stack: 'at /srv/secret.ts' }),
    );
    const theirs = await leave('import.run', elsewhere, failedBy({ message: 'no' }));
    await sql`insert into pgboss.job (name, data, singleton_key) values ('schedule.run', '{"name":"mails.send"}', 'mails.send')`.execute(
      server.owner,
    );
    const { collection, meta } = await list();
    expect(meta.totalItems).toBe(3);
    const byId = new Map(collection.map((row) => [row.id, row]));
    expect(byId.get(waiting)).toMatchObject({
      kind: 'schedule.deliver',
      workspace: { id: second, name: 'ข สาขา' },
      state: 'waiting',
      attempts: 0,
      maxAttempts: 11,
      progress: null,
      error: null,
      canRetry: false,
      canCancel: false,
    });
    expect(byId.get(waiting)!.nextRunAt).not.toBeNull();
    expect(byId.get(lost)).toMatchObject({ state: 'failed', attempts: 11, error: 'nodeLost', canRetry: true });
    expect(byId.get(away)).toMatchObject({ state: 'failed', error: 'network', nextRunAt: null });
    expect(JSON.stringify(collection)).not.toMatch(/10\.1\.2\.3|secret|ECONN/);
    expect((await list({}, stranger)).collection.map(({ id }) => id)).toEqual([theirs]);
    for (const role of ['DPO', 'Staff', 'Top Management'] as const) {
      const person = await buildPerson(server, { workspaceId: first, role });
      expect((await refusal(list({}, person))).status).toBe('FORBIDDEN');
      expect((await refusal((await calls(person)).retry({ ws: first, id: lost }))).status).toBe('FORBIDDEN');
      expect((await refusal((await calls(person)).cancel({ ws: first, id: waiting }))).status).toBe('FORBIDDEN');
    }
    for (const call of [(await calls(stranger)).retry, (await calls(stranger)).cancel])
      expect((await refusal(call({ ws: elsewhere, id: lost }))).code).toBe('job.notFound');
  });

  test('are found by an index among all others', async () => {
    await sql`insert into pgboss.job (name, data, singleton_key)
      select 'import.run', jsonb_build_object('workspaceId', gen_random_uuid(), 'id', n), n::text from generate_series(1, 20000) as n`.execute(
      server.owner,
    );
    await sql`analyze pgboss.job_common`.execute(server.owner);
    const { rows } = await sql`explain ${newestJobs(JOB_KINDS, [first, second])}`.execute(server.owner);
    await sql`delete from pgboss.job where name = 'import.run' and length(singleton_key) < 10`.execute(server.owner);
    expect(JSON.stringify(rows)).toContain('job_common_workspace');
    expect(JSON.stringify(rows)).not.toContain('Seq Scan on job_common');
  });

  test('are searched by workspace, filtered, sorted and paged', async () => {
    const ids = async (input: object) => (await list(input)).collection.map(({ kind }) => kind);
    expect(await ids({ query: 'สาขา' })).toEqual(['schedule.deliver']);
    expect(await ids({ workspaceId: second })).toEqual(['schedule.deliver']);
    expect(await ids({ workspaceId: elsewhere })).toEqual([]);
    expect(await ids({ state: 'waiting' })).toEqual(['schedule.deliver']);
    expect(await ids({ kind: 'requestAnswer.build' })).toEqual(['requestAnswer.build']);
    expect(await ids({ sortBy: 'createdAt', sortDirection: 'ASC' })).toEqual([
      'schedule.deliver',
      'requestAnswer.build',
      'dataRightsProtocol.callback',
    ]);
    expect(await ids({ sortBy: 'workspace', sortDirection: 'DESC', pageSize: 1 })).toEqual(['schedule.deliver']);
    expect((await list({ pageSize: 2, currentPage: 2 })).collection).toHaveLength(1);
  });

  test('that failed can be restarted, which is logged; others cannot', async () => {
    const id = await leave('requestTask.gather', first, failedBy({ message: 'disk', code: 'ENOSPC' }));
    expect((await list({ kind: 'requestTask.gather' })).collection[0]).toMatchObject({ error: 'storage' });
    await (await calls()).retry({ ws: first, id });
    expect(await jobState(id)).toBe('retry');
    expect((await list({ kind: 'requestTask.gather' })).collection[0]).toMatchObject({ state: 'retrying' });
    expect(await logged('job.retried')).toEqual([[first, admin.personnelId, 'ก สำนักงาน']]);
    expect((await refusal((await calls()).retry({ ws: first, id }))).code).toBe('job.notFailed');
  });

  test('that can be cancelled have a text of what that does to them', () => {
    const cancellable = [...server.deps.modules.jobRecords].filter(([, { cancel }]) => cancel).map(([kind]) => kind);
    expect(cancellable.toSorted()).toEqual([...CANCELLABLE_JOBS]);
    for (const locale of LOCALES) {
      const texts = CANCELLABLE_JOBS.map((kind) => translate(locale, `job:cancelBody.${kind}`));
      expect(new Set(texts).size).toBe(texts.length);
    }
  });

  test('display the progress of an export; cancelled it ends finally, and only unfinished ones are cancelled', async () => {
    const running = await leaveExport(
      { status: 'running', done: 3, total: 10, attempts: 1, startedAt: new Date() },
      { ...started, state: 'active' },
    );
    expect((await list({ kind: 'export.run' })).collection).toMatchObject([
      { id: running.id, state: 'running', progress: { done: 3, total: 10 }, canCancel: true, canRetry: false },
    ]);
    await (await calls()).cancel({ ws: first, id: running.id });
    expect(await exportRow(running.key)).toEqual({ status: 'failed', errorCode: 'cancelled' });
    expect(await jobState(running.id)).toBe('cancelled');
    expect((await list({ kind: 'export.run' })).collection).toMatchObject([{ state: 'cancelled', error: 'cancelled' }]);
    expect(await logged('job.cancelled')).toEqual([[first, admin.personnelId, 'ก สำนักงาน']]);
    expect((await refusal((await calls()).cancel({ ws: first, id: running.id }))).code).toBe('job.notCancellable');
    const waiting = await leave('schedule.deliver', first);
    expect((await refusal((await calls()).cancel({ ws: first, id: waiting }))).code).toBe('job.notCancellable');
  });

  test('display an export as failed although its job ended, and restart it with a new job', async () => {
    const { key, id } = await leaveExport(
      { status: 'failed', errorCode: 'tooLarge', finishedAt: new Date() },
      { ...started, state: 'completed', completed_on: new Date() },
    );
    const of = async () => {
      const { collection } = await list({ kind: 'export.run' });
      const keys = await Promise.all(collection.map((row) => keyOf(row.id)));
      return collection.filter((_row, place) => keys[place] === key);
    };
    expect(await of()).toMatchObject([{ id, state: 'failed', error: 'tooLarge', canRetry: true }]);
    await (await calls()).retry({ ws: first, id });
    const after = await of();
    expect(after).toMatchObject([{ state: 'waiting', error: null }]);
    expect(after[0]!.id).not.toBe(id);
    expect(await exportRow(key)).toEqual({ status: 'waiting', errorCode: null });
  });
});
