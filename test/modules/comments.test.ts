import { randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { COMMENT_LIMIT } from '../../shared/comment/schema.ts';
import { buildDataController, sharedServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';

let server: TestServer;
let ws: string;
let people: Record<'dpo' | 'staff' | 'other' | 'board', Person>;
let id: string;
beforeAll(async () => {
  server = await sharedServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  const team = await buildTeam(server, { dpo: 'DPO', staff: 'Staff', other: 'Staff', board: 'Top Management' });
  ({ ws } = team);
  people = team;
  const { id: dataControllerId } = await buildDataController(server, ws);
  const { application, dpia } = await callerFor(server, people.dpo);
  const { id: applicationId } = await application.create({ ws, name: 'ระบบ', description: 'ตรวจ', dataControllerId });
  ({ id } = await dpia.create({ ws, applicationId, name: 'ตรวจพันธุกรรม', reason: 'ข้อมูลพันธุกรรม' }));
});

const api = async (person: Person = people.dpo) => (await callerFor(server, person)).comment;
const record = () => ({ ws, entity: 'dpia' as const, id });
const add = async (person: Person, body: string, more: object = {}) =>
  (await (await api(person)).add({ ...record(), body, field: 'reason', ...more })).threads;
const bellOf = async ({ personnelId }: Person) =>
  (
    await server.owner
      .selectFrom('personalNotices as n')
      .innerJoin('activityLogs as l', 'l.id', 'n.activityId')
      .select('l.event')
      .where('n.personnelId', '=', personnelId)
      .execute()
  ).map(({ event }) => event);

it('a thread about a field is answered, resolved, and reopened by an answer', async () => {
  const [thread] = await add(people.staff, 'เหตุผลยังไม่ชัดเจน');
  expect(thread).toMatchObject({
    field: 'reason',
    resolvedAt: null,
    comments: [{ body: 'เหตุผลยังไม่ชัดเจน', createdBy: { id: people.staff.personnelId }, mentions: [] }],
  });
  // An answer belongs to the field of its thread, whatever field it names.
  const [answered] = await add(people.dpo, 'แก้แล้ว', { threadId: thread!.id, field: 'name' });
  expect(answered!.field).toBe('reason');
  expect(answered!.comments.map(({ body }) => body)).toEqual(['เหตุผลยังไม่ชัดเจน', 'แก้แล้ว']);
  const { threads } = await (await api()).settle({ ...record(), threadId: thread!.id, resolved: true });
  expect(threads[0]).toMatchObject({ resolvedBy: { id: people.dpo.personnelId }, resolvedAt: expect.any(String) });
  const [again] = await add(people.staff, 'ยังไม่ครบ', { threadId: thread!.id });
  expect(again).toMatchObject({ resolvedAt: null, resolvedBy: null });
  await (await api()).settle({ ...record(), threadId: thread!.id, resolved: true });
  const reopened = await (await api(people.staff)).settle({ ...record(), threadId: thread!.id, resolved: false });
  expect(reopened.threads[0]!.resolvedAt).toBeNull();
  expect(await (await api(people.other)).list(record())).toEqual(reopened);
});

it('the bell of mentioned people displays it, of nobody else', async () => {
  const [thread] = await add(people.dpo, 'ช่วยตรวจ', {
    mentionIds: [people.staff.personnelId, people.dpo.personnelId],
  });
  expect(thread!.comments[0]!.mentions.map((one) => one.id).sort()).toEqual(
    [people.staff.personnelId, people.dpo.personnelId].sort(),
  );
  expect(await bellOf(people.staff)).toEqual(['dpia.commented']);
  expect([...(await bellOf(people.other)), ...(await bellOf(people.dpo))]).toEqual([]);
});

it('nobody can be mentioned who may not read the record or belongs elsewhere', async () => {
  const elsewhere = await buildTeam(server, { stranger: 'DPO' });
  for (const { personnelId } of [people.board, elsewhere.stranger])
    expect(await codeOf(add(people.dpo, 'ช่วยตรวจ', { mentionIds: [personnelId] }))).toBe('comment.mention');
});

it('is restricted to readers of the record, and threads belong to the record', async () => {
  const [thread] = await add(people.dpo, 'ช่วยตรวจ');
  expect(await codeOf((await api(people.board)).list(record()))).toBe('forbidden.role');
  const elsewhere = await buildTeam(server, { stranger: 'DPO' });
  const theirs = await callerFor(server, elsewhere.stranger);
  expect(await codeOf(theirs.comment.list({ ws: elsewhere.ws, entity: 'dpia', id }))).toBe('dpia.notFound');
  expect(await codeOf((await api()).list({ ws, entity: 'incident' as 'dpia', id }))).toBe('BAD_REQUEST');
  const { dpia } = await callerFor(server, people.dpo);
  const { application } = await dpia.get({ ws, id });
  const second = await dpia.create({ ws, applicationId: application.id, name: 'อีกฉบับ', reason: 'ทบทวน' });
  const wrong = (await api()).settle({ ...record(), id: second.id, threadId: thread!.id, resolved: true });
  expect(await codeOf(wrong)).toBe('comment.threadNotFound');
  const answer = (await api()).add({ ...record(), id: second.id, threadId: thread!.id, body: 'x' });
  expect(await codeOf(answer)).toBe('comment.threadNotFound');
});

it('a comment that is sent again after a lost answer is there once, and rings once', async () => {
  const commentId = randomUUID();
  const sent = { commentId, mentionIds: [people.staff.personnelId] };
  const [first, again] = await Promise.all([add(people.dpo, 'ช่วยตรวจ', sent), add(people.dpo, 'ช่วยตรวจ', sent)]);
  expect(again).toEqual(first);
  expect(first).toMatchObject([{ id: commentId, comments: [{ id: commentId, body: 'ช่วยตรวจ' }] }]);
  expect(await bellOf(people.staff)).toEqual(['dpia.commented']);
  // Resolved meanwhile, the thread is not opened again by it.
  await (await api()).settle({ ...record(), threadId: commentId, resolved: true });
  expect((await add(people.dpo, 'ช่วยตรวจ', sent))[0]!.resolvedAt).not.toBeNull();
  // Comments stand in the order in which they were written, whatever their ids.
  const ids = Array.from({ length: 6 }, () => randomUUID());
  for (const id of ids) await add(people.dpo, id, { commentId: id, threadId: commentId });
  const { threads } = await (await api()).list(record());
  expect(threads[0]!.comments.map(({ body }) => body)).toEqual(['ช่วยตรวจ', ...ids]);
});

it('the id of a comment of somebody else, or about another record, is refused', async () => {
  const commentId = randomUUID();
  await add(people.dpo, 'ช่วยตรวจ', { commentId });
  const { dpia } = await callerFor(server, people.dpo);
  const { application } = await dpia.get({ ws, id });
  const second = await dpia.create({ ws, applicationId: application.id, name: 'อีกฉบับ', reason: 'ทบทวน' });
  const refused = { status: 'BAD_REQUEST', fields: ['commentId'] };
  expect(await refusal(add(people.staff, 'ช่วยตรวจ', { commentId }))).toMatchObject(refused);
  expect(await refusal(add(people.dpo, 'ช่วยตรวจ', { commentId, id: second.id }))).toMatchObject(refused);
  expect((await (await api()).list(record())).threads).toHaveLength(1);
});

it('is limited in the number of comments, which are deleted with the record', async () => {
  const [thread] = await add(people.dpo, 'ช่วยตรวจ');
  await sql`insert into comments (workspace_id, id, entity, entity_id, field, thread_id, body)
    select workspace_id, gen_random_uuid(), entity, entity_id, field, thread_id, body
      from comments, generate_series(2, ${COMMENT_LIMIT}::int) where id = ${thread!.id}`.execute(server.owner);
  expect(await codeOf(add(people.dpo, 'อีกข้อ'))).toBe('comment.full');
  await (await callerFor(server, people.dpo)).dpia.remove({ ws, id });
  expect(await server.owner.selectFrom('comments').select('id').where('entityId', '=', id).execute()).toEqual([]);
});
