import { randomUUIDv7 } from 'node:crypto';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import { nameOf } from '../../server/modules/schedule/making.ts';
import { planSchedule, retrySchedule } from '../../server/modules/schedule/planning.ts';
import { ATTEMPTS } from '../../shared/schedule/problems.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { announceDeliveries } from '../helpers/announcedDeliveries.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { refusal } from '../helpers/refusal.ts';
import { startPasswordServer } from '../helpers/passwordServer.ts';
import { mailsOf } from '../mailbox.ts';
import { hand } from '../debian.ts';
import { delivered, type Sshd, startSshd } from '../sshd.ts';

const NEVER = new AbortController().signal;
const PASSWORD = 'correct horse battery';
const DAY = 86_400_000;
/** A port without a listener. */
const NOWHERE = 1;

let server: TestServer;
let sshd: Sshd;
let ws: string;
let organizationId: string;
let admin: Person;
let forms: BuiltForm[];
beforeAll(async () => {
  server = await buildServer({ SFTP_ON_PRIVATE_NETWORK: 'true' });
  sshd = await startSshd();
});
afterAll(() => Promise.all([server.close(), sshd.close()]));
beforeEach(async () => {
  // Outstanding notifications of the previous test.
  await announceDeliveries(server);
  ({ id: ws, organizationId } = await buildWorkspace(server));
  admin = await buildPerson(server, { workspaceId: ws });
  forms = [];
  for (let count = 0; count < 3; count += 1) forms.push(await buildConsentForm(server, admin, { purposes: 1 }));
});
afterEach(() => server.clock.run());

type Calls = Awaited<ReturnType<typeof callerFor>>;
type Draft = Parameters<Calls['schedule']['create']>[0];
// The clock advances to the next run, which may be a day away: longer than a session.
const calls = async () => (await callerFor(server, await signInAgain(server, admin))).schedule;
let folders = 0;
function draft(more: Partial<Draft> = {}): Draft {
  const folder = join(sshd.folder, String((folders += 1)));
  mkdirSync(folder);
  hand(folder);
  return {
    ws,
    name: `Drop ${folders}`,
    workspaceIds: [ws],
    consentIds: forms.map(({ id }) => id),
    frequency: 'Daily',
    hour: 2,
    host: '127.0.0.1',
    port: sshd.port,
    username: sshd.username,
    privateKey: sshd.privateKey,
    folder,
    hostKey: sshd.hostKey,
    ...more,
  };
}
const add = async (more: Partial<Draft> = {}) => (await calls()).create(draft(more));
const tasksOf = async (id: string) => (await (await calls()).tasks({ ws, id })).collection;
const statesOf = async (id: string) => (await tasksOf(id)).map(({ state }) => state);
const run = async (id: string) => void (await (await calls()).run({ ws, id }));
/** Runs everything due, concurrently, like several nodes. */
const attempt = async (id: string) =>
  Promise.all((await tasksOf(id)).map((task) => deliver(server.deps, task.workspace.id, task.id, NEVER)));
/** Advances to when all waiting ones are due. */
async function waitFor(id: string): Promise<void> {
  const due = (await tasksOf(id)).flatMap(({ nextAt }) => nextAt ?? []).toSorted();
  if (due.length > 0) server.clock.set(due.at(-1)!);
}
/** Makes the last attempt, as if all previous ones had failed too. */
async function tryLast(id: string): Promise<void> {
  await server.owner
    .updateTable('exportScheduleTasks')
    .set({ attempts: ATTEMPTS - 1 })
    .where('scheduleId', '=', id)
    .execute();
  await waitFor(id);
  await attempt(id);
}
const fill = (rows: number) =>
  fillConsents(server, forms[0]!, {
    rows,
    subjects: rows,
    from: new Date(Date.now() - 30 * DAY),
    to: new Date(Date.now() - DAY),
  });

async function bellOf(person = admin) {
  const { notification } = await callerFor(server, await signInAgain(server, person));
  const { collection } = await notification.list({ ws: person.workspaceId, module: 'ALL', pageSize: 50 });
  return collection.filter(({ event }) => event === 'schedule.failed' || event === 'schedule.stopped');
}
const lettersTo = async ({ email }: Person) =>
  (await mailsOf(server, email)).filter(({ kind }) => kind === 'scheduleFailed');

