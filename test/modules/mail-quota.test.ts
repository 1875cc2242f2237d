import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { writeWaiting } from '../../server/modules/incidentNotification/send.ts';
import { setMailLimits } from '../../server/platform/operator/limits.ts';
import {
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { buildRequestForm } from '../helpers/requestForms.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';
import { refusal } from '../helpers/refusal.ts';

let server: TestServer;
/** Another node with the same database. */
let other: TestServer;
let dpo: Person;
let ws: string;
beforeAll(async () => {
  const env = {
    SIGNUP: 'open',
    MAILS_PER_DAY: '20',
    RECIPIENTS_PER_NOTIFICATION: '60',
    INVITATIONS_PER_DAY: '3',
    MASTER_KEY: Buffer.alloc(32, 7).toString('base64'),
  };
  server = await buildServer(env);
  other = await buildServer({ ...env, DATA_DIR: server.deps.config.dataDir }, { databaseUrl: server.databaseUrl });
  // The tests continue the mailing themselves when required.
  await Promise.all([server, other].map((node) => node.deps.mailer.close()));
});
beforeEach(async () => {
  for (const node of [server, other]) node.clock.set('2027-03-01T03:00:00Z');
  dpo = await buildPerson(server, { role: 'DPO' });
  ws = dpo.workspaceId;
});
afterAll(async () => {
  await other.close();
  await server.close();
});

const people = (count: number) =>
  Array.from({ length: count }, (_, number) => ({
    name: `คนที่ ${number}`,
    email: `p${number}@crowd.example`,
    phone: '',
  }));
const incident = () =>
  buildIncident(server, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK', createdAt: '2027-03-01T02:00:00Z' });
async function send(count: number, more: object = {}, node = server) {
  const { id } = await incident();
  const { create } = (await callerFor(node, dpo)).incidentNotification;
  const sent = await create({
    ws,
    id,
    recipientGroup: 'DATA_SUBJECT',
    channel: 'EMAIL',
    subject: 'แจ้งเหตุ',
    message: 'ข้อมูลของท่านรั่วไหล',
    recipients: people(count),
    ...more,
  });
  return { id, nid: sent.id };
}
const written = async () =>
  (await server.owner.selectFrom('mails').select('id').where('workspaceId', '=', ws).execute()).length;
/** Like the mailer when it has nothing to send. */
const goOn = async () => {
  while (await writeWaiting(server.deps));
};
const limits = async () => (await callerFor(server, dpo)).incidentNotification.mailLimits({ ws });

describe('mails to many people', () => {
  it('are sent as far as the daily quota permits, and the others on the next day: nobody is left out', async () => {
    expect(await limits()).toEqual({ recipients: 60, today: { left: 18, limitedBy: 'workspace' } });
    const { id, nid } = await send(30);
    await goOn();
    // One in ten is reserved for urgent mails.
    expect([await written(), (await limits()).today.left]).toEqual([18, 0]);
    const list = async () => (await callerFor(server, dpo)).incidentNotification.list({ ws, id, nid });
    expect((await list()).collection[0]?.mails).toMatchObject({ total: 30, waiting: 12 });
    // While some wait, notification of the data subjects is outstanding.
    expect((await (await callerFor(server, dpo)).incident.get({ ws, id })).subjectsNotifiedAt).toBeNull();
    // Midnight in Thailand is 17:00 in UTC.
    server.clock.set('2027-03-01T16:59:00Z');
    await goOn();
    expect(await written()).toBe(18);
    server.clock.set('2027-03-01T17:00:30Z');
    await goOn();
    expect(await written()).toBe(30);
    dpo = await signInAgain(server, dpo);
    expect((await list()).collection[0]?.mails).toMatchObject({ total: 30, waiting: 0 });
  });

  it('are stopped while they wait, with a reason: those are outstanding until they are sent again', async () => {
    const { id, nid } = await send(30);
    await goOn();
    const caller = (await callerFor(server, dpo)).incidentNotification;
    expect((await caller.list({ ws, id, nid })).collection[0]?.mails).toMatchObject({
      waiting: 12,
      unwritten: 12,
      kept: 18,
    });
    expect(await caller.stop({ ws, id, nid, reason: 'ข้อความผิด' })).toMatchObject({
      mails: { total: 30, waiting: 0, unwritten: 0, kept: 18, failed: 12 },
      stopReason: 'ข้อความผิด',
    });
    server.clock.set('2027-03-01T17:00:30Z');
    await goOn();
    expect(await written()).toBe(18);
    dpo = await signInAgain(server, dpo);
    const later = (await callerFor(server, dpo)).incidentNotification;
    expect(await refusal(later.stop({ ws, id, nid, reason: 'ข้อความผิด' }))).toMatchObject({
      code: 'incidentNotification.nothingWaits',
    });
    const stopped = await later.deliveries({ ws, id, nid, filter: 'FAILED' });
    expect(stopped.meta.totalItems).toBe(12);
    expect(stopped.collection[0]?.delivery).toMatchObject({ state: 'failed', error: 'stopped', answer: null });
    expect((await (await callerFor(server, dpo)).incident.get({ ws, id })).subjectsNotifiedAt).toBeNull();
    // The reason may name people.
    const log = await server.owner.selectFrom('activityLogs').select('changes').where('entityId', '=', id).execute();
    expect(JSON.stringify(log)).not.toContain('ข้อความผิด');
    await later.resend({ ws, id, nid });
    await goOn();
    expect(await written()).toBe(30);
  });

  it('continue immediately when the operator permits more, and delay nobody else', async () => {
    await send(30);
    const first = ws;
    dpo = await buildPerson(server, { role: 'DPO' });
    ws = dpo.workspaceId;
    await setMailLimits(server.deps, ws, ['mails=1000', 'recipients=200']);
    await send(150);
    await goOn();
    expect(await written()).toBe(150);
    ws = first;
    expect(await written()).toBe(18);
    expect(await setMailLimits(server.deps, ws, ['mails=100'])).toEqual([
      expect.any(String),
      '  mails        100',
      '  recipients   60 (default)',
      '  invitations  3 (default)',
    ]);
    await goOn();
    expect(await written()).toBe(30);
    expect(await setMailLimits(server.deps, ws, ['mails=default'])).toContain('  mails        20 (default)');
    await expect(setMailLimits(server.deps, ws, ['letters=5'])).rejects.toThrow(/letters=5: write mails=N/);
  });

  it('are counted for all nodes together, also at the same time', async () => {
    await Promise.all([server, other, server, other].map((node) => send(9, {}, node)));
    await goOn();
    expect(await written()).toBe(18);
  });

  it('are refused before the first is written if one notification has too many recipients', async () => {
    const problem = await refusal(send(61));
    expect(problem).toMatchObject({ code: 'incidentNotification.recipientLimit' });
    expect(await written()).toBe(0);
  });
});

describe('a report to the authority', () => {
  const report = {
    recipientGroup: 'DATA_PROTECTION_AUTHORITY',
    recipients: [{ name: 'PDPC', email: 'office@authority.example', phone: '' }],
  };

  it('is sent although mails to many have used up their share, and is refused with its draft stored when nothing is left', async () => {
    await send(30);
    await goOn();
    expect(await written()).toBe(18);
    await send(1, report);
    await send(1, report);
    expect(await written()).toBe(20);
    const { id } = await incident();
    const { create, send: sendDraft, list } = (await callerFor(server, dpo)).incidentNotification;
    const text = { subject: 'แจ้งเหตุ', message: 'แจ้งเหตุละเมิด', channel: 'EMAIL', ws, id, ...report } as const;
    const draft = await create({ ...text, recipientGroup: 'DATA_PROTECTION_AUTHORITY', send: false });
    expect(await refusal(sendDraft({ ws, id, nid: draft.id }))).toMatchObject({
      code: 'incidentNotification.mailLimit',
    });
    expect((await list({ ws, id })).collection.map(({ status }) => status)).toEqual(['DRAFT']);
    expect((await (await callerFor(server, dpo)).incident.get({ ws, id })).authorityNotifiedAt).toBeNull();
    await setMailLimits(server.deps, ws, ['mails=40']);
    await sendDraft({ ws, id, nid: draft.id });
    expect(await written()).toBe(21);
  });
});

describe('invitations', () => {
  const invite = async (email: string) =>
    (await callerFor(server, dpo)).personnel.create({
      ws,
      name: 'สมชาย ใจดี',
      email,
      phone: '0812345678',
      position: 'Officer',
      role: 'Staff',
    });

  it('are limited per day, and the refusal explains what to do', async () => {
    for (const who of ['a', 'b', 'c']) await invite(`${who}@invited.example`);
    expect(await refusal(invite('d@invited.example'))).toMatchObject({ code: 'mail.invitationLimit' });
    // Nobody was added without an invitation.
    const { collection } = await (await callerFor(server, dpo)).personnel.list({ ws, query: 'd@invited' });
    expect(collection).toEqual([]);
    server.clock.set('2027-03-01T17:00:30Z');
    dpo = await signInAgain(server, dpo);
    await invite('d@invited.example');
  });

  it('reach one address five times a day at most', async () => {
    await setMailLimits(server.deps, ws, ['invitations=50']);
    const { id } = await invite('often@invited.example');
    const { resendInvitation } = (await callerFor(server, dpo)).personnel;
    for (let times = 2; times <= 5; times += 1) await resendInvitation({ ws, id });
    expect(await refusal(resendInvitation({ ws, id }))).toMatchObject({ code: 'personnel.invitedOften' });
    expect(await written()).toBe(5);
  });
});

it('strangers create five workspaces a day', async () => {
  const admin = await buildPerson(server);
  const { create } = (await callerFor(server, admin)).workspace;
  const make = () => create({ ws: admin.workspaceId, name: 'สาขา', package: 'Unlimit' });
  for (let count = 0; count < 5; count += 1) await make();
  expect(await refusal(make())).toMatchObject({ code: 'workspace.createdOften' });
});

it('letters to a person are counted only where their address is not that of their account, which is proved', async () => {
  const admin = await buildPerson(server, { workspaceId: ws });
  const moved = await buildPerson(server, { workspaceId: ws });
  const { organizationId } = await server.owner
    .selectFrom('workspaces')
    .select('organizationId')
    .where('id', '=', ws)
    .executeTakeFirstOrThrow();
  const other = await buildWorkspace(server, { organizationId });
  await buildPerson(server, { workspaceId: other.id, userId: admin.userId, email: admin.email });
  const { personnel, workspace } = await callerFor(server, admin);
  const stranger = 'stranger@elsewhere.example';
  const { name, position, phone, role, rowVersion } = await personnel.get({ ws, id: moved.personnelId });
  await personnel.update({ ws, id: moved.personnelId, name, position, phone, role, rowVersion, email: stranger });
  await workspace.remove({ ws, confirmation: (await workspace.get({ ws })).name });
  const rows = await server.owner.selectFrom('mails').select(['id', 'quota']).where('workspaceId', '=', ws).execute();
  const quotaOf = async (to: string) => {
    const ids = (await mailsOf(server, to)).map(({ id }) => id);
    return rows.filter(({ id }) => ids.includes(id)).map(({ quota }) => quota);
  };
  expect(await quotaOf(admin.email)).toEqual([null]);
  expect(await quotaOf(stranger)).toEqual(['urgent']);
});

it('mails to data subjects are counted when sent, a code is sent in any case', async () => {
  const form = await buildRequestForm(server, dpo);
  const { request } = await callerFor(server, dpo);
  const email = 'malee@test.example';
  await request.create({
    ws,
    requestFormId: form.id,
    receivedAt: server.deps.now().toISOString(),
    channel: 'COUNTER',
    subject: { firstName: 'มาลี', lastName: 'รักดี', email, telephone: '', uid: '' },
    rights: [{ rightRequestId: form.rightIds.ACCESS!, requestDetail: 'ขอสำเนา' }],
  } as never);
  const { requestIdentity } = await callerFor(server, null, { ip: '10.77.0.1' });
  const token = tokenIn((await mailsOf(server, email)).find(({ kind }) => kind === 'requestReceived'));
  await requestIdentity.sendCode({ token });
  const { rows } = await sql<{ kind: string; quota: string | null }>`
    select kind, quota from mails where workspace_id = ${ws} and kind like 'request%' order by kind`.execute(
    server.owner,
  );
  expect(rows).toEqual([
    { kind: 'requestCode', quota: 'counted' },
    { kind: 'requestReceived', quota: 'many' },
  ]);
});
