import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { type BuiltRequestForm, buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let manager: Person;
let form: BuiltRequestForm;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:00:00+07:00');
  ({ ws, dpo, staff, manager } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', manager: 'Top Management' }));
  form = await buildRequestForm(server, dpo);
});

const api = async (person: Person = dpo) => callerFor(server, await signInAgain(server, person));
const running = async (person: Person = dpo) => (await api(person)).clock.running({ ws });
const titles = async (person?: Person) => (await running(person)).collection.map(({ title }) => title);

async function enter(codes: string[], receivedAt: string) {
  const { request } = await api();
  return request.create({
    ws,
    requestFormId: form.id,
    receivedAt,
    channel: 'POST',
    subject: { firstName: 'มาลี', lastName: 'รักดี', email: 'malee@test.example', telephone: '', uid: '' },
    rights: codes.map((code) => ({ rightRequestId: form.rightIds[code]!, requestDetail: 'ขอสำเนา' })),
  } as never);
}
const incident = (title: string, createdAt: string) =>
  buildIncident(server, ws, { title, createdAt: new Date(createdAt), reporterId: dpo.personnelId });

it('are those of every module, in order of due time', async () => {
  const { id } = await enter(['ACCESS', 'ERASURE'], '2026-10-05T09:00:00+07:00');
  await incident('ส่งผิดคน', '2026-11-02T09:00:00+07:00');
  const found = await running();
  expect([found.total, found.overdue]).toEqual([3, 0]);
  expect(found.collection).toMatchObject([
    {
      module: 'request',
      id,
      title: 'DSR-000001',
      unit: 'days',
      clock: { dueAt: '2026-11-04T16:59:59.000Z' },
      other: null,
      address: `/dsrm/request/${id}`,
    },
    { module: 'incident', title: '#1 ส่งผิดคน', unit: 'hours', part: null },
    { module: 'request', title: 'DSR-000001', clock: { dueAt: '2027-01-03T16:59:59.000Z' } },
  ]);
  expect(found.collection[0]!.part!.en).toMatch(/access/i);
  expect(JSON.stringify(found)).not.toContain('มาลี');
  // Once the identity is confirmed, the workspace's own date is displayed beside it.
  await (await api()).request.changeStatus({ ws, id, action: 'VERIFY' } as never);
  expect((await running()).collection[0]!.other).toEqual({
    name: { th: 'กำหนดของเรา', en: 'Our due date' },
    dueAt: '2026-12-02T16:59:59.000Z',
  });
  server.clock.set('2026-11-05T00:00:00+07:00');
  expect((await running()).overdue).toBe(1);
  // Answered rights are removed from it.
  await (
    await api()
  ).request.changeStatus({ ws, id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล' } as never);
  expect(await titles()).toEqual(['#1 ส่งผิดคน']);
});

it('are those of the earlier date of each right, where the workspace answers sooner than the law', async () => {
  const { dataRight } = await api();
  const erasure = await dataRight.get({ ws, id: form.rightIds.ERASURE! });
  await dataRight.update({ ws, ...erasure, days: 10 });
  form = await buildRequestForm(server, dpo);
  const { id } = await enter(['ACCESS', 'ERASURE'], '2026-11-02T09:00:00+07:00');
  await (await api()).request.changeStatus({ ws, id, action: 'VERIFY' } as never);
  const found = await running();
  expect([found.total, found.overdue]).toEqual([2, 0]);
  expect(found.collection).toMatchObject([
    {
      part: { en: expect.stringMatching(/eras/i) },
      clock: { dueAt: '2026-11-12T16:59:59.000Z' },
      other: { name: { en: 'Counted from receipt' }, dueAt: '2027-01-31T16:59:59.000Z' },
    },
    { clock: { dueAt: '2026-12-02T16:59:59.000Z' }, other: null },
  ]);
  server.clock.set('2026-11-13T00:00:00+07:00');
  expect((await running()).overdue).toBe(1);
  // Past both of its dates, a right counts once.
  server.clock.set('2026-12-03T00:00:00+07:00');
  expect((await running()).overdue).toBe(2);
});

it('are as many as the list behind their link has rights, for Staff too', async () => {
  const { id } = await enter(['ACCESS', 'ERASURE'], '2026-10-05T09:00:00+07:00');
  // Overdue and unconfirmed: no date of the workspace's own runs.
  await enter(['ACCESS'], '2026-10-01T09:00:00+07:00');
  const { request } = await api();
  await request.changeStatus({ ws, id, action: 'VERIFY' } as never);
  await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId } as never);
  for (const person of [dpo, staff]) {
    const list = (await running(person)).lists.find(({ module }) => module === 'request')!;
    const filters = Object.fromEntries(new URL(list.address!, 'https://x.example').searchParams);
    const { rights } = await (await api(person)).request.list({ ws, ...filters } as never);
    expect([list.total, rights]).toEqual(person === dpo ? [3, 3] : [2, 2]);
  }
});