describe('a refused password', () => {
  it.each([
    ['is tried once, whatever the schedule delivers, and stops it until somebody has looked at it', false],
    ['is tried once where the server asks for it in a dialogue too', true],
  ])('%s', async (_, dialogue) => {
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, dialogue });
    try {
      const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
      const settings = draft({ ...more, password: 'wrong' });
      const { id } = await (await calls()).create(settings);
      await run(id);
      await attempt(id);
      expect(drop.tries()).toBe(1);
      for (const task of await tasksOf(id))
        expect(task).toMatchObject({ state: 'failed', problem: 'signIn', reportCode: 'SFTP-202' });
      const stopped = await (await calls()).get({ ws, id });
      expect(stopped).toMatchObject({ active: false, stopped: 'signIn', nextRuns: [] });
      expect(await announceDeliveries(server)).toBe(1);
      expect((await bellOf()).filter(({ entityId }) => entityId === id)).toHaveLength(1);
      expect((await lettersTo(admin)).filter(({ text }) => text.includes(id))).toHaveLength(1);

      await (await calls()).update({ ...settings, id, rowVersion: stopped.rowVersion, password: PASSWORD });
      await run(id);
      await attempt(id);
      expect(await statesOf(id)).toEqual([...Array(3).fill('delivered'), ...Array(3).fill('failed')]);
    } finally {
      await drop.close();
    }
  });

  it('is only retried manually', async () => {
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD });
    try {
      const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
      const { id } = await add({ ...more, password: 'wrong' });
      await run(id);
      await attempt(id);
      server.clock.set(new Date(Date.now() + 3 * DAY));
      await planSchedule.run(server.deps, NEVER);
      server.clock.run();
      expect(await statesOf(id)).toHaveLength(3);
      await run(id);
      expect((await (await calls()).get({ ws, id })).stopped).toBeNull();
      await attempt(id);
      expect(drop.tries()).toBe(2);
    } finally {
      await drop.close();
    }
  });
});

describe('a failing run', () => {
  it('notifies and mails once, with the number of files it did not deliver', async () => {
    const { id, name } = await add({ port: NOWHERE });
    await run(id);
    await attempt(id);
    expect(await announceDeliveries(server)).toBe(0);
    await tryLast(id);
    expect(await statesOf(id)).toEqual(['failed', 'failed', 'failed']);
    expect(await announceDeliveries(server)).toBe(1);
    const bell = await bellOf();
    expect(bell).toHaveLength(1);
    expect(bell[0]!.title).toContain('3');
    expect(bell[0]!.title).toContain(name);
    const [letter, ...others] = await lettersTo(admin);
    expect(others).toEqual([]);
    expect(letter!.text).toContain('3 × SFTP-103');
    expect(letter!.text).toContain(`/admins/schedules/${id}?workspace=${ws}`);
  });

  it('notifies in each workspace that it concerns, and mails each person once', async () => {
    const { id: branch } = await buildWorkspace(server, { organizationId });
    const same = { userId: admin.userId, email: admin.email };
    const there = await buildPerson(server, { workspaceId: branch, ...same });
    const other = await buildPerson(server, { workspaceId: branch, role: 'Admin' });
    const form = await buildConsentForm(server, there, { purposes: 1 });
    const consentIds = [...forms.map((one) => one.id), form.id];
    const { id } = await add({ port: NOWHERE, workspaceIds: [ws, branch], consentIds });
    await run(id);
    await attempt(id);
    await tryLast(id);
    expect(await announceDeliveries(server)).toBe(1);
    expect(await bellOf()).toHaveLength(1);
    expect(await bellOf(other)).toHaveLength(1);
    const mine = await lettersTo(admin);
    expect(mine).toHaveLength(1);
    expect(mine[0]!.text).toContain('4 × SFTP-103');
    expect((await lettersTo(other))[0]!.text).toContain('1 × SFTP-103');
  });
});

