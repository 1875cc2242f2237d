import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, onTestFinished } from 'vitest';
import { announceFaults } from '../../server/modules/mailServer/announce.ts';
import { mailRoutes } from '../../server/modules/mailServer/routes.ts';
import { takeOver } from '../../server/platform/installation/silence.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createMailer, type Mailer, type MailRequest } from '../../server/platform/mail/mailer.ts';
import type { RecipientGroup } from '../../shared/incidentNotification/schema.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { isSigned } from '../helpers/dkim.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { MAIL_CERTIFICATE } from '../helpers/mailCertificate.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';
import { sized } from '../size.ts';

const PEOPLE = sized(300, 5000);
const LOGIN = { user: 'privacy', password: 'correct horse battery' };
const GLOBAL = 'no-reply@pokpong.example';

let server: TestServer;
let ws: string;
let admin: Person;
let now: Date;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await buildServer({ MAIL_SERVERS_ON_PRIVATE_NETWORK: 'true' });
  // It accepts requests; separate nodes send.
  await server.deps.mailer.close();
});
afterAll(() => server.close());
beforeEach(async () => {
  now = new Date('2026-11-20T05:00:00Z');
  server.clock.set(now);
  ws = (await buildWorkspace(server)).id;
  admin = await buildPerson(server, { workspaceId: ws });
});
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await server.owner.deleteFrom('mails').execute();
});

const office = async (...args: Parameters<typeof postOffice>) => {
  const one = await postOffice(...args);
  open.push(one);
  return one;
};
/** A node with this global mail server, or none. */
function node(smtpUrl: string | undefined, nodeEnv: 'test' | 'production' = 'test'): Mailer {
  const { config, systemDb, keyring } = server.deps;
  const mailer = createMailer({
    config: { ...config, nodeEnv, smtpUrl, mailFrom: `Pokpong <${GLOBAL}>` },
    systemDb,
    keyring,
    readFile: () => Promise.reject(new Error('no file')),
    log: createLogger({ logLevel: 'silent', nodeEnv: 'test' }),
    now: () => now,
    routes: mailRoutes,
  });
  open.push(mailer);
  return mailer;
}
const calls = async () => (await callerFor(server, admin)).mailServer;
type Draft = Parameters<Awaited<ReturnType<typeof calls>>['create']>[0];
/** A server of the organisation that sends the mails of the workspace. */
async function linked(port: number, more: Partial<Draft> = {}) {
  const { id } = await (
    await calls()
  ).create({
    ws,
    name: `Post ${randomUUID().slice(0, 8)}`,
    host: 'localhost',
    port,
    encryption: 'starttls',
    certificate: MAIL_CERTIFICATE,
    username: LOGIN.user,
    password: LOGIN.password,
    fromAddress: 'privacy@example.com',
    ...more,
  });
  await (await calls()).link({ ws, id, wid: ws });
  return id;
}
const get = async (id: string) => (await calls()).get({ ws, id });
const failures = async (id: string) => (await (await calls()).failures({ ws, id })).collection;
const write = (mailer: Mailer, count: number, more: Partial<MailRequest> = {}) =>
  server.owner.transaction().execute(async (trx) => {
    for (let number = 0; number < count; number += 1)
      await mailer.enqueue(trx, {
        workspaceId: ws,
        kind: 'welcome',
        to: `p${number}@test.example`,
        locale: 'th',
        subject: 'สวัสดี',
        text: 'ข้อความ',
        ...more,
      });
  });
const states = async () => {
  const rows = await server.owner.selectFrom('mails').select(['status', 'lastError', 'attempts']).execute();
  return rows.map(({ status, lastError }) => [status, lastError]);
};
const settled = (count: number, status = 'sent') =>
  expect.poll(async () => (await states()).filter(([state]) => state === status).length).toBe(count);

