import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { CreateRequest, Request } from '../../shared/request/schema.ts';
import { isRemovable } from '../../shared/request/stage.ts';
import { buildPerson, buildServer, callerFor, type Person, signInAgain, type TestServer } from '../factories.ts';
import { buildUpload } from '../helpers/answers.ts';
import { timesLeft } from '../helpers/clocks.ts';
import { buildConsentPurposes } from '../helpers/consents.ts';
import { codeOf, refusal } from '../helpers/refusal.ts';
import { buildTeam } from '../helpers/team.ts';
import { mailsOf } from '../mailbox.ts';

let server: TestServer;
let ws: string;
let dpo: Person;
let admin: Person;
let staff: Person;
let manager: Person;
let outsider: Person;
let requestFormId: string;
let rightIds: Record<string, string>;
beforeAll(async () => {
  server = await buildServer();
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set('2026-11-02T10:15:00+07:00');
  ({ ws, dpo, admin, staff, manager } = await buildTeam(server, {
    dpo: 'DPO',
    admin: 'Admin',
    staff: 'Staff',
    manager: 'Top Management',
  }));
  outsider = await buildPerson(server, { role: 'Admin' });
  const { applicationId } = await buildConsentPurposes(server, dpo);
  const { requestForm } = await callerFor(server, dpo);
  const draft = await requestForm.create({ ws, name: 'แบบคำขอ', applicationId });
  const published = await requestForm.publish({ ws, id: draft.id, rowVersion: draft.rowVersion });
  requestFormId = published.id;
  rightIds = Object.fromEntries(published.rights.map(({ code, id }) => [code, id]));
});

// Days pass between two calls: the previous session has expired.
const as = async (person: Person = dpo) => (await callerFor(server, await signInAgain(server, person))).request;
const SUBJECT = { firstName: 'สมหญิง', lastName: 'รักไทย', email: 'somying@test.example', telephone: '0812345678' };
const input = (codes: string[], changes: object = {}) =>
  ({
    ws,
    requestFormId,
    receivedAt: '2026-11-02T10:15:00+07:00',
    channel: 'POST',
    subject: SUBJECT,
    rights: codes.map((code) => ({ rightRequestId: rightIds[code], requestDetail: 'ขอสำเนาเวชระเบียน' })),
    ...changes,
  }) as unknown as CreateRequest;
const enter = async (codes: string[] = ['ACCESS'], changes: object = {}) => (await as()).create(input(codes, changes));
const move = async (request: Pick<Request, 'id'>, action: string, more: object = {}, person = dpo): Promise<Request> =>
  (await as(person)).changeStatus({ ws, id: request.id, action, ...more } as never);
const at = (time: string) => server.clock.set(`${time.replace(' ', 'T')}:00+07:00`);
/** The Bangkok dates by which a right is due: by the settings, and by the act. */
const dueDates = ({ rights }: Request, place = 0) => {
  const { clock, legalClock } = rights[place]!;
  const day = (moment: string) => new Date(Date.parse(moment) + 7 * 3_600_000).toISOString().slice(0, 10);
  return [clock && day(clock.dueAt), day(legalClock.dueAt)];
};

