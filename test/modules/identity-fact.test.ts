import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import type { Request } from '../../shared/request/schema.ts';
import { sharedServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let staff: Person;
let count = 0;
let email: string;
let guardianEmail: string;
let enter: (changes?: object) => Promise<Request>;

beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, staff } = await buildTeam(server, { dpo: 'DPO', staff: 'Staff' }));
  const form = await buildRequestForm(server, dpo);
  email = `facts${(count += 1)}@test.example`;
  guardianEmail = `guardian${count}@test.example`;
  enter = async (changes = {}) =>
    (await callerFor(server, dpo)).request.create({
      ws,
      requestFormId: form.id,
      receivedAt: '2026-11-02T10:15:00+07:00',
      channel: 'POST',
      subject: { firstName: 'สมหญิง', lastName: 'รักไทย', email, telephone: '' },
      rights: [
        { rightRequestId: form.rightIds.ACCESS, requestDetail: 'ขอสำเนา' },
        { rightRequestId: form.rightIds.OBJECTION, requestDetail: 'คัดค้าน' },
      ],
      ...changes,
    } as never);
});

const identity = async (person: Person = dpo) =>
  (await callerFor(server, await signInAgain(server, person))).requestIdentity;
const outside = async () => (await callerFor(server, null, { ip: `10.8.0.${count}` })).requestIdentity;
const sessionOf = async (to = email): Promise<string> => {
  const token = tokenIn((await mailsOf(server, to)).find(({ kind }) => kind === 'requestReceived'));
  await (await outside()).sendCode({ token });
  const mail = (await mailsOf(server, to)).findLast(({ kind }) => kind === 'requestCode');
  return (await (await outside()).enterCode({ token, code: /^\d{6}$/m.exec(mail!.text)![0] })).session;
};
const ask = async (id: string, more: object = {}) =>
  (
    await (await identity()).askFact({ ws, id, person: 'SUBJECT', question: 'เลขที่ลูกค้า', expected: 'HN-00 42', ...more })
  ).facts.at(-1)!;
const view = async (id: string) => (await identity()).view({ ws, id });
const events = async (name: string) =>
  (await server.owner.selectFrom('activityLogs').select('event').where('workspaceId', '=', ws).execute()).filter(
    ({ event }) => event === name,
  ).length;
/** Every row that could contain the expected or the given answer. */
const stored = async () => {
  const tables = ['identityFacts', 'activityLogs', 'outbox'] as const;
  const rows = await Promise.all(
    tables.map((table) => server.owner.selectFrom(table).selectAll().where('workspaceId', '=', ws).execute()),
  );
  return JSON.stringify(rows, (_, value) =>
    value?.type === 'Buffer' ? Buffer.from(value.data).toString('latin1') : value,
  );
};

it('is requested by mail without naming it, and compared with what the data subject enters on their page', async () => {
  const { id } = await enter();
  const session = await sessionOf();
  expect((await view(id)).needs.map(({ need, isMet }) => [need, isMet])).toEqual([
    ['SECOND', false],
    ['CODE', true],
  ]);
  const fact = await ask(id);
  const mail = (await mailsOf(server, email)).find(({ kind }) => kind === 'requestFact')!;
  expect(mail.text + mail.subject).not.toMatch(/เลขที่ลูกค้า|HN-00|สมหญิง/);
  const { facts } = await (await outside()).overview({ session });
  expect(facts).toEqual([{ id: fact.id, question: 'เลขที่ลูกค้า', triesLeft: 5 }]);
  const answer = async (stated: string) => (await outside()).answerFact({ session, factId: fact.id, stated });
  expect(await answer('HN-0043')).toEqual({ state: 'REQUESTED', triesLeft: 4 });
  // Case, spaces and signs are ignored, and so is the script of digits.
  expect(await answer('hn ๐๐๔๒')).toEqual({ state: 'MATCHED', triesLeft: 4 });
  expect(await refusal(answer('HN-0042'))).toMatchObject({ code: 'requestIdentity.factDecided' });
  expect((await (await outside()).overview({ session })).facts).toEqual([]);
  expect((await view(id)).needs.map(({ isMet }) => isMet)).toEqual([true, true]);
  expect([await events('identityFact.requested'), await events('identityFact.matched')]).toEqual([1, 1]);
  // Bare digits also occur in ids and times.
  for (const secret of ['HN-00 42', 'HN-0042', 'HN-0043', 'HN0042', 'hn0042', '๐๐๔๒', 'เลขที่ลูกค้า'])
    expect(await stored()).not.toContain(secret);
});