it('are as many incidents as the list behind their link has, overdue ones too, due first', async () => {
  await incident('เกินกำหนด', '2026-10-01T09:00:00+07:00');
  await incident('ส่งผิดคน', '2026-11-02T09:00:00+07:00');
  // A public report beyond the limit is counted apart.
  await buildIncident(server, ws, { status: 'WAITING', createdAt: new Date('2026-10-02T09:00:00+07:00') });
  const list = (await running()).lists.find(({ module }) => module === 'incident')!;
  const filters = Object.fromEntries(new URL(list.address!, 'https://x.example').searchParams);
  const { collection, meta } = await (await api()).incident.list({ ws, ...filters } as never);
  expect([list.total, meta.totalItems]).toEqual([2, 2]);
  expect(collection.map(({ title }) => title)).toEqual(['เกินกำหนด', 'ส่งผิดคน']);
});

it('are limited to five, with the number of further ones per list', async () => {
  for (let day = 1; day <= 4; day += 1) {
    await enter(['ACCESS'], `2026-10-0${day}T09:00:00+07:00`);
    await incident(`เหตุ ${day}`, `2026-11-0${day > 2 ? 2 : 1}T0${day}:00:00+07:00`);
  }
  const found = await running();
  expect(found.total).toBe(8);
  expect(await titles()).toEqual(['DSR-000001', 'DSR-000002', 'DSR-000003', 'DSR-000004', '#1 เหตุ 1']);
  const lists = found.lists.filter(({ total }) => total > 0);
  expect(lists.map(({ module, total }) => [module, total])).toEqual([
    ['request', 4],
    ['incident', 4],
  ]);
});

it('are limited to their own for Staff, and link Top Management to pages they may open', async () => {
  const { id } = await enter(['ACCESS'], '2026-11-01T09:00:00+07:00');
  await incident('ส่งผิดคน', '2026-11-02T09:00:00+07:00');
  expect(await titles(staff)).toEqual([]);
  await (await api()).request.changeStatus({ ws, id, action: 'VERIFY' } as never);
  await (
    await api()
  ).request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId, reason: '' } as never);
  expect(await titles(staff)).toEqual(['DSR-000001']);
  expect((await running(manager)).collection.map(({ title, address }) => [title, address])).toEqual([
    ['#1 ส่งผิดคน', '/data-breach/dashboard'],
    ['DSR-000001', `/dsrm/request/${id}`],
  ]);
});

it('are none of a module that is switched off, and none of another workspace', async () => {
  await enter(['ACCESS'], '2026-11-01T09:00:00+07:00');
  await incident('ส่งผิดคน', '2026-11-02T09:00:00+07:00');
  const other = await buildTeam(server, { officer: 'DPO' });
  expect((await (await callerFor(server, other.officer)).clock.running({ ws: other.ws })).total).toBe(0);
  await server.owner
    .updateTable('workspaces')
    .set((eb) => ({ flags: eb.cast(eb.val(JSON.stringify({ dataBreachEnabled: true, dsrmEnabled: false })), 'jsonb') }))
    .where('id', '=', ws)
    .execute();
  expect(await titles()).toEqual(['#1 ส่งผิดคน']);
});