describe('a request that staff enter', () => {
  it('stores the identity encrypted, and hides it from users who may not know it', async () => {
    const request = await enter();
    expect(request).toMatchObject({ number: 1, status: 'NEW', channel: 'POST', identity: SUBJECT, dueAt: null });
    const row = await server.owner.selectFrom('requests').selectAll().where('id', '=', request.id).executeTakeFirst();
    const logs = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    const outbox = await server.owner.selectFrom('outbox').selectAll().where('workspaceId', '=', ws).execute();
    for (const secret of ['สมหญิง', 'รักไทย', 'somying', '0812345678', 'เวชระเบียน'])
      expect(
        JSON.stringify([row, logs, outbox], (_, value) => (Buffer.isBuffer(value) ? value.toString() : value)),
      ).not.toContain(secret);
    const visible = await (await as(manager)).get({ ws, id: request.id });
    expect(visible.identity).toBeNull();
    expect(visible.rights[0]).toMatchObject({ detail: null, additional: null });
    expect((await (await as(manager)).list({ ws })).collection[0]).toMatchObject({ subjectName: null });
    expect((await (await as(manager)).list({ ws, query: SUBJECT.email })).collection).toEqual([]);
  });

  it('is found by its number, and by the complete address, phone number or id of the requester', async () => {
    const { id } = await enter(['ACCESS'], { subject: { ...SUBJECT, uid: 'HN-0042' } });
    const api = await as();
    for (const query of ['DSR-000001', '1', 'SOMYING@test.example', '081-234-5678', 'HN-0042'])
      expect(
        (await api.list({ ws, query })).collection.map((item) => item.id),
        query,
      ).toEqual([id]);
    expect((await api.list({ ws, uid: SUBJECT.email })).collection.map((item) => item.id)).toEqual([id]);
    expect((await api.list({ ws, query: 'somying' })).collection).toEqual([]);
  });

  it('is refused without a published form, with rights it does not offer, from the future, or without an address', async () => {
    const { requestForm } = await callerFor(server, dpo);
    const form = await requestForm.get({ ws, id: requestFormId });
    for (const [changes, fields] of [
      [{ receivedAt: '2026-11-03T10:00:00+07:00' }, ['receivedAt']],
      [{ rights: [{ rightRequestId: requestFormId }] }, ['rights.0.rightRequestId']],
      [
        { rights: [{ rightRequestId: rightIds.ACCESS, selectedRightRequestOptions: [0] }] },
        ['rights.0.selectedRightRequestOptions'],
      ],
      [{ subject: { ...SUBJECT, email: '', telephone: '' } }, ['subject.email']],
      [{ ageBand: 'MINOR' }, ['guardian']],
      // Nobody could confirm it: the guardian of a child does, and could not be written to.
      [{ ageBand: 'CHILD', guardian: { firstName: 'มานี', lastName: 'รักไทย' } }, ['guardian.email']],
    ] as const)
      expect(await refusal((await as()).create(input(['ACCESS'], changes)))).toMatchObject({
        status: 'BAD_REQUEST',
        fields,
      });
    await requestForm.deactivate({ ws, id: form.id, rowVersion: form.rowVersion });
    expect(await codeOf((await as()).create(input(['ACCESS'])))).toBe('request.noForm');
  });

  it('is recorded once when the call is sent again with its key, and other content with that key is refused', async () => {
    const key = randomUUID();
    const guardian = { firstName: 'มานี', lastName: 'รักไทย', email: 'manee@test.example', telephone: '' };
    const entered = input(['ACCESS', 'ERASURE'], { key, ageBand: 'MINOR', guardian });
    const [first, again] = await Promise.all([(await as()).create(entered), (await as()).create(entered)]);
    expect([first.id, again.id]).toEqual([key, key]);
    await move(first, 'VERIFY');
    expect(await (await as()).create(entered)).toMatchObject({
      number: first.number,
      rights: [{ stage: 'ASSIGN' }, {}],
    });
    for (const changes of [
      { country: 'JP' },
      { subject: { ...SUBJECT, lastName: 'ใจดี' } },
      { guardian: null, ageBand: null },
    ])
      expect(await codeOf((await as()).create({ ...entered, ...changes }))).toBe('request.enteredOtherwise');
    expect(await codeOf((await as()).create(input(['ACCESS'], { key })))).toBe('request.enteredOtherwise');
    expect((await (await as()).list({ ws })).meta.totalItems).toBe(1);
  });

  it('keeps what came with it, which only its uploader can add, and gives it to those who may know who asks', async () => {
    const scanned = { name: 'คำขอ.png', type: 'image/png', bytes: Buffer.from('scanned') };
    const [own, others] = [await buildUpload(server, dpo, scanned), await buildUpload(server, admin, scanned)];
    expect(await codeOf((await as()).create(input(['ACCESS'], { attachmentId: others })))).toBe('file.notFound');
    const key = randomUUID();
    const request = await enter(['ACCESS'], { attachmentId: own, key });
    expect(request.attachments).toMatchObject([{ id: own, name: scanned.name }]);
    expect((await enter(['ACCESS'], { attachmentId: own, key })).attachments).toHaveLength(1);
    expect((await (await as(manager)).get({ ws, id: request.id })).attachments).toEqual([]);
    await (await as()).remove({ ws, id: request.id });
    const file = await server.owner.selectFrom('files').select('ownerId').where('id', '=', own).executeTakeFirst();
    expect(file?.ownerId ?? null).toBeNull();
  });

  it('of a child needs no address of the child, and keeps a guardian who is named of an adult', async () => {
    const child = { ...SUBJECT, email: '', telephone: '' };
    const guardian = { firstName: 'มานี', lastName: 'รักไทย', email: 'manee@test.example', telephone: '' };
    const request = await enter(['ACCESS'], { subject: child, ageBand: 'CHILD', guardian });
    const correct = async (changes: object) => {
      const { rowVersion } = await (await as()).get({ ws, id: request.id });
      return (await as()).update({ ws, id: request.id, rowVersion, rights: [], ...changes } as never);
    };
    expect(await refusal(correct({ ageBand: 'ADULT' }))).toMatchObject({ fields: ['subject.email'] });
    expect(await correct({ ageBand: 'ADULT', subject: SUBJECT })).toMatchObject({ identity: { guardian } });
  });

  it('is for users who manage requests, and Staff see what is assigned to them', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    for (const person of [staff, manager])
      expect(await codeOf((await as(person)).create(input(['ACCESS'])))).toMatch(/^forbidden/);
    expect(await codeOf((await as(outsider)).get({ ws, id: request.id }))).toBe('workspace.notFound');
    expect(await codeOf((await as(staff)).get({ ws, id: request.id }))).toBe('request.notFound');
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    expect((await (await as(staff)).list({ ws })).collection).toHaveLength(1);
    expect((await (await as(staff)).get({ ws, id: request.id })).rights[0]!.allowed).toEqual(['submit']);
    expect(await codeOf(move(request, 'APPROVE', {}, staff))).toMatch(/^(forbidden|illegalMove)/);
    const mine = await (await as()).listOf({ ws, id: staff.personnelId });
    expect(mine.collection.map(({ id }) => id)).toEqual([request.id]);
  });
});

