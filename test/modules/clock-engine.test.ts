import { type ChildProcess, fork } from 'node:child_process';
import { randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { type Trx, withScope } from '../../db/client.ts';
import {
  deadlinesOf,
  endDeadline,
  forgetDeadline,
  moveDeadline,
  openDeadline,
  reopenDeadline,
  resumeDeadline,
  stopDeadline,
} from '../../server/platform/clock/deadlines.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { nextThreshold, reachable } from '../../shared/clock.ts';
import { buildPerson, buildServer, buildWorkspace, type Person, type TestServer } from '../factories.ts';
import { clockMailsOf, notificationsOf } from '../helpers/clocks.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { sized } from '../size.ts';
import { until } from '../helpers/until.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-02T09:00:00.000Z');
const KIND = 'incident.authority';

let server: TestServer;
let dpo: Person;
const children: ChildProcess[] = [];

beforeAll(async () => {
  server = await buildServer();
  dpo = await buildPerson(server, { role: 'DPO' });
});
afterEach(() => {
  server.clock.run();
  for (const child of children.splice(0)) child.kill('SIGKILL');
});
afterAll(async () => {
  await server.close();
});

const inside = <Result>(work: (trx: Trx) => Promise<Result>) =>
  withScope(server.deps.db, { workspaceId: dpo.workspaceId }, work);
const key = (subjectId: string) => ({ workspaceId: dpo.workspaceId, kind: KIND, subjectId }) as const;
const on = (ms: number) => new Date(ms);
const rowOf = (subjectId: string) =>
  server.owner.selectFrom('deadlines').selectAll().where('subjectId', '=', subjectId).executeTakeFirstOrThrow();
const firesAt = async (subjectId: string) => {
  const row = (await rowOf(subjectId)) as unknown as { firesAt: string | null };
  return row.firesAt === null ? null : Date.parse(row.firesAt);
};

async function startNode(): Promise<ChildProcess> {
  const child = fork(
    new URL('../helpers/clockNodeProcess.ts', import.meta.url),
    [server.databaseUrl, server.deps.config.dataDir],
    { execArgv: [], execPath: process.execPath },
  );
  children.push(child);
  await once(child, 'message');
  return child;
}

test('the database schedules notifications by the rules of a clock, for clocks of every kind', async () => {
  let seed = 7;
  const random = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
  const cases = Array.from({ length: sized(40, 150) }, () => {
    const hours = 1 + random(720);
    const alertHours = Array.from({ length: random(5) }, () => 1 + random(200));
    return { id: randomUUIDv7(), hours, alertHours, now: START + random(800 * 3600) * 1000 };
  });
  await inside(async (trx) => {
    for (const { id, hours, alertHours, now } of cases)
      await openDeadline(trx, {
        ...key(id),
        startedAt: on(START),
        dueAt: on(START + hours * HOUR),
        alertHours,
        now: on(now),
      });
  });
  for (const { id, hours, alertHours, now } of cases) {
    const due = START + hours * HOUR;
    const next = nextThreshold(due, reachable(START, due, alertHours), null, now);
    expect(await firesAt(id), JSON.stringify({ hours, alertHours, now })).toBe(next.due ? now : next.nextAt);
  }
  await inside(async (trx) => {
    for (const { id } of cases) await forgetDeadline(trx, key(id));
  });
});