describe('the mails of a workspace', () => {
  it('are sent by its own server and from its sender, all others by the global one', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { fromName: 'ฝ่ายคุ้มครองข้อมูล' });
    const mailer = node(global.url);
    await write(mailer, 2);
    await write(mailer, 1, { workspaceId: (await buildWorkspace(server)).id });
    await write(mailer, 1, { workspaceId: null });
    mailer.kick();
    await settled(4);
    expect(own.received.map(({ from, isEncrypted }) => [from, isEncrypted])).toEqual([
      ['privacy@example.com', true],
      ['privacy@example.com', true],
    ]);
    expect(global.received.map(({ from }) => from)).toEqual([GLOBAL, GLOBAL]);
    expect(await get(id)).toMatchObject({ state: 'working', sentToday: 2, lastSentAt: now.toISOString() });
    expect(await failures(id)).toEqual([]);
  });

  it('are sent by neither while the installation is a silent copy, and go out once it takes over', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port);
    await server.owner.updateTable('installation').set({ silentSince: now }).execute();
    onTestFinished(async () => void (await takeOver(server.deps.authDb)));
    expect((await (await calls()).list({ ws })).silentSince).not.toBeNull();
    // Nor a test of the server.
    expect(await refusal((await calls()).sendTest({ ws, id }))).toMatchObject({
      status: 'CONFLICT',
      code: 'mailServer.silent',
    });
    const silent = node(global.url);
    await write(silent, 1);
    await write(silent, 1, { workspaceId: null });
    silent.kick();
    // Ends what was begun.
    await silent.close();
    expect([...own.received, ...global.received]).toEqual([]);
    expect(await states()).toEqual([
      ['waiting', null],
      ['waiting', null],
    ]);
    expect(await takeOver(server.deps.authDb)).not.toBeNull();
    expect((await (await calls()).list({ ws })).silentSince).toBeNull();
    node(global.url).kick();
    await settled(2);
    expect([own.received.length, global.received.length]).toEqual([1, 1]);
    expect(await get(id)).toMatchObject({ state: 'working', stopped: null });
  });

  it('are sent by the global server while theirs is stopped in a copy, until an Admin switches it on', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port);
    await server.owner.updateTable('mailServers').set({ active: false, stopped: 'restored' }).execute();
    const mailer = node(global.url);
    expect(await get(id)).toMatchObject({ state: 'inactive', stopped: 'restored' });
    // Whoever edits something else leaves it stopped.
    await (await calls()).update({ ws, id, rowVersion: 1, fromName: 'ฝ่ายคุ้มครองข้อมูล' });
    expect(await get(id)).toMatchObject({ state: 'inactive', stopped: 'restored' });
    await write(mailer, 1);
    mailer.kick();
    await settled(1);
    expect([own.received.length, global.received.length]).toEqual([0, 1]);
    await (await calls()).update({ ws, id, rowVersion: 2, active: true });
    expect(await get(id)).toMatchObject({ state: 'working', stopped: null });
    await write(mailer, 1);
    mailer.kick();
    await settled(2);
    expect([own.received.length, global.received.length]).toEqual([1, 1]);
  });

  it('are returned to the bounce address of its server, those that the global one sends to its own', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { bounceAddress: 'bounces@example.com' });
    const mailer = node(global.url);
    const next = async (count: number) => {
      await write(mailer, 1, { to: 'somchai@test.example' });
      mailer.kick();
      await settled(count);
    };
    await next(1);
    await (await calls()).update({ ws, id, rowVersion: 1, bounceAddress: '' });
    await next(2);
    await (await calls()).update({ ws, id, rowVersion: 2, bounceAddress: 'again@example.com', password: 'wrong' });
    await next(3);
    expect(own.received.map(({ from, to }) => [from, to])).toEqual([
      ['bounces@example.com', ['somchai@test.example']],
      ['privacy@example.com', ['somchai@test.example']],
    ]);
    // The recipient reads the sender in the mail.
    for (const { raw } of own.received) expect(raw).toMatch(/^From: privacy@example\.com/m);
    expect(own.received[0]?.raw).not.toContain('bounces@');
    expect(global.received.map(({ from }) => from)).toEqual([GLOBAL]);
  });

  it('are sent by the global server if theirs is off, unassigned or deleted', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port);
    const mailer = node(global.url);
    const next = async (count: number) => {
      await write(mailer, 1);
      mailer.kick();
      await settled(count);
    };
    await (await calls()).update({ ws, id, rowVersion: 1, active: false });
    await next(1);
    await (await calls()).update({ ws, id, rowVersion: 2, active: true });
    await next(2);
    await (await calls()).unlink({ ws, id, wid: ws });
    await next(3);
    await (await calls()).remove({ ws, id });
    await next(4);
    expect([own.received.length, global.received.length]).toEqual([1, 3]);
  });

  it('are sent by it also if there is no global server; those of others are stored, or wait in production', async () => {
    const own = await office(undefined, { encryption: 'tls', login: LOGIN });
    await linked(own.port, { encryption: 'tls' });
    const other = (await buildWorkspace(server)).id;
    const [mailer, production] = [node(undefined), node(undefined, 'production')];
    await write(mailer, 1);
    await write(mailer, 1, { workspaceId: other });
    await write(production, 1, { workspaceId: other });
    await write(production, 1, { workspaceId: null });
    for (const one of [mailer, production]) one.kick();
    await settled(1);
    await Promise.all([mailer.close(), production.close()]);
    expect((await states()).map(([status]) => status).sort()).toEqual(['kept', 'sent', 'waiting', 'waiting']);
    expect(own.received).toHaveLength(1);
    expect(await server.owner.transaction().execute((trx) => mailer.hasServer(trx, ws))).toBe(true);
    expect(await server.owner.transaction().execute((trx) => mailer.hasServer(trx, other))).toBe(false);
  });

  it('reach 5,000 people by it, each once, on two nodes', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { dailyLimit: PEOPLE + 10 });
    const [one, two] = [node(global.url), node(global.url)];
    await write(one, PEOPLE);
    for (const mailer of [one, two]) mailer.kick();
    await settled(PEOPLE);
    expect(new Set(own.received.map(({ to }) => to[0])).size).toBe(PEOPLE);
    expect(own.received).toHaveLength(PEOPLE);
    expect(global.received).toEqual([]);
    expect((await get(id)).sentToday).toBe(PEOPLE);
  });
});

