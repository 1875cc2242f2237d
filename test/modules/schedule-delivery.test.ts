import { createHash, randomUUIDv7 } from 'node:crypto';
import { fork, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { decrypt, generateKey, readMessage, readPrivateKey } from 'openpgp';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { store } from '../../server/modules/consentImport/queries.ts';
import { deliver } from '../../server/modules/schedule/delivery.ts';
import { nameOf } from '../../server/modules/schedule/making.ts';
import { planSchedule, retrySchedule } from '../../server/modules/schedule/planning.ts';
import { lowestUuidAt } from '../../server/platform/database/uuidTime.ts';
import { publicKeys } from '../../server/platform/crypto/signingKeys.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { transition } from '../../server/platform/workflow/workflow.ts';
import { expireFiles } from '../../server/platform/files/sweep.ts';
import { CONSENT_IMPORT_KIND } from '../../shared/consentImport/schema.ts';
import { ATTEMPTS, PROBLEMS } from '../../shared/schedule/problems.ts';
import { COPY_DAYS } from '../../shared/schedule/schema.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { killed } from '../helpers/killedNode.ts';
import { fillConsents } from '../helpers/manyConsents.ts';
import { PRIVATE_ADDRESSES, PRIVATE_NAMES } from '../helpers/hostileHosts.ts';
import { refusal } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';
import { startPasswordServer } from '../helpers/passwordServer.ts';
import { announceDeliveries } from '../helpers/announcedDeliveries.ts';
import { hand } from '../debian.ts';
import { delivered, type Sshd, startSshd, textOf } from '../sshd.ts';

const DAY = 86_400_000;
const NEVER = new AbortController().signal;
const PASSWORD = 'correct horse battery';

let server: TestServer;
let sshd: Sshd;
let ws: string;
let admin: Person;
let form: BuiltForm;
beforeAll(async () => {
  server = await buildServer({ SFTP_ON_PRIVATE_NETWORK: 'true' });
  sshd = await startSshd();
});
afterAll(() => Promise.all([server.close(), sshd.close()]));
beforeEach(async () => {
  ({ id: ws } = await buildWorkspace(server));
  admin = await buildPerson(server, { workspaceId: ws });
  form = await buildConsentForm(server, admin, { purposes: 1 });
});
afterEach(() => server.clock.run());

type Calls = Awaited<ReturnType<typeof callerFor>>['schedule'];
type Draft = Parameters<Calls['create']>[0];
const calls = async (): Promise<Calls> => (await callerFor(server, admin)).schedule;
let folders = 0;
/** A separate folder on the server. */
function folder(): string {
  const path = join(sshd.folder, String((folders += 1)));
  mkdirSync(path);
  hand(path);
  return path;
}
const draft = (more: Partial<Draft> = {}): Draft => ({
  ws,
  name: `Drop ${folders}`,
  workspaceIds: [ws],
  consentIds: [form.id],
  frequency: 'Daily',
  hour: 2,
  host: '127.0.0.1',
  port: sshd.port,
  username: sshd.username,
  privateKey: sshd.privateKey,
  folder: folder(),
  hostKey: sshd.hostKey,
  ...more,
});
const add = async (more: Partial<Draft> = {}) => (await calls()).create(draft(more));
const fill = (rows: number, from = new Date(Date.now() - 30 * DAY), to = new Date(Date.now() - DAY)) =>
  fillConsents(server, form, { rows, from, to, subjects: rows });
const tasksOf = async (id: string) => (await (await calls()).tasks({ ws, id })).collection;
/** Delivers now, like a node. */
async function run(id: string) {
  await (await calls()).run({ ws, id });
  return attempt(id);
}
async function attempt(id: string) {
  for (const task of await tasksOf(id))
    if (task.nextAt !== null) await deliver(server.deps, task.workspace.id, task.id, NEVER);
  return (await tasksOf(id))[0]!;
}
const sha256 = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

describe('the test of a connection', () => {
  it('displays the key of the server before anything is sent, and writes to the folder once it is confirmed', async () => {
    const { host, port, username, privateKey, folder: path } = draft();
    const destination = { ws, host, port, username, privateKey, folder: path };
    const first = await (await calls()).test(destination);
    expect(first).toEqual({
      state: 'confirm',
      hostKey: { type: 'ssh-ed25519', fingerprint: sshd.hostKey },
      problem: null,
      reportCode: null,
    });
    expect(sshd.output()).not.toContain('Accepted');
    expect(await (await calls()).test({ ...destination, hostKey: sshd.hostKey })).toMatchObject({ state: 'ready' });
    expect(sshd.output()).toContain('Accepted publickey');
    expect(delivered({ ...sshd, folder: path })).toEqual([]);
  });

  it('reports the error, each with a separate code', async () => {
    const { host, port, username, privateKey, folder: path, hostKey } = draft();
    const destination = { ws, host, port, username, privateKey, folder: path, hostKey };
    const test = await calls();
    for (const [more, problem] of [
      [{ privateKey: sshd.strangeKey }, 'signIn'],
      [{ folder: `${path}/none` }, 'folderMissing'],
      [{ hostKey: `SHA256:${'A'.repeat(43)}` }, 'hostKeyChanged'],
      [{ port: 1 }, 'unreachable'],
      [{ host: 'nowhere.invalid' }, 'unknownHost'],
    ] as const)
      expect(await test.test({ ...destination, ...more })).toMatchObject({
        state: 'failed',
        problem,
        reportCode: PROBLEMS[problem].code,
      });
    expect((await refusal(test.test({ ...destination, privateKey: 'no key' }))).fields).toEqual(['privateKey']);
  });

  it('connects to no address inside the network, however it is written', async () => {
    const guarded = await buildServer();
    try {
      const { id } = await buildWorkspace(guarded);
      const person = await buildPerson(guarded, { workspaceId: id });
      const { schedule } = await callerFor(guarded, person);
      const { port, username, privateKey, hostKey } = draft();
      for (const host of [...PRIVATE_ADDRESSES, ...PRIVATE_NAMES])
        expect(
          await schedule.test({ ws: id, host, port, username, privateKey, hostKey, folder: '/' }),
          host,
        ).toMatchObject({ state: 'failed', problem: 'privateAddress', hostKey: null });
    } finally {
      await guarded.close();
    }
  });
});

describe('a delivery', () => {
  it('writes the file and its signed manifest into the folder, and logs both', async () => {
    await fill(500);
    const { id, folder: path } = await add();
    const task = await run(id);
    expect(task).toMatchObject({ state: 'delivered', rows: 500, attempts: 1, problem: null, manual: true });
    const place = { ...sshd, folder: path };
    expect(delivered(place)).toEqual([task.fileName, `${task.fileName}.manifest.json`]);
    expect(textOf(place, task.fileName!).split('\r\n').filter(Boolean)).toHaveLength(501);
    expect(sha256(join(path, task.fileName!))).toBe(task.sha256);
    expect(task.log.map(({ step }) => step)).toEqual(['making', 'connecting', 'uploading', 'delivered']);

    const keys = join(path, 'keys.json');
    writeFileSync(keys, JSON.stringify(await publicKeys(server.deps)));
    const verify = (...files: string[]) =>
      spawnSync(process.execPath, ['--no-warnings', 'scripts/verify-manifest.ts', ...files], { encoding: 'utf8' });
    const manifest = join(path, `${task.fileName}.manifest.json`);
    const genuine = verify(manifest, keys, join(path, task.fileName!));
    expect(genuine.stdout).toContain('GENUINE, and the file is the delivered one');
    expect(genuine.status).toBe(0);
    expect(verify(manifest, keys, keys).status).toBe(1);
    const altered = join(path, 'altered.json');
    writeFileSync(altered, readFileSync(manifest, 'utf8').replace('"rows": 500', '"rows": 499'));
    expect(verify(altered, keys).stderr).toContain('NOT VALID');
    expect(verify(altered, keys).status).toBe(1);
  });

  it('is one per form, in the workspace of each', async () => {
    const other = await buildConsentForm(server, admin, { purposes: 1 });
    const { id, folder: path } = await add({ consentIds: [form.id, other.id], format: 'xlsx' });
    await run(id);
    const tasks = await tasksOf(id);
    expect(tasks.map(({ consent }) => consent.name).toSorted()).toEqual([form.name, other.name].toSorted());
    expect(delivered({ ...sshd, folder: path }).filter((name) => name.endsWith('.xlsx'))).toHaveLength(2);
  });

  it('signs in by password, also with keyboard-interactive authentication', async () => {
    for (const dialogue of [false, true]) {
      const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, dialogue });
      try {
        const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
        const { id } = await add({ ...more, name: `By password ${dialogue}`, password: PASSWORD });
        expect(await run(id)).toMatchObject({ state: 'delivered' });
        const wrong = await add({ ...more, name: `Wrong ${dialogue}`, password: 'wrong' });
        expect(await run(wrong.id)).toMatchObject({ state: 'failed', problem: 'signIn', reportCode: 'SFTP-202' });
      } finally {
        await drop.close();
      }
    }
  });

  it('continues where the connection broke, verifies the complete file, and leaves nothing behind', async () => {
    await fill(60_000);
    const { id, folder: path } = await add();
    await (await calls()).run({ ws, id });
    const [{ id: taskId } = { id: '' }] = await tasksOf(id);
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, endAfter: 4_000_000 });
    const { rowVersion, name } = await (await calls()).get({ ws, id });
    const { privateKey: _, ...rest } = draft({ name, folder: path });
    const through = { ...rest, port: drop.port, username: 'drop', password: PASSWORD, hostKey: drop.hostKey };
    await (await calls()).update({ ...through, id, rowVersion });
    await deliver(server.deps, ws, taskId, NEVER);
    await drop.close();
    const [broken] = await tasksOf(id);
    expect(broken).toMatchObject({ state: 'waiting', problem: 'brokenOff', attempts: 1 });
    expect(delivered({ ...sshd, folder: path })).toEqual([`.${broken!.fileName}.part`]);
    hand(join(path, `.${broken!.fileName}.part`));
    const after = await (await calls()).get({ ws, id });
    await (await calls()).update({ ...draft({ name, folder: path }), id, rowVersion: after.rowVersion });
    server.clock.set(broken!.nextAt!);
    const task = await attempt(id);
    expect(task).toMatchObject({ state: 'delivered', attempts: 2, sha256: broken!.sha256 });
    const resumed = task.log.find(({ step }) => step === 'resuming');
    expect(resumed?.bytes).toBeGreaterThan(1_000_000);
    expect(task.log.map(({ step }) => step)).toContain('comparing');
    expect(delivered({ ...sshd, folder: path })).toEqual([task.fileName, `${task.fileName}.manifest.json`]);
    expect(sha256(join(path, task.fileName!))).toBe(task.sha256);
  });

  it('retries with growing pauses without disk space, then notifies and mails the Admins', async () => {
    await fill(100);
    const { id, folder: path } = await add();
    await (await calls()).run({ ws, id });
    const [planned] = await tasksOf(id);
    // The name is derived from the task.
    const name = nameOf(planned!, { form: form.name, format: 'csv', encryptionKey: '' });
    symlinkSync('/dev/full', join(path, `.${name}.part`));
    const pauses: number[] = [];
    for (let turn = 1; turn < ATTEMPTS; turn += 1) {
      const started = server.deps.now().getTime();
      server.clock.set(new Date(started));
      const task = await attempt(id);
      expect(task).toMatchObject({ state: 'waiting', problem: 'full', attempts: turn });
      pauses.push(Math.round((Date.parse(task.nextAt!) - started) / 60_000));
      server.clock.set(task.nextAt!);
    }
    expect(pauses).toEqual([1, 2, 4, 8, 16, 32, 60]);
    expect(await attempt(id)).toMatchObject({ state: 'failed', problem: 'full', reportCode: 'SFTP-304', nextAt: null });
    await announceDeliveries(server);
    expect(await bellOf()).toContain('schedule.failed');
    const mail = (await mailsOf(server, admin.email)).find(({ kind }) => kind === 'scheduleFailed');
    expect(mail?.text).toContain(`/admins/schedules/${id}?workspace=${ws}`);
  });

  it('stops the schedule if the server has another key, and sends it nothing', async () => {
    const own = await startSshd();
    try {
      const { id } = await add({
        port: own.port,
        privateKey: own.privateKey,
        hostKey: own.hostKey,
        folder: own.folder,
      });
      const changed = await own.changeHostKey();
      expect(await run(id)).toMatchObject({ state: 'failed', problem: 'hostKeyChanged', reportCode: 'SFTP-201' });
      expect(own.output()).not.toContain('Accepted');
      const stopped = await (await calls()).get({ ws, id });
      expect(stopped).toMatchObject({ active: false, stopped: 'hostKeyChanged', nextRuns: [] });
      await announceDeliveries(server);
      expect(await bellOf()).toContain('schedule.stopped');
      const { rowVersion, name } = stopped;
      const more = { name, port: own.port, privateKey: own.privateKey, folder: own.folder, hostKey: changed };
      await (await calls()).update({ ...draft(more), id, rowVersion });
      expect(await run(id)).toMatchObject({ state: 'delivered' });
    } finally {
      await own.close();
    }
  });

  it('is refused by a server that lets nobody write', async () => {
    const own = await startSshd({ readOnly: true });
    try {
      const { id } = await add({
        port: own.port,
        privateKey: own.privateKey,
        hostKey: own.hostKey,
        folder: own.folder,
      });
      expect(await run(id)).toMatchObject({ state: 'waiting', problem: 'notAllowed', reportCode: 'SFTP-303' });
    } finally {
      await own.close();
    }
  });

  it('exists once, even if the node died before it could record that', async () => {
    await fill(50);
    const { id, folder: path } = await add();
    const task = await run(id);
    await server.owner
      .updateTable('exportScheduleTasks')
      .set({ state: 'running', nextAt: task.runAt, finishedAt: null })
      .where('id', '=', task.id)
      .execute();
    const again = await attempt(id);
    expect(again).toMatchObject({ state: 'delivered', attempts: 2, sha256: task.sha256 });
    expect(again.log.map(({ step }) => step)).toContain('present');
    expect(delivered({ ...sshd, folder: path })).toEqual([task.fileName, `${task.fileName}.manifest.json`]);
  });

  it('is encrypted for the owner of an OpenPGP key, and the log describes the encrypted file', async () => {
    await fill(3000);
    const pair = await generateKey({ userIDs: [{ name: 'Receiver' }], format: 'armored' });
    expect((await refusal(add({ encryptionKey: pair.privateKey }))).code).toBe('schedule.encryptionKey');
    const { id, folder: path } = await add({ encryptionKey: pair.publicKey });
    const task = await run(id);
    expect(task).toMatchObject({ state: 'delivered', rows: 3000 });
    expect(task.fileName).toMatch(/\.csv\.pgp$/);
    const file = join(path, task.fileName!);
    expect(sha256(file)).toBe(task.sha256);
    const { data } = await decrypt({
      message: await readMessage({ binaryMessage: readFileSync(file) }),
      decryptionKeys: await readPrivateKey({ armoredKey: pair.privateKey }),
      format: 'binary',
    });
    const rows = Buffer.from(data as Uint8Array)
      .toString()
      .split('\r\n');
    expect(rows.filter(Boolean)).toHaveLength(3001);
  });

  it('waits for a slow server', async () => {
    await fill(8000);
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, pauseMs: 20 });
    try {
      const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
      const { id } = await add({ ...more, password: PASSWORD });
      expect(await run(id)).toMatchObject({ state: 'delivered', rows: 8000, attempts: 1 });
    } finally {
      await drop.close();
    }
  });

  it('continues on another node when one is killed in the middle, and exists once', async () => {
    await fill(60_000);
    const drop = await startPasswordServer({ username: 'drop', password: PASSWORD, pauseMs: 10 });
    const more = { port: drop.port, username: 'drop', privateKey: undefined, hostKey: drop.hostKey };
    const { id, folder: path } = await add({ ...more, password: PASSWORD });
    const node = () =>
      fork(
        join(import.meta.dirname, '../helpers/exportNodeProcess.ts'),
        [server.databaseUrl, server.deps.config.dataDir],
        {
          execArgv: ['--no-warnings'],
          env: { ...process.env, SFTP_ON_PRIVATE_NETWORK: 'true' },
        },
      );
    const first = node();
    const second: ReturnType<typeof node>[] = [];
    try {
      await once(first, 'message');
      await (await calls()).run({ ws, id });
      const isUnderWay = () => delivered({ ...sshd, folder: path }).some((name) => name.endsWith('.part'));
      await expect.poll(isUnderWay).toBe(true);
      await killed(first);
      expect((await tasksOf(id))[0]).toMatchObject({ state: 'running' });
      second.push(node(), node());
      await expect.poll(async () => (await tasksOf(id))[0]!.state).toBe('delivered');
      const [task] = await tasksOf(id);
      expect(delivered({ ...sshd, folder: path })).toEqual([task!.fileName, `${task!.fileName}.manifest.json`]);
      expect(sha256(join(path, task!.fileName!))).toBe(task!.sha256);
    } finally {
      for (const child of [first, ...second]) await killed(child);
      await drop.close();
    }
  });

  it('of changes contains the answers since the previous one, each answer once', async () => {
    const start = Date.parse('2026-03-01T00:00:00Z');
    await fill(300, new Date(start), new Date(start + 30 * DAY));
    const { id } = await add({ content: 'changes' });
    const rows: number[] = [];
    for (const days of [10, 20, 40]) {
      server.clock.set(new Date(start + days * DAY));
      const person = await buildPerson(server, { workspaceId: ws });
      const { schedule } = await callerFor(server, person);
      await schedule.run({ ws, id });
      const [task] = (await schedule.tasks({ ws, id })).collection;
      await deliver(server.deps, ws, task!.id, NEVER);
      const [ended] = (await schedule.tasks({ ws, id })).collection;
      expect(ended!.state).toBe('delivered');
      rows.push(ended!.rows!);
    }
    expect(rows.every((count) => count > 0)).toBe(true);
    expect(rows.reduce((sum, count) => sum + count, 0)).toBe(300);
  });

  it.each(['finish', 'fail'] as const)(
    'of changes contains what was imported since the previous one, with earlier dates, once the import has ended (%s)',
    async (action) => {
      const start = Date.parse('2026-03-01T00:00:00Z');
      const at = (days: number) => new Date(start + days * DAY);
      await fill(60, at(0), at(12));
      const submissions = await server.owner
        .selectFrom('userConsents')
        .select('id')
        .where('consentId', '=', form.id)
        .orderBy('id')
        .execute();
      // Every other one of the first days is from paper, in an import that goes on during two deliveries.
      const imported = submissions.filter((_row, index) => index < 40 && index % 2 === 0).map((row) => row.id);
      const importId = randomUUIDv7();
      const { personnelId } = admin;
      await server.owner
        .insertInto('imports')
        .values({
          workspaceId: ws,
          id: importId,
          kind: CONSENT_IMPORT_KIND,
          consentId: form.id,
          fileName: 'paper.csv',
          locale: 'th',
          requestedBy: personnelId,
          status: 'running',
          rowsWritten: 20,
          createdAt: at(9),
          updatedAt: at(9),
        })
        .execute();
      await server.owner.updateTable('userConsents').set({ importId }).where('id', 'in', imported).execute();
      const { id } = await add({ content: 'changes' });
      const delivery = async (days: number) => {
        server.clock.set(at(days));
        await run(id);
        const { state, rows } = (await tasksOf(id))[0]!;
        expect(state).toBe('delivered');
        return rows!;
      };
      const first = await delivery(10);
      expect(first).toBeGreaterThan(0);
      expect(first + (await delivery(13))).toBe(40);
      await transact(server.deps, { workspaceId: ws }, (trx) =>
        transition(
          trx,
          { deps: server.deps, workspaceId: ws, personnelId, at: at(14) },
          store.workflow,
          { id: importId, status: 'running' },
          action,
          {},
        ),
      );
      expect(await delivery(15)).toBe(20);
      // Giving up an import that has failed leaves what it has written.
      if (action === 'fail') await (await callerFor(server, admin)).consentImport.cancel({ ws, id: importId });
      expect(await delivery(16)).toBe(0);
    },
  );

  it('of changes ends five minutes before its run: what another node has not recorded yet belongs to the next one', async () => {
    const now = Date.parse('2026-03-10T00:00:00Z');
    await fill(20, new Date(now - 10 * 60_000), new Date(now));
    const { count } = await server.owner
      .selectFrom('userConsents')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('consentId', '=', form.id)
      .where('id', '<', lowestUuidAt(now - 5 * 60_000))
      .executeTakeFirstOrThrow();
    const { id } = await add({ content: 'changes' });
    const counts: number[] = [];
    for (const minutes of [0, 10]) {
      server.clock.set(new Date(now + minutes * 60_000));
      await run(id);
      counts.push((await tasksOf(id))[0]!.rows!);
    }
    expect(counts[0]).toBeGreaterThan(0);
    expect(counts).toEqual([Number(count), 20 - Number(count)]);
  });

  it('is deleted with our copy after three months, and remains in the history', async () => {
    await fill(10);
    const { id } = await add();
    const task = await run(id);
    expect(task.fileUrl).not.toBeNull();
    server.clock.set(new Date(Date.now() + (COPY_DAYS + 1) * DAY));
    await expireFiles(server.deps);
    server.clock.run();
    const [remaining] = await tasksOf(id);
    expect(remaining).toMatchObject({ fileUrl: null, sha256: task.sha256, state: 'delivered' });
  });
});

