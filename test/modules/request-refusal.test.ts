import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreateRequest } from '../../shared/request/schema.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { recordsOf } from '../../server/modules/ropa/documents/record.ts';
import { sectionsOf } from '../../server/modules/ropa/documents/sections.ts';
import { ropaWords } from '../../server/modules/ropa/documents/words.ts';
import { requestReference } from '../../shared/request/reference.ts';
import thRequest from '../../shared/locales/th/request.ts';
import thRopa from '../../shared/locales/th/ropa.ts';
import { until } from '../helpers/until.ts';

const REASON = '=1+1 ขัดต่อคำสั่งศาล';

let server: TestServer;
let ws: string;
let dpo: Person;
let manager: Person;
let staff: Person;
let applicationId: string;
/** Numbers of the requests by the refused right. */
let numbers: Record<'ACCESS' | 'ERASURE' | 'NO_DATA', number>;
let accessId: string;
let enter: (code: string) => Promise<{ id: string; number: number; rights: { id: string }[] }>;

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ({ ws, dpo, manager, staff } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management', staff: 'Staff' }));
  ({ applicationId } = await buildConsentPurposes(server, dpo));
  const { requestForm, request } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const { id, rights } = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  enter = async (code) =>
    request.create({
      ws,
      requestFormId: id,
      receivedAt: new Date(server.deps.now().getTime() - 86_400_000).toISOString(),
      channel: 'POST',
      verified: true,
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
      rights: [{ rightRequestId: rights.find((right) => right.code === code)!.id }],
    } as unknown as CreateRequest);
  const refuse = async (code: string, groundCode: string, assigneeId?: string) => {
    const entered = await enter(code);
    if (assigneeId) await request.changeStatus({ ws, id: entered.id, action: 'ASSIGN', assigneeId } as never);
    await request.changeStatus({ ws, id: entered.id, action: 'REJECT', groundCode, reason: REASON } as never);
    return entered;
  };
  const access = await refuse('ACCESS', 'LAW_AND_HARM');
  accessId = access.id;
  const erasure = await refuse('ERASURE', 'LAW', staff.personnelId);
  const closed = await refuse('ACCESS', 'NO_DATA');
  numbers = { ACCESS: access.number, ERASURE: erasure.number, NO_DATA: closed.number };
});
afterAll(() => server.close());

const list = async (person: Person, input: object = {}) => {
  const { collection, meta } = await (await callerFor(server, person)).requestRefusal.list({ ws, ...input } as never);
  if (!('currentPage' in input)) expect(meta.totalItems, JSON.stringify(input)).toBe(collection.length);
  return collection;
};
const numbersOf = async (person: Person, input: object = {}) =>
  (await list(person, input)).map(({ request }) => request.number);

const start = async (person: Person, input: object) =>
  (await callerFor(server, person)).export.start({
    ws,
    kind: 'request-refusals',
    format: 'csv',
    locale: 'th',
    input: input as never,
  });