describe('a server that cannot be used', () => {
  it('leaves its mails to the global one immediately, reports why, and is retried after a pause or a change', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { password: 'wrong' });
    const mailer = node(global.url);
    await write(mailer, 1);
    mailer.kick();
    await settled(1);
    expect(global.received.map(({ from }) => from)).toEqual([GLOBAL]);
    now = new Date(now.getTime() + 60_000);
    server.clock.set(now);
    // It is paused, because repeated wrong passwords lock an account.
    await write(mailer, 5);
    mailer.kick();
    await settled(6);
    const view = await get(id);
    expect(view).toMatchObject({ state: 'failing', sentToday: 0, fault: { kind: 'signIn', reason: 'EAUTH 535' } });
    expect(await failures(id)).toEqual([
      expect.objectContaining({ kind: 'signIn', reason: 'EAUTH 535', count: 1, answer: expect.stringMatching(/^535/) }),
    ]);
    // Somebody corrects it.
    await (await calls()).update({ ws, id, rowVersion: 1, password: LOGIN.password });
    expect((await get(id)).state).toBe('working');
    await write(mailer, 1);
    mailer.kick();
    await settled(7);
    expect([own.received.length, global.received.length]).toEqual([1, 6]);
  });

  it('is tried again after ten minutes', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { password: 'wrong' });
    const mailer = node(global.url);
    for (const [minutes, count] of [
      [0, 1],
      [9, 1],
      [11, 2],
    ] as const) {
      now = new Date(Date.parse('2026-11-20T05:00:00Z') + minutes * 60_000);
      await write(mailer, 1);
      mailer.kick();
      await expect.poll(async () => (await states()).every(([status]) => status === 'sent')).toBe(true);
      expect((await failures(id))[0]?.count, `${minutes} minutes`).toBe(count);
    }
  });

  it('receives nothing if STARTTLS was removed, the certificate is untrusted, or the sender is refused', async () => {
    const global = await office();
    const stripped = await office();
    const encrypted = await office(undefined, {
      encryption: 'starttls',
      login: LOGIN,
      refuseSender: (address) => (address.startsWith('spoof') ? { responseCode: 550, message: 'not yours' } : null),
    });
    const closed = await postOffice();
    await closed.close();
    const mailer = node(global.url);
    const cases = [
      ['tls', stripped.port, {}],
      ['tls', encrypted.port, { certificate: '' }],
      ['sender', encrypted.port, { fromAddress: 'spoof@example.com' }],
      ['unreachable', closed.port, {}],
    ] as const;
    for (const [index, [kind, port, more]] of cases.entries()) {
      const id = await linked(port, more);
      await write(mailer, 1);
      mailer.kick();
      await settled(index + 1);
      expect((await get(id)).fault?.kind).toBe(kind);
    }
    expect([stripped.received, encrypted.received]).toEqual([[], []]);
    expect(global.received).toHaveLength(4);
  });

  it('lets its mails wait if there is no global one, and none is lost', async () => {
    const own = await office(undefined, { encryption: 'starttls', login: LOGIN });
    const id = await linked(own.port, { password: 'wrong' });
    const mailer = node(undefined);
    await write(mailer, 3);
    mailer.kick();
    await expect.poll(async () => (await failures(id))[0]?.kind).toBe('signIn');
    await (await calls()).update({ ws, id, rowVersion: 1, password: LOGIN.password });
    now = new Date(now.getTime() + 60_000);
    await expect
      .poll(async () => {
        mailer.kick();
        return own.received.length;
      })
      .toBe(3);
    await settled(3);
  });
});