describe('the clocks', () => {
  it('start at verification and at receipt, and differ by a day', async () => {
    const request = await enter();
    expect(dueDates(request)).toEqual([null, '2026-12-02']);
    at('2026-11-03 09:00');
    expect(dueDates(await move(request, 'VERIFY'))).toEqual(['2026-12-03', '2026-12-02']);
  });

  it('of the act has the days of the act, whatever the workspace has set; of other rights the days of the workspace', async () => {
    const { dataRight, requestForm } = await callerFor(server, await signInAgain(server, dpo));
    for (const [code, days] of [
      ['ACCESS', 365],
      ['ERASURE', 10],
      ['OBJECTION', 45],
    ] as const) {
      const { name, description, rowVersion } = await dataRight.get({ ws, id: rightIds[code]! });
      await dataRight.update({ ws, id: rightIds[code]!, name, description, days, rowVersion } as never);
    }
    const form = await requestForm.get({ ws, id: requestFormId });
    const detail = { th: 'วันตอบใหม่', en: 'Other days' };
    const { rowVersion } = await requestForm.update({ ws, ...form, ...form.draft, detail } as never);
    await requestForm.publish({ ws, id: form.id, rowVersion });
    const request = await enter(['ACCESS', 'ERASURE', 'OBJECTION'], { verified: true });
    expect([0, 1, 2].map((place) => dueDates(request, place))).toEqual([
      ['2027-11-02', '2026-12-02'],
      ['2026-11-12', '2027-01-31'],
      ['2026-12-17', '2026-12-17'],
    ]);
  });

  it('run for unconfirmed requests if the workspace counts from receipt', async () => {
    const api = await as();
    const { rowVersion, ...settings } = await api.settings.get({ ws });
    expect(await api.settings.update({ ws, ...settings, clockStart: 'receipt', rowVersion })).toMatchObject({
      rowVersion: 1,
    });
    expect(await codeOf(api.settings.update({ ws, ...settings, rowVersion: 0 }))).toBe('staleEdit');
    const request = await enter();
    expect(dueDates(request)).toEqual(['2026-12-02', '2026-12-02']);
    at('2026-11-03 09:00');
    expect(dueDates(await move(request, 'VERIFY'))).toEqual(['2026-12-02', '2026-12-02']);
  });

  it('of several rights run separately, and the request is due by the first of them', async () => {
    const request = await enter(['ACCESS', 'ERASURE']);
    at('2026-11-03 09:00');
    let now = await move(request, 'VERIFY');
    expect([dueDates(now, 0), dueDates(now, 1)]).toEqual([
      ['2026-12-03', '2026-12-02'],
      ['2027-02-01', '2027-01-31'],
    ]);
    expect(now.dueAt).toBe(now.rights[0]!.clock!.dueAt);
    now = await move(now, 'ASSIGN', { assigneeId: staff.personnelId });
    const [access] = now.rights;
    now = await move(now, 'SUBMIT', { rightIds: [access!.id], reason: 'ส่งสำเนาแล้ว' }, staff);
    expect(now.status).toBe('INPROGRESS');
    now = await move(now, 'APPROVE', { rightIds: [access!.id] });
    expect(now.rights[0]).toMatchObject({
      status: 'COMPLETED',
      clock: { outcome: 'met' },
      legalClock: { outcome: 'met' },
    });
    expect(now).toMatchObject({ status: 'INPROGRESS', dueAt: now.rights[1]!.clock!.dueAt, closedAt: null });
    now = await move(now, 'REJECT', { groundCode: 'LAW', reason: 'กฎหมายให้เก็บ 10 ปี' });
    expect(now).toMatchObject({ status: 'COMPLETED', dueAt: null });
    expect(now.rights[1]).toMatchObject({ status: 'REJECTED', groundCode: 'LAW' });
  });

  it('are extended once, before they are due, never for an erasure, and the statutory date does not change', async () => {
    const request = await enter(['ACCESS', 'ERASURE']);
    at('2026-11-03 09:00');
    const verified = await move(request, 'VERIFY');
    const [access, erasure] = verified.rights.map(({ id }) => id);
    // Only what can be extended offers it.
    const offered = ({ rights }: Request) => rights.map(({ allowed }) => allowed.includes('extend'));
    expect(offered(verified)).toEqual([true, false]);
    at('2026-12-01 16:00');
    const extended = await move(request, 'EXTEND', { rightIds: [access], days: 30, reason: 'ข้อมูลมาก' });
    expect(dueDates(extended)).toEqual(['2027-01-02', '2026-12-02']);
    expect(offered(extended)).toEqual([false, false]);
    const again = { days: 30, reason: 'อีก' };
    expect(await codeOf(move(request, 'EXTEND', { rightIds: [access], ...again }))).toBe('request.extendedAlready');
    expect(await codeOf(move(request, 'EXTEND', { rightIds: [erasure], ...again }))).toBe('request.notExtendable');
    const late = await enter(['ACCESS'], { verified: true, receivedAt: '2026-12-01T10:00:00+07:00' });
    expect(offered(late)).toEqual([true]);
    at('2027-01-01 10:00');
    expect(await codeOf(move(late, 'EXTEND', again))).toBe('request.pastDue');
    const api = await as();
    expect(offered(await api.get({ ws, id: late.id }))).toEqual([false]);
    const { columns } = await api.board({ ws });
    const card = columns.flatMap(({ cards }) => cards).find(({ request: { id } }) => id === late.id)!;
    expect(card.allowed).not.toContain('extend');
  });

  it('end late if the answer is late', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    at('2026-12-03 00:00');
    await move(request, 'SUBMIT', { reason: 'ส่งสำเนาแล้ว' }, staff);
    const done = await move(request, 'APPROVE');
    expect(done.rights[0]).toMatchObject({ clock: { outcome: 'late' }, legalClock: { outcome: 'late' } });
  });

  it.each([
    ['asked after it was due', '2026-12-04 09:00', 'late'],
    ['asked in time', '2026-12-01 09:00', 'met'],
  ] as const)(
    'judge a right that is refused during a question by the moment of the question: %s',
    async (_, questionAt, outcome) => {
      const request = await enter(['ACCESS'], { verified: true });
      await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
      at(questionAt);
      await move(request, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
      at('2026-12-10 09:00');
      const extend = () => codeOf(move(request, 'EXTEND', { days: 10, reason: 'ข้อมูลมาก' }));
      if (outcome === 'late') expect(await extend()).toBe('request.pastDue');
      const { rights } = await move(request, 'REJECT', { groundCode: 'LAW_AND_HARM', reason: 'เหตุ' });
      expect(rights[0]).toMatchObject({ clock: { outcome }, legalClock: { outcome: 'late' } });
      const judged = await server.owner
        .selectFrom('requestRights')
        .select(['lateBySetting', 'lateByReceipt'])
        .where('id', '=', rights[0]!.id)
        .execute();
      expect(judged).toEqual([{ lateBySetting: outcome === 'late', lateByReceipt: true }]);
    },
  );

  it('notify at each threshold once, users who manage requests and the assignee', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    const notified = async () =>
      (
        await server.owner
          .selectFrom('activityLogs')
          .select('event')
          .where('workspaceId', '=', ws)
          .where('event', 'in', ['request.dueSoon', 'request.overdue'])
          .orderBy('createdAt')
          .execute()
      ).map(({ event }) => event);
    // Both clocks end on 2 December here: one notification for both.
    at('2026-11-23 00:00');
    await server.deps.alarm.ring();
    await server.deps.alarm.ring();
    expect(await notified()).toEqual(['request.dueSoon']);
    at('2026-12-03 00:00');
    await server.deps.alarm.ring();
    expect((await notified()).filter((event) => event === 'request.overdue')).toHaveLength(1);
    const { mailed } = await server.owner
      .selectFrom('mails')
      .select((eb) => eb.fn.countAll<number>().as('mailed'))
      .where('workspaceId', '=', ws)
      .where('kind', 'in', ['requestDueSoon', 'requestOverdue'])
      .executeTakeFirstOrThrow();
    expect(Number(mailed)).toBe(2 * 3);
  });

  it('notify once of several rights that are due at the same moment, and mail each assignee of their own', async () => {
    const request = await enter(['ACCESS', 'RECTIFICATION', 'OBJECTION'], { verified: true });
    const [access, rectification, objection] = request.rights;
    const rightsOf = (...rights: (typeof request.rights)[number][]) => ({ rightIds: rights.map(({ id }) => id) });
    const reader = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    await move(request, 'ASSIGN', { ...rightsOf(access!, rectification!), assigneeId: staff.personnelId });
    await move(request, 'ASSIGN', { ...rightsOf(objection!), assigneeId: reader.personnelId });
    for (const [time, event, kind] of [
      ['2026-11-23 00:00', 'request.dueSoon', 'requestDueSoon'],
      ['2026-12-03 00:00', 'request.overdue', 'requestOverdue'],
    ] as const) {
      at(time);
      await server.deps.alarm.ring();
      const events = await server.owner
        .selectFrom('activityLogs')
        .select('changes')
        .where('entityId', '=', request.id)
        .where('event', '=', event)
        .execute();
      expect(events).toHaveLength(1);
      expect(events[0]!.changes).toContainEqual({ field: 'rights', old: null, new: 3 });
      const textOf = async ({ email }: Person) => {
        const mails = (await mailsOf(server, email)).filter((mail) => mail.kind === kind);
        expect(mails).toHaveLength(1);
        return mails[0]!.text;
      };
      const namedIn = async (person: Person) => {
        const text = await textOf(person);
        return request.rights.filter(({ name }) => text.includes(`“${name.th}”`)).map(({ code }) => code);
      };
      expect(await namedIn(dpo)).toEqual(['ACCESS', 'RECTIFICATION', 'OBJECTION']);
      expect(await namedIn(staff)).toEqual(['ACCESS', 'RECTIFICATION']);
      expect(await namedIn(reader)).toEqual(['OBJECTION']);
    }
    // No right waits for an alarm of its own.
    const pending = await server.owner
      .selectFrom('deadlines')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('firesAt', 'is not', null)
      .execute();
    expect(pending).toEqual([]);
  });

  it('notify of the hours that are left, of a request that was received weeks before it was entered', async () => {
    await enter(['ACCESS'], { receivedAt: '2026-10-08T10:00:00+07:00' });
    await server.deps.alarm.ring();
    // Less than the 240 of the threshold: the days of the act end with 7 November.
    expect(await timesLeft(server, ws, 'request.dueSoon')).toEqual([133.8]);
  });

  it('notify of the statutory date at its own thresholds, which the other clock need not have', async () => {
    const { settings } = await as();
    const request = await enter();
    // Opened by other settings, and later than 30 days before, both end on 2 December.
    await settings.update({ ...(await settings.get({ ws })), ws, alertHours: [48] } as never);
    await move(request, 'VERIFY');
    const notified = async () =>
      (
        await server.owner
          .selectFrom('activityLogs')
          .select('changes')
          .where('workspaceId', '=', ws)
          .where('event', '=', 'request.dueSoon')
          .orderBy('createdAt')
          .execute()
      ).map(({ changes }) => (changes as unknown as { new: number }[])[0]!.new);
    for (const time of ['2026-11-23 00:00', '2026-11-30 00:00', '2026-12-01 00:00']) {
      at(time);
      await server.deps.alarm.ring();
    }
    expect(await notified()).toEqual([240, 72, 48]);
    at('2026-12-03 00:00');
    await server.deps.alarm.ring();
    const overdue = await server.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'request.overdue')
      .execute();
    expect(overdue).toHaveLength(1);
  });

  it('notify of both dates where they differ, and of the statutory one while the other is paused', async () => {
    const overdue = async () => {
      const rows = await server.owner
        .selectFrom('activityLogs')
        .select('id')
        .where('workspaceId', '=', ws)
        .where('event', '=', 'request.overdue')
        .execute();
      return rows.length;
    };
    const [extended, paused] = [
      await enter(['ACCESS'], { verified: true }),
      await enter(['ACCESS'], { verified: true }),
    ];
    await move(extended, 'EXTEND', { days: 30, reason: 'หลายระบบ' });
    await move(paused, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
    at('2026-12-03 00:00');
    await server.deps.alarm.ring();
    expect(await overdue()).toBe(2);
    at('2027-01-02 00:00');
    await server.deps.alarm.ring();
    expect(await overdue()).toBeGreaterThan(2);
  });
});

