import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { createMailer } from '../../server/platform/mail/mailer.ts';
import { deliverySettled } from '../../server/modules/incidentNotification/settle.ts';
import type { Role } from '../../shared/registry/roles.ts';
import { RECIPIENT_GROUPS } from '../../shared/incidentNotification/schema.ts';
import {
  buildDataController,
  buildPerson,
  buildServer,
  callerFor,
  type Person,
  type TestServer,
} from '../factories.ts';
import { buildActivity, buildIncident, type IncidentOverrides } from '../helpers/incidents.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { partsOf, postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';
import { isOwned } from '../helpers/fileOwners.ts';
import { attachmentBytes } from '../../server/platform/mail/attachment.ts';
import { until } from '../helpers/until.ts';

type Office = Awaited<ReturnType<typeof postOffice>>;

const NOW = '2026-11-20T05:00:00.000Z';
/** Addresses that start with it are refused permanently. */
const REFUSED = 'gone';
let post: Office;
let refusing = true;
let server: TestServer;
let address: string;
let dpo: Person;
let ws: string;
beforeAll(async () => {
  post = await postOffice((address) =>
    refusing && address.startsWith(REFUSED) ? { responseCode: 550, message: `${address} unknown` } : null,
  );
  server = await buildServer({ SMTP_URL: post.url });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  dpo = await buildPerson(server, { role: 'DPO', name: 'ดีพีโอ สมศรี' });
  ws = dpo.workspaceId;
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

/** Signed in again: a session does not outlast the days that these tests simulate. */
const call = async (person = dpo, on = server) => {
  const { token } = await createSession(on.deps.authDb, on.deps.config, {
    userId: person.userId,
    kind: 'api',
    now: on.deps.now(),
  });
  return (await callerFor(on, { ...person, token })).incidentNotification;
};
const incident = async (overrides: IncidentOverrides = {}) => {
  server.clock.set(NOW);
  return (await buildIncident(server, ws, { status: 'ACTIVE', ...overrides })).id;
};
const mail = (addresses: string[], more: object = {}) => ({
  recipientGroup: 'DATA_PROTECTION_AUTHORITY' as const,
  channel: 'EMAIL' as const,
  subject: 'แจ้งเหตุ',
  message: 'ย่อหน้าแรก\nบรรทัดสอง\n\nย่อหน้าสอง',
  recipients: addresses.map((email, place) => ({ name: `ผู้รับ ${place}`, email, phone: '' })),
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
const clockOf = async (id: string) =>
  await server.owner
    .selectFrom('deadlines')
    .select(['endedAt', 'outcome', 'dueAt', 'firesAt'])
    .where('subjectId', '=', id)
    .executeTakeFirstOrThrow();
const rowOf = (id: string) =>
  server.owner
    .selectFrom('incidents')
    .select(['authorityNotifiedAt', 'subjectsNotifiedAt', 'notifiedLate', 'lateReason', 'rowVersion'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
const detail = async (id: string, nid: string) =>
  (await (await call()).list({ ws, id, pageSize: 100 })).collection.find((one) => one.id === nid)!;
const settled = (id: string, nid: string) =>
  expect.poll(async () => (await detail(id, nid)).deliveries.map(({ state }) => state));
const eventsOf = async (id: string) =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('entityId', '=', id)
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ event }) => event);
const pdf = async (
  bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(300_000), Buffer.from('\n%%EOF\n')]),
) => {
  const facts = {
    workspaceId: ws,
    uploadedBy: dpo.personnelId,
    name: 'หลักฐาน เหตุ.pdf',
    type: 'application/pdf',
    size: bytes.length,
    sha256: createHash('sha256').update(bytes).digest('hex'),
  };
  return { bytes, id: (await storeGenerated(server.deps, facts, bytes)).id };
};

describe('a mail to the recipients', () => {
  it('is sent to each of them separately, with its complete attachment', async () => {
    const id = await incident();
    const file = await pdf();
    const created = await (
      await call()
    ).create({
      ws,
      id,
      ...mail(['one@test.example', 'two@test.example', 'three@test.example'], {
        recipientGroup: 'DATA_SUBJECT',
        attachmentId: file.id,
      }),
    });
    expect(created).toMatchObject({
      status: 'SENT',
      notifiedAt: NOW,
      sentBy: { id: dpo.personnelId },
      attachment: { name: 'หลักฐาน เหตุ.pdf', size: file.bytes.length },
    });
    await settled(id, created.id).toEqual(['sent', 'sent', 'sent']);
    expect(post.received.map(({ to }) => to).toSorted()).toEqual([
      ['one@test.example'],
      ['three@test.example'],
      ['two@test.example'],
    ]);
    for (const { raw, to } of post.received) {
      expect(raw.match(/^To: .*$/gm)).toEqual([`To: ${to[0]}`]);
      expect(raw).not.toMatch(/^(Cc|Bcc):/im);
      const parts = partsOf(raw);
      expect(parts.find(({ type }) => type === 'application/pdf')!.content.equals(file.bytes)).toBe(true);
      const text = parts.find(({ type }) => type === 'text/plain')!.content.toString();
      expect(text).toMatch(/^เรียน ผู้รับ \d\n\nย่อหน้าแรก\nบรรทัดสอง\n\nย่อหน้าสอง\n/);
      expect(parts.find(({ type }) => type === 'text/html')!.content.toString()).toContain('ย่อหน้าแรก<br>บรรทัดสอง</p>');
    }
    // The bytes are in the file store, not in the queue.
    const rows = await server.owner
      .selectFrom('mails')
      .select('payload')
      .where('kind', '=', 'incidentNotification')
      .execute();
    expect(rows.every(({ payload }) => payload.length < 10_000)).toBe(true);
    await expect.poll(async () => (await rowOf(id)).subjectsNotifiedAt).toBe(NOW);
  });

  it('displays its state to viewers, without a name or an address anywhere', async () => {
    const id = await incident();
    const socket = await LiveSocket.open(Number(new URL(address).port), dpo.token);
    try {
      await socket.subscribe(ws);
      const created = await (
        await call()
      ).create({
        ws,
        id,
        ...mail(['seen@test.example', 'gone@test.example'], {
          recipientGroup: 'TOP_MANAGEMENT',
          recipients: [
            { name: 'นายลับ', email: 'seen@test.example' },
            { name: 'นางลับ', email: 'gone@test.example' },
          ],
        }),
      });
      await settled(id, created.id).toEqual(['sent', 'failed']);
      // Notifications of other incidents in the workspace may still be sent too.
      const delivered = () =>
        socket.events.filter((one) => one.event === 'incidentNotification.delivered' && one.id === id);
      await until(() => delivered().length === 2);
      for (const { entity } of delivered()) expect(entity).toBe('incidentNotification');
      expect((await detail(id, created.id)).deliveries[1]).toMatchObject({
        state: 'failed',
        error: 'EENVELOPE 550',
        settledAt: NOW,
      });
      const log = await server.owner.selectFrom('activityLogs').selectAll().where('entityId', '=', id).execute();
      expect(JSON.stringify([log, socket.events])).not.toMatch(/ลับ|@test\.example/);
      const { recipients } = await server.owner
        .selectFrom('incidentNotifications')
        .select('recipients')
        .where('id', '=', created.id)
        .executeTakeFirstOrThrow();
      expect(recipients.includes(Buffer.from('gone@test.example'))).toBe(false);
    } finally {
      await socket.close();
    }
  });

  it('is sent again only to those whom it did not reach', async () => {
    const id = await incident();
    const caller = await call();
    const created = await caller.create({
      ws,
      id,
      ...mail(['fine@test.example', 'gone@test.example'], { recipientGroup: 'DATA_SUBJECT' }),
    });
    await settled(id, created.id).toEqual(['sent', 'failed']);
    refusing = false;
    post.received.length = 0;
    await caller.resend({ ws, id, nid: created.id });
    await settled(id, created.id).toEqual(['sent', 'sent']);
    expect(post.received.map(({ to }) => to)).toEqual([['gone@test.example']]);
    expect(await refusal(caller.resend({ ws, id, nid: created.id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.nothingFailed',
    });
  });

  it('with a missing attachment fails and reports why', async () => {
    const id = await incident();
    const file = await pdf();
    const { storageKey } = await server.owner
      .selectFrom('files')
      .select('storageKey')
      .where('id', '=', file.id)
      .executeTakeFirstOrThrow();
    await server.deps.files.remove(storageKey);
    const created = await (
      await call()
    ).create({ ws, id, ...mail(['no-file@test.example'], { recipientGroup: 'DATA_SUBJECT', attachmentId: file.id }) });
    await settled(id, created.id).toEqual(['failed']);
    expect((await detail(id, created.id)).deliveries[0]?.error).toBe('an attachment is gone');
    await expect.poll(async () => (await rowOf(id)).subjectsNotifiedAt).toBeNull();
  });

  it('displays any input as text, and interprets it as no header, no markup and no key', async () => {
    const id = await incident();
    const evil = '<img src=x onerror=alert(1)>"\'& {{name}} $t(errors:internal)';
    const created = await (
      await call()
    ).create({
      ws,
      id,
      ...mail(['hostile@test.example'], {
        recipientGroup: 'DATA_SUBJECT',
        subject: `${evil} Bcc: thief@test.example`,
        message: `${evil}\n<script>alert(1)</script>`,
        recipients: [{ name: `${evil}, thief@test.example`, email: 'hostile@test.example' }],
      }),
    });
    await settled(id, created.id).toEqual(['sent']);
    const [{ raw, to }] = post.received as [(typeof post.received)[number]];
    expect(to).toEqual(['hostile@test.example']);
    expect(raw).not.toMatch(/^Bcc:/im);
    const parts = partsOf(raw);
    const html = parts.find(({ type }) => type === 'text/html')!.content.toString();
    expect(html).not.toMatch(/<img|<script/);
    const text = parts.find(({ type }) => type === 'text/plain')!.content.toString();
    expect(text).toContain(`เรียน ${evil}, thief@test.example`);
    expect(text).toContain(`${evil}\n<script>alert(1)</script>`);
    expect(
      await refusal((await call()).create({ ws, id, ...mail(['a@test.example\r\nBcc: b@test.example']) })),
    ).toMatchObject({ status: 'BAD_REQUEST' });
  });

  it('is stored if no mail server is configured, and refused in production', async () => {
    const bare = await buildServer();
    try {
      const person = await buildPerson(bare, { role: 'DPO' });
      const { id } = await buildIncident(bare, person.workspaceId, { status: 'ACTIVE' });
      const caller = await call(person, bare);
      const created = await caller.create({ ws: person.workspaceId, id, ...mail(['kept@test.example']) });
      expect(created.deliveries.map(({ state }) => state)).toEqual(['kept']);
      expect((await mailsOf(bare, 'kept@test.example')).map(({ kind }) => kind)).toEqual(['incidentNotification']);
      expect(
        (
          await bare.owner
            .selectFrom('deadlines')
            .select('outcome')
            .where('subjectId', '=', id)
            .executeTakeFirstOrThrow()
        ).outcome,
      ).toBe('met');
      const production = { ...bare.deps, config: { ...bare.deps.config, nodeEnv: 'production' as const } };
      const inProduction = (await callerFor(bare, person, { deps: production })).incidentNotification;
      const other = await buildIncident(bare, person.workspaceId, { status: 'ACTIVE' });
      expect(
        await refusal(inProduction.create({ ws: person.workspaceId, id: other.id, ...mail(['never@test.example']) })),
      ).toMatchObject({ status: 'CONFLICT', code: 'incidentNotification.noMailServer', fields: ['channel'] });
    } finally {
      await bare.close();
    }
  });
});

describe('a node that dies after a mail has failed', () => {
  it('leaves the notification to the next attempt', async () => {
    const bare = await buildServer();
    let now = new Date(NOW);
    let dies = true;
    const mailer = createMailer({
      ...bare.deps,
      readFile: (workspaceId, storageKey) => attachmentBytes(bare.deps, workspaceId, storageKey),
      config: {
        ...server.deps.config,
        smtpUrl: post.url,
        mailFrom: 'x@y.example',
      },
      now: () => now,
      accounts: {
        eventOf: () => 'incidentNotification.delivered',
        async tried(delivery) {
          if (dies) throw new Error('dead');
          await deliverySettled(bare.deps, delivery);
        },
        resume: async () => false,
      },
    });
    try {
      bare.clock.set(NOW);
      const person = await buildPerson(bare, { role: 'DPO' });
      const { id } = await buildIncident(bare, person.workspaceId, { status: 'ACTIVE' });
      await (await call(person, bare)).create({ ws: person.workspaceId, id, ...mail(['gone@test.example']) });
      // Its own mailer would notify in place of the dying one.
      await bare.deps.mailer.close();
      await bare.owner.updateTable('mails').set({ status: 'waiting' }).execute();
      await bare.owner.updateTable('mailDeliveries').set({ state: 'waiting', settledAt: null }).execute();
      const stand = async () => [
        (await bare.owner.selectFrom('mails').select('status').executeTakeFirstOrThrow()).status,
        (await bare.owner.selectFrom('mailDeliveries').select('state').executeTakeFirstOrThrow()).state,
        (await bare.owner.selectFrom('deadlines').select('outcome').executeTakeFirstOrThrow()).outcome,
      ];
      mailer.kick();
      await expect.poll(stand).toEqual(['waiting', 'failed', 'met']);
      dies = false;
      // By now the address would be accepted: viewers were notified that it was not.
      refusing = false;
      post.received.length = 0;
      now = new Date('2026-11-20T05:10:01Z');
      mailer.kick();
      await expect.poll(stand).toEqual(['failed', 'failed', null]);
      expect(
        await bare.owner
          .selectFrom('outbox')
          .select('seq')
          .where('event', '=', 'incidentNotification.delivered')
          .execute(),
      ).toHaveLength(1);
      // Nor is one sent again whose last attempt has no recorded result.
      await bare.owner.updateTable('mails').set({ status: 'waiting', attempts: 10, nextTryAt: now }).execute();
      await bare.owner.updateTable('mailDeliveries').set({ state: 'waiting', error: null, settledAt: null }).execute();
      mailer.kick();
      await expect.poll(stand).toEqual(['failed', 'failed', null]);
      expect(post.received).toEqual([]);
    } finally {
      await mailer.close();
      await bare.close();
    }
  });
});

describe('notifying the authority', () => {
  it('ends the clock, in time up to the exact due moment', async () => {
    for (const [at, outcome] of [
      ['2026-11-23T05:00:00.000Z', 'met'],
      ['2026-11-23T05:00:00.001Z', 'late'],
    ] as const) {
      const id = await incident({ discoveredAt: NOW });
      server.clock.set(at);
      const wanted = recorded({ notifiedAt: at });
      if (outcome === 'late')
        expect(await refusal((await call()).create({ ws, id, ...wanted }))).toMatchObject({
          status: 'BAD_REQUEST',
          fields: ['lateReason'],
        });
      await (await call()).create({ ws, id, ...wanted, lateReason: outcome === 'late' ? 'ตรวจสอบระบบอยู่' : '' });
      expect(await clockOf(id)).toMatchObject({ endedAt: at, outcome, firesAt: null });
      expect(await rowOf(id)).toMatchObject({
        authorityNotifiedAt: at,
        notifiedLate: outcome === 'late',
        lateReason: outcome === 'late' ? 'ตรวจสอบระบบอยู่' : '',
        rowVersion: 1,
      });
      expect(await eventsOf(id)).toContain('incident.clockEnded');
    }
  });

  it('by mail counts from pressing send, and no longer once every mail was returned', async () => {
    const id = await incident();
    const caller = await call();
    const created = await caller.create({ ws, id, ...mail(['gone1@test.example', 'gone2@test.example']) });
    await settled(id, created.id).toEqual(['failed', 'failed']);
    await expect.poll(async () => (await clockOf(id)).outcome).toBeNull();
    expect(await clockOf(id)).toMatchObject({
      endedAt: null,
      dueAt: '2026-11-23T05:00:00.000Z',
      firesAt: '2026-11-22T05:00:00.000Z',
    });
    expect(await rowOf(id)).toMatchObject({ authorityNotifiedAt: null, notifiedLate: false });
    expect(await eventsOf(id)).toContain('incidentNotification.failed');

    // Sent again after the deadline it is late, and requires a reason.
    const later = '2026-11-24T00:00:00.000Z';
    server.clock.set(later);
    refusing = false;
    expect(await refusal((await call()).resend({ ws, id, nid: created.id }))).toMatchObject({ fields: ['lateReason'] });
    const again = await (await call()).resend({ ws, id, nid: created.id, lateReason: 'เซิร์ฟเวอร์ของสำนักงานปฏิเสธ' });
    expect(again.notifiedAt).toBe(later);
    expect(await clockOf(id)).toMatchObject({ endedAt: later, outcome: 'late' });
    await settled(id, created.id).toEqual(['sent', 'sent']);
    expect(await rowOf(id)).toMatchObject({
      authorityNotifiedAt: later,
      notifiedLate: true,
      lateReason: 'เซิร์ฟเวอร์ของสำนักงานปฏิเสธ',
    });
  });

  it('counts if one of several addresses was reached', async () => {
    const id = await incident();
    const created = await (await call()).create({ ws, id, ...mail(['gone@test.example', 'reached@test.example']) });
    await settled(id, created.id).toEqual(['failed', 'sent']);
    // A failed mail is reported before the failure is final.
    const mails = () =>
      server.owner
        .selectFrom('mails as m')
        .innerJoin('mailDeliveries as d', 'd.mailId', 'm.id')
        .select('m.status')
        .where('d.batchId', '=', created.id)
        .orderBy('d.position')
        .execute();
    await expect.poll(async () => (await mails()).map(({ status }) => status)).toEqual(['failed', 'sent']);
    await deliverySettled(server.deps, { workspaceId: ws, entityId: id, batchId: created.id });
    expect(await clockOf(id)).toMatchObject({ endedAt: NOW, outcome: 'met' });
  });

  it('happens once first, then by supplements', async () => {
    const id = await incident();
    const caller = await call();
    expect(await refusal(caller.create({ ws, id, ...recorded({ report: 'SUPPLEMENT' }) }))).toMatchObject({
      status: 'CONFLICT',
      code: 'incidentNotification.noFirstReport',
      fields: ['report'],
    });
    await caller.create({ ws, id, ...recorded() });
    expect(await refusal(caller.create({ ws, id, ...recorded() }))).toMatchObject({ fields: ['report'] });
    server.clock.set('2026-12-01T00:00:00.000Z');
    await (
      await call()
    ).create({ ws, id, ...recorded({ report: 'SUPPLEMENT', notifiedAt: '2026-12-01T00:00:00.000Z' }) });
    expect(await rowOf(id)).toMatchObject({ authorityNotifiedAt: NOW, notifiedLate: false });
    expect(
      await refusal(
        (await call()).create({ ws, id, ...recorded({ recipientGroup: 'DATA_SUBJECT', report: 'SUPPLEMENT' }) }),
      ),
    ).toMatchObject({ fields: ['report'] });
  });

  it('by a mail that is returned after the risk was found to be none leaves nothing outstanding', async () => {
    const id = await incident();
    const caller = await call();
    const created = await caller.create({ ws, id, ...mail(['fine@test.example']) });
    await settled(id, created.id).toEqual(['sent']);
    const { incident: record } = await callerFor(server, dpo);
    await record.decideRisk({
      ws,
      id,
      riskLevel: 'NO_RISK',
      riskDescription: 'เข้ารหัสไว้',
      factors: [{ factor: 'protection', finding: 'เข้ารหัสไว้' }],
    });
    expect(await clockOf(id)).toMatchObject({ outcome: 'met' });
    await server.owner
      .updateTable('mailDeliveries')
      .set({ state: 'failed', error: 'EENVELOPE 550' })
      .where('batchId', '=', created.id)
      .execute();
    await deliverySettled(server.deps, { workspaceId: ws, entityId: id, batchId: created.id });
    expect(await rowOf(id)).toMatchObject({ authorityNotifiedAt: null, notifiedLate: false });
    expect(await clockOf(id)).toMatchObject({
      endedAt: NOW,
      outcome: 'notNeeded',
      firesAt: null,
      dueAt: '2026-11-23T05:00:00.000Z',
    });
    // A risk found later requires notification.
    await record.decideRisk({ ws, id, riskLevel: 'HIGH_RISK', riskDescription: 'กุญแจรั่ว', factors: [] });
    expect(await clockOf(id)).toMatchObject({ endedAt: null, outcome: null });
  });

  it('late, before the risk required it, is late once it does', async () => {
    const id = await incident({ riskLevel: 'NO_RISK' });
    const late = '2026-11-23T05:00:00.001Z';
    server.clock.set(late);
    await (await call()).create({ ws, id, ...recorded({ notifiedAt: late }) });
    expect(await rowOf(id)).toMatchObject({ authorityNotifiedAt: late, notifiedLate: false });
    const { token } = await createSession(server.deps.authDb, server.deps.config, {
      userId: dpo.userId,
      kind: 'api',
      now: server.deps.now(),
    });
    const { incident: record } = await callerFor(server, { ...dpo, token });
    const before = (await eventsOf(id)).filter((event) => event === 'incident.clockEnded').length;
    const decided = await record.decideRisk({ ws, id, riskLevel: 'HIGH_RISK', riskDescription: 'กุญแจรั่ว', factors: [] });
    expect(decided.clock).toMatchObject({ outcome: 'late', endedAt: late });
    expect(await rowOf(id)).toMatchObject({ authorityNotifiedAt: late, notifiedLate: true });
    expect((await eventsOf(id)).filter((event) => event === 'incident.clockEnded')).toHaveLength(before + 1);
  });

  it('of an incident without risk does not change its ended clock', async () => {
    const id = await incident({ riskLevel: 'NO_RISK' });
    await (await call()).create({ ws, id, ...recorded() });
    expect((await clockOf(id)).outcome).toBe('notNeeded');
    expect((await rowOf(id)).authorityNotifiedAt).toBe(NOW);
  });

  it('is recorded once by two who send at the same moment', async () => {
    const id = await incident();
    const both = await Promise.allSettled([
      (await call()).create({ ws, id, ...recorded() }),
      (await call()).create({ ws, id, ...recorded() }),
    ]);
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});

describe('a draft', () => {
  it('is stored, changed with a version check, sent completely, and removed', async () => {
    const id = await incident();
    const caller = await call();
    const file = await pdf();
    const draft = await caller.create({
      ws,
      id,
      recipientGroup: 'TOP_MANAGEMENT',
      channel: 'EMAIL',
      attachmentId: file.id,
      send: false,
    });
    expect(draft).toMatchObject({ status: 'DRAFT', notifiedAt: null, recipients: [], rowVersion: 1 });
    expect(await refusal(caller.send({ ws, id, nid: draft.id }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['recipients', 'subject', 'message'],
    });
    const fields = mail(['boss@test.example'], { recipientGroup: 'TOP_MANAGEMENT', attachmentId: null });
    const saved = await caller.update({ ws, id, nid: draft.id, rowVersion: 1, ...fields });
    expect(saved).toMatchObject({ rowVersion: 2, attachment: null });
    expect(await isOwned(server, file.id)).toBe(false);
    expect(
      await refusal(caller.update({ ws, id, nid: draft.id, rowVersion: 1, ...fields, subject: 'อื่น' })),
    ).toMatchObject({ status: 'CONFLICT', code: 'staleEdit', details: { current: { rowVersion: 2 } } });
    const sent = await caller.send({ ws, id, nid: draft.id, rowVersion: 2 });
    expect(sent).toMatchObject({ status: 'SENT', notifiedAt: NOW });
    for (const refused of [
      () => caller.send({ ws, id, nid: draft.id }),
      () => caller.remove({ ws, id, nid: draft.id }),
      () => caller.update({ ws, id, nid: draft.id, rowVersion: 3, ...fields }),
    ]) {
      expect(await refusal(refused())).toMatchObject({ status: 'CONFLICT', code: 'incidentNotification.sent' });
    }
    const other = await caller.create({ ws, id, ...mail([], { send: false }) });
    await caller.remove({ ws, id, nid: other.id });
    expect((await caller.list({ ws, id })).collection.map((one) => one.id)).toEqual([draft.id]);
  });

  it('is listed by page, by tab and by progress, with the number of all notifications', async () => {
    const id = await incident();
    const caller = await call();
    const one = await caller.create({ ws, id, ...recorded() });
    const supplement = await caller.create({ ws, id, ...recorded({ report: 'SUPPLEMENT' }) });
    const media = await caller.create({ ws, id, ...recorded({ recipientGroup: 'PUBLIC_MEDIA' }) });
    const draft = await caller.create({ ws, id, ...recorded({ recipientGroup: 'TOP_MANAGEMENT', send: false }) });
    const ids = async (input: object) => (await caller.list({ ws, id, ...input })).collection.map((row) => row.id);
    expect(await ids({ tab: 'authority' })).toEqual([supplement.id, one.id]);
    expect([
      await ids({ tab: 'authority', pageSize: 1, currentPage: 2 }),
      await ids({ tab: 'subject' }),
      await ids({ tab: 'management', status: 'SENT' }),
    ]).toEqual([[one.id], [media.id], []]);
    expect([
      await ids({ status: 'DRAFT' }),
      await ids({ nid: one.id }),
      await ids({ tab: 'management', nid: one.id }),
    ]).toEqual([[draft.id], [one.id], []]);
    const { sent, meta } = await caller.list({ ws, id, status: 'DRAFT' });
    expect([sent, meta.totalItems]).toEqual([{ management: 0, authority: 2, subject: 1, supplements: 1 }, 1]);
  });

  it('deletes no file that the report displays too', async () => {
    const file = await pdf();
    const id = await incident({ attachmentId: file.id });
    const caller = await call();
    const draft = await caller.create({ ws, id, ...mail([], { attachmentId: file.id, send: false }) });
    await caller.remove({ ws, id, nid: draft.id });
    expect(await isOwned(server, file.id)).toBe(true);
  });

  it('accepts no file of another user, nor one that another record displays', async () => {
    const id = await incident();
    const colleague = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    const mine = await pdf();
    const taking = async (person: Person, fileId: string, into = id) =>
      (await call(person)).create({ ws, id: into, ...mail([], { attachmentId: fileId, send: false }) });
    const refused = { status: 'BAD_REQUEST', code: 'file.notFound', fields: ['attachmentId'] };
    expect(await refusal(taking(colleague, mine.id))).toMatchObject(refused);
    await taking(dpo, mine.id);
    // Files displayed by the incident belong to it; another incident cannot attach them, not even by their uploader.
    await taking(colleague, mine.id);
    expect(await refusal(taking(dpo, mine.id, await incident()))).toMatchObject(refused);
  });

  it('states in both languages what is known, that the rest is not, and nothing else', async () => {
    const controller = await buildDataController(server, ws, { nameTh: 'โรงพยาบาลทดสอบ', nameEn: 'Test Hospital' });
    await buildPerson(server, {
      workspaceId: ws,
      role: 'Top Management',
      name: 'ผู้บริหาร หนึ่ง',
      email: 'top@draft.example',
    });
    await buildPerson(server, { workspaceId: ws, role: 'Top Management', name: 'ผู้บริหาร พักงาน', status: 'suspended' });
    const applicationId = randomUUIDv7();
    await server.owner
      .insertInto('applications')
      .values({
        workspaceId: ws,
        id: applicationId,
        name: 'ทะเบียนผู้ป่วย',
        description: 'x',
        dataControllerId: controller.id,
      })
      .execute();
    const known = await incident({
      title: 'ส่งผลตรวจผิดคน {{lead}} $t(errors:internal)',
      applicationIds: [applicationId],
      subjectCount: 1234,
      recordCount: 5,
      cause: 'MISDELIVERY',
      sensitive: true,
      riskLevel: 'HIGH_RISK',
    });
    const unknown = await incident({ bare: true, breachKinds: [] });
    await buildActivity(server, ws, known, { detail: 'ระงับบัญชีผู้ใช้' });
    server.clock.set('2026-11-30T00:00:00Z');
    const caller = await call();
    for (const locale of ['th', 'en'] as const) {
      for (const recipientGroup of RECIPIENT_GROUPS) {
        for (const id of [known, unknown]) {
          const { subject, message } = await caller.draft({ ws, id, recipientGroup, locale });
          expect(`${subject}\n${message}`, `${locale} ${recipientGroup}`).not.toMatch(
            /undefined|null|NaN|incident\w*:|label\.|\[object/,
          );
          expect(subject.length).toBeGreaterThan(5);
          if (recipientGroup !== 'TOP_MANAGEMENT')
            expect(message).toContain(locale === 'th' ? 'โรงพยาบาลทดสอบ' : 'Test Hospital');
        }
      }
      const { subject, message } = await caller.draft({
        ws,
        id: known,
        recipientGroup: 'DATA_PROTECTION_AUTHORITY',
        locale,
      });
      expect(subject).toContain('ส่งผลตรวจผิดคน {{lead}} $t(errors:internal)');
      for (const part of [
        '1,234',
        'ระงับบัญชีผู้ใช้',
        'ทะเบียนผู้ป่วย',
        'ดีพีโอ สมศรี',
        dpo.email,
        locale === 'th' ? 'มาตรา 37(4)' : 'section 37(4)',
        locale === 'th' ? '20 พฤศจิกายน 2569' : '20 November 2026',
        locale === 'th' ? 'โรงพยาบาลทดสอบ' : 'Test Hospital',
      ])
        expect(message).toContain(part);
      // Overdue by now, and nobody has given the reason.
      expect(message).toContain(locale === 'th' ? 'เหตุผลที่แจ้งล่าช้า: ยังไม่ได้ระบุ' : 'Reason for the delay: not stated yet');
      expect(message).toContain(locale === 'th' ? 'สาเหตุ: ส่งข้อมูลผิดคน' : 'Cause: Sent to the wrong person');
      const reasoned = (
        await caller.draft({
          ws,
          id: known,
          recipientGroup: 'DATA_PROTECTION_AUTHORITY',
          locale,
          lateReason: 'ระบบล่ม $& $1',
        })
      ).message;
      expect(reasoned).toContain(`${locale === 'th' ? 'เหตุผลที่แจ้งล่าช้า' : 'Reason for the delay'}: ระบบล่ม $& $1`);
      const bare = (await caller.draft({ ws, id: unknown, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale }))
        .message;
      expect(bare).toContain(
        locale === 'th' ? 'จำนวนเจ้าของข้อมูล: ยังไม่ทราบจำนวน' : 'Number of data subjects: number not yet known',
      );
    }
    expect((await caller.draft({ ws, id: known, recipientGroup: 'TOP_MANAGEMENT', locale: 'th' })).recipients).toEqual([
      { name: 'ผู้บริหาร หนึ่ง', email: 'top@draft.example', phone: '0812345678' },
    ]);
    expect(
      (await caller.draft({ ws, id: known, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale: 'en' })).recipients,
    ).toEqual([{ name: 'Office of the Personal Data Protection Committee (PDPC)', email: '', phone: '' }]);
    expect((await caller.draft({ ws, id: known, recipientGroup: 'DATA_SUBJECT', locale: 'th' })).recipients).toEqual(
      [],
    );
  });

  it('never exceeds the limits of a notification', async () => {
    const id = await incident();
    await server.owner
      .updateTable('incidents')
      .set({
        title: 'ก'.repeat(300),
        description: '😀'.repeat(5000),
        consequences: 'ข'.repeat(10_000),
        actionsTaken: 'ค'.repeat(10_000),
        resolution: 'ง'.repeat(10_000),
      })
      .where('id', '=', id)
      .execute();
    for (let number = 0; number < 40; number += 1) await buildActivity(server, ws, id, { detail: 'จ'.repeat(10_000) });
    const caller = await call();
    const draft = await caller.draft({ ws, id, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale: 'th' });
    expect(draft.subject.length).toBeLessThanOrEqual(300);
    expect(draft.message.length).toBeLessThanOrEqual(10_000);
    await caller.create({ ws, id, ...recorded(), subject: draft.subject, message: draft.message });
  });

  it('leaves out measures where they are many, and neither the contact nor the reason for being late', async () => {
    const id = await incident();
    for (let number = 1; number <= 40; number += 1)
      await buildActivity(server, ws, id, {
        detail: `มาตรการที่ ${number} ${'จ'.repeat(600)}`,
        at: new Date(Date.parse(NOW) + number * 60_000),
      });
    const letter = { ws, id, recipientGroup: 'DATA_PROTECTION_AUTHORITY' as const, locale: 'th' as const };
    server.clock.set('2026-11-30T00:00:00Z');
    const { message, shortened } = await (await call()).draft(letter);
    expect([message.length <= 10_000, shortened]).toEqual([true, true]);
    // The newest of them, and how many more there are.
    expect(message).toContain('มาตรการที่ 40 ');
    expect(message).not.toContain('มาตรการที่ 1 ');
    expect(message).toMatch(/และอีก \d+ รายการ/);
    for (const part of [dpo.email, 'เหตุผลที่แจ้งล่าช้า: ยังไม่ได้ระบุ']) expect(message).toContain(part);
  });

  it('explains no delay while there is none, though a reason was stored before awareness was corrected', async () => {
    const id = await incident();
    await server.owner.updateTable('incidents').set({ lateReason: 'พิมพ์วันผิด' }).where('id', '=', id).execute();
    const { message, shortened } = await (
      await call()
    ).draft({ ws, id, recipientGroup: 'DATA_PROTECTION_AUTHORITY', locale: 'th' });
    expect(message).not.toContain('พิมพ์วันผิด');
    expect(shortened).toBe(false);
  });
});

describe('nobody can be notified', () => {
  it.each(['WAITING', 'PENDING', 'REJECTED'] as const)('of an incident that is %s', async (status) => {
    const id = await incident({ status });
    expect(await refusal((await call()).create({ ws, id, ...recorded() }))).toMatchObject({
      status: 'CONFLICT',
      code: 'illegalMove',
    });
    expect(await refusal((await call()).draft({ ws, id, recipientGroup: 'DATA_SUBJECT', locale: 'th' }))).toMatchObject(
      { status: 'CONFLICT' },
    );
  });
  it('in the future or before it happened', async () => {
    const id = await incident();
    for (const notifiedAt of ['2026-11-20T05:00:01.000Z', '2026-11-01T00:00:00.000Z'])
      expect(await refusal((await call()).create({ ws, id, ...recorded({ notifiedAt }) }))).toMatchObject({
        status: 'BAD_REQUEST',
        fields: ['notifiedAt'],
      });
  });
  it.each<Role>(['Staff', 'Top Management'])('by %s, nor by another workspace', async (role) => {
    const id = await incident();
    expect(
      await refusal(
        (await call(await buildPerson(server, { workspaceId: ws, role }))).create({ ws, id, ...recorded() }),
      ),
    ).toMatchObject({ status: 'FORBIDDEN' });
    const stranger = await buildPerson(server, { role: 'DPO' });
    expect(await refusal((await call(stranger)).create({ ws: stranger.workspaceId, id, ...recorded() }))).toMatchObject(
      { status: 'NOT_FOUND' },
    );
  });
});

describe('the list of incidents', () => {
  it('displays outstanding notifications, by the risk and what was sent', async () => {
    const person = await buildPerson(server, { role: 'DPO' });
    const own = person.workspaceId;
    const caller = await call(person);
    server.clock.set(NOW);
    const build = async (title: string, more: IncidentOverrides) =>
      (await buildIncident(server, own, { title, status: 'ACTIVE', ...more })).id;
    const high = await build('สูง', { riskLevel: 'HIGH_RISK', createdAt: '2026-11-19T00:00:00Z' });
    const possible = await build('มี', { riskLevel: 'POSSIBLE_RISK', createdAt: '2026-11-18T00:00:00Z' });
    const none = await build('ไม่มี', { riskLevel: 'NO_RISK', createdAt: '2026-11-17T00:00:00Z' });
    await build('รอ', { status: 'PENDING' });
    const list = async (input: object = {}) => (await caller.incidents({ ws: own, ...input })).collection;
    expect((await list({ sortBy: 'dueAt', sortDirection: 'ASC' })).map(({ id }) => id)).toEqual([none, possible, high]);
    expect((await list({ sortBy: 'title', sortDirection: 'ASC' })).map(({ title }) => title)).toEqual([
      'มี',
      'ไม่มี',
      'สูง',
    ]);
    expect(
      (await list({ owed: 'AUTHORITY', sortBy: 'number', sortDirection: 'ASC' })).map(({ id, owed }) => [id, owed]),
    ).toEqual([
      [high, ['AUTHORITY', 'SUBJECTS']],
      [possible, ['AUTHORITY']],
    ]);
    expect((await list({ owed: 'SUBJECTS' })).map(({ id }) => id)).toEqual([high]);
    expect((await list({ owed: 'NOTHING' })).map(({ id }) => id)).toEqual([none]);
    expect((await list({ risk: 'NO_RISK' })).map(({ id }) => id)).toEqual([none]);
    expect((await list({ query: 'สูง' })).map(({ id }) => id)).toEqual([high]);
    await caller.create({ ws: own, id: high, ...recorded() });
    await caller.create({ ws: own, id: high, ...recorded({ recipientGroup: 'PUBLIC_MEDIA' }) });
    await caller.create({ ws: own, id: high, ...mail([], { send: false }) });
    const [item] = await list({ owed: 'SUBJECTS' });
    expect(item).toMatchObject({
      id: high,
      sent: { management: 0, authority: 1, subject: 1 },
      drafts: 1,
      owed: ['SUBJECTS'],
      authorityNotifiedAt: NOW,
      clock: { outcome: 'met' },
    });
    await caller.create({ ws: own, id: high, ...recorded({ recipientGroup: 'DATA_SUBJECT' }) });
    expect(await list({ owed: 'SUBJECTS' })).toEqual([]);
    expect((await caller.incidents({ ws: own, pageSize: 1, currentPage: 2 })).meta).toEqual({
      currentPage: 2,
      pageSize: 1,
      totalPage: 3,
      totalItems: 3,
    });
  });
});