describe('a fault of a server', () => {
  /** The next run of the schedule; the entries of the workspace's bell. */
  const announced = async () => {
    await announceFaults(server.deps, new AbortController().signal);
    const { collection } = await (await callerFor(server, admin)).notification.list({ ws, module: 'ALL' });
    return collection.filter(({ event }) => event === 'mailServer.failed');
  };

  it('rings in each workspace whose mails the server sends, once for each day and kind of fault', async () => {
    const own = await office(undefined, { encryption: 'starttls', login: LOGIN });
    const id = await linked(own.port, { name: 'ไปรษณีย์กลาง', password: 'wrong' });
    const { organizationId } = (await (await calls()).workspaces({ ws }))[0]!;
    const { id: branch } = await buildWorkspace(server, { organizationId });
    await buildPerson(server, { workspaceId: branch, userId: admin.userId, email: admin.email });
    await (await calls()).link({ ws, id, wid: branch });
    const mailer = node(undefined);
    const fail = async () => {
      await write(mailer, 1);
      mailer.kick();
      await expect.poll(async () => (await failures(id))[0]?.lastAt).toBe(now.toISOString());
    };
    expect(await announced()).toEqual([]);
    await fail();
    expect(await announced()).toMatchObject([{ entity: 'mailServer', entityId: id, title: expect.any(String) }]);
    expect((await announced())[0]!.title).toContain('ไปรษณีย์กลาง');
    const { collection } = await (await callerFor(server, admin)).notification.list({ ws: branch, module: 'ALL' });
    expect(collection.filter(({ event }) => event === 'mailServer.failed')).toHaveLength(1);
    // Again after the pause.
    now = new Date(now.getTime() + 11 * 60_000);
    await fail();
    expect(await announced()).toHaveLength(1);
    // A day later, in Thailand.
    now = new Date('2026-11-20T17:00:00Z');
    await fail();
    expect(await announced()).toHaveLength(2);
  });

  it('does not ring for what a server answers about a recipient', async () => {
    const own = await office(() => ({ responseCode: 550, message: 'unknown' }), {
      encryption: 'starttls',
      login: LOGIN,
    });
    const id = await linked(own.port);
    const mailer = node(undefined);
    await write(mailer, 1);
    mailer.kick();
    await expect.poll(async () => (await failures(id))[0]?.kind).toBe('refused');
    expect(await announced()).toEqual([]);
  });
});

describe("the server's response for a recipient", () => {
  it('does not count as a failure of the server: refused is final, deferred is retried by the same server', async () => {
    let isGreylisting = true;
    const global = await office();
    const own = await office(
      (address) =>
        address.startsWith('gone')
          ? { responseCode: 550, message: `<${address}> unknown` }
          : isGreylisting
            ? { responseCode: 451, message: `greylisted, try again later: ${address}` }
            : null,
      { encryption: 'starttls', login: LOGIN },
    );
    const id = await linked(own.port);
    const mailer = node(global.url);
    await write(mailer, 1, { to: 'gone@test.example' });
    await write(mailer, 1, { to: 'grey@test.example' });
    mailer.kick();
    await expect
      .poll(async () => (await states()).sort())
      .toEqual([
        ['failed', 'EENVELOPE 550'],
        ['waiting', 'EENVELOPE 451'],
      ]);
    expect(await get(id)).toMatchObject({ state: 'working', fault: null, sentToday: 0 });
    const reported = await failures(id);
    expect(reported.map(({ kind }) => kind).sort()).toEqual(['deferred', 'refused']);
    expect(JSON.stringify(reported)).not.toContain('@');
    isGreylisting = false;
    now = new Date(now.getTime() + 31_000);
    mailer.kick();
    await settled(1);
    expect(own.received.map(({ to }) => to)).toEqual([['grey@test.example']]);
    expect(global.received).toEqual([]);
  });
});