describe('extending the time of a request', () => {
  it('without naming rights extends those that can be, and states why where none can', async () => {
    const request = await enter(['ACCESS', 'ERASURE', 'OBJECTION'], { verified: true });
    const extend = (more: object = {}) => move(request, 'EXTEND', { days: 10, reason: 'ข้อมูลมาก', ...more });
    const days = ({ rights }: Request) => rights.map(({ extendedDays }) => extendedDays);
    expect(days(await extend({ rightIds: [request.rights[2]!.id], days: 5 }))).toEqual([null, null, 5]);
    expect(days(await extend())).toEqual([10, null, 5]);
    expect(await codeOf(extend())).toBe('request.extendedAlready');
  });
});

describe('assignees', () => {
  const bellsOf = async (person: Person, event: string) =>
    (
      await server.owner
        .selectFrom('personalNotices as n')
        .innerJoin('activityLogs as a', (join) =>
          join.onRef('a.workspaceId', '=', 'n.workspaceId').onRef('a.id', '=', 'n.activityId'),
        )
        .select('n.activityId')
        .where('n.personnelId', '=', person.personnelId)
        .where('a.event', '=', event)
        .execute()
    ).length;

  it('are notified of their own rights that are assigned, sent back, decided or reopened, and of no others', async () => {
    const request = await enter(['ACCESS', 'ERASURE'], { verified: true });
    const [access, erasure] = request.rights.map(({ id }) => ({ rightIds: [id] }));
    const both = async (event: string) => [await bellsOf(staff, event), await bellsOf(admin, event)];
    await move(request, 'ASSIGN', { ...access, assigneeId: staff.personnelId });
    await move(request, 'ASSIGN', { ...erasure, assigneeId: admin.personnelId });
    expect(await both('request.assigned')).toEqual([1, 1]);
    await move(request, 'SUBMIT', { ...erasure, reason: 'ลบแล้ว' }, admin);
    await move(request, 'REVERT', { ...erasure, reason: 'ยังไม่ครบ' });
    expect(await both('request.reverted')).toEqual([0, 1]);
    await move(request, 'REJECT', { ...access, groundCode: 'NO_DATA', reason: 'ไม่พบข้อมูล' });
    expect(await both('request.rejected')).toEqual([1, 0]);
    await move(request, 'REOPEN', { ...access, reason: 'พบข้อมูลแล้ว' });
    expect(await both('request.reopened')).toEqual([1, 0]);
    await move(request, 'SUBMIT', { ...access, reason: 'ส่งแล้ว' }, staff);
    // What was submitted lapses by a question.
    await move(request, 'REVERT', { ...access, to: 'SUBJECT', reason: 'ช่วงปีใด' });
    expect(await both('request.questionSent')).toEqual([1, 0]);
    const { number } = await enter(['ACCESS'], { verified: true });
    await move(request, 'REJECT', { ...access, groundCode: 'DUPLICATE', duplicateOf: `${number}`, reason: 'ซ้ำ' });
    expect(await both('request.closedAsDuplicate')).toEqual([1, 0]);
    await move(request, 'SUBMIT', { ...erasure, reason: 'ลบแล้ว' }, admin);
    await move(request, 'APPROVE', erasure);
    expect(await both('request.approved')).toEqual([0, 1]);
  });

  it('who lose a right to somebody else are notified of that, once for several and not by themselves', async () => {
    const request = await enter(['ACCESS', 'ERASURE'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    expect(await bellsOf(staff, 'request.released')).toBe(0);
    await move(request, 'ASSIGN', { assigneeId: admin.personnelId });
    expect([await bellsOf(staff, 'request.released'), await bellsOf(staff, 'request.assigned')]).toEqual([1, 1]);
    await move(request, 'ASSIGN', { assigneeId: dpo.personnelId }, admin);
    expect(await bellsOf(admin, 'request.released')).toBe(0);
  });
});

describe('the moves', () => {
  it('require a reason: a submission, a question, a refusal, an extension, a return, a reopening', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    for (const [action, more] of [
      ['SUBMIT', {}],
      ['REVERT', { to: 'SUBJECT' }],
      ['REJECT', { groundCode: 'LAW_AND_HARM' }],
      ['EXTEND', { days: 10 }],
    ] as const)
      expect(await refusal(move(request, action, more)), action).toMatchObject({ fields: ['reason'] });
  });

  it('refuse only by a ground of the section', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    const reason = 'เหตุ';
    for (const groundCode of ['LEGAL_CLAIMS', 'TECHNICALLY_IMPOSSIBLE', undefined])
      expect(await refusal(move(request, 'REJECT', { groundCode, reason }))).toMatchObject({ fields: ['groundCode'] });
    expect((await move(request, 'REJECT', { groundCode: 'LAW_AND_HARM', reason })).status).toBe('REJECTED');
    // Section 36 takes any reason, which is recorded.
    const rectification = await enter(['RECTIFICATION'], { verified: true });
    expect((await move(rectification, 'REJECT', { groundCode: 'OTHER_REASON', reason })).status).toBe('REJECTED');
    // Clause 5 of the notification on erasure.
    const erasure = await enter(['ERASURE'], { verified: true });
    expect((await move(erasure, 'REJECT', { groundCode: 'INTERESTS_OF_OTHERS', reason })).status).toBe('REJECTED');
  });

  it('confirm the identity for all rights, whichever is named', async () => {
    const request = await enter(['ACCESS', 'ERASURE']);
    const verified = await move(request, 'VERIFY', { rightIds: [request.rights[1]!.id] });
    expect(verified.rights.map(({ stage }) => stage)).toEqual(['ASSIGN', 'ASSIGN']);
  });

  it('are approved by another user than the submitter, unless the workspace permits it', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: dpo.personnelId });
    await move(request, 'SUBMIT', { reason: 'ส่งแล้ว' });
    expect(await codeOf(move(request, 'APPROVE'))).toBe('request.ownApproval');
    expect((await move(request, 'APPROVE', {}, admin)).status).toBe('COMPLETED');
  });

  it('pause while an answer of the data subject is pending, though not the statutory clock', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    const questioned = await move(request, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
    expect(questioned).toMatchObject({ status: 'INPROGRESS', dueAt: null });
    expect(questioned.rights[0]).toMatchObject({ stage: 'WAITING', legalClock: { stoppedAt: null } });
    expect(questioned.rights[0]!.clock!.stoppedAt).not.toBeNull();
    expect(questioned.moves.at(-1)).toMatchObject({ action: 'ask', reason: 'ช่วงปีใด', by: { id: dpo.personnelId } });
  });

  it('reopen closed rights, assigned to the previous assignee, with the previous due date', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    const assigned = await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    await move(request, 'SUBMIT', { reason: 'ส่งแล้ว' }, staff);
    await move(request, 'APPROVE');
    const reopened = await move(request, 'REOPEN', { reason: 'พบข้อมูลเพิ่ม' });
    expect(reopened).toMatchObject({ status: 'INPROGRESS', closedAt: null, dueAt: assigned.dueAt });
    expect(reopened.rights[0]).toMatchObject({ stage: 'WORK', assignee: { id: staff.personnelId } });
  });

  it.each([
    ['refused', 'reject'],
    ['closed as a duplicate', 'duplicate'],
  ])('let the clock of a right go on that was %s during a question, later by the days of the pause', async (_, how) => {
    const other = await enter(['ACCESS'], { verified: true });
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    at('2026-11-10 09:00');
    await move(request, 'REVERT', { to: 'SUBJECT', reason: 'ช่วงปีใด' });
    at('2026-11-13 09:00');
    if (how === 'reject') await move(request, 'REJECT', { groundCode: 'LAW_AND_HARM', reason: 'เหตุ' });
    else
      await move(request, 'REJECT', { groundCode: 'DUPLICATE', duplicateOf: `${other.number}`, reason: 'คำขอเดียวกัน' });
    at('2026-11-20 09:00');
    const reopened = await move(request, 'REOPEN', { reason: 'พบข้อมูลเพิ่ม' });
    // Three days between question and closing; those between closing and reopening count.
    expect(reopened.rights[0]!.clock).toMatchObject({ stoppedAt: null, endedAt: null });
    expect(dueDates(reopened)).toEqual(['2026-12-05', '2026-12-02']);
    expect(reopened.dueAt).toBe(reopened.rights[0]!.clock!.dueAt);
    at('2026-12-06 00:01');
    await server.deps.alarm.ring();
    const overdue = await server.owner
      .selectFrom('activityLogs')
      .select('id')
      .where('workspaceId', '=', ws)
      .where('event', '=', 'request.overdue')
      .where('entityId', '=', request.id)
      .execute();
    expect(overdue).toHaveLength(2);
    await move(request, 'SUBMIT', { reason: 'ส่งแล้ว' }, staff);
    expect((await move(request, 'APPROVE')).rights[0]!.clock).toMatchObject({ outcome: 'late' });
  });

  it('are refused for an outdated version', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    expect(
      await refusal(move(request, 'ASSIGN', { assigneeId: dpo.personnelId, rowVersion: request.rowVersion })),
    ).toMatchObject({
      code: 'staleEdit',
    });
  });

  it('hand over the work of somebody who leaves', async () => {
    const request = await enter(['ACCESS', 'ERASURE'], { verified: true });
    await move(request, 'ASSIGN', { assigneeId: staff.personnelId });
    const { personnel } = await callerFor(server, admin);
    const overview = await personnel.taskOverview({ ws, id: staff.personnelId });
    expect(JSON.stringify(overview)).toContain('DSRM');
    await personnel.deactivate({ ws, id: staff.personnelId, reassignTo: dpo.personnelId } as never);
    const after = await (await as()).get({ ws, id: request.id });
    expect(after.rights.map(({ assignee }) => assignee?.id)).toEqual([dpo.personnelId, dpo.personnelId]);
  });

  it('delete unconfirmed requests, and nothing else', async () => {
    const api = await as();
    const [request, confirmed] = [await enter(), await enter(['ACCESS'], { verified: true })];
    // Also one that must be confirmed again: only what was never confirmed is deleted.
    const readdressed = await enter(['ACCESS', 'ERASURE'], { verified: true });
    const subject = { ...SUBJECT, email: 'other@test.example' };
    await api.update({ ws, id: readdressed.id, rowVersion: readdressed.rowVersion, subject, rights: [] } as never);
    const closed = await move(readdressed, 'REJECT', { groundCode: 'NO_DATA', reason: 'ไม่พบ' });
    expect([closed.verifiedAt, closed.closedAt === null, isRemovable(closed), isRemovable(request)]).toEqual([
      null,
      false,
      false,
      true,
    ]);
    expect(await codeOf(api.remove({ ws, id: closed.id }))).toBe('request.verifiedAlready');
    expect(await api.remove({ ws, id: request.id })).toEqual({ id: request.id });
    expect(await codeOf(api.get({ ws, id: request.id }))).toBe('request.notFound');
    expect(await codeOf(api.remove({ ws, id: confirmed.id }))).toBe('request.verifiedAlready');
  });

  it('give the number of a deleted request to no other', async () => {
    const [first, last] = [await enter(), await enter()];
    const api = await as();
    await api.remove({ ws, id: last.id });
    expect((await enter()).number).toBe(last.number + 1);
    await api.remove({ ws, id: first.id });
    expect((await enter()).number).toBe(last.number + 2);
  });
});

