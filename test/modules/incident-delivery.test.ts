import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { deliverySettled } from '../../server/modules/incidentNotification/settle.ts';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { settleDelivery } from '../../server/platform/mail/deliveryWorkflow.ts';
import { settleReturned } from '../../server/platform/mail/returns/returned.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';

const NOW = '2026-11-20T05:00:00.000Z';
/** Addresses that start with `gone` are refused permanently, with `busy` temporarily. */
let post: Awaited<ReturnType<typeof postOffice>>;
let refusing = true;
let server: TestServer;
let dpo: Person;
let admin: Person;
let staff: Person;
let ws: string;
beforeAll(async () => {
  post = await postOffice((address) =>
    !refusing
      ? null
      : address.startsWith('gone')
        ? { responseCode: 550, message: `${address} unknown` }
        : address.startsWith('busy')
          ? { responseCode: 451, message: 'later' }
          : null,
  );
  server = await buildServer({ SMTP_URL: post.url });
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  staff = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
});
afterEach(() => {
  server.clock.set(NOW);
  refusing = true;
  post.received.length = 0;
});
afterAll(async () => {
  await server.close();
  await post.close();
});

const call = async (person = dpo) => {
  const { token } = await createSession(server.deps.authDb, server.deps.config, {
    userId: person.userId,
    kind: 'api',
    now: server.deps.now(),
  });
  return (await callerFor(server, { ...person, token })).incidentNotification;
};
const incident = async (overrides: IncidentOverrides = {}) => {
  server.clock.set(NOW);
  return (
    await buildIncident(server, ws, {
      status: 'ACTIVE',
      riskLevel: 'HIGH_RISK',
      assigneeId: staff.personnelId,
      ...overrides,
    })
  ).id;
};
const mail = (addresses: string[], more: object = {}) => ({
  recipientGroup: 'DATA_SUBJECT' as const,
  channel: 'EMAIL' as const,
  subject: 'แจ้งเหตุ',
  message: 'ข้อมูลของท่านรั่วไหล',
  recipients: addresses.map((name) => ({ name, email: `${name}@test.example`, phone: '' })),
  ...more,
});
const recorded = (more: object = {}) => ({
  recipientGroup: 'DATA_PROTECTION_AUTHORITY' as const,
  channel: 'OTHER' as const,
  message: 'แจ้งทางระบบของสำนักงาน',
  recipients: [{ name: 'สำนักงาน', email: '', phone: '' }],
  notifiedAt: NOW,
  ...more,
});
const detail = async (id: string, nid: string) =>
  (await (await call()).list({ ws, id, pageSize: 100 })).collection.find((one) => one.id === nid)!;
const counts = (id: string, nid: string) => expect.poll(async () => (await detail(id, nid)).mails);
const notifiedAt = async (id: string) =>
  (
    await server.owner
      .selectFrom('incidents')
      .select('subjectsNotifiedAt')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
  ).subjectsNotifiedAt;
const rings = (id: string) =>
  server.owner
    .selectFrom('activityLogs as l')
    .innerJoin('personalNotices as n', (join) =>
      join.onRef('n.activityId', '=', 'l.id').onRef('n.workspaceId', '=', 'l.workspaceId'),
    )
    .select(['n.personnelId', 'l.changes'])
    .where('l.entityId', '=', id)
    .where('l.event', '=', 'incidentNotification.undelivered')
    .execute();
const ringsOf = (id: string) =>
  server.owner
    .selectFrom('activityLogs')
    .select('changes')
    .where('entityId', '=', id)
    .where('event', '=', 'incidentNotification.undelivered')
    .orderBy('createdAt')
    .execute();

