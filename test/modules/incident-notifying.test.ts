import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { ended } from '../helpers/exports.ts';
import { buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { refusal } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';

const NOW = '2026-11-20T05:00:00.000Z';
const HOUR = 3_600_000;
const later = (hours: number) => new Date(Date.parse(NOW) + hours * HOUR).toISOString();
let server: TestServer;
let dpo: Person;
let colleague: Person;
let ws: string;
beforeAll(async () => {
  server = await buildServer({}, { jobs: true });
  server.clock.set(NOW);
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  colleague = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
});
afterEach(() => server.clock.set(NOW));
afterAll(() => server.close());

/** Signed in again: a session does not outlast the days that these tests simulate. */
const as = async (person = dpo) => {
  const { token } = await createSession(server.deps.authDb, server.deps.config, {
    userId: person.userId,
    kind: 'api',
    now: server.deps.now(),
  });
  return callerFor(server, { ...person, token });
};
const call = async (person = dpo) => (await as(person)).incidentNotification;
const incident = async (overrides: IncidentOverrides = {}) =>
  (await buildIncident(server, ws, { status: 'ACTIVE', ...overrides })).id;
const recorded = (more: object = {}) => ({
  recipientGroup: 'DATA_PROTECTION_AUTHORITY' as const,
  channel: 'OTHER' as const,
  message: 'แจ้งทางระบบ',
  recipients: [{ name: 'สำนักงาน' }],
  notifiedAt: NOW,
  ...more,
});
const mail = (emails: string[], more: object = {}) => ({
  recipientGroup: 'DATA_SUBJECT' as const,
  channel: 'EMAIL' as const,
  subject: 'แจ้งเหตุ',
  message: 'ข้อความ',
  recipients: emails.map((email) => ({ name: '', email })),
  ...more,
});
const rowOf = (id: string) =>
  server.owner
    .selectFrom('incidents')
    .select(['authorityNotifiedAt', 'subjectsNotifiedAt', 'notifiedLate', 'lateReason'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const outcomeOf = async (id: string) =>
  (await server.owner.selectFrom('deadlines').select('outcome').where('subjectId', '=', id).executeTakeFirstOrThrow())
    .outcome;
/** Known six days ago, by a workspace that counts from awareness. */
const known = () => incident({ createdAt: later(-144), discoveredAt: later(-144), occurredAt: later(-150) });

describe('a supplement', () => {
  it('leaves a late report late, whatever its time', async () => {
    const id = await known();
    await (await call()).create({ ws, id, ...recorded({ notifiedAt: later(-24), lateReason: 'รอผลตรวจ' }) });
    expect([await outcomeOf(id), (await rowOf(id)).notifiedLate]).toEqual(['late', true]);
    const supplement = recorded({ report: 'SUPPLEMENT', notifiedAt: later(-120) });
    expect(await refusal((await call()).create({ ws, id, ...supplement }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['notifiedAt'],
    });
    await (await call()).create({ ws, id, ...supplement, notifiedAt: later(-24) });
    await (await call()).create({ ws, id, ...supplement, notifiedAt: later(-1) });
    expect([await outcomeOf(id), await rowOf(id)]).toMatchObject([
      'late',
      { authorityNotifiedAt: later(-24), notifiedLate: true },
    ]);
  });

  it('written before the rule is ignored', async () => {
    const id = await known();
    const created = await (
      await call()
    ).create({ ws, id, ...recorded({ notifiedAt: later(-24), lateReason: 'รอผลตรวจ' }) });
    await (await call()).create({ ws, id, ...recorded({ report: 'SUPPLEMENT' }) });
    await server.owner
      .updateTable('incidentNotifications')
      .set({ notifiedAt: later(-120) })
      .where('incidentId', '=', id)
      .where('id', '!=', created.id)
      .execute();
    await (await call()).create({ ws, id, ...recorded({ report: 'SUPPLEMENT' }) });
    expect([await outcomeOf(id), (await rowOf(id)).authorityNotifiedAt]).toEqual(['late', later(-24)]);
  });

  it('to data subjects does not move their notification forward', async () => {
    const id = await incident({ occurredAt: later(-50) });
    await (await call()).create({ ws, id, ...recorded({ recipientGroup: 'DATA_SUBJECT', notifiedAt: later(-2) }) });
    expect(
      await refusal(
        (await call()).create({
          ws,
          id,
          ...recorded({ recipientGroup: 'DATA_SUBJECT', report: 'SUPPLEMENT', notifiedAt: later(-3) }),
        }),
      ),
    ).toMatchObject({ fields: ['notifiedAt'] });
    expect((await rowOf(id)).subjectsNotifiedAt).toBe(later(-2));
  });
});

describe('notifications to the authority are checked by the earlier interpretation', () => {
  // Known 100 hours ago, recorded an hour ago: late from awareness, in time from the record.
  const awareness = (more: IncidentOverrides = {}) =>
    incident({ createdAt: later(-1), discoveredAt: later(-100), occurredAt: later(-101), ...more });

  it('require a reason, and the clock ends late', async () => {
    const id = await awareness();
    expect(await refusal((await call()).create({ ws, id, ...recorded() }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'incidentNotification.lateReason',
      fields: ['lateReason'],
    });
    const draft = await (await call()).create({ ws, id, ...recorded(), send: false });
    expect(await refusal((await call()).send({ ws, id, nid: draft.id }))).toMatchObject({ fields: ['lateReason'] });
    await (await call()).send({ ws, id, nid: draft.id, lateReason: 'ทราบจากผู้ให้บริการภายนอก' });
    expect([await outcomeOf(id), await rowOf(id)]).toMatchObject([
      'late',
      { notifiedLate: true, lateReason: 'ทราบจากผู้ให้บริการภายนอก' },
    ]);
  });

  it('require none up to the exact moment', async () => {
    const id = await incident({ createdAt: later(-1), discoveredAt: later(-72), occurredAt: later(-73) });
    await (await call()).create({ ws, id, ...recorded() });
    const other = await incident({
      createdAt: later(-1),
      discoveredAt: new Date(Date.parse(later(-72)) - 1),
      occurredAt: later(-73),
    });
    expect(await refusal((await call()).create({ ws, id: other, ...recorded() }))).toMatchObject({
      fields: ['lateReason'],
    });
  });

  it('require one on closing, if nobody had given one', async () => {
    const id = await awareness({ status: 'RESPONDED', authorityNotifiedAt: NOW });
    await server.owner
      .updateTable('deadlines')
      .set({ endedAt: NOW, outcome: 'met', firesAt: null })
      .where('subjectId', '=', id)
      .execute();
    expect(await refusal((await as()).incident.verify({ ws, id }))).toMatchObject({
      status: 'BAD_REQUEST',
      code: 'incident.lateReasonMissing',
      fields: ['lateReason'],
    });
    expect(await (await as()).incident.verify({ ws, id, lateReason: 'ทราบจากภายนอก' })).toMatchObject({
      status: 'RESOLVED',
      lateReason: 'ทราบจากภายนอก',
      clock: { outcome: 'met' },
    });
  });

  it('state it in letter and form, with both times', async () => {
    const id = await awareness();
    const { message } = await (
      await call()
    ).draft({ ws, id, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale: 'th' });
    for (const part of [
      'กำหนดแจ้งสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (นับแต่บันทึกเหตุ): 23 พฤศจิกายน 2569',
      'กำหนดแจ้งสำนักงานคณะกรรมการคุ้มครองข้อมูลส่วนบุคคล (นับแต่ทราบเหตุ): 19 พฤศจิกายน 2569',
      'เหตุผลที่แจ้งล่าช้า: ยังไม่ได้ระบุ',
    ])
      expect(message).toContain(part);
    const form = async (locale: 'th' | 'en') => {
      const { id: job } = await (
        await as()
      ).export.start({ ws, kind: 'incident-authority-form', subjectId: id, format: 'html', locale });
      const { file } = await ended(server, dpo, job);
      const { body } = await server.app.inject({ url: file!.url, headers: { authorization: `Bearer ${dpo.token}` } });
      return body
        .replace(/<style[\s\S]*?<\/style>/g, '')
        .replace(/<[^>]+>/g, ' ')
        .replace(/\s+/g, ' ');
    };
    const before = await form('th');
    for (const part of [
      'กำหนดแจ้ง สคส.',
      'นับแต่บันทึกเหตุ) 23 พฤศจิกายน 2569',
      'นับแต่ทราบเหตุ) 19 พฤศจิกายน 2569',
      'สถานะ เกินกำหนด',
      'เหตุผลที่แจ้งล่าช้า ยังไม่ได้ระบุ',
    ])
      expect(before).toContain(part);
    await (await call()).create({ ws, id, ...recorded({ lateReason: 'ทราบจากภายนอก' }) });
    const after = await form('th');
    for (const part of ['สถานะ แจ้งล่าช้า', 'เหตุผลที่แจ้งล่าช้า ทราบจากภายนอก']) expect(after).toContain(part);
    expect(after).not.toContain('แจ้งทันกำหนด');
    for (const part of ['PDPC deadline', 'counted from awareness', 'Reason for the delay'])
      expect(await form('en')).toContain(part);
  });
});

describe('a repetition with the same key', () => {
  it('notifies nobody twice, also at once', async () => {
    const id = await incident();
    const key = randomUUID();
    const wanted = { ws, id, ...mail(['once@again.example']), key };
    const created = await Promise.all([1, 2, 3].map(async () => (await call()).create(wanted)));
    expect(created.map((one) => one.id)).toEqual([key, key, key]);
    await (await call()).create(wanted);
    expect(await mailsOf(server, 'once@again.example')).toHaveLength(1);
    // Sent content cannot be taken back: changed content is neither sent silently nor reported as sent.
    expect(await refusal((await call()).create({ ...wanted, message: 'อื่น' }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.sent',
    });
  });

  it('continues with the existing draft', async () => {
    const id = await incident();
    const key = randomUUID();
    await (await call()).create({ ws, id, ...mail(['draft@again.example']), key, send: false });
    expect(
      await (await call()).create({ ws, id, ...mail(['draft@again.example'], { subject: 'แก้แล้ว' }), key, send: false }),
    ).toMatchObject({ id: key, status: 'DRAFT', subject: 'แก้แล้ว', rowVersion: 2 });
    expect(
      await refusal((await call()).create({ ws, id, ...mail(['draft@again.example']), key, send: false })),
    ).toMatchObject({ status: 'CONFLICT', code: 'staleEdit' });
    expect(
      await (await call()).create({ ws, id, ...mail(['draft@again.example'], { subject: 'แก้แล้ว' }), key, send: true }),
    ).toMatchObject({ id: key, status: 'SENT' });
    expect(await mailsOf(server, 'draft@again.example')).toHaveLength(1);
  });

  it("of somebody else's, or of another incident, is not found", async () => {
    const id = await incident();
    const { id: key } = await (await call(colleague)).create({ ws, id, ...recorded(), send: false });
    for (const [person, into] of [
      [dpo, id],
      [colleague, await incident()],
    ] as const)
      expect(await refusal((await call(person)).create({ ws, id: into, ...recorded(), key }))).toMatchObject({
        status: 'NOT_FOUND',
        code: 'incidentNotification.notFound',
      });
    const stranger = await buildPerson(server, { role: 'DPO' });
    const theirs = await buildIncident(server, stranger.workspaceId, { status: 'ACTIVE' });
    expect(
      await (await call(stranger)).create({ ws: stranger.workspaceId, id: theirs.id, ...recorded(), key, send: false }),
    ).toMatchObject({ incidentId: theirs.id });
  });
});

describe('drafts', () => {
  const many = Array.from({ length: 150 }, (_, place) => `p${place}@many.example`);

  it('are listed with their first recipients, and read individually with all', async () => {
    const id = await incident();
    const { id: nid, recipients } = await (await call()).create({ ws, id, ...mail(many), send: false });
    expect(recipients).toHaveLength(150);
    expect(
      (await (await call()).list({ ws, id })).collection.map((one) => [one.recipients.length, one.recipientCount]),
    ).toEqual([[100, 150]]);
    expect((await (await call()).list({ ws, id, nid })).collection[0]!.recipients).toHaveLength(150);
  });

  it('are limited to fifty per incident', async () => {
    const id = await incident();
    for (let count = 0; count < 50; count += 1) await (await call()).create({ ws, id, ...recorded(), send: false });
    expect(await refusal((await call()).create({ ws, id, ...recorded(), send: false }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.tooManyDrafts',
    });
    await (await call()).create({ ws, id, ...recorded() });
  });
});

describe('a recipient’s phone number', () => {
  it.each([
    ['081-234 5678', '0812345678'],
    ['+44 (20) 7946-0018', '+442079460018'],
    ['', ''],
  ])('%j is stored as %j', async (phone, stored) => {
    const id = await incident();
    expect(
      (await (await call()).create({ ws, id, ...recorded({ channel: 'SMS', recipients: [{ name: 'ก', phone }] }) }))
        .recipients,
    ).toEqual([{ name: 'ก', email: '', phone: stored }]);
  });
  it.each(['abc-not-a-phone', '08123', '+0812345678', '+12345678901234567890'])('%j is refused', async (phone) => {
    const id = await incident();
    expect(
      await refusal(
        (await call()).create({
          ws,
          id,
          ...recorded({ channel: 'SMS', recipients: [{ name: 'ก', phone }] }),
          send: false,
        }),
      ),
    ).toMatchObject({ status: 'BAD_REQUEST', fields: ['recipients.0.phone'] });
  });
});

describe('what is refused', () => {
  it('is 400 with its fields for invalid input, and 409 for an invalid state', async () => {
    const id = await known();
    const post = async (payload: object) => {
      const answer = await server.app.inject({
        method: 'POST',
        url: `/api/v1/${ws}/incidents/${id}/notifications`,
        headers: { authorization: `Bearer ${dpo.token}` },
        payload,
      });
      const { code, name, issues } = answer.json<{ code: string; name: string; issues?: { path: string[] }[] }>();
      return [answer.statusCode, name, code, issues?.map(({ path }) => path.join('.'))];
    };
    expect(await post(recorded())).toEqual([
      400,
      'ValidationException',
      'incidentNotification.lateReason',
      ['lateReason'],
    ]);
    expect(await post(recorded({ message: '', notifiedAt: null }))).toEqual([
      400,
      'ValidationException',
      'incidentNotification.incomplete',
      ['notifiedAt', 'message'],
    ]);
    expect(await post(recorded({ report: 'SUPPLEMENT' }))).toEqual([
      409,
      'CONFLICT',
      'incidentNotification.noFirstReport',
      ['report'],
    ]);
    expect((await post(recorded({ lateReason: 'รอผลตรวจ' })))[0]).toBe(201);
    expect(await post(recorded({ lateReason: 'รอผลตรวจ' }))).toEqual([
      409,
      'CONFLICT',
      'incidentNotification.firstReportSent',
      ['report'],
    ]);
  });
});