const csvOf = async (input: object) => {
  const { id } = await start(dpo, input);
  const { file, errorCode } = await ended(server, dpo, id);
  expect(errorCode).toBeNull();
  const { body } = await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${dpo.token}` } });
  return body.trim().split('\r\n');
};
const printed = async (id: string) => {
  for await (const record of recordsOf((work) => transact(server.deps, { workspaceId: ws }, work), ws, [id]))
    return JSON.stringify(sectionsOf(record, {} as never, ropaWords('th')));
  return '';
};
const itemOf = async (id: string) =>
  (await (await callerFor(server, dpo)).application.detail({ ws, id })).completenessItems.find(
    ({ item }) => item === 'refusals',
  );
const scoreOf = async (id: string) =>
  (await server.owner.selectFrom('applications').select('completeItems').where('id', '=', id).executeTakeFirstOrThrow())
    .completeItems;
const state = (id: string, refusalStatus: 'none' | 'recorded') =>
  server.owner.updateTable('applications').set({ refusalStatus, refusalNote: '' }).where('id', '=', id).execute();

it('contains every refused right, the newest first, and none that was only closed', async () => {
  const [erasure, access, ...others] = await list(dpo);
  expect(others).toEqual([]);
  expect(erasure).toMatchObject({ section: '33', ground: 'LAW', required: false, reason: REASON });
  expect(access).toMatchObject({
    request: { id: accessId, number: numbers.ACCESS },
    right: { code: 'ACCESS' },
    section: '30',
    required: true,
    ground: 'LAW_AND_HARM',
    reason: REASON,
    application: { id: applicationId },
    decidedBy: { id: dpo.personnelId },
  });
});

it('is filtered by number, right, ground, required section, application and day, and sorted', async () => {
  const day = (days: number) => new Date(server.deps.now().getTime() + days * 86_400_000).toISOString().slice(0, 10);
  const { ACCESS, ERASURE, NO_DATA } = numbers;
  for (const [input, expected] of [
    [{ query: `DSR-${String(ACCESS).padStart(6, '0')}` }, [ACCESS]],
    [{ query: String(NO_DATA) }, []],
    [{ query: 'สมหญิง' }, []],
    [{ right: 'ERASURE' }, [ERASURE]],
    [{ right: 'CUSTOM' }, []],
    [{ ground: 'LAW_AND_HARM' }, [ACCESS]],
    [{ required: 'YES' }, [ACCESS]],
    [{ required: 'NO' }, [ERASURE]],
    [{ applicationId }, [ERASURE, ACCESS]],
    [{ applicationId: accessId }, []],
    [{ from: day(-2), to: day(2) }, [ERASURE, ACCESS]],
    [{ from: day(2) }, []],
    [{ to: day(-2) }, []],
    [{ sortBy: 'number', sortDirection: 'ASC' }, [ACCESS, ERASURE]],
    [{ pageSize: 1, currentPage: 2 }, [ACCESS]],
  ] as const)
    expect([input, await numbersOf(dpo, input)]).toEqual([input, expected]);
});

it('hides its reasons from Top Management, and shows Staff the requests in which a right is theirs', async () => {
  expect((await list(manager)).map(({ reason, ground }) => [reason, ground])).toEqual([
    [null, 'LAW'],
    [null, 'LAW_AND_HARM'],
  ]);
  expect((await list(staff)).map(({ request, reason }) => [request.number, reason])).toEqual([
    [numbers.ERASURE, REASON],
  ]);
});

it('is exported with the same filters, without formulas, only by users who may export requests', async () => {
  const [head, erasure, access, ...others] = await csvOf({});
  expect(others).toEqual([]);
  expect(head).toContain('เหตุที่ปฏิเสธ');
  expect(erasure).toContain('มาตรา 39(7) ไม่ได้กำหนดให้บันทึก');
  expect(access).toContain('มาตรา 39(7) ให้บันทึก');
  expect(access).toContain("'=1+1");
  expect(await csvOf({ required: 'YES', from: '2020-01-01' })).toHaveLength(1 + 1);
  for (const person of [manager, staff]) await expect(start(person, {})).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

it('counts for the record of processing: "nothing was refused" conflicts with a refusal', async () => {
  const { request } = await callerFor(server, dpo);
  await state(applicationId, 'none');
  expect(await itemOf(applicationId)).toMatchObject({
    complete: false,
    missing: [{ place: 'application', field: 'refusalStatus' }],
  });
  expect(await printed(applicationId)).toContain(thRopa.refused);
  // Number, right, section, ground and day of what the section wants recorded; nothing of the subject, nor the erasure.
  expect(await printed(applicationId)).toContain(requestReference(numbers.ACCESS));
  expect(await printed(applicationId)).toContain(thRequest.ground.LAW_AND_HARM);
  expect(await printed(applicationId)).not.toContain(requestReference(numbers.ERASURE));
  for (const personal of [REASON, 'สมหญิง', '0812345678']) expect(await printed(applicationId)).not.toContain(personal);
  expect(await printed(applicationId)).not.toContain(thRopa.refusal.none);
  await state(applicationId, 'recorded');
  expect(await itemOf(applicationId)).toMatchObject({ complete: true });

  await state(applicationId, 'none');
  await request.changeStatus({ ws, id: accessId, action: 'REOPEN', reason: 'ตรวจใหม่' } as never);
  expect(await numbersOf(dpo)).toEqual([numbers.ERASURE]);
  // The refused erasure is not among those that the section requires to be recorded.
  expect(await printed(applicationId)).toContain(thRopa.refusal.none);
  expect(await printed(applicationId)).not.toContain(requestReference(numbers.ACCESS));
  expect(await itemOf(applicationId)).toMatchObject({ complete: true });
  const complete = await scoreOf(applicationId);
  await request.changeStatus({
    ws,
    id: accessId,
    action: 'REJECT',
    groundCode: 'LAW_AND_HARM',
    reason: 'ยืนยันตามเดิม',
  } as never);
  expect(await itemOf(applicationId)).toMatchObject({ complete: false });
  expect(await scoreOf(applicationId)).not.toBe(complete);
  expect((await list(dpo))[0]).toMatchObject({ request: { id: accessId }, reason: 'ยืนยันตามเดิม' });
});

it('contains the refused tasks of completed rights, each in its application', async () => {
  const { applicationId: otherId } = await buildConsentPurposes(server, dpo);
  const { applicationId: removedId } = await buildConsentPurposes(server, dpo);
  const { application, requestTask } = await callerFor(server, dpo);
  const { id, number, rights } = await enter('ACCESS');
  const move = async (person: Person, action: string, more: object = {}) =>
    (await callerFor(server, person)).request.changeStatus({ ws, id, action, ...more } as never);
  await move(dpo, 'ASSIGN', { assigneeId: staff.personnelId });
  const refuse = async (kind: string, groundCode: string, of: string | null) => {
    const task = await requestTask.add({
      ws,
      requestId: id,
      rightId: rights[0]!.id,
      kind,
      applicationId: of,
      title: 'ค้น',
    } as never);
    await requestTask.refuse({ ws, id: task.id, groundCode, reason: REASON });
  };
  await refuse('EXPORT', 'LAW_AND_HARM', otherId);
  await refuse('SEARCH', 'NO_DATA', otherId);
  await refuse('OTHER', 'LAW_AND_HARM', null);
  await refuse('CORRECT', 'LAW_AND_HARM', removedId);
  await state(otherId, 'none');
  const before = await list(dpo);
  expect(await itemOf(otherId)).toMatchObject({ complete: true });
  await move(staff, 'SUBMIT', { reason: 'ส่งสำเนาเวชระเบียนแล้ว' });
  await move(dpo, 'APPROVE');
  // What is refused in an application that is deleted belongs to that of the request.
  expect(await list(dpo, { applicationId: removedId })).toHaveLength(1);
  await application.remove({ ws, id: removedId });
  const [first, second, third, ...others] = await list(dpo);
  expect(others).toEqual(before);
  const part = {
    request: { id, number },
    right: { code: 'ACCESS' },
    section: '30',
    required: true,
    ground: 'LAW_AND_HARM',
    reason: REASON,
    decidedBy: { id: dpo.personnelId },
  };
  expect([first, second, third].map((one) => one!.application.id).toSorted()).toEqual(
    [applicationId, applicationId, otherId].toSorted(),
  );
  expect([first, second, third]).toContainEqual(
    expect.objectContaining({ part: 'OTHER', application: expect.objectContaining({ id: applicationId }) }),
  );
  const [own, ...rest] = await list(dpo, { applicationId: otherId, required: 'YES', right: 'ACCESS' });
  expect(rest).toEqual([]);
  expect(own).toMatchObject({ ...part, part: 'EXPORT', application: { id: otherId } });
  expect(await list(dpo, { query: String(number) })).toHaveLength(3);
  expect((await list(manager, { applicationId: otherId }))[0]).toMatchObject({ reason: null, part: 'EXPORT' });
  expect(await numbersOf(dpo, { sortBy: 'number', pageSize: 1, currentPage: 1 })).toEqual([number]);
  expect((await csvOf({ applicationId: otherId }))[1]).toContain('บางส่วน: ส่งออกข้อมูล');
  // The record of that application, too: its item of section 39 (7), its score and its document.
  expect(await itemOf(otherId)).toMatchObject({ complete: false });
  const incomplete = await scoreOf(otherId);
  expect(await printed(otherId)).toContain(requestReference(number));
  expect(await printed(otherId)).toContain(`${thRequest.right.ACCESS} (บางส่วน)`);
  await move(dpo, 'REOPEN', { reason: 'ตรวจใหม่' });
  expect(await list(dpo)).toEqual(before);
  expect(await itemOf(otherId)).toMatchObject({ complete: true });
  expect(await scoreOf(otherId)).toBeGreaterThan(incomplete);
});

it('moves what was refused in an application that is deleted to that of the request, also while it is approved', async () => {
  const form = await buildRequestForm(server, dpo);
  const { application, request, requestTask } = await callerFor(server, dpo);
  /** A request whose right is about to be completed, with a refused task in another application. */
  const submitted = async () => {
    const { applicationId: of } = await buildConsentPurposes(server, dpo);
    const { id, number, rights } = await request.create({
      ws,
      requestFormId: form.id,
      receivedAt: server.deps.now().toISOString(),
      channel: 'POST',
      verified: true,
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
      rights: [{ rightRequestId: form.rightIds.ACCESS }],
    } as never);
    await request.changeStatus({ ws, id, action: 'ASSIGN', assigneeId: staff.personnelId } as never);
    const task = { ws, requestId: id, rightId: rights[0]!.id, kind: 'EXPORT', applicationId: of, title: 'ค้น' };
    const { id: taskId } = await requestTask.add(task as never);
    await requestTask.refuse({ ws, id: taskId, groundCode: 'LAW_AND_HARM', reason: REASON });
    await (
      await callerFor(server, staff)
    ).request.changeStatus({ ws, id, action: 'SUBMIT', reason: 'ส่งสำเนาแล้ว' } as never);
    return { of, number, approve: () => request.changeStatus({ ws, id, action: 'APPROVE' } as never) };
  };

  const first = await submitted();
  await state(form.applicationId, 'none');
  await first.approve();
  const complete = await scoreOf(form.applicationId);
  expect(await itemOf(form.applicationId)).toMatchObject({ complete: true });
  await application.remove({ ws, id: first.of });
  expect(await itemOf(form.applicationId)).toMatchObject({ complete: false });
  expect(await scoreOf(form.applicationId)).toBeLessThan(complete);

  const second = await submitted();
  let approved: Promise<unknown> | undefined;
  await server.owner.transaction().execute(async (trx) => {
    await trx.deleteFrom('applications').where('id', '=', second.of).execute();
    approved = second.approve();
    await until(async () => {
      const waits = sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
      return (await waits.execute(server.owner)).rows.length > 0;
    }, 'the approval waits for the deletion');
  });
  await approved;
  expect(await list(dpo, { query: String(second.number) })).toMatchObject([
    { part: 'EXPORT', application: { id: form.applicationId } },
  ]);
});
