import { randomUUID, randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deletionSchedule } from '../../server/modules/workspace/deletionJob.ts';
import { PROOF_MINUTES } from '../../shared/auth/schema.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { claimMail } from '../../server/platform/mail/queries.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  callerFor,
  type Person,
  signInAgain,
  type TestServer,
} from '../factories.ts';
import { buildApprovalLine } from '../helpers/approvals.ts';
import { notificationsOf } from '../helpers/clocks.ts';
import { buildConsentForm } from '../helpers/consents.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { refusal, refusedWith } from '../helpers/refusal.ts';
import { mailsOf } from '../mailbox.ts';
import { until } from '../helpers/until.ts';

const NOW = new Date('2026-11-21T03:00:00Z');
const DUE = '2026-11-28T03:00:00.000Z';
const HOUR = 3_600_000;
const NAME = 'สาขาที่จะลบ';
const PASSWORD = 'ปลาทองว่ายน้ำ 2569';

let server: TestServer;
let organizationId: string;
/** The deleted workspace, and another of its organisation, in which its Admin works too. */
let ws: string;
let other: string;
let admin: Person;
let second: Person;
let dpo: Person;
let outsider: Person;
/** Admin of only the other workspace. */
let neighbour: Person;
const sockets: LiveSocket[] = [];