test('a clock is opened, paused, resumed, ended and reopened', async () => {
  const id = randomUUIDv7();
  const due = START + 72 * HOUR;
  const at = (hours: number) => on(START + hours * HOUR);
  await inside(async (trx) => {
    await openDeadline(trx, { ...key(id), startedAt: on(START), dueAt: on(due), alertHours: [24, 1], now: on(START) });
    await stopDeadline(trx, { ...key(id), at: at(10) });
  });
  expect(await firesAt(id)).toBe(null);
  // Like the statutory clock: a pause gives no time.
  await inside((trx) => resumeDeadline(trx, { ...key(id), at: at(20), extend: false }));
  expect((await inside((trx) => deadlinesOf(trx, dpo.workspaceId, KIND, [id]))).get(id)).toEqual({
    startedAt: at(0).toISOString(),
    dueAt: at(72).toISOString(),
    stoppedAt: null,
    endedAt: null,
    outcome: null,
  });
  expect(await firesAt(id)).toBe(START + 48 * HOUR);
  // Like an approval: due later by the duration of the pause.
  await inside(async (trx) => {
    await stopDeadline(trx, { ...key(id), at: at(30) });
    await resumeDeadline(trx, { ...key(id), at: at(35), extend: true });
  });
  expect(await rowOf(id)).toMatchObject({
    dueAt: at(77).toISOString(),
    stoppedAt: null,
    firesAt: at(53).toISOString(),
  });
  expect(await inside((trx) => endDeadline(trx, { ...key(id), at: at(40), outcome: 'met' }))).toBe(true);
  expect(await inside((trx) => endDeadline(trx, { ...key(id), at: at(41), outcome: 'late' }))).toBe(false);
  expect(await rowOf(id)).toMatchObject({ endedAt: at(40).toISOString(), outcome: 'met', firesAt: null });
  // It resumes after the 24-hour threshold was reached, which is notified then.
  expect(await inside((trx) => reopenDeadline(trx, { ...key(id), now: at(60) }))).toBe(true);
  expect(await firesAt(id)).toBe(START + 60 * HOUR);
  expect(await inside((trx) => reopenDeadline(trx, { ...key(id), now: at(61) }))).toBe(false);
  // Ended during a pause, it goes on as well.
  await inside(async (trx) => {
    await stopDeadline(trx, { ...key(id), at: at(62) });
    await endDeadline(trx, { ...key(id), at: at(63), outcome: 'met' });
    await reopenDeadline(trx, { ...key(id), now: at(64) });
  });
  expect(await rowOf(id)).toMatchObject({ stoppedAt: null, endedAt: null, firesAt: at(64).toISOString() });
  await inside((trx) => forgetDeadline(trx, key(id)));
  expect(await inside((trx) => deadlinesOf(trx, dpo.workspaceId, KIND, [id]))).toEqual(new Map());
});

test.each([
  // [threshold, notified at hour, then moved at hour to be due at hour, next notified at hour (null: never)]
  ['due earlier, before any notification', null, 10, 60, 36],
  ['due earlier, with the last day starting immediately', null, 10, 30, 10],
  ['due earlier than the hours of some alerts: those are never reached', null, 10, 20, 19],
  ['due earlier after the last day was notified: it is not notified again', 48, 50, 60, 59],
  ['due earlier after the last day was notified, and overdue immediately', 48, 50, 40, 50],
  ['due later after the last day was notified: the last day is notified again', 48, 50, 100, 76],
  ['due a little later after the last hour was notified: the last day is past', 71, 71.5, 80, 79],
  ['due later after it was notified as overdue: everything is notified again', 73, 74, 200, 176],
  ['due earlier after it was notified as overdue: nothing is notified again', 73, 74, 60, null],
])('moved: %s', async (_, firedFor, movedAt, dueAt, next) => {
  const id = randomUUIDv7();
  await inside(async (trx) => {
    await openDeadline(trx, {
      ...key(id),
      startedAt: on(START),
      dueAt: on(START + 72 * HOUR),
      alertHours: [24, 1],
      now: on(START),
    });
    if (firedFor !== null)
      await sql`update deadlines set fired_until = ${on(START + firedFor * HOUR)} where subject_id = ${id}`.execute(
        trx,
      );
    await moveDeadline(trx, { ...key(id), dueAt: on(START + dueAt * HOUR), now: on(START + movedAt * HOUR) });
  });
  expect(await firesAt(id)).toBe(next === null ? null : START + next * HOUR);
  await inside((trx) => forgetDeadline(trx, key(id)));
});