describe('an unfinished delivery', () => {
  it('waits while its schedule is paused, and continues afterwards', async () => {
    const { id, nextRuns, rowVersion } = await add({ port: NOWHERE });
    server.clock.set(nextRuns[0]!);
    await planSchedule.run(server.deps, NEVER);
    await attempt(id);
    const [task] = await tasksOf(id);
    expect(task).toMatchObject({ state: 'waiting', attempts: 1 });
    const paused = await (await calls()).setActive({ ws, id, active: false, rowVersion });
    await waitFor(id);
    await attempt(id);
    expect((await tasksOf(id)).map(({ attempts }) => attempts)).toEqual([1, 1, 1]);
    const ids = (await tasksOf(id)).map((one) => one.id);
    const left = async () => {
      await sql`delete from pgboss.job where name = 'schedule.deliver'`.execute(server.owner);
      await retrySchedule.run(server.deps, NEVER);
      const { rows } = await sql`select from pgboss.job where singleton_key = any(${ids})`.execute(server.owner);
      return rows.length;
    };
    expect(await left()).toBe(0);
    await (await calls()).setActive({ ws, id, active: true, rowVersion: paused.rowVersion });
    expect(await left()).toBe(3);
    await attempt(id);
    expect((await tasksOf(id)).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
  });

  it('is attempted now if somebody starts a delivery while its schedule is paused', async () => {
    const { id, nextRuns, rowVersion } = await add({ port: NOWHERE });
    server.clock.set(nextRuns[0]!);
    await planSchedule.run(server.deps, NEVER);
    await attempt(id);
    await (await calls()).setActive({ ws, id, active: false, rowVersion });
    await sql`delete from pgboss.job where name = 'schedule.deliver'`.execute(server.owner);
    await run(id);
    const tasks = await tasksOf(id);
    expect(tasks.map(({ state, manual, attempts }) => [state, manual, attempts])).toEqual(
      Array(3).fill(['waiting', true, 1]),
    );
    const ids = tasks.map((one) => one.id);
    const { rows } = await sql`select from pgboss.job where singleton_key = any(${ids})`.execute(server.owner);
    expect(rows).toHaveLength(3);
    await attempt(id);
    expect((await tasksOf(id)).map(({ attempts }) => attempts)).toEqual([2, 2, 2]);
    // One that is being sent is finished first.
    await server.owner.updateTable('exportScheduleTasks').set({ state: 'running' }).where('id', '=', ids[0]!).execute();
    expect((await refusal((await calls()).run({ ws, id }))).code).toBe('schedule.running');
  });

  it('can be cancelled by an Admin, and another one started', async () => {
    const { id } = await add({ port: NOWHERE });
    await run(id);
    const schedule = await calls();
    const tasks = await tasksOf(id);
    for (const task of tasks) await schedule.cancelTask({ ws, id, taskId: task.id });
    expect(await statesOf(id)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await tasksOf(id))[0]!.log.map(({ step }) => step)).toEqual(['cancelled']);
    await attempt(id);
    expect(await statesOf(id)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await refusal(schedule.cancelTask({ ws, id, taskId: tasks[0]!.id }))).code).toBe('schedule.ended');
    expect((await refusal(schedule.cancelTask({ ws, id, taskId: randomUUIDv7() }))).code).toBe('schedule.taskNotFound');
    const stranger = await buildPerson(server);
    const { schedule: theirs } = await callerFor(server, stranger);
    const elsewhere = { ws: stranger.workspaceId, id, taskId: tasks[0]!.id };
    expect((await refusal(theirs.cancelTask(elsewhere))).code).toBe('schedule.taskNotFound');
    const log = await server.owner
      .selectFrom('activityLogs')
      .select('actorId')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'schedule.cancelled')
      .execute();
    expect(log).toEqual(Array(3).fill({ actorId: admin.personnelId }));
    await run(id);
  });

  it('is cancelled during its transfer, and its log is stored up to that point', async () => {
    await fill(60_000);
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, pauseMs: 50 });
    try {
      const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
      const { id } = await add({ ...more, password: PASSWORD, consentIds: [forms[0]!.id] });
      await run(id);
      const isOver = attempt(id);
      const steps = async () => (await tasksOf(id))[0]!.log.map(({ step }) => step);
      await expect.poll(steps).toEqual(['making', 'connecting', 'uploading']);
      const [task] = await tasksOf(id);
      expect(task!.state).toBe('running');
      await (await calls()).cancelTask({ ws, id, taskId: task!.id });
      await isOver;
      expect(await statesOf(id)).toEqual(['cancelled']);
      expect(await steps()).toEqual(['making', 'connecting', 'uploading', 'cancelled']);
      const folder = join(sshd.folder, String(folders));
      expect(delivered({ ...sshd, folder })).toEqual([`.${task!.fileName}.part`]);
    } finally {
      await drop.close();
    }
  });

  it('has its actual status in the console: retrying, failed, or cancelled', async () => {
    const { id } = await add({ port: NOWHERE });
    await run(id);
    await attempt(id);
    // Each job has succeeded: the error is in its task.
    await sql`update pgboss.job set state = 'completed', started_on = now(), completed_on = now() where name = 'schedule.deliver'`.execute(
      server.owner,
    );
    const { job } = await callerFor(server, admin);
    const rows = async () =>
      (await job.list({ ws, currentPage: 1, pageSize: 50, kind: 'schedule.deliver' })).collection;
    const due = new Set((await tasksOf(id)).map(({ nextAt }) => nextAt));
    const [first] = await rows();
    expect(due).toContain(first!.nextRunAt);
    expect(first).toMatchObject({
      state: 'retrying',
      error: 'notDelivered',
      attempts: 1,
      maxAttempts: ATTEMPTS,
      finishedAt: null,
      canCancel: true,
    });
    for (const row of await rows()) await job.cancel({ ws, id: row.id });
    expect(await statesOf(id)).toEqual(['cancelled', 'cancelled', 'cancelled']);
    expect((await rows()).map(({ state, canCancel }) => [state, canCancel])).toEqual(
      Array(3).fill(['cancelled', false]),
    );
    await server.owner
      .updateTable('exportScheduleTasks')
      .set({ state: 'failed', problem: 'full' })
      .where('scheduleId', '=', id)
      .execute();
    expect((await rows()).map(({ state, error }) => [state, error])).toEqual(Array(3).fill(['failed', 'notDelivered']));
  });
});