describe('a daily limit', () => {
  it('lets mails to many wait for the next day, others use the global server', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port, { dailyLimit: 5 });
    const [one, two] = [node(global.url), node(global.url)];
    await write(one, 12, { quota: 'many' });
    for (const mailer of [one, two]) mailer.kick();
    await settled(5);
    await write(one, 2, { quota: 'urgent' });
    await write(one, 1);
    for (const mailer of [one, two]) mailer.kick();
    await settled(8);
    expect([own.received.length, global.received.length]).toEqual([5, 3]);
    expect((await get(id)).sentToday).toBe(5);
    const quota = await server.owner
      .selectFrom('mailQuotas')
      .select('mails')
      .where('workspaceId', '=', ws)
      .executeTakeFirst();
    expect(quota?.mails).toBe(7);
    // A day later, in Thailand.
    now = new Date('2026-11-20T17:00:00Z');
    server.clock.set(now);
    admin = await buildPerson(server, { workspaceId: ws });
    expect((await get(id)).sentToday).toBe(0);
    for (const mailer of [one, two]) mailer.kick();
    await settled(13);
    await Promise.all([one.close(), two.close()]);
    expect([own.received.length, global.received.length]).toEqual([10, 3]);
    expect((await states()).filter(([status]) => status === 'waiting')).toHaveLength(2);
  });

  it('holds a notification to many back for the next day, while a report to the authority goes out', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    await linked(own.port, { dailyLimit: 5 });
    const mailer = node(global.url);
    const { id } = await buildIncident(server, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
    const api = (await callerFor(server, admin)).incidentNotification;
    const notify = async (recipientGroup: RecipientGroup, count: number) => {
      const recipients = Array.from({ length: count }, (_, number) => ({
        name: '',
        email: `p${number}@${recipientGroup.toLowerCase().replaceAll('_', '-')}.example`,
        phone: '',
      }));
      const text = { subject: 'แจ้งเหตุ', message: 'ข้อมูลของท่านรั่วไหล', channel: 'EMAIL' } as const;
      await api.create({ ws, id, recipientGroup, ...text, recipients });
      mailer.kick();
    };
    expect((await api.mailLimits({ ws })).today).toEqual({ left: 5, limitedBy: 'server' });
    await notify('DATA_SUBJECT', 12);
    await settled(5);
    expect((await api.mailLimits({ ws })).today).toEqual({ left: 0, limitedBy: 'server' });
    await notify('DATA_PROTECTION_AUTHORITY', 1);
    await notify('TOP_MANAGEMENT', 1);
    await settled(7);
    expect(own.received).toHaveLength(5);
    expect(global.received.map(({ to }) => to.join()).toSorted()).toEqual([
      'p0@data-protection-authority.example',
      'p0@top-management.example',
    ]);
    // A day later, in Thailand.
    now = new Date('2026-11-20T17:00:00Z');
    mailer.kick();
    await settled(12);
    await mailer.close();
    expect([own.received.length, global.received.length]).toEqual([10, 2]);
    expect((await states()).filter(([status]) => status === 'waiting')).toHaveLength(2);
    // Each is counted once, as it is written.
    const quota = await server.owner
      .selectFrom('mailQuotas')
      .select('mails')
      .where('workspaceId', '=', ws)
      .executeTakeFirst();
    expect(quota?.mails).toBe(14);
  });

  it('holds a notification back that is stopped then: its mails that wait never go out', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    await linked(own.port, { dailyLimit: 5 });
    const mailer = node(global.url);
    const { id } = await buildIncident(server, ws, { status: 'ACTIVE', riskLevel: 'HIGH_RISK' });
    const api = (await callerFor(server, admin)).incidentNotification;
    const { id: nid } = await api.create({
      ws,
      id,
      recipientGroup: 'DATA_SUBJECT',
      subject: 'แจ้งเหตุ',
      message: 'ข้อมูลของท่านรั่วไหล',
      channel: 'EMAIL',
      recipients: Array.from({ length: 12 }, (_, number) => ({
        name: '',
        email: `p${number}@test.example`,
        phone: '',
      })),
    });
    mailer.kick();
    await settled(5);
    expect(await api.stop({ ws, id, nid, reason: 'ข้อความผิด' })).toMatchObject({
      mails: { total: 12, waiting: 0, sent: 5, failed: 7 },
      stopReason: 'ข้อความผิด',
    });
    // A day later, in Thailand.
    now = new Date('2026-11-20T17:00:00Z');
    mailer.kick();
    await settled(7, 'failed');
    await mailer.close();
    expect([own.received.length, global.received.length]).toEqual([5, 0]);
    expect((await states()).filter(([, error]) => error === 'stopped')).toHaveLength(7);
  });

  it('lets all wait if there is no global server', async () => {
    const own = await office(undefined, { encryption: 'starttls', login: LOGIN });
    await linked(own.port, { dailyLimit: 2 });
    const mailer = node(undefined);
    await write(mailer, 4);
    mailer.kick();
    await settled(2);
    await mailer.close();
    expect(own.received).toHaveLength(2);
    expect((await states()).filter(([status]) => status === 'waiting')).toHaveLength(2);
  });
});