test('running clocks of incidents are counted by a separate index, however many others exist', async () => {
  const { id: ws } = await buildWorkspace(server);
  await sql`
    insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, ended_at, outcome)
    select ${ws}::uuid, gen_random_uuid(), case when n % 4 = 0 then 'approval.step' else ${KIND} end, gen_random_uuid(), now(), now() + n * interval '1 minute', case when n % 10 > 0 then now() end, case when n % 10 > 0 then 'met' end
      from generate_series(1, 8000) n`.execute(server.owner);
  await sql`vacuum analyze deadlines`.execute(server.owner);
  // The query of `countRunning`.
  const { rows } = await withScope(server.deps.db, { workspaceId: ws }, (trx) =>
    sql<{ 'QUERY PLAN': string }>`
      explain (analyze, costs off, timing off) select count(*) as total, count(*) filter (where d.due_at < ${on(Date.now())}::timestamptz) as overdue from deadlines as d
      where d.workspace_id = ${ws} and d.kind = ${sql.lit(KIND)} and d.ended_at is null and d.stopped_at is null`.execute(
      trx.withoutPlugins(),
    ),
  );
  const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
  expect(plan).toMatch(/(Index Only Scan using|Bitmap Index Scan on) deadlines_running[^\n]*rows=400\b/);
  expect(plan).not.toContain('Seq Scan');
  await server.owner.deleteFrom('deadlines').where('workspaceId', '=', ws).execute();
});

test('a deadline whose notification fails blocks no other, and is retried successfully', async () => {
  const { id: broken } = await buildWorkspace(server);
  const nobody = await buildPerson(server, { workspaceId: broken, role: 'DPO', email: 'not an address' });
  const { id: intact } = await buildWorkspace(server);
  await buildPerson(server, { workspaceId: intact, role: 'DPO' });
  const first = await buildIncident(server, broken, { createdAt: on(START) });
  const second = await buildIncident(server, intact, { createdAt: on(START + 1000) });
  server.clock.set(on(START + 72 * HOUR + 2000));
  expect(await server.deps.alarm.ring()).toMatchObject({ handled: 1, failed: 1 });
  expect(await notificationsOf(server, intact)).toMatchObject([{ id: second.id, hours: 0 }]);
  // The failure left nothing behind: no log entry, no mail, no mark.
  expect(await notificationsOf(server, broken)).toEqual([]);
  expect(await rowOf(first.id)).toMatchObject({ firedUntil: null });
  // It is retried after 20 seconds, then after twice as long each time, after ten minutes at most.
  let at = START + 72 * HOUR + 2000;
  for (const wait of [20, 40, 80, 160, 320, 600, 600]) {
    server.clock.set(on(at + wait * 1000 - 1));
    expect(await server.deps.alarm.ring()).toMatchObject({ handled: 0, failed: 0 });
    server.clock.set(on((at += wait * 1000)));
    expect(await server.deps.alarm.ring(), `${wait} s`).toMatchObject({ handled: 0, failed: 1 });
  }
  await server.owner
    .updateTable('personnel')
    .set({ email: 'dpo@mended.example' })
    .where('id', '=', nobody.personnelId)
    .execute();
  server.clock.set(on((at += 600_000)));
  expect(await server.deps.alarm.ring()).toMatchObject({ handled: 1, failed: 0 });
  expect(await server.deps.alarm.ring()).toMatchObject({ handled: 0, failed: 0 });
  expect(await notificationsOf(server, broken)).toMatchObject([{ id: first.id, hours: 0 }]);
});