describe('a schedule without forms', () => {
  it('is stopped, notifies, and reports it to somebody who starts it', async () => {
    const { id, rowVersion } = await add({ consentIds: [forms[0]!.id] });
    await server.owner.deleteFrom('consents').where('id', '=', forms[0]!.id).execute();
    expect((await refusal((await calls()).run({ ws, id }))).code).toBe('schedule.noForms');
    await planSchedule.run(server.deps, NEVER);
    await planSchedule.run(server.deps, NEVER);
    const stopped = await (await calls()).get({ ws, id });
    expect(stopped).toMatchObject({ active: false, stopped: 'noForms' });
    expect(await announceDeliveries(server)).toBe(1);
    expect(await bellOf()).toMatchObject([{ event: 'schedule.stopped', entityId: id }]);
    expect((await lettersTo(admin))[0]!.text).toContain('EXPORT-505');
    const again = { ws, id, active: true, rowVersion: rowVersion + 1 };
    expect((await refusal((await calls()).setActive(again))).code).toBe('schedule.noForms');
  });
});

describe('the forms of a schedule', () => {
  it('are found by name in the selected workspaces of the organisation, page by page', async () => {
    const elsewhere = await buildWorkspace(server);
    const there = { userId: admin.userId, email: admin.email };
    const person = await buildPerson(server, { workspaceId: elsewhere.id, ...there });
    const foreign = await buildConsentForm(server, person, { purposes: 1 });
    const schedule = await calls();
    const page = { currentPage: 1, pageSize: 2, query: '' };
    const first = await schedule.forms({ ws, workspaceIds: [ws, elsewhere.id], ...page });
    expect(first.meta).toMatchObject({ totalItems: 3, totalPage: 2 });
    const second = await schedule.forms({ ws, workspaceIds: [ws], ...page, currentPage: 2 });
    const ids = [...first.collection, ...second.collection].map(({ id }) => id);
    expect(ids.toSorted()).toEqual(forms.map(({ id }) => id).toSorted());
    expect((await schedule.forms({ ws, workspaceIds: [], ...page })).collection).toEqual([]);
    const named = await schedule.forms({ ws, workspaceIds: [ws], ...page, query: forms[1]!.name });
    expect(named.collection).toMatchObject([{ id: forms[1]!.id, workspace: { id: ws } }]);
    expect(await schedule.formNames({ ws, ids: [forms[0]!.id, foreign.id] })).toMatchObject([
      { id: forms[0]!.id, name: forms[0]!.name },
    ]);
    const { consentAdmin } = await callerFor(server, admin);
    expect((await consentAdmin.workspaces({ ws })).map(({ id }) => id)).toEqual([ws]);
    expect((await consentAdmin.consents({ ws })).meta.totalItems).toBe(3);
    expect((await consentAdmin.workspaces({})).map(({ id }) => id).toSorted()).toEqual([ws, elsewhere.id].toSorted());
  });
});

describe('the name of a delivered file', () => {
  it.each([
    ['สมัครสมาชิก 2569', 'consents-สมัครสมาชิก-2569-20261123T190000Z-1f2e3d4c.csv'],
    ['../../etc/passwd\u0000.sh', 'consents-etc-passwd-sh-20261123T190000Z-1f2e3d4c.csv'],
    ['日本', 'consents-20261123T190000Z-1f2e3d4c.csv'],
  ])("contains the form's name: %s", (form, expected) => {
    const task = { id: '01890000-0000-7000-8000-00001f2e3d4c', runAt: '2026-11-23T19:00:00.000Z' };
    expect(nameOf(task, { form, format: 'csv', encryptionKey: '' })).toBe(expected);
  });

  it('fits the limits of servers', () => {
    const task = { id: randomUUIDv7(), runAt: new Date().toISOString() };
    const name = nameOf(task, { form: 'ก'.repeat(200), format: 'xlsx', encryptionKey: 'key' });
    expect(Buffer.byteLength(`.${name}.manifest.json.part`)).toBeLessThanOrEqual(255);
  });
});