it('is closed after five wrong answers, wherever they came from', async () => {
  const { id } = await enter();
  const session = await sessionOf();
  const { id: factId } = await ask(id);
  for (const left of [4, 3, 2])
    expect((await (await outside()).answerFact({ session, factId, stated: 'ไม่ทราบ' })).triesLeft).toBe(left);
  const compare = async (stated: string) => (await identity()).compareFact({ ws, id, factId, stated });
  await compare('1');
  expect((await compare('2')).facts).toMatchObject([{ state: 'FAILED', triesLeft: 0, answeredBy: expect.any(String) }]);
  expect(await refusal(compare('HN-0042'))).toMatchObject({ code: 'requestIdentity.factDecided' });
  expect(await refusal((await outside()).answerFact({ session, factId, stated: 'HN-0042' }))).toMatchObject({
    code: 'requestIdentity.factDecided',
  });
  expect((await view(id)).needs[0]!.isMet).toBe(false);
  expect(await events('identityFact.failed')).toBe(1);
  // Another one can be requested, because the expected answer is no longer stored.
  const rows = await server.owner.selectFrom('identityFacts').select('expectedHash').where('id', '=', factId).execute();
  expect(rows).toEqual([{ expectedHash: null }]);
  await ask(id, { question: 'ปีที่สมัคร' });
});

it('is requested from one person once at a time, answered by nobody else, and withdrawn', async () => {
  const { id } = await enter({
    ageBand: 'MINOR',
    guardian: { firstName: 'แม่', lastName: 'รักไทย', email: guardianEmail, telephone: '' },
  });
  const session = await sessionOf();
  const own = await ask(id);
  const other = await ask(id, { person: 'GUARDIAN', expected: '1' });
  expect(await refusal(ask(id))).toMatchObject({ code: 'requestIdentity.factRequested' });
  expect((await (await outside()).overview({ session })).facts.map((fact) => fact.id)).toEqual([own.id]);
  expect(await refusal((await outside()).answerFact({ session, factId: other.id, stated: '1' }))).toMatchObject({
    code: 'request.notFound',
  });
  await (await identity()).withdrawFact({ ws, id, factId: own.id });
  expect((await view(id)).facts.map(({ state }) => state)).toEqual(['WITHDRAWN', 'REQUESTED']);
  expect(await refusal((await outside()).answerFact({ session, factId: own.id, stated: 'HN-0042' }))).toMatchObject({
    code: 'requestIdentity.factDecided',
  });
});

it('is refused to users who do not manage requests, without letters or digits, and once the request is closed', async () => {
  const { id } = await enter();
  const call = { ws, id, person: 'SUBJECT', question: 'เลขที่ลูกค้า', expected: '1' } as const;
  expect(await refusal((await identity(staff)).askFact(call))).toMatchObject({ status: 'FORBIDDEN' });
  expect(await refusal((await identity()).askFact({ ...call, expected: ' - ' }))).toMatchObject({
    status: 'BAD_REQUEST',
  });
  const session = await sessionOf();
  const fact = await ask(id);
  await (
    await callerFor(server, dpo)
  ).request.changeStatus({ ws, id, action: 'REJECT', groundCode: 'NO_DATA', reason: 'ไม่มีข้อมูล' } as never);
  expect((await (await outside()).overview({ session })).facts).toEqual([]);
  expect(await refusal((await outside()).answerFact({ session, factId: fact.id, stated: 'HN-0042' }))).toMatchObject({
    code: 'request.closed',
  });
  expect(await refusal((await identity()).compareFact({ ws, id, factId: fact.id, stated: 'x' }))).toMatchObject({
    code: 'request.closed',
  });
});