test('the sleeping alarm is woken by a commit of its own node, sleeps until the exact moment, and notifies then', async () => {
  const node = await buildServer(
    { DATA_DIR: server.deps.config.dataDir },
    { databaseUrl: server.databaseUrl, alarm: true },
  );
  try {
    const { id: ws } = await buildWorkspace(server);
    await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    const { id } = await buildIncident(server, ws, { alertHours: [] });
    // Nothing is due for a long time, so it sleeps for its maximum.
    await until(async () => (await node.deps.alarm.ring()).handled === 0);
    const now = Date.now();
    node.clock.set(on(now));
    const overdueAt = now + 1234;
    await transact(node.deps, { workspaceId: ws }, (trx) =>
      moveDeadline(trx, {
        workspaceId: ws,
        kind: KIND,
        subjectId: id,
        dueAt: on(overdueAt - 1000),
        now: node.deps.now(),
      }),
    );
    // Its clock is frozen: however often it checks, the moment remains as far away as before.
    expect((await node.deps.alarm.ring()).nextAt).toBe(overdueAt);
    expect(await notificationsOf(server, ws)).toEqual([]);
    node.clock.set(on(overdueAt));
    await until(async () => (await notificationsOf(server, ws)).length > 0);
    expect((await notificationsOf(server, ws)).map(({ at }) => Date.parse(at))).toEqual([overdueAt]);
  } finally {
    await node.close();
  }
});

test('two nodes on one database notify each threshold once, whichever is first', async () => {
  const { id: ws } = await buildWorkspace(server);
  const officers = await Promise.all(
    (['DPO', 'Admin'] as const).map((role) => buildPerson(server, { workspaceId: ws, role })),
  );
  const reporterId = officers[0]!.personnelId;
  const soon = Date.now() + 2500;
  const incidents = await Promise.all(
    Array.from({ length: 30 }, (_, index) =>
      buildIncident(server, ws, {
        reporterId,
        number: index + 1,
        createdAt: on(soon + index * 20 - 71 * HOUR),
        alertHours: [1],
      }),
    ),
  );
  await Promise.all([startNode(), startNode()]);
  await until(async () => (await notificationsOf(server, ws)).length >= incidents.length);
  await server.deps.alarm.ring();
  const notified = await notificationsOf(server, ws);
  expect(notified.map(({ id }) => id).toSorted()).toEqual(incidents.map(({ id }) => id).toSorted());
  for (const { id, at } of notified) {
    const due = incidents.find((one) => one.id === id)!.dueAt.getTime() - HOUR;
    expect(Date.parse(at) - due).toBeGreaterThanOrEqual(0);
  }
  expect((await clockMailsOf(server, ws)).map(({ kind }) => kind)).toEqual(incidents.map(() => 'incidentDueSoon'));
});

test('a node killed while notifying loses nothing and repeats nothing: another continues', async () => {
  const { id: ws } = await buildWorkspace(server);
  const officers = await Promise.all(
    (['DPO', 'DPO'] as const).map((role) => buildPerson(server, { workspaceId: ws, role })),
  );
  const reporterId = officers[0]!.personnelId;
  const incidents = await Promise.all(
    Array.from({ length: 80 }, (_, index) =>
      buildIncident(server, ws, { reporterId, number: index + 1, createdAt: on(Date.now() - 73 * HOUR) }),
    ),
  );
  const amid: number[] = [];
  for (const part of [0.2, 0.6]) {
    const node = await startNode();
    await until(async () => (await notificationsOf(server, ws)).length >= incidents.length * part);
    node.kill('SIGKILL');
    await once(node, 'exit');
    amid.push((await notificationsOf(server, ws)).length);
  }
  expect(amid.every((count) => count < incidents.length)).toBe(true);
  await startNode();
  await until(async () => (await notificationsOf(server, ws)).length >= incidents.length);
  await until(async () => (await server.deps.alarm.ring()).busy === 0);
  const notified = await notificationsOf(server, ws);
  // Only the newest of the passed thresholds; each once.
  expect(notified.map(({ id, hours }) => `${id} ${hours}`).toSorted()).toEqual(
    incidents.map(({ id }) => `${id} 0`).toSorted(),
  );
  expect(await clockMailsOf(server, ws)).toHaveLength(incidents.length * 2);
  const notices = await server.owner
    .selectFrom('personalNotices')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('workspaceId', '=', ws)
    .executeTakeFirstOrThrow();
  expect(notices.count).toBe(incidents.length * 2);
});
