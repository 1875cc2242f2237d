import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { SCHEDULE_LIMIT } from '../../shared/schedule/schema.ts';
import { buildPerson, sharedServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { PRIVATE_ADDRESSES } from '../helpers/hostileHosts.ts';
import { buildConsentForm } from '../helpers/consents.ts';
import { refusal } from '../helpers/refusal.ts';
import { keyPair } from '../sshd.ts';

let server: TestServer;
let ws: string;
let organizationId: string;
let admin: Person;
let consentId: string;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  ({ id: ws, organizationId } = await buildWorkspace(server, { name: 'สำนักงานใหญ่' }));
  admin = await buildPerson(server, { workspaceId: ws, name: 'สมชาย ใจดี' });
  ({ id: consentId } = await buildConsentForm(server, admin, { purposes: 1 }));
});

const PASSWORD = 'correct horse battery';
const { private: KEY } = keyPair();
const calls = async (person: Person = admin) => (await callerFor(server, person)).schedule;
type Draft = Parameters<Awaited<ReturnType<typeof calls>>['create']>[0];
const draft = (more: Partial<Draft> = {}): Draft => ({
  ws,
  name: `Drop ${randomUUID().slice(0, 8)}`,
  workspaceIds: [ws],
  consentIds: [consentId],
  frequency: 'Daily',
  hour: 2,
  host: 'sftp.example.com',
  port: 22,
  username: 'drop',
  password: PASSWORD,
  folder: '/in',
  hostKey: `SHA256:${'A'.repeat(43)}`,
  ...more,
});
const add = async (more: Partial<Draft> = {}, person: Person = admin) => (await calls(person)).create(draft(more));
const refused = async (call: Promise<unknown>) => {
  const { code, fields } = await refusal(call);
  return [code, ...fields];
};
/** A workspace of the same organisation with a form, of the same Admin or of another. */
async function another({ shared = true } = {}) {
  const { id } = await buildWorkspace(server, { organizationId, name: 'สาขา' });
  const same = shared ? { userId: admin.userId, email: admin.email } : {};
  const person = await buildPerson(server, { workspaceId: id, ...same });
  const form = await buildConsentForm(server, person, { purposes: 1 });
  return { id, person, consentId: form.id };
}