describe('corrections', () => {
  const WISH = { selectedRightRequestOptions: [], additionalRequestOption: '' };

  it('are stored with the previous values, encrypted, and the person is found by the current values', async () => {
    const request = await enter();
    const [right] = request.rights;
    const corrected = await (
      await as()
    ).update({
      ws,
      id: request.id,
      rowVersion: request.rowVersion,
      country: 'LA',
      subject: { ...SUBJECT, email: 'somying.r@test.example', uid: '' },
      rights: [{ id: right!.id, ...WISH, requestDetail: 'ขอสำเนาปี 2568' }],
    });
    expect(corrected).toMatchObject({ country: 'LA', identity: { email: 'somying.r@test.example' } });
    expect(corrected.rights[0]).toMatchObject({ detail: 'ขอสำเนาปี 2568' });
    expect(corrected.corrections).toMatchObject([
      {
        by: { id: dpo.personnelId },
        changes: [
          { field: 'email', rightId: null, old: { th: SUBJECT.email }, new: { th: 'somying.r@test.example' } },
          { field: 'country', old: { th: 'TH' }, new: { th: 'LA' } },
          { field: 'detail', rightId: right!.id, old: { th: 'ขอสำเนาเวชระเบียน' }, new: { th: 'ขอสำเนาปี 2568' } },
        ],
      },
    ]);
    const api = await as();
    expect((await api.list({ ws, query: 'somying.r@test.example' })).collection).toHaveLength(1);
    expect((await api.list({ ws, query: SUBJECT.email })).collection).toEqual([]);
    const rows = await server.owner.selectFrom('requestCorrections').selectAll().execute();
    expect(rows.map(({ changes }) => changes.toString()).join()).not.toContain('somying');
    const visible = await (await as(manager)).get({ ws, id: request.id });
    expect(visible.corrections[0]!.changes[0]).toMatchObject({ field: 'email', old: null, new: null });
  });

  it('store nothing if nothing changes, and refuse an outdated version, a missing guardian and closed requests', async () => {
    const request = await enter(['ACCESS'], { verified: true });
    const api = await as();
    const key = { ws, id: request.id };
    const same = await api.update({ ...key, rowVersion: request.rowVersion, country: 'TH' });
    expect(same).toMatchObject({ rowVersion: request.rowVersion, corrections: [] });
    expect(await refusal(api.update({ ...key, rowVersion: request.rowVersion, ageBand: 'MINOR' }))).toMatchObject({
      fields: ['guardian'],
    });
    await api.update({ ...key, rowVersion: request.rowVersion, country: 'LA' });
    expect(await codeOf(api.update({ ...key, rowVersion: request.rowVersion, country: 'MM' }))).toBe('staleEdit');
    const { rowVersion } = await move(request, 'REJECT', { groundCode: 'LAW_AND_HARM', reason: 'เหตุ' });
    expect(await codeOf(api.update({ ...key, rowVersion, country: 'TH' }))).toBe('request.closed');
  });

  it('of Staff are limited to their own rights', async () => {
    const request = await enter(['ACCESS', 'RECTIFICATION'], { verified: true });
    const [access, rectification] = request.rights;
    const { rowVersion } = await move(request, 'ASSIGN', { assigneeId: staff.personnelId, rightIds: [access!.id] });
    const api = await as(staff);
    const correct = (id: string, version = rowVersion) =>
      api.update({
        ws,
        id: request.id,
        rowVersion: version,
        rights: [{ id, ...WISH, requestDetail: 'ขอเฉพาะปี 2569' }],
      });
    expect(await codeOf(correct(rectification!.id))).toBe('request.notYours');
    expect((await correct(access!.id)).rights.map(({ editable }) => editable)).toEqual([true, false]);
  });
});

