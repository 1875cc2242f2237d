import { mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateKey } from 'openpgp';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import { planSchedule } from '../../server/modules/schedule/planning.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildConsentForm, recordChoices } from '../helpers/consents.ts';
import { hand } from '../debian.ts';
import { until } from '../helpers/until.ts';
import { delivered, type Sshd, startSshd } from '../sshd.ts';

const NEVER = new AbortController().signal;

let server: TestServer;
let sshd: Sshd;
let admin: Person;
beforeAll(async () => {
  server = await buildServer({ SFTP_ON_PRIVATE_NETWORK: 'true' });
  sshd = await startSshd();
  admin = await buildPerson(server);
});
afterAll(() => Promise.all([server.close(), sshd.close()]));
afterEach(() => server.clock.run());

const calls = async () => (await callerFor(server, await signInAgain(server, admin))).schedule;
function draft(folder: string, consentIds: readonly string[]) {
  const { port, username, privateKey, hostKey } = sshd;
  const ws = admin.workspaceId;
  const timing = { frequency: 'Daily' as const, hour: 2 };
  const destination = { host: '127.0.0.1', port, username, privateKey, hostKey, folder };
  return { ws, name: folder.slice(-90), workspaceIds: [ws], consentIds: [...consentIds], ...timing, ...destination };
}
const tasksOf = async (id: string) => (await (await calls()).tasks({ ws: admin.workspaceId, id })).collection;
async function attempt(id: string): Promise<void> {
  for (const task of await tasksOf(id))
    if (task.nextAt !== null) await deliver(server.deps, task.workspace.id, task.id, NEVER);
}
/** Advances to when the waiting deliveries are due. */
async function waitFor(id: string): Promise<void> {
  const due = (await tasksOf(id)).flatMap(({ nextAt }) => nextAt ?? []).toSorted();
  server.clock.set(due.at(-1)!);
}

it('a delivery that waits for its next attempt follows what the schedule was changed to', async () => {
  const [remaining, removed] = [
    await buildConsentForm(server, admin, { purposes: 1 }),
    await buildConsentForm(server, admin, { purposes: 1 }),
  ];
  for (const form of [remaining, removed]) await recordChoices(server, form, [{ uid: 'CUSTOMER-1' }]);
  const folder = join(sshd.folder, 'later');
  const settings = draft(folder, [remaining.id, removed.id]);
  const { id } = await (await calls()).create(settings);
  await (await calls()).run({ ws: admin.workspaceId, id });
  await attempt(id);
  for (const task of await tasksOf(id))
    expect(task).toMatchObject({ state: 'waiting', problem: 'folderMissing', rows: 1 });

  mkdirSync(folder);
  hand(folder);
  const { publicKey } = await generateKey({ userIDs: [{ name: 'Receiver' }], format: 'armored' });
  const { rowVersion } = await (await calls()).get({ ws: admin.workspaceId, id });
  await (await calls()).update({ ...settings, id, rowVersion, encryptionKey: publicKey, consentIds: [remaining.id] });
  await waitFor(id);
  await attempt(id);

  const tasks = new Map((await tasksOf(id)).map((task) => [task.consent.id, task]));
  expect(tasks.get(removed.id)).toMatchObject({ state: 'cancelled', nextAt: null });
  const task = tasks.get(remaining.id)!;
  expect(task).toMatchObject({ state: 'delivered', attempts: 2 });
  expect(task.fileName).toMatch(/\.csv\.pgp$/);
  expect(delivered({ ...sshd, folder })).toEqual([task.fileName, `${task.fileName}.manifest.json`]);
  expect(readFileSync(join(folder, task.fileName!), 'latin1')).not.toContain('CUSTOMER-1');
  // Our copy in clear is gone too.
  const copies = await server.owner
    .selectFrom('files')
    .select('id')
    .where('ownerKind', '=', 'schedule.copy')
    .where('ownerId', '=', task.id)
    .execute();
  expect(copies).toHaveLength(1);
});

it('a delivery under way follows what the schedule is changed to before it connects', async () => {
  const form = await buildConsentForm(server, admin, { purposes: 1 });
  await recordChoices(server, form, [{ uid: 'CUSTOMER-9' }]);
  const [before, after] = ['under-way', 'moved'].map((name) => join(sshd.folder, name));
  for (const folder of [before!, after!]) {
    mkdirSync(folder);
    hand(folder);
  }
  const settings = draft(before!, [form.id]);
  const { id } = await (await calls()).create(settings);
  await (await calls()).run({ ws: admin.workspaceId, id });
  const setTurn = (signInUntil: string | null) =>
    server.owner.updateTable('exportSchedules').set({ signInUntil }).where('id', '=', id).execute();
  await setTurn('2100-01-01T00:00:00Z'); // another task of the schedule signs in
  const [waiting] = await tasksOf(id);
  const delivering = deliver(server.deps, admin.workspaceId, waiting!.id, NEVER);
  await until(async () => (await tasksOf(id))[0]!.log.some(({ step }) => step === 'connecting'));
  expect((await tasksOf(id))[0]!.fileName).toMatch(/\.csv$/);

  const { publicKey } = await generateKey({ userIDs: [{ name: 'Receiver' }], format: 'armored' });
  const { rowVersion } = await (await calls()).get({ ws: admin.workspaceId, id });
  await (await calls()).update({ ...settings, id, rowVersion, folder: after!, encryptionKey: publicKey });
  await setTurn(null);
  await delivering;

  const [task] = await tasksOf(id);
  expect(task).toMatchObject({ state: 'delivered', attempts: 1 });
  expect(task!.fileName).toMatch(/\.csv\.pgp$/);
  expect(delivered({ ...sshd, folder: before! })).toEqual([]);
  expect(delivered({ ...sshd, folder: after! })).toEqual([task!.fileName, `${task!.fileName}.manifest.json`]);
});

