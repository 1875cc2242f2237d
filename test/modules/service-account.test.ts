import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  buildDataController,
  buildPerson,
  sharedServer,
  buildWorkspace,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { buildPublishedDpia } from '../helpers/publishedDpias.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
let ws: string;
let admin: Person;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-24T05:00:00Z');
  ws = (await buildWorkspace(server)).id;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'สมชาย ใจดี' });
});

type Calls = Awaited<ReturnType<typeof callerFor>>;
const calls = (person = admin): Promise<Calls> => callerFor(server, person);
const add = async (more: Partial<Parameters<Calls['serviceAccount']['create']>[0]> = {}) =>
  (await calls()).serviceAccount.create({ ws, name: 'ระบบลูกค้าสัมพันธ์', role: 'DPO', description: 'CRM', ...more });
const keyFor = async (serviceAccountId: string | null, more: Partial<Parameters<Calls['apiKey']['create']>[0]> = {}) =>
  (await calls()).apiKey.create({
    ws,
    name: 'CRM',
    scopes: ['ropa.read', 'ropa.write'],
    lifetime: '30',
    serviceAccountId,
    ...more,
  });
const call = (
  key: string,
  {
    path = 'applications?pageSize=10&currentPage=1',
    body = undefined as object | undefined,
    method = (body ? 'POST' : 'GET') as 'GET' | 'POST' | 'PUT',
  } = {},
) =>
  server.app.inject({
    method,
    url: `/api/v1/${ws}/${path}`,
    headers: { authorization: `Bearer ${key}`, 'accept-language': 'en' },
    ...(body && { payload: body }),
  });
const category = { name: { th: 'การตลาด', en: 'Marketing' }, description: { th: 'ข่าวสาร', en: 'News' } };

it('an account counts as none of the people of the plan, before and after it was deleted', async () => {
  const small = (await buildWorkspace(server, { tier: 'Basic' })).id;
  const boss = await buildPerson(server, { workspaceId: small, role: 'Admin' });
  for (let count = 0; count < 8; count += 1) await buildPerson(server, { workspaceId: small, role: 'Staff' });
  const { serviceAccount, personnel } = await calls(boss);
  for (const name of ['CRM', 'BI']) {
    const { id } = await serviceAccount.create({ ws: small, name, role: 'DPO', description: '' });
    if (name === 'BI') await serviceAccount.remove({ ws: small, id });
  }
  const invite = (email: string) =>
    personnel.create({
      ws: small,
      name: 'มานะ รักงาน',
      position: 'เจ้าหน้าที่เวชระเบียน',
      phone: '0812345678',
      email,
      role: 'Staff',
    });
  await invite('mana@hospital.example');
  expect(await refusal(invite('piti@hospital.example'))).toMatchObject({
    code: 'personnel.limit',
    details: { limit: 10, used: 10 },
  });
});