describe('the fee of a right', () => {
  it('is requested, paid or waived as defined by the form, and changes no clock', async () => {
    const { requestForm } = await callerFor(server, dpo);
    const form = await requestForm.get({ ws, id: requestFormId });
    const { name, description, draft } = form;
    const updated = await requestForm.update({
      ws,
      id: requestFormId,
      rowVersion: form.rowVersion,
      name,
      description,
      ...draft,
      rightRequests: draft.rightRequests.map((right) => ({ ...right, fee: 50 })),
    } as never);
    await requestForm.publish({ ws, id: requestFormId, rowVersion: updated.rowVersion });
    const request = await enter(['ACCESS'], { verified: true });
    const [right] = request.rights;
    const fee = async (state: string, more: object = {}, person = dpo) =>
      (await as(person)).changeFee({
        ws,
        id: request.id,
        rightId: right!.id,
        state,
        at: '2026-11-02T10:00:00+07:00',
        ...more,
      } as never);
    const requested = await fee('REQUESTED');
    expect(requested.rights[0]).toMatchObject({
      fee: 50,
      feeState: 'REQUESTED',
      clock: right!.clock,
      stage: 'ASSIGN',
    });
    expect(await refusal(fee('WAIVED'))).toMatchObject({ fields: ['reason'] });
    expect(await refusal(fee('PAID', { at: '2026-11-03T10:00:00+07:00' }))).toMatchObject({ fields: ['at'] });
    expect(await codeOf(fee('PAID', {}, staff))).toMatch(/^forbidden/);
    const waived = await fee('WAIVED', { reason: 'ผู้มีรายได้น้อย' });
    expect(waived.rights[0]).toMatchObject({ feeState: 'WAIVED', feeReason: 'ผู้มีรายได้น้อย' });
    expect(waived.moves.map(({ action }) => action).slice(-2)).toEqual(['feeRequested', 'feeWaived']);
    const visible = await (await as(manager)).get({ ws, id: request.id });
    expect(visible.rights[0]).toMatchObject({ feeState: 'WAIVED', feeReason: null });
  });

  it('does not exist if the form charges none', async () => {
    const { id, rights } = await enter();
    const call = (await as()).changeFee({
      ws,
      id,
      rightId: rights[0]!.id,
      state: 'PAID',
      at: '2026-11-02T10:00:00+07:00',
      reason: '',
    });
    expect(await codeOf(call)).toBe('request.noFee');
  });
});