beforeAll(async () => {
  server = await buildServer();
  await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(() => server.close());
beforeEach(async () => {
  server.clock.set(NOW);
  organizationId = (await buildOrganization(server, { name: 'โรงพยาบาลปกป้อง' })).id;
  ws = (await buildWorkspace(server, { organizationId, name: NAME })).id;
  other = (await buildWorkspace(server, { organizationId, name: 'สำนักงานใหญ่' })).id;
  admin = await buildPerson(server, { workspaceId: ws, role: 'Admin', name: 'อารี ผู้ดูแล' });
  second = await buildPerson(server, { workspaceId: ws, role: 'Admin' });
  dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  await buildPerson(server, { workspaceId: other, role: 'Admin', userId: admin.userId, email: admin.email });
  neighbour = await buildPerson(server, { workspaceId: other, role: 'Admin' });
  outsider = await buildPerson(server, { role: 'Admin' });
});
afterEach(() => sockets.splice(0).forEach(({ socket }) => socket.terminate()));

const as = async (person: Person | null) => (await callerFor(server, person)).workspace;
const ask = async (person: Person = admin, more: { confirmation?: string; password?: string } = {}) =>
  (await as(person)).remove({ ws, confirmation: NAME, ...more });
const undo = async (person: Person = admin) => (await as(person)).deletion.undo({ ws });
const runSchedule = () => deletionSchedule.run(server.deps, new AbortController().signal);
const later = (hours: number) => server.clock.set(new Date(NOW.getTime() + hours * HOUR));
const setPassword = async ({ userId }: Person) =>
  server.owner
    .updateTable('users')
    .set({ passwordHash: await hashPassword(PASSWORD) })
    .where('id', '=', userId)
    .execute();
const eventsOf = async (workspaceId: string) =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select('event')
      .where('workspaceId', '=', workspaceId)
      .where('event', 'like', 'workspaceDeletion.%')
      .orderBy('createdAt')
      .execute()
  ).map(({ event }) => event);
async function follow({ token }: Person, workspaceId: string): Promise<LiveSocket> {
  const socket = await LiveSocket.open((server.app.server.address() as AddressInfo).port, token);
  sockets.push(socket);
  await socket.subscribe(workspaceId);
  return socket;
}
const resyncs = ({ events }: LiveSocket) => events.filter(({ event }) => event === 'resync').length;

describe('requesting the deletion of a workspace', () => {
  it("requires its name and the user's password; a wrong one counts as a sign-in attempt", async () => {
    await setPassword(admin);
    expect(await refusal(ask(admin, { confirmation: 'อย่างอื่น', password: PASSWORD }))).toMatchObject({
      status: 'BAD_REQUEST',
      fields: ['confirmation'],
    });
    expect(await refusal(ask())).toMatchObject({ status: 'BAD_REQUEST', fields: ['password'] });
    for (let turn = 1; turn <= 10; turn += 1)
      expect(await refusal(ask(admin, { password: 'ไม่ใช่รหัสนี้' }))).toMatchObject({
        status: 'BAD_REQUEST',
        code: 'auth.passwordWrong',
        fields: ['password'],
      });
    expect(await refusedWith(ask(admin, { password: PASSWORD }))).toBe('TOO_MANY_REQUESTS');
    // The same count as at sign-in.
    const signIn = (await callerFor(server, null)).auth.signIn({ email: admin.email, password: PASSWORD });
    expect(await refusedWith(signIn)).toBe('TOO_MANY_REQUESTS');
    expect(await (await callerFor(server, admin)).auth.proof()).toEqual({ by: 'password', fresh: true });
    later(1);
    await expect(ask(admin, { password: PASSWORD })).resolves.toEqual({
      uuid: ws,
      dueAt: new Date(NOW.getTime() + HOUR * (7 * 24 + 1)).toISOString(),
    });
  });

  it('requires a recent sign-in of somebody without a password', async () => {
    server.clock.set(new Date(NOW.getTime() + PROOF_MINUTES * 60_000));
    expect(await (await callerFor(server, admin)).auth.proof()).toEqual({ by: 'signIn', fresh: false });
    expect(await refusal(ask())).toMatchObject({ status: 'CONFLICT', code: 'auth.signInAgain' });
    server.clock.set(new Date(NOW.getTime() + PROOF_MINUTES * 60_000 - 1));
    await expect(ask()).resolves.toMatchObject({ uuid: ws });
  });

  it('is refused to somebody without another workspace', async () => {
    expect(await refusal(ask(second))).toMatchObject({ status: 'CONFLICT', code: 'workspace.last' });
    await (await as(admin)).remove({ ws: other, confirmation: 'สำนักงานใหญ่' });
    expect(await refusal(ask())).toMatchObject({ status: 'CONFLICT', code: 'workspace.last' });
  });

  it('is refused for the only open workspace of an organisation, also to somebody with one in another', async () => {
    const elsewhere = await buildPerson(server, { role: 'Admin' });
    const here = await buildPerson(server, { workspaceId: ws, role: 'Admin', userId: elsewhere.userId });
    await (await as(admin)).remove({ ws: other, confirmation: 'สำนักงานใหญ่' });
    expect(await refusal(ask(here))).toMatchObject({
      status: 'CONFLICT',
      code: 'workspace.lastOfOrganization',
    });
  });

  it('is refused to one of two Admins who delete the last two workspaces at the same time', async () => {
    const { userId } = await buildPerson(server, { role: 'Admin' });
    const [one, two] = [
      await buildPerson(server, { workspaceId: ws, role: 'Admin', userId }),
      await buildPerson(server, { workspaceId: other, role: 'Admin', userId }),
    ];
    const calls = [await as(one), await as(two)] as const;
    const results = await Promise.allSettled([
      calls[0].remove({ ws, confirmation: NAME }),
      calls[1].remove({ ws: other, confirmation: 'สำนักงานใหญ่' }),
    ]);
    expect(results.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  it('is refused a second time', async () => {
    await ask();
    expect(await refusal(ask())).toMatchObject({ status: 'CONFLICT', code: 'workspace.closed' });
  });
});

describe('a workspace scheduled for deletion', () => {
  it('refuses every call, in both languages, except those about its deletion', async () => {
    await ask();
    const call = await callerFor(server, dpo);
    for (const refused of [
      () => call.workspace.get({ ws }),
      () => call.auth.profile({ ws }),
      () => call.application.list({ ws }),
      () => call.notification.list({ ws }),
      () => call.crypto.encrypt({ workspace: ws, data: 1 }),
    ])
      expect(await refusal(refused())).toMatchObject({ status: 'CONFLICT', code: 'workspace.closed' });
    for (const [language, words] of [
      ['th', 'ปิดเพื่อรอลบ'],
      ['en', 'will be deleted'],
    ] as const) {
      for (const url of [`/api/v1/${ws}/applications`, `/api/v1/workspaces/${ws}`]) {
        const answer = await server.app.inject({
          url,
          headers: { authorization: `Bearer ${dpo.token}`, 'accept-language': language },
        });
        expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'workspace.closed']);
        expect(answer.json<{ message: string }>().message).toContain(words);
      }
    }
    expect(await call.workspace.deletion.get({ ws })).toEqual({
      uuid: ws,
      name: NAME,
      organization: 'โรงพยาบาลปกป้อง',
      requestedAt: NOW.toISOString(),
      requestedBy: 'อารี ผู้ดูแล',
      dueAt: DUE,
      startedAt: null,
      canUndo: false,
      isOver: false,
    });
    expect(await (await as(second)).deletion.get({ ws })).toMatchObject({ canUndo: true });
    expect((await call.workspace.list({})).collection).toMatchObject([{ uuid: ws, closedAt: NOW.toISOString() }]);
    expect(await refusedWith((await as(outsider)).deletion.get({ ws }))).toBe('NOT_FOUND');
    // The other workspace continues to work.
    await expect((await callerFor(server, admin)).application.list({ ws: other })).resolves.toBeTruthy();
  });

  it('can be undone by every Admin, and by nobody else', async () => {
    await ask();
    expect(await refusedWith(undo(dpo))).toBe('FORBIDDEN');
    expect(await refusedWith(undo(neighbour))).toBe('NOT_FOUND');
    expect(await refusedWith(undo(outsider))).toBe('NOT_FOUND');
    // Although it is their only workspace.
    await expect(undo(second)).resolves.toMatchObject({ uuid: ws, closedAt: null });
    await expect((await callerFor(server, dpo)).application.list({ ws })).resolves.toBeTruthy();
    expect(await eventsOf(ws)).toEqual(['workspaceDeletion.requested', 'workspaceDeletion.undone']);
    expect(await (await as(dpo)).deletion.get({ ws })).toBeNull();
    expect(await refusal(undo())).toMatchObject({ status: 'CONFLICT', code: 'workspace.open' });
    // And may be requested again.
    await expect(ask()).resolves.toMatchObject({ dueAt: DUE });
  });

  it('cannot be undone once it is due', async () => {
    await ask();
    later(6 * 24);
    await runSchedule();
    server.clock.set(DUE);
    expect(await refusal(undo(await signInAgain(server, admin)))).toMatchObject({
      status: 'CONFLICT',
      code: 'workspace.deletionStarted',
    });
  });

  const deletionOf = async () => (await as(await signInAgain(server, second))).deletion.get({ ws });
  const after = (hours: number) => new Date(NOW.getTime() + hours * HOUR).toISOString();

  it('of whose last day no node was there is reminded of, and can be undone for another day', async () => {
    await ask();
    later(9 * 24);
    const { rows } = await sql<{
      started: boolean;
    }>`select start_workspace_deletion(${ws}, ${after(9 * 24)}) as started`.execute(server.deps.systemDb);
    expect(rows).toEqual([{ started: false }]);
    expect(await deletionOf()).toMatchObject({ dueAt: DUE, canUndo: true });
    await runSchedule();
    expect(await deletionOf()).toMatchObject({ dueAt: after(10 * 24), startedAt: null });
    const mail = (await mailsOf(server, second.email)).find(({ kind }) => kind === 'workspaceDeletion.reminded');
    expect(mail?.subject).toContain('1 ธันวาคม 2569');
    // Nor was one there when it was due again, or in the day after.
    later(11 * 24);
    await runSchedule();
    expect(await deletionOf()).toMatchObject({ dueAt: after(12 * 24), startedAt: null });
    await expect(undo(await signInAgain(server, second))).resolves.toMatchObject({ uuid: ws, closedAt: null });
  });

  it('is neither reminded of nor deleted in a copy until that takes the place of the original', async () => {
    await ask();
    const silence = (at: Date | null) => server.owner.updateTable('installation').set({ silentSince: at }).execute();
    later(9 * 24);
    await silence(NOW);
    await runSchedule();
    expect(await deletionOf()).toMatchObject({ dueAt: DUE, canUndo: true });
    await silence(null);
    await runSchedule();
    expect(await deletionOf()).toMatchObject({ dueAt: after(10 * 24), canUndo: true });
  });

  it('is reported to all its Admins by mail, to those of the other workspaces by bell, and again a day before', async () => {
    await ask();
    const kinds = async ({ email }: Person) =>
      (await mailsOf(server, email)).map(({ kind }) => kind).filter((kind) => kind.startsWith('workspaceDeletion'));
    for (const person of [admin, second]) expect(await kinds(person)).toEqual(['workspaceDeletion.requested']);
    expect(await kinds(dpo)).toEqual([]);
    const [mail] = await mailsOf(server, second.email);
    expect(mail?.text).toContain('28 พฤศจิกายน 2569');
    expect(mail?.text).toContain('10:00');
    expect(mail?.text).toContain('บันทึกการใช้งานระบบของพื้นที่ทำงานนี้เก็บไว้');
    expect(mail?.text).toContain('บันทึกความปลอดภัยขององค์กรเก็บไว้ 2 ปี');
    const bell = async () =>
      (
        await (
          await callerFor(server, await signInAgain(server, neighbour))
        ).notification.list({ ws: other, module: 'ORGANIZATION' })
      ).collection;
    expect((await bell()).map(({ event, entityId }) => [event, entityId])).toEqual([
      ['workspaceDeletion.requested', ws],
    ]);

    later(6 * 24 - 1);
    await runSchedule();
    expect(await kinds(second)).toHaveLength(1);
    later(6 * 24);
    await runSchedule();
    await runSchedule();
    expect(await kinds(second)).toEqual(['workspaceDeletion.requested', 'workspaceDeletion.reminded']);
    await undo(await signInAgain(server, admin));
    expect(await kinds(admin)).toEqual([
      'workspaceDeletion.requested',
      'workspaceDeletion.reminded',
      'workspaceDeletion.undone',
    ]);
    expect((await bell()).map(({ event }) => event)).toEqual([
      'workspaceDeletion.undone',
      'workspaceDeletion.reminded',
      'workspaceDeletion.requested',
    ]);
    // Its own bell notifies again: of actions of others.
    const own = await (
      await callerFor(server, await signInAgain(server, second))
    ).notification.list({ ws, module: 'ORGANIZATION' });
    expect(own.collection.map(({ event }) => event)).toEqual([
      'workspaceDeletion.undone',
      'workspaceDeletion.reminded',
      'workspaceDeletion.requested',
    ]);
  });

  it('pauses its clocks; what passed meanwhile is notified once it is open again, only the newest', async () => {
    const { id } = await buildIncident(server, ws, { status: 'ACTIVE', assigneeId: dpo.personnelId });
    const elsewhere = await buildIncident(server, other, { status: 'ACTIVE', assigneeId: neighbour.personnelId });
    await ask();
    later(71);
    await server.deps.alarm.ring();
    later(73);
    await server.deps.alarm.ring();
    expect(await notificationsOf(server, ws)).toEqual([]);
    expect((await notificationsOf(server, other)).map(({ id: of, hours }) => [of, hours])).toEqual([
      [elsewhere.id, 1],
      [elsewhere.id, 0],
    ]);
    await undo(await signInAgain(server, admin));
    await server.deps.alarm.ring();
    expect((await notificationsOf(server, ws)).map(({ id: of, hours }) => [of, hours])).toEqual([[id, 0]]);
  });

  it('pauses its mails, except for those marked', async () => {
    await sql`update mails set status = 'kept'`.execute(server.owner);
    await ask();
    await sql`update mails set status = 'waiting' where workspace_id = ${ws}`.execute(server.owner);
    const waiting = async (workspaceId: string) => {
      const id = randomUUIDv7();
      await server.owner
        .insertInto('mails')
        .values({ id, workspaceId, kind: 'x', payload: Buffer.from('x'), status: 'waiting', nextTryAt: NOW })
        .execute();
      return id;
    };
    const own = await waiting(ws);
    const others = await waiting(other);
    const claimed = async () => {
      const found: { id: string; kind: string }[] = [];
      for (;;) {
        const mail = await claimMail(server.deps.systemDb, server.deps, HOUR);
        if (!mail) return found;
        found.push(mail);
      }
    };
    const sent = await claimed();
    expect(sent.filter(({ kind }) => kind === 'workspaceDeletion.requested')).toHaveLength(2);
    expect(sent.filter(({ kind }) => kind === 'x').map(({ id }) => id)).toEqual([others]);
    await undo();
    expect((await claimed()).map(({ id }) => id)).toContain(own);
    await sql`update mails set status = 'kept'`.execute(server.owner);
  });

  it('accepts nothing on its public pages, and reports that they are closed', async () => {
    const call = await callerFor(server, dpo);
    const { rowVersion, publicUrl: _, ...settings } = await call.incident.settings.get({ ws });
    const { publicUrl } = await call.incident.settings.update({ ws, ...settings, rowVersion, publicForm: true });
    const token = new URLSearchParams(new URL(publicUrl!).hash.slice(1)).get('token')!;
    const form = await buildConsentForm(server, dpo);
    const submission = {
      consentUUID: form.id,
      consentVersion: 1,
      uid: 'u-1',
      name: 'สมชาย',
      action: 'ACCEPT',
      purposeUUIDs: [form.purposeIds[0]],
      language: 'th',
      collectionChannel: 'Custom API',
      source: 'test',
      hasGuardian: false,
    };
    const send = () => server.app.inject({ method: 'POST', url: `/api/v1/${ws}/user-consents`, payload: submission });
    const read = () => server.app.inject({ url: `/api/v1/${ws}/consent-versions/application/${form.applicationId}` });
    const look = () =>
      server.app.inject({
        method: 'POST',
        url: `/api/v1/${ws}/user-consents/consent/${form.id}/version/1/get-user-consent`,
        payload: { uid: 'u-1' },
      });
    const accepted = await send();
    expect(accepted.statusCode, accepted.body).toBe(201);
    const { id: userConsentId } = await server.owner
      .selectFrom('userConsents')
      .select('id')
      .where('workspaceId', '=', ws)
      .executeTakeFirstOrThrow();
    const receipt = await call.consentReceipt.issue({ ws, id: userConsentId });
    const { address } = await call.consentReceipt.link({ ws, id: form.id, uid: 'u-1' });
    const { checkCode } = await buildApprovalLine(server, ws, {
      requesterId: dpo.personnelId,
      approverIds: [admin.personnelId],
    });
    const own = new URLSearchParams(new URL(address).hash.slice(1)).get('token')!;

    await ask();
    const nobody = await callerFor(server, null);
    const report = {
      token,
      key: randomUUID(),
      title: 'อีเมลผิดคน',
      reporter: { firstName: 'สมหญิง', lastName: 'คนนอก', phone: '0898765432', email: 'outsider@example.com' },
      affectedSystems: 'อีเมล',
      description: 'ได้รับผลตรวจของผู้ป่วยอื่น',
      discoveredAt: '2026-11-21T02:00:00Z',
      occurredAt: '2026-11-21T01:00:00Z',
    };
    const pages: (() => Promise<unknown>)[] = [
      () => nobody.incidentReport.open({ token }),
      () => nobody.incidentReport.submit(report),
      () => nobody.consentReceipt.get({ ws, id: receipt.id, lang: 'th' }),
      () => nobody.approvalLine.check({ code: checkCode }),
      () => nobody.consentReceipt.choices.open({ ws, token: own }),
      () => nobody.consentReceipt.choices.submit({ ws, token: own, purposeUUIDs: [], language: 'th' }),
    ];
    for (const page of pages)
      expect(await refusal(page())).toMatchObject({ status: 'CONFLICT', code: 'workspace.closed' });
    // Nodes are notified by its event.
    await until(async () => (await read()).statusCode === 409);
    for (const answer of [await send(), await read(), await look()])
      expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([409, 'workspace.closed']);
    expect(await refusal(nobody.incidentReport.open({ token: 'x'.repeat(43) }))).toMatchObject({ status: 'NOT_FOUND' });
    const { rows } = await sql<{ incidents: number; consents: number }>`
      select (select count(*) from incidents where workspace_id = ${ws}) as incidents, (select count(*) from user_consents where workspace_id = ${ws}) as consents`.execute(
      server.owner,
    );
    expect(rows).toEqual([{ incidents: 0, consents: 1 }]);

    await undo();
    await until(async () => (await read()).statusCode === 200);
    for (const page of pages) await expect(page()).resolves.toBeTruthy();
  });

  it('is disconnected from open sockets immediately, and available to them again when it is open', async () => {
    const socket = await follow(dpo, ws);
    const elsewhere = await follow(neighbour, other);
    await ask();
    await until(() => resyncs(socket) === 1);
    await until(() => elsewhere.events.some(({ event }) => event === 'workspaceDeletion.requested'));
    await undo();
    await until(() => resyncs(socket) === 2);
    expect(resyncs(elsewhere)).toBe(0);
    await (
      await callerFor(server, admin)
    ).workspace.update({ ws, name: NAME, package: 'Unlimit', consentEnabled: false, rowVersion: 1 });
    await until(() => socket.events.some(({ event }) => event === 'workspace.updated'));
  });
});