describe('the runs of a schedule', () => {
  it('are scheduled once, whatever the number of nodes, and missed ones once', async () => {
    const second = await buildServer({ SFTP_ON_PRIVATE_NETWORK: 'true' }, { databaseUrl: server.databaseUrl });
    try {
      const { id, nextRuns } = await add();
      const at = new Date(Date.parse(nextRuns[2]!) + 1000);
      for (const node of [server, second]) node.clock.set(at);
      await Promise.all([server, second, server].map(({ deps }) => planSchedule.run(deps, NEVER)));
      const tasks = await server.owner
        .selectFrom('exportScheduleTasks')
        .select(['manual', 'runAt'])
        .where('scheduleId', '=', id)
        .execute();
      expect(tasks).toEqual([{ manual: false, runAt: at.toISOString() }]);
    } finally {
      await second.close();
    }
  });

  it('pause with the schedule, and resume afterwards', async () => {
    const { id, rowVersion } = await add();
    const paused = await (await calls()).setActive({ ws, id, active: false, rowVersion });
    expect(paused).toMatchObject({ active: false, nextRuns: [] });
    server.clock.set(new Date(Date.now() + 3 * DAY));
    await planSchedule.run(server.deps, NEVER);
    server.clock.run();
    expect(await tasksOf(id)).toEqual([]);
    const active = await (await calls()).setActive({ ws, id, active: true, rowVersion: paused.rowVersion });
    expect(active.nextRuns).toHaveLength(5);
  });

  it('cannot be started manually while a delivery is running', async () => {
    const { id } = await add();
    await (await calls()).run({ ws, id });
    expect((await refusal((await calls()).run({ ws, id }))).code).toBe('schedule.running');
    await retrySchedule.run(server.deps, NEVER);
    const [task] = await tasksOf(id);
    const { rows } = await sql`select from pgboss.job where singleton_key = ${task!.id}`.execute(server.owner);
    expect(rows).toHaveLength(1);
  });

  it('require a confirmed server', async () => {
    expect(await refusal(add({ hostKey: undefined }))).toMatchObject({ code: 'schedule.hostKey', fields: ['hostKey'] });
    const { id, rowVersion } = await add({ hostKey: undefined, active: false });
    expect((await refusal((await calls()).setActive({ ws, id, active: true, rowVersion }))).code).toBe(
      'schedule.hostKey',
    );
    expect((await refusal((await calls()).run({ ws, id }))).code).toBe('schedule.hostKey');
  });
});

async function bellOf(): Promise<string[]> {
  const rows = await server.owner
    .selectFrom('personalNotices as n')
    .innerJoin('activityLogs as a', (join) =>
      join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
    )
    .select('a.event')
    .where('n.personnelId', '=', admin.personnelId)
    .execute();
  return rows.map(({ event }) => event);
}