describe('the board', () => {
  it('displays the rights in columns by their stage, by due date, and Staff only their own', async () => {
    const first = await enter(['ACCESS', 'ERASURE'], { verified: true });
    await enter(['OBJECTION']);
    const closed = await enter(['ACCESS'], { verified: true });
    await move(closed, 'REJECT', { groundCode: 'LAW_AND_HARM', reason: 'เหตุ' });
    await move(first, 'ASSIGN', { assigneeId: staff.personnelId, rightIds: [first.rights[0]!.id] });
    const board = async (person: Person, more: object = {}) =>
      (await (await as(person)).board({ ws, ...more })).columns.map(
        ({ stage, total, cards }) =>
          [stage, total, cards.map(({ code, request: { number } }) => `${number} ${code}`)] as const,
      );
    expect(await board(dpo)).toEqual([
      ['VERIFY', 1, ['2 OBJECTION']],
      ['ASSIGN', 1, ['1 ERASURE']],
      ['WORK', 1, ['1 ACCESS']],
      ['WAITING', 0, []],
      ['APPROVE', 0, []],
      ['CLOSED', null, ['3 ACCESS']],
    ]);
    expect((await board(dpo, { right: 'ERASURE' })).flatMap(([, , cards]) => cards)).toEqual(['1 ERASURE']);
    expect((await board(staff)).flatMap(([, , cards]) => cards)).toEqual(['1 ACCESS']);
    const { columns } = await (await as(staff)).board({ ws });
    expect(columns[2]!.cards[0]).toMatchObject({ allowed: ['submit'], request: { subjectName: 'สมหญิง รักไทย' } });
    const ofManager = await (await as(manager)).board({ ws });
    expect(ofManager.columns[0]!.cards[0]).toMatchObject({ allowed: [], request: { subjectName: null } });
  });

  it('places a right that is reopened by the due date that its request has by then', async () => {
    const request = await enter(['ACCESS', 'ERASURE'], { verified: true });
    const [access, erasure] = request.rights.map(({ id }) => ({ rightIds: [id] }));
    await move(request, 'REJECT', { ...erasure, groundCode: 'LAW', reason: 'กฎหมายให้เก็บ' });
    await move(request, 'EXTEND', { ...access, days: 30, reason: 'มาก' });
    await move(request, 'REOPEN', { ...erasure, reason: 'พบข้อมูล' });
    at('2026-12-20 10:00');
    const found = async (clock: 'RUNNING' | 'OVERDUE') => {
      const api = await as();
      const { columns } = await api.board({ ws, clock });
      const { collection } = await api.list({ ws, clock });
      return [columns.reduce((sum, { cards }) => sum + cards.length, 0), collection.length];
    };
    expect([await found('RUNNING'), await found('OVERDUE')]).toEqual([
      [2, 1],
      [0, 0],
    ]);
  });

  it('sorts by due date when a date moves, and counts the rows of each filter', async () => {
    const first = await enter(['ACCESS'], { verified: true });
    await enter(['ACCESS'], { verified: true });
    const refused = await enter(['ACCESS'], { verified: true });
    await move(refused, 'REJECT', { groundCode: 'LAW_AND_HARM', reason: 'เหตุ' });
    const columns = async (filters: object = {}) => {
      const found = await (await as(dpo)).board({ ws, ...filters });
      return [1, 5].map((place) => {
        const { total, cards } = found.columns[place]!;
        return [total, cards.map(({ request: { number } }) => number)];
      });
    };
    const closed = [null, [3]];
    expect(await columns()).toEqual([[2, [1, 2]], closed]);
    await move(first, 'EXTEND', { days: 30, reason: 'มาก' });
    const both = [2, [2, 1]];
    expect(await columns()).toEqual([both, closed]);
    expect(await columns({ right: 'ACCESS' })).toEqual([both, closed]);
    for (const filters of [{ clock: 'RUNNING' }, { status: 'NEW' }, { status: 'NEW', clock: 'RUNNING' }])
      expect(await columns(filters)).toEqual([both, [null, []]]);
    const one = { status: 'NEW', query: '2' };
    expect(await columns(one)).toEqual([
      [1, [2]],
      [null, []],
    ]);
    const nothing = [0, []];
    expect(await columns({ status: 'REJECTED' })).toEqual([nothing, closed]);
    expect(await columns({ query: '3' })).toEqual([nothing, closed]);
    server.clock.set('2026-12-20T10:00:00+07:00');
    expect((await columns({ clock: 'OVERDUE' }))[0]).toEqual([1, [2]]);
    expect((await columns({ clock: 'RUNNING' }))[0]).toEqual([1, [1]]);
  });
});