describe('the key of a service account', () => {
  it('remains valid when its creator leaves; that of the person ends', async () => {
    const { id } = await add();
    const [ofAccount, ofPerson] = [await keyFor(id), await keyFor(null)];
    expect(ofAccount.serviceAccount).toEqual({ id, name: 'ระบบลูกค้าสัมพันธ์' });
    expect(ofPerson.serviceAccount).toBeNull();
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', admin.personnelId)
      .execute();
    expect([(await call(ofAccount.key)).statusCode, (await call(ofPerson.key)).statusCode]).toEqual([200, 401]);
  });

  it('has the account’s current role, and is logged under its name', async () => {
    const account = await add();
    const { key } = await keyFor(account.id);
    const created = await call(key, { path: 'purpose-categories', body: category });
    expect(created.statusCode, created.body).toBe(201);
    const log = await (await calls()).activityLog.list({ ws });
    expect(log.collection[0]).toMatchObject({
      event: 'purposeCategory.created',
      actor: { name: 'API key CRM (ระบบลูกค้าสัมพันธ์)' },
    });
    const { name, description, rowVersion } = account;
    await (
      await calls()
    ).serviceAccount.update({
      ws,
      id: account.id,
      name,
      description,
      role: 'Top Management',
      active: true,
      rowVersion,
    });
    expect((await call(key)).statusCode).toBe(403);
  });

  it('has no scope beyond the role of the account', async () => {
    const { id } = await add({ role: 'Staff' });
    expect((await refusal(keyFor(id, { scopes: ['ropa.settings'] }))).code).toBe('apiKey.scope');
    expect((await keyFor(id, { scopes: ['ropa.read'] })).state).toBe('active');
  });

  it('is refused while the account is paused, is marked in the list, and works again afterwards', async () => {
    const account = await add();
    const { key, id: keyId } = await keyFor(account.id);
    const turn = async (active: boolean, rowVersion: number) => {
      const { id, name, role, description } = account;
      return (await calls()).serviceAccount.update({ ws, id, name, role, description, active, rowVersion });
    };
    const idsIn = async (state: 'active' | 'paused') =>
      (await (await calls()).apiKey.list({ ws, state })).collection.map(({ id }) => id);
    const paused = await turn(false, account.rowVersion);
    expect((await call(key)).statusCode).toBe(401);
    expect([await idsIn('active'), await idsIn('paused')]).toEqual([[], [keyId]]);
    const newer = { code: 'staleEdit', details: { current: paused } };
    expect(await refusal(turn(true, account.rowVersion))).toMatchObject(newer);
    await turn(true, paused.rowVersion);
    expect((await call(key)).statusCode).toBe(200);
    expect([await idsIn('active'), await idsIn('paused')]).toEqual([[keyId], []]);
  });

  it('is revoked with the account, whose name remains in the activity log', async () => {
    const { id } = await add();
    const { key } = await keyFor(id);
    await call(key, { path: 'purpose-categories', body: category });
    await (await calls()).serviceAccount.remove({ ws, id });
    expect((await call(key)).statusCode).toBe(401);
    expect((await (await calls()).apiKey.list({ ws })).collection[0]).toMatchObject({ state: 'revoked' });
    expect((await (await calls()).serviceAccount.list({ ws })).collection).toEqual([]);
    expect((await refusal((await calls()).serviceAccount.remove({ ws, id }))).code).toBe('serviceAccount.notFound');
    expect((await refusal(keyFor(id))).code).toBe('serviceAccount.notFound');
    const log = await (await calls()).activityLog.list({ ws });
    expect(log.collection.map(({ event }) => event).slice(0, 2)).toEqual(['serviceAccount.removed', 'apiKey.revoked']);
    expect(JSON.stringify(log.collection)).toContain('ระบบลูกค้าสัมพันธ์');
    // The log is filtered by it as by a person who left.
    const people = await (await calls()).activityLog.people({ ws });
    expect(people.map((one) => [one.name, one.active])).toEqual([
      ['สมชาย ใจดี', true],
      ['ระบบลูกค้าสัมพันธ์', false],
    ]);
  });

  it('is assigned nothing: what it starts stays unassigned, and it reopens no incident whose assignee has left', async () => {
    const { id: accountId } = await add();
    const { key } = await keyFor(accountId, {
      scopes: ['treatmentPlan.read', 'treatmentPlan.write', 'incident.read', 'incident.verify'],
    });
    const { application, treatmentPlan } = await calls();
    const { id: dataControllerId } = await buildDataController(server, ws);
    const { id: applicationId } = await application.create({ ws, name: 'ก', description: 'ก', dataControllerId });
    const plans = [{ title: 'รั่ว', responsibleId: null, expectedOn: '2026-12-31' }];
    const { id } = await buildPublishedDpia(server, { ws, applicationId, plans });
    const [plan] = (await treatmentPlan.listOf({ ws, id })).collection;
    const started = await call(key, {
      method: 'PUT',
      path: `dpia-treatment-plans/${plan!.id}/status`,
      body: { status: 'INPROGRESS' },
    });
    expect(started.json()).toMatchObject({ status: 'INPROGRESS', assignee: null });

    const left = await buildPerson(server, { workspaceId: ws, role: 'Staff', status: 'inactive' });
    const incident = await buildIncident(server, ws, { status: 'RESOLVED', assigneeId: left.personnelId });
    const reopen = await call(key, { path: `incidents/${incident.id}/reopen`, body: { reason: 'พบข้อมูลเพิ่ม' } });
    expect([reopen.statusCode, reopen.json().code]).toEqual([409, 'incident.reopenByMember']);
  });

  it('is restricted to its workspace', async () => {
    const { id } = await add();
    const other = await buildPerson(server, { role: 'Admin' });
    const there = (await calls(other)).apiKey;
    const input = { ws: other.workspaceId, name: 'x', scopes: ['ropa.read' as const], lifetime: '30' as const };
    expect((await refusal(there.create({ ...input, serviceAccountId: id }))).code).toBe('serviceAccount.notFound');
    const { key } = await keyFor(id);
    const elsewhere = await server.app.inject({
      url: `/api/v1/${other.workspaceId}/applications?pageSize=10&currentPage=1`,
      headers: { authorization: `Bearer ${key}` },
    });
    expect(elsewhere.statusCode).toBe(404);
  });
});

describe('a service account', () => {
  it('is not a person: in no list of people, without sign-in, and no key can manage it', async () => {
    const { id } = await add({ role: 'Admin' });
    const people = await (await calls()).personnel.list({ ws, status: 'ALL' });
    expect(people.collection.map((person) => person.id)).toEqual([admin.personnelId]);
    expect((await refusal((await calls()).personnel.get({ ws, id }))).status).toBe('NOT_FOUND');
    expect((await (await calls()).personnel.pick({ ws })).map((person) => person.id)).toEqual([admin.personnelId]);
    const { key } = await keyFor(id, { scopes: ['ropa.read'] });
    for (const path of ['service-accounts?pageSize=10&currentPage=1', 'api-keys?pageSize=10&currentPage=1'])
      expect((await call(key, { path })).statusCode, path).toBe(403);
    const user = (await buildPerson(server)).userId;
    await expect(
      server.owner.updateTable('personnel').set({ userId: user }).where('id', '=', id).execute(),
    ).rejects.toThrow(/personnel_status_check/);
  });

  it('is searched, filtered, sorted and counted with its valid keys', async () => {
    const first = await add();
    const second = await add({ name: 'คลังข้อมูล', role: 'Staff', description: 'BI' });
    const { id, rowVersion } = await keyFor(first.id);
    await keyFor(first.id, { name: 'x', lifetime: 'never' });
    await (await calls()).apiKey.rotate({ ws, id, rowVersion, overlap: '24' });
    const list = async (input: object = {}) => (await (await calls()).serviceAccount.list({ ws, ...input })).collection;
    expect((await list({ query: 'crm' })).map((row) => row.id)).toEqual([first.id]);
    expect((await list({ sortBy: 'name', sortDirection: 'ASC' })).map((row) => row.id)).toEqual([second.id, first.id]);
    expect((await list({ state: 'paused' })).length).toBe(0);
    expect((await list({ query: 'ลูกค้า' }))[0]).toMatchObject({ keys: 2, createdBy: { name: 'สมชาย ใจดี' } });
    await server.owner
      .updateTable('apiKeys')
      .set({ expiresAt: new Date('2026-11-24T05:00:00Z') })
      .where('id', '=', id)
      .execute();
    expect((await list({ query: 'ลูกค้า' }))[0]).toMatchObject({ keys: 1 });
  });
});
