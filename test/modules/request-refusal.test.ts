import { afterAll, beforeAll, expect, it } from 'vitest';
import type { CreateRequest } from '../../shared/request/schema.ts';
import { buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { ended } from '../helpers/exports.ts';
import { buildTeam } from '../helpers/team.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { recordsOf } from '../../server/modules/ropa/documents/record.ts';
import { sectionsOf } from '../../server/modules/ropa/documents/sections.ts';
import { ropaWords } from '../../server/modules/ropa/documents/words.ts';
import { requestReference } from '../../shared/request/reference.ts';
import thRequest from '../../shared/locales/th/request.ts';
import thRopa from '../../shared/locales/th/ropa.ts';

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

beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  ({ ws, dpo, manager, staff } = await buildTeam(server, { dpo: 'DPO', manager: 'Top Management', staff: 'Staff' }));
  ({ applicationId } = await buildConsentPurposes(server, dpo));
  const { requestForm, request } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const { id, rights } = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  const refuse = async (code: string, groundCode: string, assigneeId?: string) => {
    const entered = await request.create({
      ws,
      requestFormId: id,
      receivedAt: new Date(server.deps.now().getTime() - 86_400_000).toISOString(),
      channel: 'POST',
      verified: true,
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email: '', telephone: '0812345678' },
      rights: [{ rightRequestId: rights.find((right) => right.code === code)!.id }],
    } as unknown as CreateRequest);
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
  const { application, request } = await callerFor(server, dpo);
  const item = async () =>
    (await application.detail({ ws, id: applicationId })).completenessItems.find(({ item: key }) => key === 'refusals');
  const scores = async () => {
    const row = await server.owner
      .selectFrom('applications')
      .select('completeItems')
      .where('id', '=', applicationId)
      .executeTakeFirstOrThrow();
    return row.completeItems;
  };
  const state = (refusalStatus: 'none' | 'recorded') =>
    server.owner
      .updateTable('applications')
      .set({ refusalStatus, refusalNote: '' })
      .where('id', '=', applicationId)
      .execute();
  await state('none');
  expect(await item()).toMatchObject({ complete: false, missing: [{ place: 'application', field: 'refusalStatus' }] });
  const printed = async () => {
    for await (const record of recordsOf((work) => transact(server.deps, { workspaceId: ws }, work), ws, [
      applicationId,
    ]))
      return JSON.stringify(sectionsOf(record, {} as never, ropaWords('th')));
    return '';
  };
  expect(await printed()).toContain(thRopa.refused);
  // Number, right, section, ground and day of what the section wants recorded; nothing of the subject, nor the erasure.
  expect(await printed()).toContain(requestReference(numbers.ACCESS));
  expect(await printed()).toContain(thRequest.ground.LAW_AND_HARM);
  expect(await printed()).not.toContain(requestReference(numbers.ERASURE));
  for (const personal of [REASON, 'สมหญิง', '0812345678']) expect(await printed()).not.toContain(personal);
  expect(await printed()).not.toContain(thRopa.refusal.none);
  await state('recorded');
  expect(await item()).toMatchObject({ complete: true });

  await state('none');
  await request.changeStatus({ ws, id: accessId, action: 'REOPEN', reason: 'ตรวจใหม่' } as never);
  expect(await numbersOf(dpo)).toEqual([numbers.ERASURE]);
  // The refused erasure is not among those that the section requires to be recorded.
  expect(await printed()).toContain(thRopa.refusal.none);
  expect(await printed()).not.toContain(requestReference(numbers.ACCESS));
  expect(await item()).toMatchObject({ complete: true });
  const complete = await scores();
  await request.changeStatus({
    ws,
    id: accessId,
    action: 'REJECT',
    groundCode: 'LAW_AND_HARM',
    reason: 'ยืนยันตามเดิม',
  } as never);
  expect(await item()).toMatchObject({ complete: false });
  expect(await scores()).not.toBe(complete);
  expect((await list(dpo))[0]).toMatchObject({ request: { id: accessId }, reason: 'ยืนยันตามเดิม' });
});
