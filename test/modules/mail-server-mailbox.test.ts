import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { createServer, type AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { claimMailbox } from '../../server/modules/mailServer/mailbox/queries.ts';
import { readMailboxes } from '../../server/modules/mailServer/mailbox/reading.ts';
import { settleReturned } from '../../server/platform/mail/returns/returned.ts';
import type { MailboxDraft } from '../../shared/mailServer/mailbox.ts';
import { type Dovecot, startDovecot } from '../dovecot.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { buildIncident } from '../helpers/incidents.ts';
import { MAIL_CERTIFICATE } from '../helpers/mailCertificate.ts';
import { nonDelivery } from '../helpers/nonDelivery.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { refusal } from '../helpers/refusal.ts';

let dovecot: Dovecot;
let post: Awaited<ReturnType<typeof postOffice>>;
let server: TestServer;
let ws: string;
let organizationId: string;
let admin: Person;
let serverId: string;
/** A separate inbox for the test. */
let username: string;
beforeAll(async () => {
  dovecot = await startDovecot();
  post = await postOffice();
  server = await buildServer({ MAIL_SERVERS_ON_PRIVATE_NETWORK: 'true' });
});
afterAll(async () => {
  await server?.close();
  await post?.close();
  await dovecot?.close();
});
beforeEach(async () => {
  ({ id: ws, organizationId } = await buildWorkspace(server));
  admin = await buildPerson(server, { workspaceId: ws });
  username = `bounces-${randomUUID().slice(0, 8)}`;
  const { id } = await (
    await calls()
  ).create({
    ws,
    name: 'ไปรษณีย์กลาง',
    host: 'localhost',
    port: post.port,
    encryption: 'none',
    fromAddress: 'privacy@example.com',
    bounceAddress: 'bounces@example.com',
  });
  serverId = id;
  await (await calls()).link({ ws, id, wid: ws });
});
afterEach(async () => {
  post.received.length = 0;
  await server.owner.deleteFrom('mailServers').execute();
});

const calls = async (person: Person = admin) => (await callerFor(server, person)).mailServer;
const get = async () => (await calls()).get({ ws, id: serverId });
async function set(more: Partial<MailboxDraft> = {}) {
  const { rowVersion } = await get();
  return (await calls()).setMailbox({
    ws,
    id: serverId,
    rowVersion,
    host: 'localhost',
    port: dovecot.tlsPort,
    encryption: 'tls',
    certificate: MAIL_CERTIFICATE,
    username,
    password: dovecot.login.password,
    ...more,
  });
}
const later = (minutes: number) =>
  server.clock.set(new Date(server.deps.now().getTime() + minutes * 60_000).toISOString());
/** The next run of the schedule. */
const round = () => {
  later(5);
  return readMailboxes(server.deps, new AbortController().signal);
};
/** A mail that was sent for a workspace; without a record. */
async function sent(workspaceId = ws): Promise<string> {
  const id = randomUUIDv7();
  await server.owner
    .insertInto('mails')
    .values({
      id,
      workspaceId,
      kind: 'welcome',
      payload: Buffer.alloc(0),
      status: 'sent',
      sentAt: server.deps.now(),
      createdAt: server.deps.now(),
    })
    .execute();
  return id;
}
const stateOf = async (id: string) => {
  const { status, lastError } = await server.owner
    .selectFrom('mails')
    .select(['status', 'lastError'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return [status, lastError];
};
const RETURNED = ['failed', 'RETURNED 5.1.1'];
const SENT = ['sent', null];
const deliver = (message: string) => dovecot.deliver(message, username);
const failures = async () =>
  (await (await calls()).failures({ ws, id: serverId })).collection.map(({ kind, reason, count }) => [
    kind,
    reason,
    count,
  ]);

const notification = async () => (await callerFor(server, admin)).incidentNotification;
async function notified(addresses: string[]) {
  const { id } = await buildIncident(server, ws, {
    status: 'ACTIVE',
    riskLevel: 'HIGH_RISK',
    assigneeId: admin.personnelId,
  });
  const { id: nid } = await (
    await notification()
  ).create({
    ws,
    id,
    recipientGroup: 'DATA_SUBJECT',
    channel: 'EMAIL',
    subject: 'แจ้งเหตุ',
    message: 'ข้อมูลของท่านรั่วไหล',
    recipients: addresses.map((email) => ({ name: '', email, phone: '' })),
  });
  const read = async () =>
    (await (await notification()).list({ ws, id, pageSize: 100 })).collection.find((one) => one.id === nid)!;
  await expect.poll(async () => (await read()).mails?.sent).toBe(addresses.length);
  const idTo = (address: string) =>
    /^Message-ID: <([\w-]+)@pokpong>/im.exec(post.received.find(({ to }) => to[0] === address)!.raw)![1]!;
  const rings = () =>
    server.owner
      .selectFrom('activityLogs')
      .select('changes')
      .where('entityId', '=', id)
      .where('event', '=', 'incidentNotification.undelivered')
      .execute();
  const owed = async () =>
    (
      await server.owner
        .selectFrom('incidents')
        .select('subjectsNotifiedAt')
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
    ).subjectsNotifiedAt === null;
  return { id, nid, read, idTo, rings, owed };
}

describe('a notification of an incident', () => {
  it('that is returned counts as failed, is outstanding again, and notifies once for all returned ones', async () => {
    await set();
    const one = await notified(['a@test.example', 'b@test.example', 'gone@test.example', 'gone2@test.example']);
    await expect.poll(one.owed).toBe(false);
    for (const address of ['gone@test.example', 'gone2@test.example']) deliver(nonDelivery(one.idTo(address)));
    expect(await round()).toBe(2);
    expect((await one.read()).mails).toMatchObject({ sent: 2, failed: 2 });
    expect((await one.read()).deliveries.map(({ error }) => error)).toEqual([
      null,
      null,
      'RETURNED 5.1.1',
      'RETURNED 5.1.1',
    ]);
    expect(await one.owed()).toBe(true);
    expect((await one.rings()).length).toBe(1);
    expect(await failures()).toEqual([['returned', '5.1.1', 2]]);
    expect((await get()).mailbox).toMatchObject({
      returned: 2,
      lastReadAt: server.deps.now().toISOString(),
      fault: null,
    });
    const stored = await server.owner.selectFrom('mailServerFailures').select('answer').execute();
    expect(JSON.stringify(stored)).not.toContain('@');
    // The same report again changes nothing.
    deliver(nonDelivery(one.idTo('gone@test.example')));
    expect(await round()).toBe(0);
    expect((await one.rings()).length).toBe(1);
    // One that is sent again is another mail.
    await (await notification()).resend({ ws, id: one.id, nid: one.nid });
    await expect.poll(async () => (await one.read()).mails?.sent).toBe(4);
    await expect.poll(one.owed).toBe(false);
  });

  it('reported by a node which dies before the end is completed by the next one, which does not notify again', async () => {
    await set();
    const one = await notified(['gone@test.example', 'a@test.example']);
    const id = one.idTo('gone@test.example');
    await settleReturned(server.deps, [{ id, status: '5.1.1' }]);
    expect(await stateOf(id)).toEqual(SENT);
    deliver(nonDelivery(id));
    expect(await round()).toBe(1);
    expect(await stateOf(id)).toEqual(RETURNED);
    expect((await one.rings()).length).toBe(1);
    expect(await failures()).toEqual([['returned', '5.1.1', 1]]);
  });
});

describe('a mail whose node ended before it could store that the server accepted it', () => {
  const waiting = async (id: string, attempts: number) => {
    const nextTryAt = new Date(server.deps.now().getTime() + 3_600_000);
    await server.owner
      .updateTable('mails')
      .set({ status: 'waiting', sentAt: null, attempts, nextTryAt })
      .where('id', '=', id)
      .execute();
    await server.owner
      .updateTable('mailDeliveries')
      .set({ state: 'waiting', settledAt: null })
      .where('mailId', '=', id)
      .execute();
  };

  it('counts as failed once it is returned', async () => {
    await set();
    const one = await notified(['gone@test.example', 'a@test.example']);
    const id = one.idTo('gone@test.example');
    await waiting(id, 1);
    deliver(nonDelivery(id));
    expect(await round()).toBe(1);
    expect(await stateOf(id)).toEqual(RETURNED);
    expect((await one.read()).mails).toMatchObject({ sent: 1, failed: 1 });
    expect((await one.rings()).length).toBe(1);
    expect(await failures()).toEqual([['returned', '5.1.1', 1]]);
  });

  it('is another one than a mail that was never attempted, whose report can only be forged', async () => {
    await set();
    const id = await sent();
    await waiting(id, 0);
    deliver(nonDelivery(id));
    expect(await round()).toBe(0);
    expect(await stateOf(id)).toEqual(['waiting', null]);
  });
});

describe('messages of the mailbox', () => {
  it('count only our own mails as returned, and only those are marked as read', async () => {
    await set();
    const elsewhere = (await buildWorkspace(server, { organizationId })).id;
    const [ours, delayed, theirs, waiting] = [await sent(), await sent(), await sent(elsewhere), await sent()];
    await server.owner.updateTable('mails').set({ status: 'kept' }).where('id', '=', waiting).execute();
    deliver('From: somebody@test.example\r\nSubject: a letter\r\n\r\nhello\r\n');
    deliver(nonDelivery(delayed, { action: 'delayed', status: '4.4.1' }));
    deliver(nonDelivery(theirs));
    deliver(nonDelivery(waiting));
    deliver(nonDelivery(randomUUIDv7()));
    deliver(nonDelivery(ours, { returns: 'headers' }));
    expect(await round()).toBe(1);
    expect(await stateOf(ours)).toEqual(RETURNED);
    for (const id of [delayed, theirs]) expect(await stateOf(id)).toEqual(SENT);
    expect(await stateOf(waiting)).toEqual(['kept', null]);
    expect(dovecot.flags(username)).toEqual(['', '', '', '', '', 'S']);
  });

  it('may be damaged, truncated or huge: those after them are read', async () => {
    await set();
    const [early, late, after] = [await sent(), await sent(), await sent()];
    const complete = nonDelivery(early);
    for (const length of [200, 700, 1000]) deliver(complete.slice(0, length));
    deliver(nonDelivery(early).replace('Status: 5.1.1', `Status: ${'5.1.1'.repeat(50_000)}`));
    // Beyond the fetch limit.
    deliver(nonDelivery(late).replace('I am sorry', 'I am sorry'.repeat(500_000)));
    deliver(`Content-Type: multipart/report; boundary=b\r\n\r\n${'--b\r\n'.repeat(200_000)}`);
    deliver(nonDelivery(after));
    expect(await round()).toBe(1);
    expect(await stateOf(after)).toEqual(RETURNED);
    expect(await stateOf(late)).toEqual(SENT);
  });

  it('are read once, and from the start under another UIDVALIDITY', async () => {
    await set();
    const [first, second] = [await sent(), await sent()];
    const again = async () => {
      await server.owner
        .updateTable('mails')
        .set({ status: 'sent', lastError: null })
        .where('id', '=', first)
        .execute();
      return round();
    };
    deliver(nonDelivery(first));
    expect(await round()).toBe(1);
    expect(await again()).toBe(0);
    deliver(nonDelivery(second));
    expect(await again()).toBe(1);
    expect([await stateOf(first), await stateOf(second)]).toEqual([SENT, RETURNED]);
    await dovecot.renumber(username);
    expect(await again()).toBe(1);
    expect(await stateOf(first)).toEqual(RETURNED);
  });

  it('are read by one of two nodes, and by another once a reading node has died', async () => {
    await set();
    const mails = await Promise.all(Array.from({ length: 20 }, () => sent()));
    for (const id of mails) deliver(nonDelivery(id));
    later(5);
    const { systemDb, now } = server.deps;
    expect(await claimMailbox(systemDb, { now: now(), since: now(), leaseMs: 600_000 })).toMatchObject({
      id: serverId,
    });
    // Another node polls during the reading, and after its death.
    expect(await round()).toBe(0);
    later(6);
    const both = [1, 2].map(() => readMailboxes(server.deps, new AbortController().signal));
    expect((await Promise.all(both)).toSorted((a, b) => a - b)).toEqual([0, 20]);
    expect(await failures()).toEqual([['returned', '5.1.1', 20]]);
  });

  it('are not read while the server is off, and once the mailbox is removed', async () => {
    await set();
    const id = await sent();
    deliver(nonDelivery(id));
    const { rowVersion } = await get();
    await (await calls()).update({ ws, id: serverId, rowVersion, active: false });
    expect(await round()).toBe(0);
    await (await calls()).update({ ws, id: serverId, rowVersion: rowVersion + 1, active: true });
    const removed = await (await calls()).removeMailbox({ ws, id: serverId, rowVersion: rowVersion + 2 });
    expect(removed.mailbox).toBeNull();
    expect(await round()).toBe(0);
    expect(await stateOf(id)).toEqual(SENT);
    await set();
    expect(await round()).toBe(1);
  });
});

describe('a mailbox that cannot be read', () => {
  const logins = () =>
    dovecot
      .log()
      .split('\n')
      .filter((line) => line.includes(`<${username}>`) && line.includes('auth failed')).length;

  it('reports why, is skipped for ten minutes, and is retried with other settings', async () => {
    await set({ password: 'wrong' });
    const id = await sent();
    deliver(nonDelivery(id));
    expect(await round()).toBe(0);
    expect(await get()).toMatchObject({ state: 'working', fault: null, mailbox: { fault: { kind: 'signIn' } } });
    expect((await get()).mailbox?.fault?.answer).toMatch(/Authentication failed/i);
    expect(await failures()).toEqual([['mailbox', 'signIn', 1]]);
    const tries = logins();
    await round();
    expect(logins()).toBe(tries);
    await round();
    expect(logins()).toBeGreaterThan(tries);
    await set();
    expect((await get()).mailbox?.fault).toBeNull();
    expect(await round()).toBe(1);
  });

  it('is not read in a restored copy, until an Admin resumes it', async () => {
    await set();
    const returned = await sent();
    deliver(nonDelivery(returned));
    await server.owner
      .updateTable('mailServerMailboxes')
      .set({ restsUntil: 'infinity', faultKind: 'restored', faultAnswer: '', faultAt: server.deps.now() })
      .execute();
    later(60 * 24 * 20);
    admin = await buildPerson(server, { workspaceId: ws });
    expect(await round()).toBe(0);
    const { mailbox } = await get();
    expect(mailbox!.fault).toMatchObject({ kind: 'restored', answer: '' });
    // With the settings that it has.
    await set({ password: undefined });
    expect((await get()).mailbox!.fault).toBeNull();
    expect(await round()).toBe(1);
    expect(await stateOf(returned)).toEqual(RETURNED);
  });

  it('is read with STARTTLS, and neither without encryption nor with an untrusted certificate', async () => {
    await set({ encryption: 'starttls', port: dovecot.port });
    deliver(nonDelivery(await sent()));
    expect(await round()).toBe(1);
    let transcript = '';
    const stripped = createServer((socket) => {
      socket.on('error', () => {});
      socket.on('data', (data) => {
        transcript += String(data);
        socket.write(`${String(data).split(' ')[0]} OK done\r\n`);
      });
      socket.write('* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] ready\r\n');
    });
    await new Promise<void>((listening) => stripped.listen(0, '127.0.0.1', listening));
    const kindOf = async (more: Partial<MailboxDraft>) => {
      await set(more);
      return (await (await calls()).testMailbox({ ws, id: serverId })).kind;
    };
    const { port } = stripped.address() as AddressInfo;
    expect(await kindOf({ encryption: 'starttls', port })).toBe('tls');
    expect(await kindOf({ encryption: 'tls', port })).toBe('tls');
    expect(transcript).not.toMatch(/LOGIN|AUTHENTICATE|bounces/);
    expect(await kindOf({ certificate: '' })).toBe('tls');
    expect(await kindOf({ encryption: 'starttls', port: dovecot.port, certificate: '' })).toBe('tls');
    stripped.close();
  });

  it('is not waited for if its server stops responding', async () => {
    const silent = createServer((socket) => void socket.on('error', () => {}));
    await new Promise<void>((listening) => silent.listen(0, '127.0.0.1', listening));
    await set({ encryption: 'starttls', port: (silent.address() as AddressInfo).port });
    expect(await round()).toBe(0);
    expect((await get()).mailbox?.fault?.kind).toBe('unreachable');
    silent.close();
  });
});

describe('a test of the mailbox', () => {
  it('returns the number of messages, or the error, and reads nothing', async () => {
    await set();
    const test = async () => (await calls()).testMailbox({ ws, id: serverId });
    const id = await sent();
    deliver(nonDelivery(id));
    expect(await test()).toEqual({ kind: null, messages: 1, answer: expect.stringContaining('ready') });
    expect(await stateOf(id)).toEqual(SENT);
    await set({ folder: 'ไม่มี' });
    expect(await test()).toMatchObject({ kind: 'folder', messages: null });
    await set({ password: 'wrong' });
    expect(await test()).toMatchObject({ kind: 'signIn', answer: expect.not.stringContaining('@') });
    await set({ port: 1 });
    expect(await test()).toMatchObject({ kind: 'unreachable' });
  });

  it('is rate-limited', async () => {
    await set({ port: 1 });
    const { testMailbox } = await calls();
    for (let count = 0; count < 20; count += 1) await testMailbox({ ws, id: serverId });
    expect((await refusal(testMailbox({ ws, id: serverId }))).status).toBe('TOO_MANY_REQUESTS');
  });
});

describe('settings of the mailbox', () => {
  it('are stored with the password encrypted, which no response and no log contains', async () => {
    const view = await set();
    expect(view.mailbox).toEqual({
      host: 'localhost',
      port: dovecot.tlsPort,
      encryption: 'tls',
      certificate: MAIL_CERTIFICATE.trim(),
      username,
      folder: 'INBOX',
      lastReadAt: null,
      returned: 0,
      fault: null,
    });
    const { password } = dovecot.login;
    const stored = await server.owner.selectFrom('mailServerMailboxes').selectAll().executeTakeFirstOrThrow();
    expect(stored.password.includes(Buffer.from(password))).toBe(false);
    const log = await server.owner.selectFrom('activityLogs').selectAll().where('workspaceId', '=', ws).execute();
    for (const text of [JSON.stringify(view), JSON.stringify(log)]) expect(text).not.toContain(password);
    expect(JSON.stringify(log)).not.toContain(username);
    // Omitted, it remains.
    const updated = await set({ password: undefined, folder: 'Returned' });
    expect(updated.mailbox?.folder).toBe('Returned');
  });

  it('do not send the password to another server requested by somebody who does not know it', async () => {
    expect(await refusal(set({ password: undefined }))).toMatchObject({ code: 'mailServer.passwordAgain' });
    await set();
    for (const elsewhere of [
      { host: 'evil.example' },
      { port: 2993 },
      { encryption: 'starttls' as const },
      { certificate: '' },
      { username: 'other' },
    ])
      expect(await refusal(set({ password: undefined, ...elsewhere }))).toMatchObject({
        code: 'mailServer.passwordAgain',
        fields: ['password'],
      });
    for (const wrong of [
      { host: 'a/b' },
      { port: 0 },
      { username: '' },
      { folder: '' },
      { encryption: 'none' as never },
    ])
      await expect(set(wrong)).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect((await refusal(set({ certificate: 'x' }))).code).toBe('mailServer.certificate');
    const { rowVersion } = await get();
    const stale = { ws, id: serverId, rowVersion: rowVersion - 1 };
    expect((await refusal((await calls()).removeMailbox(stale))).code).toBe('staleEdit');
  });

  it('are not saved over newer ones, which the refusal names', async () => {
    const { rowVersion } = await set();
    const newer = await set({ folder: 'Archive' });
    const { lastReadAt: _, returned: __, fault: ___, folder: ____, ...settings } = newer.mailbox!;
    const over = { ws, id: serverId, rowVersion, ...settings, folder: 'INBOX' };
    expect(await refusal((await calls()).setMailbox(over))).toMatchObject({
      code: 'staleEdit',
      details: { current: { rowVersion: newer.rowVersion, mailbox: { folder: 'Archive' } } },
    });
    expect((await get()).mailbox).toMatchObject({ folder: 'Archive' });
  });

  it('are restricted to the organisation', async () => {
    const { rowVersion } = await set();
    const stranger = await buildPerson(server);
    const elsewhere = await calls(stranger);
    const target = { ws: stranger.workspaceId, id: serverId };
    for (const call of [
      () => elsewhere.testMailbox(target),
      () => elsewhere.removeMailbox({ ...target, rowVersion }),
      () => elsewhere.setMailbox({ ...target, rowVersion, host: 'localhost', port: 993, username: 'x', password: 'x' }),
    ])
      expect((await refusal(call())).status).toBe('NOT_FOUND');
    const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    expect((await refusal((await calls(dpo)).testMailbox({ ws, id: serverId }))).status).toBe('FORBIDDEN');
  });

  it('may only name public addresses unless configured, however they are written', async () => {
    const strict = await buildServer();
    try {
      const person = await buildPerson(strict);
      const { mailServer } = await callerFor(strict, person);
      const { id } = await mailServer.create({
        ws: person.workspaceId,
        name: 'Post',
        host: 'smtp.example.com',
        port: 587,
        encryption: 'starttls',
        fromAddress: 'privacy@example.com',
      });
      let rowVersion = 1;
      const to = (host: string) =>
        mailServer.setMailbox({
          ws: person.workspaceId,
          id,
          rowVersion,
          host,
          port: dovecot.tlsPort,
          certificate: MAIL_CERTIFICATE,
          username,
          password: dovecot.login.password,
        });
      for (const host of ['127.0.0.1', '10.0.0.1', '::1', '::ffff:127.0.0.1'])
        expect((await refusal(to(host))).code, host).toBe('mailServer.privateAddress');
      for (const host of ['localhost', '2130706433', '0177.0.0.1']) {
        ({ rowVersion } = await to(host));
        const { kind } = await mailServer.testMailbox({ ws: person.workspaceId, id });
        expect(['address', 'unreachable'], host).toContain(kind);
      }
      expect(dovecot.log()).not.toContain(`<${username}>`);
    } finally {
      await strict.close();
    }
  });
});