describe('mails of which some are returned', () => {
  it('block no other, and notify their sender, the assignee and the officers once', async () => {
    const id = await incident();
    const created = await (await call(admin)).create({ ws, id, ...mail(['one', 'gone1', 'two', 'gone2', 'three']) });
    await counts(id, created.id).toMatchObject({ total: 5, sent: 3, failed: 2, waiting: 0 });
    expect(post.received.map(({ to }) => to[0]).toSorted()).toEqual([
      'one@test.example',
      'three@test.example',
      'two@test.example',
    ]);
    await expect
      .poll(async () => (await rings(id)).map(({ personnelId }) => personnelId).toSorted())
      .toEqual([admin.personnelId, dpo.personnelId, staff.personnelId].toSorted());
    const lines = await ringsOf(id);
    expect(lines).toHaveLength(1);
    expect(lines[0]!.changes).toEqual([
      { field: 'recipientGroup', old: null, new: 'DATA_SUBJECT' },
      { field: 'failed', old: null, new: 2 },
      { field: 'recipients', old: null, new: 5 },
    ]);
    expect(JSON.stringify(lines)).not.toContain('@');
  });

  it('notify while others are still being retried, and again only if more have failed by the end', async () => {
    const id = await incident();
    const created = await (await call()).create({ ws, id, ...mail(['busy', 'gone', 'fine']) });
    await counts(id, created.id).toMatchObject({ sent: 1, failed: 1, waiting: 1 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(1);
    // The busy one is `gone` in its next attempt.
    await server.owner
      .updateTable('mails')
      .set({ attempts: 10, nextTryAt: new Date(NOW) })
      .where('status', '=', 'waiting')
      .execute();
    server.deps.mailer.kick();
    await counts(id, created.id).toMatchObject({ sent: 1, failed: 2, waiting: 0 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(2);
  });

  it('notify once for two that fail, after whichever statement of the first notification the second does', async () => {
    let statements = 1;
    for (let point = 1; point <= statements; point += 1) {
      const id = await incident();
      const created = await (await call()).create({ ws, id, ...mail(['busy1', 'busy2']) });
      const rows = () =>
        server.owner
          .selectFrom('mailDeliveries')
          .select(['mailId', 'error'])
          .where('batchId', '=', created.id)
          .execute();
      // Without the mailer: both were refused temporarily, and count as untried.
      await expect.poll(async () => (await rows()).filter(({ error }) => error !== null).length).toBe(2);
      await server.owner.updateTable('mailDeliveries').set({ error: null }).where('batchId', '=', created.id).execute();
      const [first, second] = (await rows()).map(({ mailId }) => mailId) as [string, string];
      const fail = (mailId: string) =>
        server.deps.systemDb
          .transaction()
          .execute((trx) => settleDelivery(trx, mailId, { status: 'failed', reason: '550' }, server.deps.now()));
      let passed = 0;
      const db = server.deps.db.withPlugin({
        transformQuery: ({ node }) => node,
        async transformResult({ result }) {
          passed += 1;
          if (passed === point) await fail(second);
          return result;
        },
      });
      await fail(first);
      const where = { workspaceId: ws, entityId: id, batchId: created.id };
      await deliverySettled({ ...server.deps, db }, where);
      if (passed < point) await fail(second);
      await deliverySettled(server.deps, where);
      const failures = (await ringsOf(id)).map(({ changes }) => changes);
      expect(failures, `after statement ${point}`).toEqual([
        expect.arrayContaining([{ field: 'failed', old: null, new: 2 }]),
      ]);
      statements = Math.max(statements, passed);
    }
    expect(statements).toBeGreaterThan(1);
  });

  it('are sent again only to those recipients, and notify again only if they fail again', async () => {
    const id = await incident();
    const caller = await call();
    const created = await caller.create({ ws, id, ...mail(['kind', 'gone3', 'gone4']) });
    await counts(id, created.id).toMatchObject({ sent: 1, failed: 2 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(1);
    post.received.length = 0;
    await caller.resend({ ws, id, nid: created.id });
    await counts(id, created.id).toMatchObject({ total: 3, sent: 1, failed: 2 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(2);
    refusing = false;
    // Two users who press at the same moment.
    const both = await Promise.allSettled([
      caller.resend({ ws, id, nid: created.id }),
      (await call(admin)).resend({ ws, id, nid: created.id }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    await counts(id, created.id).toMatchObject({ total: 3, sent: 3, failed: 0 });
    expect(post.received.map(({ to }) => to[0]).toSorted()).toEqual(['gone3@test.example', 'gone4@test.example']);
    expect(await ringsOf(id)).toHaveLength(2);
  });

  it('of a report to the authority of which none arrived notify only by its own bell', async () => {
    const id = await incident();
    const created = await (
      await call()
    ).create({ ws, id, ...mail(['gone5', 'gone6'], { recipientGroup: 'DATA_PROTECTION_AUTHORITY' }) });
    await counts(id, created.id).toMatchObject({ failed: 2 });
    const events = async () =>
      (await server.owner.selectFrom('activityLogs').select('event').where('entityId', '=', id).execute()).map(
        ({ event }) => event,
      );
    await expect.poll(events).toContain('incidentNotification.failed');
    expect(await events()).not.toContain('incidentNotification.undelivered');
  });

  it('are sent to an address once, even if it is listed twice', async () => {
    const id = await incident();
    expect(await refusal((await call()).create({ ws, id, ...mail(['same', 'other', 'same']) }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['recipients.2.email'],
    });
  });
});

describe('data subjects count as notified', () => {
  it('once every address was reached, not before', async () => {
    const id = await incident();
    const created = await (await call()).create({ ws, id, ...mail(['all', 'gone7', 'of-them']) });
    await counts(id, created.id).toMatchObject({ sent: 2, failed: 1 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(1);
    expect(await notifiedAt(id)).toBeNull();
    const [item] = (
      await (
        await call()
      ).incidents({
        ws,
        query: String(
          (await server.owner.selectFrom('incidents').select('number').where('id', '=', id).executeTakeFirstOrThrow())
            .number,
        ),
      })
    ).collection.filter((one) => one.id === id);
    expect(item).toMatchObject({
      owed: expect.arrayContaining(['SUBJECTS']),
      subjectMails: { total: 3, sent: 2, failed: 1 },
    });
    // Nor can the incident be closed.
    await (await call()).create({ ws, id, ...recorded() });
    await server.owner.updateTable('incidents').set({ status: 'RESPONDED' }).where('id', '=', id).execute();
    expect(await refusal((await callerFor(server, dpo)).incident.verify({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incident.subjectsNotTold',
    });
    refusing = false;
    await (await call()).resend({ ws, id, nid: created.id });
    await expect.poll(() => notifiedAt(id)).toBe(NOW);
  });

  it('or once the others are notified otherwise or given up, with a reason; that alone notifies nobody', async () => {
    const id = await incident();
    const caller = await call();
    const created = await caller.create({ ws, id, ...mail(['gone8', 'gone9']) });
    await counts(id, created.id).toMatchObject({ failed: 2 });
    expect(await refusal(caller.answer({ ws, id, nid: created.id, answer: 'OTHERWISE', reason: ' ' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['reason'],
    });
    const first = await caller.answer({
      ws,
      id,
      nid: created.id,
      positions: [0],
      answer: 'GIVEN_UP',
      reason: 'ไม่มีช่องทางอื่น',
    });
    expect(first.mails).toMatchObject({ failed: 1, givenUp: 1 });
    expect(first.deliveries.map(({ answer, answerReason }) => [answer, answerReason])).toEqual([
      ['GIVEN_UP', 'ไม่มีช่องทางอื่น'],
      [null, ''],
    ]);
    expect(await notifiedAt(id)).toBeNull();
    await caller.answer({ ws, id, nid: created.id, answer: 'GIVEN_UP', reason: 'ลาออกแล้ว' });
    expect(await notifiedAt(id)).toBeNull();
    expect(
      await refusal(caller.answer({ ws, id, nid: created.id, answer: 'OTHERWISE', reason: 'โทรแล้ว' })),
    ).toMatchObject({ status: 'CONFLICT', code: 'incidentNotification.nothingFailed' });
    expect(await refusal(caller.resend({ ws, id, nid: created.id }))).toMatchObject({ status: 'CONFLICT' });
    const other = await caller.create({ ws, id, ...mail(['gone10']) });
    await counts(id, other.id).toMatchObject({ failed: 1 });
    await caller.answer({ ws, id, nid: other.id, answer: 'OTHERWISE', reason: 'โทรศัพท์แจ้งแล้ว' });
    expect(await notifiedAt(id)).toBe(NOW);
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', id)
      .where('event', '=', 'incidentNotification.answered')
      .execute();
    expect(JSON.stringify(logged)).not.toMatch(/โทร|ลาออก/);
  });

  it('by outcomes that can be corrected or removed, until the incident is closed', async () => {
    const id = await incident();
    const caller = await call();
    const { id: nid } = await caller.create({ ws, id, ...mail(['gone15', 'gone16']) });
    await counts(id, nid).toMatchObject({ failed: 2 });
    await caller.answer({ ws, id, nid, answer: 'OTHERWISE', reason: 'โทรแล้ว' });
    expect(await notifiedAt(id)).toBe(NOW);
    const corrected = await caller.answer({ ws, id, nid, positions: [0], answer: 'GIVEN_UP', reason: 'ไม่มีผู้รับสาย' });
    expect(corrected.mails).toMatchObject({ otherwise: 1, givenUp: 1, failed: 0 });
    // Removed, the address is outstanding again.
    const removed = await caller.answer({ ws, id, nid, positions: [1], answer: null });
    expect(removed.mails).toMatchObject({ otherwise: 0, givenUp: 1, failed: 1 });
    expect(removed.deliveries[1]).toMatchObject({ answer: null, answerReason: '' });
    expect(await notifiedAt(id)).toBeNull();
    // Nothing is left to remove from it, which the log does not record as a removal.
    expect(await refusal(caller.answer({ ws, id, nid, positions: [1], answer: null }))).toMatchObject({
      code: 'incidentNotification.nothingFailed',
    });
    await caller.answer({ ws, id, nid, answer: 'OTHERWISE', reason: 'จดหมาย' });
    expect(await notifiedAt(id)).toBe(NOW);
    await server.owner.updateTable('incidents').set({ status: 'RESOLVED' }).where('id', '=', id).execute();
    expect(await refusal(caller.answer({ ws, id, nid, positions: [1], answer: null }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.answersClosed',
    });
    const logged = await server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', id)
      .where('event', '=', 'incidentNotification.answered')
      .orderBy('createdAt')
      .orderBy('id')
      .execute();
    expect(
      logged.map(({ changes }) => (changes as { field: string }[]).find(({ field }) => field === 'answer')),
    ).toEqual([
      { field: 'answer', old: null, new: 'OTHERWISE' },
      { field: 'answer', old: 'OTHERWISE', new: 'GIVEN_UP' },
      { field: 'answer', old: 'OTHERWISE', new: null },
      { field: 'answer', old: null, new: 'OTHERWISE' },
    ]);
  });

  it('since somebody stated that they were notified otherwise, not since mails that reached nobody', async () => {
    const id = await incident();
    const { id: nid } = await (await call()).create({ ws, id, ...mail(['gone20']) });
    await counts(id, nid).toMatchObject({ failed: 1 });
    const [stated, corrected] = ['2026-11-30T05:00:00.000Z', '2026-12-02T05:00:00.000Z'];
    server.clock.set(stated);
    await (await call()).answer({ ws, id, nid, answer: 'OTHERWISE', reason: 'โทรแล้ว' });
    expect(await notifiedAt(id)).toBe(stated);
    // Other words for the same outcome are no other moment.
    server.clock.set(corrected);
    await (await call()).answer({ ws, id, nid, positions: [0], answer: 'OTHERWISE', reason: 'โทรแจ้งแล้วเมื่อเช้า' });
    expect(await notifiedAt(id)).toBe(stated);
  });

  it('by a public notice, if all addresses were given up', async () => {
    const id = await incident();
    const caller = await call();
    await caller.create({ ws, id, ...recorded({ recipientGroup: 'PUBLIC_MEDIA' }) });
    expect(await notifiedAt(id)).toBeNull();
    const created = await caller.create({ ws, id, ...mail(['gone14']) });
    await counts(id, created.id).toMatchObject({ failed: 1 });
    expect(await notifiedAt(id)).toBeNull();
    await caller.answer({ ws, id, nid: created.id, answer: 'GIVEN_UP', reason: 'ติดต่อไม่ได้' });
    expect(await notifiedAt(id)).toBe(NOW);
  });

  it('even if a later supplement is returned', async () => {
    const id = await incident();
    const caller = await call();
    await caller.create({ ws, id, ...recorded({ recipientGroup: 'DATA_SUBJECT' }) });
    expect(await notifiedAt(id)).toBe(NOW);
    const more = await caller.create({ ws, id, ...mail(['gone11'], { report: 'SUPPLEMENT' }) });
    await counts(id, more.id).toMatchObject({ failed: 1 });
    await expect.poll(async () => (await ringsOf(id)).length).toBe(1);
    expect(await notifiedAt(id)).toBe(NOW);
  });

  it('but the authority never manually: the actual channel is recorded', async () => {
    const id = await incident();
    const created = await (
      await call()
    ).create({ ws, id, ...mail(['gone12'], { recipientGroup: 'DATA_PROTECTION_AUTHORITY' }) });
    await counts(id, created.id).toMatchObject({ failed: 1 });
    expect(
      await refusal((await call()).answer({ ws, id, nid: created.id, answer: 'OTHERWISE', reason: 'โทรแล้ว' })),
    ).toMatchObject({ status: 'CONFLICT', code: 'incidentNotification.authority' });
  });
});

describe('a first report to the authority by mail', () => {
  const authorityOf = (id: string) =>
    server.owner
      .selectFrom('incidents as i')
      .innerJoin('deadlines as d', 'd.subjectId', 'i.id')
      .select(['i.authorityNotifiedAt', 'i.notifiedLate', 'd.outcome'])
      .where('i.id', '=', id)
      .executeTakeFirstOrThrow();

  it('counts from the mail that reached it, if the address that was reached before returns its mail', async () => {
    const id = await incident();
    const report = mail(['gone17', 'office'], { recipientGroup: 'DATA_PROTECTION_AUTHORITY' });
    const { id: nid } = await (await call()).create({ ws, id, ...report });
    await counts(id, nid).toMatchObject({ sent: 1, failed: 1 });
    const later = '2026-11-25T05:00:00.000Z';
    server.clock.set(later);
    refusing = false;
    await (await call()).resend({ ws, id, nid });
    await counts(id, nid).toMatchObject({ sent: 2, failed: 0 });
    expect(await authorityOf(id)).toEqual({ authorityNotifiedAt: NOW, notifiedLate: false, outcome: 'met' });
    const { mailId } = await server.owner
      .selectFrom('mailDeliveries')
      .select('mailId')
      .where('batchId', '=', nid)
      .where('position', '=', 1)
      .executeTakeFirstOrThrow();
    expect(await settleReturned(server.deps, [{ id: mailId, status: '5.1.1' }])).toEqual(new Set());
    expect(await authorityOf(id)).toEqual({ authorityNotifiedAt: later, notifiedLate: true, outcome: 'late' });
  });

  it('that reached nobody is sent again although the incident still counts it', async () => {
    const id = await incident();
    const report = mail(['gone19'], { recipientGroup: 'DATA_PROTECTION_AUTHORITY' });
    const { id: nid } = await (await call()).create({ ws, id, ...report });
    await expect.poll(async () => (await authorityOf(id)).authorityNotifiedAt).toBeNull();
    // As between the end of its last mail and the count.
    await server.owner.updateTable('incidents').set({ authorityNotifiedAt: NOW }).where('id', '=', id).execute();
    refusing = false;
    await (await call()).resend({ ws, id, nid });
    await counts(id, nid).toMatchObject({ sent: 1, failed: 0 });
    expect(await authorityOf(id)).toEqual({ authorityNotifiedAt: NOW, notifiedLate: false, outcome: 'met' });
  });

  it('that reached nobody is not sent again once another one was made', async () => {
    const id = await incident();
    const report = mail(['gone18'], { recipientGroup: 'DATA_PROTECTION_AUTHORITY' });
    const { id: nid } = await (await call()).create({ ws, id, ...report });
    await expect.poll(async () => (await authorityOf(id)).authorityNotifiedAt).toBeNull();
    await (await call()).create({ ws, id, ...recorded() });
    refusing = false;
    expect(await refusal((await call()).resend({ ws, id, nid }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.firstReportSent',
    });
    expect(post.received).toEqual([]);
  });
});

describe('the reason for notifying the authority late', () => {
  const LATE = '2026-11-24T05:00:00.000Z';
  it('is stored with the draft, for whoever sends it', async () => {
    const id = await incident();
    server.clock.set(LATE);
    const caller = await call();
    const draft = await caller.create({
      ws,
      id,
      ...recorded({ notifiedAt: LATE }),
      lateReason: 'รอผลตรวจพิสูจน์',
      send: false,
    });
    expect(draft.lateReason).toBe('รอผลตรวจพิสูจน์');
    const saved = await (
      await call(admin)
    ).update({
      ws,
      id,
      nid: draft.id,
      rowVersion: 1,
      ...recorded({ notifiedAt: LATE }),
      lateReason: 'รอผลตรวจพิสูจน์จากผู้ให้บริการ',
    });
    expect(saved).toMatchObject({ lateReason: 'รอผลตรวจพิสูจน์จากผู้ให้บริการ', rowVersion: 2 });
    expect((await detail(id, draft.id)).lateReason).toBe('รอผลตรวจพิสูจน์จากผู้ให้บริการ');
    await (await call()).send({ ws, id, nid: draft.id, rowVersion: 2 });
    expect(
      await server.owner
        .selectFrom('incidents')
        .select(['lateReason', 'notifiedLate'])
        .where('id', '=', id)
        .executeTakeFirstOrThrow(),
    ).toEqual({ lateReason: 'รอผลตรวจพิสูจน์จากผู้ให้บริการ', notifiedLate: true });
  });

  it('must be a reason: neither the placeholder nor a message saying there is none is accepted', async () => {
    const id = await incident();
    server.clock.set(LATE);
    const caller = await call();
    const late = recorded({ notifiedAt: LATE });
    expect(await refusal(caller.create({ ws, id, ...late }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['lateReason'],
    });
    for (const lateReason of ['ยังไม่ได้ระบุ', ' not stated yet. ', '-', '…', 'เหตุผลที่แจ้งล่าช้า: ยังไม่ได้ระบุ']) {
      expect(await refusal(caller.create({ ws, id, ...late, lateReason })), lateReason).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'incidentNotification.lateReason',
        fields: ['lateReason'],
      });
    }
    const { message } = await caller.draft({ ws, id, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale: 'th' });
    expect(await refusal(caller.create({ ws, id, ...late, message, lateReason: 'รอผลตรวจ' }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['message'],
    });
    await caller.create({ ws, id, ...late, message: message.replace('ยังไม่ได้ระบุ', 'รอผลตรวจ'), lateReason: 'รอผลตรวจ' });
  });
});