describe('a scheduled export', () => {
  it('is stored with its password or key encrypted, and returns neither', async () => {
    const added = await add({ name: 'ส่งทุกคืน' });
    expect(added).toMatchObject({
      name: 'ส่งทุกคืน',
      signIn: 'password',
      day: null,
      active: true,
      workspaces: [{ id: ws, name: 'สำนักงานใหญ่' }],
      consentIds: [consentId],
      otherWorkspaces: 0,
    });
    const keyed = await add({ password: undefined, privateKey: KEY });
    expect(keyed.signIn).toBe('key');
    const stored = await server.owner
      .selectFrom('exportSchedules')
      .select(['id', 'secret'])
      .where('organizationId', '=', organizationId)
      .execute();
    const opened = stored.map(({ id, secret }) =>
      server.deps.keyring.system.open('export_schedules.secret', id, secret),
    );
    expect(opened.toSorted()).toEqual([`${KEY.trim()}\n`, PASSWORD].toSorted());
    for (const { secret } of stored) expect(secret.includes(Buffer.from(PASSWORD))).toBe(false);
    const log = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    expect(log.map(({ event }) => event)).toContain('schedule.created');
    const answers = [added, keyed, await (await calls()).list({ ws }), await (await calls()).get({ ws, id: keyed.id })];
    for (const text of [JSON.stringify(answers), JSON.stringify(log)])
      for (const secret of [PASSWORD, KEY.slice(50, 90), '"password":', '"privateKey":', '"secret":'])
        expect(text).not.toContain(secret);
  });

  it('returns its next runs in Bangkok time, and none while it is inactive', async () => {
    const added = await add({ frequency: 'Monthly', day: 31, hour: 0 });
    expect(added.nextRuns).toHaveLength(5);
    for (const run of added.nextRuns) expect(run).toMatch(/T17:00:00\.000Z$/);
    expect((await add({ active: false })).nextRuns).toEqual([]);
    // The day of a daily schedule is ignored.
    expect((await add({ day: 9 })).day).toBeNull();
  });

  it('requires all of its fields', async () => {
    for (const field of [
      'name',
      'workspaceIds',
      'consentIds',
      'frequency',
      'hour',
      'host',
      'port',
      'username',
      'folder',
    ])
      await expect(add({ [field]: undefined }), field).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const wrong: Partial<Draft>[] = [
      { name: ' ' },
      { workspaceIds: [] },
      { consentIds: [] },
      { hour: 24 },
      { hour: 1.5 },
      { port: 0 },
      { port: 65_536 },
      { host: 'sftp://sftp.example.com' },
      { folder: ' ' },
      { frequency: 'Weekly' },
      { frequency: 'Weekly', day: 8 },
      { frequency: 'Monthly', day: 32 },
      { password: undefined, privateKey: 'ssh-ed25519 AAAA' },
      // No number is read out of anything else.
      ...[null, '', '2', [], true].flatMap((value) => [
        { hour: value as never },
        { port: value as never },
        { frequency: 'Monthly' as const, day: value as never },
      ]),
    ];
    for (const more of wrong)
      await expect(add(more), JSON.stringify(more)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await refused(add({ password: undefined }))).toEqual(['schedule.oneSecret', 'password']);
    expect(await refused(add({ privateKey: KEY }))).toEqual(['schedule.oneSecret', 'privateKey']);
    for (const host of PRIVATE_ADDRESSES)
      expect(await refused(add({ host })), host).toEqual(['schedule.privateAddress', 'host']);
    await add({ name: 'Same' });
    expect(await refused(add({ name: 'SAME' }))).toEqual(['schedule.nameTaken', 'name']);
  });

  it('is saved in one piece, and reports if somebody else was faster', async () => {
    const { id, rowVersion } = await add();
    const complete = { ...draft({ name: 'ใหม่', frequency: 'Weekly', day: 7 }), password: undefined, id, rowVersion };
    const edited = await (await calls()).update(complete);
    expect(edited).toMatchObject({ name: 'ใหม่', frequency: 'Weekly', day: 7, signIn: 'password', rowVersion: 2 });
    for (const late of [
      async () => (await calls()).update({ ...complete, hour: 9 }),
      async () => (await calls()).setActive({ ws, id, rowVersion, active: false }),
    ])
      expect(await refusal(late())).toMatchObject({ code: 'staleEdit', details: { current: edited } });
    expect((await (await calls()).update({ ...complete, rowVersion: 2 })).rowVersion).toBe(2);
  });

  it('does not send its password to another server requested by somebody who does not know it', async () => {
    const { id, rowVersion, name } = await add();
    for (const elsewhere of [{ host: 'evil.example' }, { port: 2222 }, { username: 'other' }])
      expect(
        await refused(
          (await calls()).update({ ...draft({ name, ...elsewhere }), password: undefined, id, rowVersion }),
        ),
      ).toEqual(['schedule.secretAgain', 'password']);
    const moved = await (await calls()).update({ ...draft({ name, host: 'sftp2.example.com' }), id, rowVersion });
    expect(moved.host).toBe('sftp2.example.com');
    // Named is the field that a form displays for this sign-in method.
    const keyed = await add({ password: undefined, privateKey: KEY });
    const elsewhere = { ...draft({ name: keyed.name, host: 'evil.example' }), password: undefined };
    const { host, port, username, folder, hostKey } = elsewhere;
    for (const call of [
      async () => (await calls()).update({ ...elsewhere, id: keyed.id, rowVersion: keyed.rowVersion }),
      async () => (await calls()).test({ ws, id: keyed.id, host, port, username, folder, hostKey }),
    ])
      expect(await refused(call())).toEqual(['schedule.secretAgain', 'privateKey']);
  });

  it('has workspaces of the organisation, with a form of each and no other', async () => {
    const branch = await another();
    const both = { workspaceIds: [ws, branch.id], consentIds: [consentId, branch.consentId] };
    const added = await add(both);
    expect(added.workspaces.map(({ id }) => id).toSorted()).toEqual([ws, branch.id].toSorted());
    expect(await refused(add({ ...both, consentIds: [consentId] }))).toEqual(['schedule.consents', 'consentIds']);
    expect(await refused(add({ ...both, workspaceIds: [ws] }))).toEqual(['schedule.consents', 'consentIds']);
    const foreign = await another({ shared: false });
    expect(await refused(add({ workspaceIds: [foreign.id], consentIds: [foreign.consentId] }))).toEqual([
      'schedule.workspaces',
      'workspaceIds',
    ]);
    // Visible to the organisation, changed by Admins of all its workspaces.
    const visible = await (await calls(foreign.person)).get({ ws: foreign.id, id: added.id });
    expect(visible).toMatchObject({ workspaces: [], otherWorkspaces: 2, consentIds: [] });
    expect(await refused((await calls(foreign.person)).remove({ ws: foreign.id, id: added.id }))).toEqual([
      'schedule.elsewhere',
    ]);
    const stranger = await buildPerson(server);
    expect(await refused((await calls(stranger)).get({ ws: stranger.workspaceId, id: added.id }))).toEqual([
      'schedule.notFound',
    ]);
    await (await calls()).remove({ ws, id: added.id });
    expect(await refused((await calls()).get({ ws, id: added.id }))).toEqual(['schedule.notFound']);
  });

  it('logs which forms a change adds or removes, by name, in the workspace that they are of', async () => {
    const branch = await another();
    const named = (form: string, name: string) =>
      server.owner.updateTable('consents').set({ name }).where('id', '=', form).execute();
    await named(consentId, 'สมัครสมาชิก');
    await named(branch.consentId, 'สาขาเดียว');
    const { id, name, rowVersion } = await add();
    const both = { workspaceIds: [ws, branch.id], consentIds: [consentId, branch.consentId] };
    const saved = await (await calls()).update({ ...draft({ name, ...both, password: undefined }), id, rowVersion });
    expect(saved.rowVersion).toBe(rowVersion + 1);
    const same = await (
      await calls()
    ).update({ ...draft({ name, ...both, password: undefined }), id, rowVersion: saved.rowVersion });
    expect(same.rowVersion).toBe(saved.rowVersion);
    const changesIn = async (person: Person) => {
      const { collection } = await (await callerFor(server, person)).activityLog.list({ ws: person.workspaceId });
      return collection
        .filter(({ event }) => event === 'schedule.updated')
        .map(({ changes }) => changes.map(({ field, oldText, newText }) => [field, oldText, newText]));
    };
    expect(await changesIn(branch.person)).toEqual([[['consents', '', 'สาขาเดียว']]]);
    expect(await changesIn(admin)).toEqual([[]]);
  });

  it('is paused, changed and deleted while one of its workspaces is closed, or without the console', async () => {
    const branch = await another();
    const both = { workspaceIds: [ws, branch.id], consentIds: [consentId, branch.consentId] };
    const set = (values: object) =>
      server.owner.updateTable('workspaces').set(values).where('id', '=', branch.id).execute();
    const flags = JSON.stringify({ ...defaultFlags('Unlimit'), adminConsoleEnable: false });
    for (const values of [{ closedAt: new Date() }, { closedAt: null, flags }]) {
      const added = await add(both);
      await set(values);
      const own = await calls();
      expect(await own.get({ ws, id: added.id })).toMatchObject({ otherWorkspaces: 0, resting: false });
      expect(await own.formNames({ ws, ids: both.consentIds })).toHaveLength(2);
      const paused = await own.setActive({ ws, id: added.id, rowVersion: 1, active: false });
      const settings = draft({ ...both, name: added.name, folder: '/other' });
      const changed = await own.update({ ...settings, id: added.id, rowVersion: paused.rowVersion });
      expect(changed).toMatchObject({ folder: '/other', consentIds: [...both.consentIds].toSorted() });
      // It keeps the forms that it has; for a schedule of its own it cannot be chosen.
      expect(await refused(add(both))).toEqual(['schedule.workspaces', 'workspaceIds']);
      await own.remove({ ws, id: added.id });
      await set({ closedAt: null, flags: JSON.stringify(defaultFlags('Unlimit')) });
    }
  });

  it('lists deliveries of a workspace that was closed, or has lost the console, since: they can still be cancelled', async () => {
    const branch = await another();
    const { id } = await add({ workspaceIds: [ws, branch.id], consentIds: [consentId, branch.consentId] });
    const own = await calls();
    await own.run({ ws, id });
    const set = (values: object) =>
      server.owner.updateTable('workspaces').set(values).where('id', '=', branch.id).execute();
    const flags = JSON.stringify({ ...defaultFlags('Unlimit'), adminConsoleEnable: false });
    const listed = async () => (await own.tasks({ ws, id })).collection;
    const [form] = await own.formNames({ ws, ids: [branch.consentId] });
    for (const values of [{ flags }, { closedAt: new Date() }]) {
      await set(values);
      const task = (await listed()).find(({ workspace }) => workspace.id === branch.id);
      expect(task).toMatchObject({ workspace: { name: 'สาขา' }, consent: { id: branch.consentId, name: form!.name } });
    }
    for (const task of await listed()) await own.cancelTask({ ws, id, taskId: task.id });
    expect((await listed()).map(({ state }) => state)).toEqual(['cancelled', 'cancelled']);
  });

  it('rests while none of its workspaces has the console, and states that', async () => {
    const branch = await another();
    const added = await add({ workspaceIds: [branch.id], consentIds: [branch.consentId] });
    const flags = JSON.stringify({ ...defaultFlags('Unlimit'), adminConsoleEnable: false });
    await server.owner.updateTable('workspaces').set({ flags }).where('id', '=', branch.id).execute();
    expect(await (await calls()).get({ ws, id: added.id })).toMatchObject({ resting: true });
    expect(await refused((await calls()).run({ ws, id: added.id }))).toEqual(['schedule.resting']);
  });

  it('is recorded in every workspace whose forms it delivers, before or after a change', async () => {
    const branch = await another();
    const added = await add({ workspaceIds: [branch.id], consentIds: [branch.consentId] });
    await (await calls()).update({ ...draft({ name: added.name }), id: added.id, rowVersion: 1 });
    const logged = async (workspaceId: string) =>
      (
        await server.owner
          .selectFrom('activityLogs')
          .select(['event', 'actorId'])
          .where('workspaceId', '=', workspaceId)
          .where('entity', '=', 'schedule')
          .orderBy('createdAt')
          .execute()
      ).map(({ event, actorId }) => [event, actorId]);
    expect(await logged(branch.id)).toEqual([
      ['schedule.created', branch.person.personnelId],
      ['schedule.updated', branch.person.personnelId],
    ]);
    expect(await logged(ws)).toEqual([['schedule.updated', admin.personnelId]]);
    const { securityLog } = await callerFor(server, admin);
    const entries = (await securityLog.list({ ws, topic: 'data' })).collection;
    expect(entries.map(({ event, workspace }) => [event, workspace?.name]).toSorted()).toEqual([
      ['schedule.created', 'สาขา'],
      ['schedule.updated', 'สาขา'],
      ['schedule.updated', 'สำนักงานใหญ่'],
    ]);
  });

  it('is listed by name, next run and state, in pages', async () => {
    await add({ name: 'B', host: 'b.example', active: false });
    await add({ name: 'A', host: 'a.example' });
    await add({ name: 'C', frequency: 'Monthly', day: 1 });
    const list = await calls();
    const names = async (more: object) => (await list.list({ ws, ...more })).collection.map(({ name }) => name);
    const byName = { sortBy: 'name', sortDirection: 'ASC' };
    expect(await names(byName)).toEqual(['A', 'B', 'C']);
    // The newest update first, as in every list.
    expect(await names({})).toEqual(['C', 'A', 'B']);
    expect((await names({ sortBy: 'nextRun', sortDirection: 'ASC' })).at(-1)).toBe('B');
    // Each under the state that its tag states.
    await add({ name: 'D', active: false, hostKey: undefined });
    const stopped = await add({ name: 'E' });
    await server.owner
      .updateTable('exportSchedules')
      .set({ active: false, nextAt: null, stopped: 'signIn' })
      .where('id', '=', stopped.id)
      .execute();
    expect(await names({ state: 'inactive' })).toEqual(['B']);
    expect(await names({ state: 'draft' })).toEqual(['D']);
    expect(await names({ state: 'stopped' })).toEqual(['E']);
    expect(await names({ frequency: 'Monthly' })).toEqual(['C']);
    expect(await names({ query: 'a.exam' })).toEqual(['A']);
    expect(await names({ ...byName, pageSize: 2, currentPage: 2 })).toEqual(['C', 'D']);
  });

  it('is limited in number', async () => {
    await server.owner
      .insertInto('exportSchedules')
      .values(
        Array.from({ length: SCHEDULE_LIMIT }, (_, index) => ({
          organizationId,
          id: randomUUID(),
          name: `${index}`,
          frequency: 'Daily',
          hour: 0,
          host: 'sftp.example.com',
          port: 22,
          username: 'drop',
          signIn: 'password',
          secret: Buffer.from('x'),
          folder: '/',
          active: false,
          createdAt: new Date(),
          updatedAt: new Date(),
        })),
      )
      .execute();
    expect(await refused(add())).toEqual(['schedule.tooMany']);
  });
});