it('an attempt sends the file of the one before where the schedule is as it was', async () => {
  const form = await buildConsentForm(server, admin, { purposes: 1 });
  await recordChoices(server, form, [{ uid: 'CUSTOMER-2' }]);
  const folder = join(sshd.folder, 'same');
  const { id } = await (await calls()).create(draft(folder, [form.id]));
  await (await calls()).run({ ws: admin.workspaceId, id });
  await attempt(id);
  const [before] = await tasksOf(id);
  mkdirSync(folder);
  hand(folder);
  await waitFor(id);
  await attempt(id);
  const [after] = await tasksOf(id);
  expect(after).toMatchObject({ state: 'delivered', sha256: before!.sha256, fileUrl: before!.fileUrl });
  expect(after!.log.filter(({ step }) => step === 'making')).toHaveLength(1);
});

it('an attempt sends nothing out of a workspace that was closed, or has lost consent, since its file was made', async () => {
  const form = await buildConsentForm(server, admin, { purposes: 1 });
  await recordChoices(server, form, [{ uid: 'CUSTOMER-3' }]);
  const set = (values: object) =>
    server.owner.updateTable('workspaces').set(values).where('id', '=', admin.workspaceId).execute();
  const flags = JSON.stringify({ ...defaultFlags('Unlimit'), consentEnabled: false });
  // The console of another workspace keeps the schedules of both.
  const { organizationId } = await server.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', admin.workspaceId)
    .executeTakeFirstOrThrow();
  const { id: branch } = await buildWorkspace(server, { organizationId });
  const same = { workspaceId: branch, userId: admin.userId, email: admin.email };
  const second = await buildConsentForm(server, await buildPerson(server, same), { purposes: 1 });
  for (const [number, values] of [{ closedAt: new Date() }, { closedAt: null, flags }].entries()) {
    const folder = join(sshd.folder, `closed${number}`);
    const settings = draft(folder, [form.id, second.id]);
    const { id } = await (await calls()).create({ ...settings, workspaceIds: [admin.workspaceId, branch] });
    await (await calls()).run({ ws: admin.workspaceId, id });
    await attempt(id);
    const [task] = (await tasksOf(id)).filter(({ consent }) => consent.id === form.id);
    expect(task).toMatchObject({ state: 'waiting', problem: 'folderMissing', rows: 1 });
    mkdirSync(folder);
    hand(folder);
    await waitFor(id);
    await set(values);
    await deliver(server.deps, admin.workspaceId, task!.id, NEVER);
    expect(delivered({ ...sshd, folder })).toEqual([]);
    const stored = await server.owner
      .selectFrom('exportScheduleTasks')
      .select(['state', 'problem'])
      .where('id', '=', task!.id)
      .executeTakeFirstOrThrow();
    expect(stored).toEqual({ state: 'failed', problem: 'closed' });
    await set({ closedAt: null, flags: JSON.stringify(defaultFlags('Unlimit')) });
  }
});

it('a schedule of which no workspace has the console delivers nothing, and one of a closed workspace is not planned', async () => {
  const form = await buildConsentForm(server, admin, { purposes: 1 });
  const folder = join(sshd.folder, 'resting');
  mkdirSync(folder);
  hand(folder);
  const set = (values: object) =>
    server.owner.updateTable('workspaces').set(values).where('id', '=', admin.workspaceId).execute();
  const { id } = await (await calls()).create(draft(folder, [form.id]));
  await (await calls()).run({ ws: admin.workspaceId, id });
  await set({ flags: JSON.stringify({ ...defaultFlags('Unlimit'), adminConsoleEnable: false }) });
  const tasks = () =>
    server.owner
      .selectFrom('exportScheduleTasks')
      .select(['id', 'state', 'attempts', 'nextAt'])
      .where('scheduleId', '=', id)
      .orderBy('createdAt')
      .execute();
  const [before] = await tasks();
  await deliver(server.deps, admin.workspaceId, before!.id, NEVER);
  const [postponed] = await tasks();
  expect(postponed).toMatchObject({ state: 'waiting', attempts: 0 });
  expect(Date.parse(postponed!.nextAt!)).toBeGreaterThan(Date.parse(before!.nextAt!));
  expect(delivered({ ...sshd, folder })).toEqual([]);

  const due = () =>
    server.owner
      .updateTable('exportSchedules')
      .set({ nextAt: new Date(0) })
      .where('id', '=', id)
      .execute();
  await due();
  await planSchedule.run(server.deps, NEVER);
  await set({ closedAt: new Date(), flags: JSON.stringify(defaultFlags('Unlimit')) });
  await due();
  await planSchedule.run(server.deps, NEVER);
  expect(await tasks()).toHaveLength(1);
  await set({ closedAt: null });
  server.clock.set(new Date(Date.parse(postponed!.nextAt!)).toISOString());
  await attempt(id);
  expect(await tasks()).toMatchObject([{ state: 'delivered' }]);
  const log = await server.owner
    .selectFrom('activityLogs')
    .select('subject')
    .where('event', '=', 'schedule.delivered')
    .where('entityId', '=', id)
    .execute();
  expect(log).toEqual([{ subject: folder.slice(-90) }]);
});