describe('a key of the server', () => {
  it('signs its mails, so that a receiver can verify them by the DNS record', async () => {
    const [global, own] = [await office(), await office(undefined, { encryption: 'starttls', login: LOGIN })];
    const id = await linked(own.port);
    const signed = await (await calls()).sign({ ws, id, rowVersion: 1, selector: 'Pokpong1' });
    expect(signed.dkim).toEqual({
      selector: 'pokpong1',
      name: 'pokpong1._domainkey.example.com',
      value: expect.stringMatching(/^v=DKIM1; k=rsa; p=[\w+/=]+$/),
    });
    const { value } = signed.dkim!;
    const stored = await server.owner
      .selectFrom('mailServers')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
    expect(stored.dkimKey?.includes(Buffer.from('PRIVATE KEY'))).toBe(false);
    const mailer = node(global.url);
    await write(mailer, 1);
    mailer.kick();
    await settled(1);
    const { raw } = own.received[0]!;
    expect(raw).toMatch(/^DKIM-Signature: .*d=example\.com;\r\n q=dns\/txt; s=pokpong1;/m);
    expect(isSigned(raw, value)).toBe(true);
    expect(isSigned(raw.replace(/^Subject: .*$/m, 'Subject: other'), value)).toBe(false);
    // Another key invalidates the previous record; without one nothing is signed.
    const again = await (await calls()).sign({ ws, id, rowVersion: 2, selector: 'pokpong2' });
    expect(isSigned(raw, again.dkim!.value)).toBe(false);
    expect((await (await calls()).unsign({ ws, id, rowVersion: 3 })).dkim).toBeNull();
    await write(mailer, 1);
    mailer.kick();
    await settled(2);
    expect(own.received[1]!.raw).not.toMatch(/^DKIM-Signature/m);
    await expect((await calls()).sign({ ws, id, rowVersion: 4, selector: 'a.b' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect((await calls()).sign({ ws, id, rowVersion: 1, selector: 'a' })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

it('failures older than a year are removed', async () => {
  await server.owner.deleteFrom('mailServerFailures').execute();
  const own = await office();
  const id = await linked(own.port);
  const global = await office();
  const mailer = node(global.url);
  await write(mailer, 1);
  mailer.kick();
  await settled(1);
  expect(await failures(id)).toHaveLength(1);
  const { retention } = server.deps.modules;
  const rule = retention.find(({ name }) => name === 'mailServerFailures')!;
  const apply = () => rule.apply(server.deps, new AbortController().signal);
  expect(await apply()).toBe(0);
  server.clock.set('2027-11-21T05:00:00Z');
  expect(await apply()).toBe(1);
  expect(await server.owner.selectFrom('mailServerFailures').select('serverId').execute()).toEqual([]);
});
