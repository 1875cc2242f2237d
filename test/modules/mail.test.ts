import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { declareKinds } from '../../db/kinds.ts';
import { sweepAll } from '../../server/platform/jobs/sweep.ts';
import { createLogger } from '../../server/platform/log.ts';
import { mailAccounts, type MailAccounts, type MailDelivery } from '../../server/platform/mail/deliveries.ts';
import { escapeHtml } from '../../server/platform/html.ts';
import { invitationMail } from '../../server/modules/personnel/mails.ts';
import { composeLetter } from '../../server/platform/mail/letter.ts';
import { createMailer, type Mailer, type MailRequest } from '../../server/platform/mail/mailer.ts';
import { backoffMs } from '../../server/platform/mail/sender.ts';
import { failureOf } from '../../server/platform/mail/transport.ts';
import { checkInstallation } from '../../server/platform/operator/check.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type TestServer } from '../factories.ts';
import { postOffice } from '../helpers/postOffice.ts';
import { mailsOf } from '../mailbox.ts';

let server: TestServer;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await buildServer();
});
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await server.owner.deleteFrom('mails').execute();
});
afterAll(() => server.close());

/** None of these mails has an attachment. */
const noFile = () => Promise.reject(new Error('no file'));

const LIMITS = { mails: 10, recipients: 10, invitations: 10 };
function mailerFor(
  smtpUrl: string | undefined,
  nodeEnv: 'test' | 'production' = 'test',
  now = server.deps.now,
  accounts?: MailAccounts,
  readFile: () => Promise<Readable> = noFile,
): Mailer {
  const { systemDb, keyring } = server.deps;
  const mailer = createMailer({
    config: {
      ...server.deps.config,
      nodeEnv,
      smtpUrl,
      mailFrom: 'Pokpong <no-reply@pokpong.example>',
      mailLimits: LIMITS,
    },
    systemDb,
    keyring,
    readFile,
    log: createLogger({ logLevel: 'silent', nodeEnv: 'test' }),
    now,
    accounts,
  });
  open.push(mailer);
  return mailer;
}
const office = async (refuse?: Parameters<typeof postOffice>[0]) => {
  const one = await postOffice(refuse);
  open.push(one);
  return one;
};
const mail = (overrides: Partial<MailRequest> = {}): MailRequest => ({
  kind: 'welcome',
  to: 'somchai@test.example',
  locale: 'th',
  subject: 'สวัสดี',
  text: 'ข้อความ',
  ...overrides,
});
const write = (mailer: Mailer, ...mails: MailRequest[]) =>
  server.owner.transaction().execute(async (trx) => {
    for (const one of mails) await mailer.enqueue(trx, one);
  });
const rows = () => server.owner.selectFrom('mails').selectAll().orderBy('createdAt').execute();

describe('mails to people outside a workspace', () => {
  test('wait for the next day once the daily quota is used up, on whichever node: a tenth is reserved for urgent ones', async () => {
    let now = new Date('2026-11-20T05:00:00Z');
    const post = await office();
    const [one, two] = [mailerFor(post.url, 'test', () => now), mailerFor(post.url, 'test', () => now)];
    const [ws, other] = [await buildWorkspace(server), await buildWorkspace(server)];
    const to = (quota: MailRequest['quota'], workspaceId: string, count: number) =>
      Array.from({ length: count }, (_, number) => mail({ to: `${quota}${number}@test.example`, workspaceId, quota }));
    await write(one, ...to('many', ws.id, 25), ...to('many', other.id, 3), mail({ workspaceId: ws.id }));
    for (const mailer of [one, two]) mailer.kick();
    await expect.poll(() => post.received.length).toBe(9 + 3 + 1);
    await write(one, ...to('urgent', ws.id, 3));
    for (const mailer of [one, two]) mailer.kick();
    await expect.poll(() => post.received.length).toBe(13 + 1);
    await write(one, ...to('counted', ws.id, 2));
    for (const mailer of [one, two]) mailer.kick();
    await expect.poll(() => post.received.length).toBe(14 + 2);
    // One that a mailer claims, and then cannot send within the quota, is returned a moment later.
    const waiting = async () =>
      (await rows()).filter(({ status }) => status === 'waiting').map(({ attempts, quota }) => `${attempts} ${quota}`);
    await expect
      .poll(async () => (await waiting()).sort())
      .toEqual([...Array.from({ length: 16 }, () => '0 many'), '0 urgent', '0 urgent']);
    // Alerts to the workspace's own people do not wait.
    await write(one, mail({ workspaceId: ws.id }));
    one.kick();
    await expect.poll(() => post.received.length).toBe(17);
    // A day later, in Thailand.
    now = new Date('2026-11-20T17:00:00Z');
    for (const mailer of [one, two]) mailer.kick();
    await expect
      .poll(async () => (await rows()).filter(({ status }) => status === 'waiting').length)
      .toBeLessThanOrEqual(8);
    await Promise.all([one.close(), two.close()]);
    expect(post.received.length).toBe(17 + 10);
    // None twice.
    const left = (await rows()).filter(({ status }) => status === 'waiting').length;
    expect(post.received.length + left).toBe(25 + 3 + 1 + 5 + 1);
  });
});

describe('a mail', () => {
  test('is not sent unencrypted unless the address of the mail server permits it, and waits meanwhile', async () => {
    const post = await office();
    const mailer = mailerFor(post.url.replace('?requireTLS=false', ''));
    await write(mailer, mail());
    mailer.kick();
    await expect.poll(async () => (await rows())[0]?.lastError).toMatch(/^ETLS/);
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(post.received).toEqual([]);
    expect(await mailer.check()).toBe('away');
  });

  test('is sent once its transaction has committed, and then emptied', async () => {
    const post = await office();
    const mailer = mailerFor(post.url);
    await write(mailer, mail({ html: '<p>ข้อความ</p>' }));
    expect((await rows())[0]).toMatchObject({ status: 'waiting' });
    expect((await rows())[0]?.payload.includes(Buffer.from('somchai'))).toBe(false);
    mailer.kick();
    await expect.poll(async () => (await rows())[0]?.status).toBe('sent');
    expect(post.received).toHaveLength(1);
    expect(post.received[0]?.to).toEqual(['somchai@test.example']);
    expect(post.received[0]?.raw).toMatch(/^From: Pokpong <no-reply@pokpong\.example>/m);
    expect((await rows())[0]).toMatchObject({ attempts: 1, lastError: null });
    expect((await rows())[0]?.payload).toHaveLength(0);
  });

  test('of a transaction that is rolled back is never sent', async () => {
    const post = await office();
    const mailer = mailerFor(post.url);
    await expect(
      server.owner.transaction().execute(async (trx) => {
        await mailer.enqueue(trx, mail());
        throw new Error('back');
      }),
    ).rejects.toThrow('back');
    mailer.kick();
    await mailer.close();
    expect(post.received).toHaveLength(0);
    expect(await rows()).toHaveLength(0);
  });

  test('is sent once by two nodes that poll at the same time', async () => {
    const post = await office();
    const [one, two] = [mailerFor(post.url), mailerFor(post.url)];
    await write(one, ...Array.from({ length: 40 }, (_, number) => mail({ to: `p${number}@test.example` })));
    one.kick();
    two.kick();
    await expect.poll(async () => (await rows()).every(({ status }) => status === 'sent')).toBe(true);
    expect(post.received.map(({ to }) => to[0]).toSorted()).toEqual(
      Array.from({ length: 40 }, (_, number) => `p${number}@test.example`).toSorted(),
    );
  });

  test('is retried after a while if the mail server is unavailable, and its error names nobody', async () => {
    let now = new Date('2026-11-20T00:00:00Z');
    const closed = await postOffice();
    await closed.close();
    const mailer = mailerFor(closed.url, 'test', () => now);
    await write(mailer, mail());
    mailer.kick();
    await expect.poll(async () => (await rows())[0]?.lastError).toBeTruthy();
    const [row] = await rows();
    expect(row).toMatchObject({ status: 'waiting', attempts: 1, nextTryAt: '2026-11-20T00:00:30.000Z' });
    expect(row?.lastError).not.toContain('@');
    await mailer.close();

    const post = await office();
    const again = mailerFor(post.url, 'test', () => now);
    again.kick();
    await new Promise((wait) => setTimeout(wait, 200));
    expect(post.received).toHaveLength(0);
    now = new Date('2026-11-20T00:00:31Z');
    again.kick();
    await expect.poll(() => post.received.length).toBe(1);
  });

  test('that the mail server refuses permanently fails, a deferred one waits', async () => {
    const post = await office((address) =>
      address.startsWith('gone')
        ? { responseCode: 550, message: 'gone@test.example unknown' }
        : { responseCode: 451, message: 'later' },
    );
    const mailer = mailerFor(post.url);
    await write(mailer, mail({ to: 'gone@test.example' }), mail({ to: 'busy@test.example' }));
    mailer.kick();
    await expect
      .poll(async () => (await rows()).map(({ status, lastError }) => [status, lastError]).toSorted())
      .toEqual([
        ['failed', 'EENVELOPE 550'],
        ['waiting', 'EENVELOPE 451'],
      ]);
  });

  test('waits while the mail server refuses the sender, which is a wrong setting: the server counts as away', async () => {
    let refusal: { responseCode: number; message: string } | null = { responseCode: 550, message: 'unknown sender' };
    const post = await postOffice(undefined, { refuseSender: () => refusal });
    open.push(post);
    let now = new Date('2026-11-20T00:00:00Z');
    const mailer = mailerFor(post.url, 'test', () => now);
    expect(await mailer.check()).toBe('up');
    await write(mailer, mail());
    mailer.kick();
    await expect.poll(async () => (await rows())[0]?.lastError).toBe('EENVELOPE 550');
    expect((await rows())[0]).toMatchObject({ status: 'waiting', attempts: 1 });
    expect(await mailer.check()).toBe('away');
    // The operator's command has sent none of them.
    const checked = async () => {
      const findings = await checkInstallation({ ...server.deps, mailer: mailerFor(post.url) }, server.databaseUrl);
      return findings.find(({ subject }) => subject === 'mail');
    };
    expect(await checked()).toMatchObject({ state: 'problem', detail: expect.stringContaining('MAIL_FROM') });
    // One that was refused for lack of sign-in says nothing about the sender.
    await server.owner.updateTable('mails').set({ lastError: 'EENVELOPE 530' }).execute();
    expect(await checked()).toMatchObject({ state: 'ok' });
    refusal = null;
    now = new Date('2026-11-20T00:00:31Z');
    mailer.kick();
    await expect.poll(async () => (await rows())[0]?.status).toBe('sent');
    expect(post.received).toHaveLength(1);
    expect(await mailer.check()).toBe('up');
    expect(await checked()).toMatchObject({ state: 'ok' });
  });

  test('that was of no use any more when a mail server was set up fails, the others are sent', async () => {
    const post = await office();
    let now = new Date('2026-11-20T00:00:00Z');
    const usefulUntil = new Date('2026-11-20T01:00:00Z');
    await write(
      mailerFor(undefined, 'production', () => now),
      mail({ usefulUntil }),
      mail(),
    );
    now = usefulUntil;
    mailerFor(post.url, 'production', () => now).kick();
    await expect
      .poll(async () => (await rows()).map(({ status, lastError }) => [status, lastError]).toSorted())
      .toEqual([
        ['failed', 'outdated'],
        ['sent', null],
      ]);
    expect(post.received).toHaveLength(1);
    // Without a server it goes a month later, and has failed in its record.
    const [{ id: workspaceId }, mailId] = [await buildWorkspace(server), randomUUID()];
    const of = { entity: 'request', entityId: randomUUID(), batchId: randomUUID(), position: 0 };
    await server.owner
      .insertInto('mailDeliveries')
      .values({ workspaceId, mailId, ...of })
      .execute();
    await write(
      mailerFor(undefined, 'production', () => now),
      mail({ usefulUntil }),
      mail({ id: mailId, workspaceId, usefulUntil }),
    );
    await sweepAll({ ...server.deps, now: () => new Date('2026-12-21T00:00:00Z') });
    expect(await rows()).toEqual([]);
    expect(
      await server.owner
        .selectFrom('mailDeliveries')
        .select(['state', 'error', 'settledAt'])
        .where('mailId', '=', mailId)
        .executeTakeFirst(),
    ).toEqual({ state: 'failed', error: 'outdated', settledAt: '2026-12-21T00:00:00.000Z' });
  });

  test('claimed by a dead node is claimed by another when the lease expires', async () => {
    const post = await office();
    let now = new Date('2026-11-20T00:00:00Z');
    const mailer = mailerFor(post.url, 'test', () => now);
    await write(mailer, mail());
    await server.owner
      .updateTable('mails')
      .set({ attempts: 1, nextTryAt: new Date('2026-11-20T00:10:00Z') })
      .execute();
    mailer.kick();
    await new Promise((wait) => setTimeout(wait, 150));
    expect(post.received).toHaveLength(0);
    now = new Date('2026-11-20T00:10:01Z');
    mailer.kick();
    await expect.poll(() => post.received.length).toBe(1);
  });

  test('cannot be given other headers or readers', async () => {
    const post = await office();
    const mailer = mailerFor(post.url);
    for (const to of [
      'a@test.example, b@test.example',
      'a@test.example\r\nBcc: b@test.example',
      '<a@test.example>',
      'A <a@test.example>',
      '',
    ]) {
      await expect(write(mailer, mail({ to })), to).rejects.toThrow();
    }
    await write(mailer, mail({ subject: 'Hello\r\nBcc: thief@test.example\r\n\r\nbody', text: 'x' }));
    mailer.kick();
    await expect.poll(() => post.received.length).toBe(1);
    expect(post.received[0]?.to).toEqual(['somchai@test.example']);
    expect(post.received[0]?.raw).not.toMatch(/^Bcc:/im);
    expect(post.received[0]?.raw).toMatch(/^Subject: Hello Bcc: thief@test\.example body\r?$/m);
  });

  test('in production without a mail server waits, and the log reports it at start', async () => {
    const lines: string[] = [];
    const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) });
    const { systemDb, keyring, now } = server.deps;
    const mailer = createMailer({
      config: { ...server.deps.config, nodeEnv: 'production', mailFrom: 'x@y.example', mailLimits: LIMITS },
      systemDb,
      keyring,
      readFile: noFile,
      log,
      now,
    });
    open.push(mailer);
    await write(mailer, mail());
    mailer.kick();
    expect((await rows())[0]?.status).toBe('waiting');
    expect(lines).toEqual([expect.stringContaining('SMTP_URL')]);
  });

  test('distinguishes invalid settings from invalid mails', () => {
    expect(failureOf({ code: 'EAUTH', responseCode: 535 })).toEqual({ reason: 'EAUTH 535', final: false });
    expect(failureOf({ code: 'EENVELOPE', responseCode: 550 })).toEqual({ reason: 'EENVELOPE 550', final: true });
    expect(failureOf(new Error('person@test.example'))).toEqual({ reason: 'unknown', final: false });
    expect([1, 2, 3, 20].map(backoffMs)).toEqual([30_000, 60_000, 120_000, 21_600_000]);
  });
});

describe('a mail tracked by a record', () => {
  const entities = ['incident', 'application', 'purpose'] as const;

  test('is recorded there as sent or failed, displayed to viewers of the record, and passed to its module', async () => {
    const { id: workspaceId } = await buildWorkspace(server);
    const post = await office((address) =>
      address.startsWith('gone@') ? { responseCode: 550, message: 'no such box' } : null,
    );
    const tried: [string, MailDelivery][] = [];
    // The third tracks mails, but no module declares the consequences.
    const declared = entities.slice(0, 2).map((entity) => ({
      entity,
      event: 'incidentNotification.delivered' as const,
      tried: async (_: unknown, delivery: MailDelivery) => void tried.push([entity, delivery]),
      resume: async () => false,
    }));
    const mailer = mailerFor(
      post.url,
      'test',
      server.deps.now,
      mailAccounts(declared, () => server.deps),
    );
    const deliveries = entities.map((entity, position) => ({
      workspaceId,
      mailId: randomUUID(),
      entity,
      entityId: randomUUID(),
      batchId: randomUUID(),
      position,
    }));
    // As declared by the release with these modules.
    await declareKinds(server.databaseUrl, { mailed: entities });
    await server.owner.insertInto('mailDeliveries').values(deliveries).execute();
    const to = ['there@test.example', 'gone@test.example', 'other@test.example'];
    await write(mailer, ...deliveries.map(({ mailId: id, position }) => mail({ id, workspaceId, to: to[position]! })));
    mailer.kick();
    const states = async () =>
      (
        await server.owner
          .selectFrom('mailDeliveries')
          .select('state')
          .where('workspaceId', '=', workspaceId)
          .orderBy('position')
          .execute()
      ).map(({ state }) => state);
    await expect.poll(states).toEqual(['sent', 'failed', 'sent']);
    await expect.poll(async () => (await rows()).filter(({ status }) => status === 'waiting')).toEqual([]);
    const of = ({ entity, entityId, batchId }: (typeof deliveries)[number]) => ({
      workspaceId,
      entity,
      entityId,
      batchId,
    });
    expect(tried.toSorted(([a], [b]) => (a < b ? 1 : -1))).toEqual([
      ['incident', expect.objectContaining(of(deliveries[0]!))],
      ['application', expect.objectContaining(of(deliveries[1]!))],
    ]);
    const events = await server.owner
      .selectFrom('outbox')
      .select(['event', 'entity', 'entityId', 'actorId', 'recipients'])
      .where('workspaceId', '=', workspaceId)
      .execute();
    const event = { event: 'incidentNotification.delivered', actorId: null, recipients: null };
    expect(events).toHaveLength(2);
    expect(events).toEqual(
      expect.arrayContaining(deliveries.slice(0, 2).map(({ entity, entityId }) => ({ ...event, entity, entityId }))),
    );
  });

  test('is not sent once another was written in its place, and uses up nothing of the day', async () => {
    const { id: workspaceId } = await buildWorkspace(server);
    const post = await office();
    const [former, current] = [randomUUID(), randomUUID()];
    const of = { workspaceId, entity: 'incident', entityId: randomUUID(), batchId: randomUUID(), position: 0 };
    await declareKinds(server.databaseUrl, { mailed: entities });
    await server.owner
      .insertInto('mailDeliveries')
      .values([
        { ...of, mailId: former, superseded: true },
        { ...of, mailId: current },
      ])
      .execute();
    const mailer = mailerFor(post.url);
    const written = { workspaceId, quota: 'urgent' } as const;
    await write(
      mailer,
      mail({ ...written, id: former, to: 'former@test.example' }),
      mail({ ...written, id: current, to: 'current@test.example' }),
    );
    mailer.kick();
    const settled = async () =>
      (
        await server.owner
          .selectFrom('mailDeliveries')
          .select(['state', 'error'])
          .where('workspaceId', '=', workspaceId)
          .orderBy('superseded')
          .execute()
      ).map(({ state, error }) => [state, error]);
    await expect.poll(settled).toEqual([
      ['sent', null],
      ['failed', 'outdated'],
    ]);
    await mailer.close();
    expect(post.received.map(({ to }) => to)).toEqual([['current@test.example']]);
    expect((await rows()).map(({ status }) => status).toSorted()).toEqual(['failed', 'sent']);
    expect(
      await server.owner.selectFrom('mailQuotas').select('mails').where('workspaceId', '=', workspaceId).execute(),
    ).toEqual([{ mails: 1 }]);
  });

  test('is recorded as sent, whatever a node reports afterwards that was taken for dead', async () => {
    const { id: workspaceId } = await buildWorkspace(server);
    const post = await office();
    let now = new Date('2026-11-20T00:00:00Z');
    const stalled = Promise.withResolvers<Readable>();
    const [slow, quick] = [() => stalled.promise, async () => Readable.from(['x'])].map((readFile) =>
      mailerFor(post.url, 'test', () => now, undefined, readFile),
    ) as [Mailer, Mailer];
    const mailId = randomUUID();
    await declareKinds(server.databaseUrl, { mailed: entities });
    const of = { entity: 'incident', entityId: randomUUID(), batchId: randomUUID(), position: 0 };
    await server.owner
      .insertInto('mailDeliveries')
      .values({ workspaceId, mailId, ...of })
      .execute();
    const attachments = [{ name: 'report.txt', type: 'text/plain', storageKey: 'report' }];
    await write(slow, mail({ id: mailId, workspaceId, attachments }));
    slow.kick();
    await expect.poll(async () => (await rows())[0]?.attempts).toBe(1);
    now = new Date('2026-11-20T00:10:01Z');
    quick.kick();
    const state = async () =>
      (await server.owner
        .selectFrom('mailDeliveries')
        .select(['state', 'error'])
        .where('mailId', '=', mailId)
        .executeTakeFirst())!;
    await expect.poll(state).toEqual({ state: 'sent', error: null });
    stalled.reject(new Error('gone'));
    await slow.close();
    expect(await state()).toEqual({ state: 'sent', error: null });
    expect(post.received).toHaveLength(1);
  });

  test('asks modules in turn for more, until one has some', async () => {
    const addresses: string[] = [];
    let left = 2;
    const declared = entities.map((entity) => ({
      entity,
      event: 'incidentNotification.delivered' as const,
      tried: async () => {},
      async resume() {
        addresses.push(entity);
        return entity === 'application' && left-- > 0;
      },
    }));
    const { resume } = mailAccounts(declared, () => server.deps);
    expect([await resume(), await resume(), await resume()]).toEqual([true, true, false]);
    const upTo = ['incident', 'application'];
    expect(addresses).toEqual([...upTo, ...upTo, ...entities]);
  });
});

test('letters contain names as text, in both languages', () => {
  const config = { publicUrl: 'https://pokpong.example', host: '127.0.0.1', port: 3000 };
  const evil = '<img src=x onerror=alert(1)> & "co"';
  const invitation = {
    workspace: evil,
    role: 'DPO',
    token: 'abc',
    expiresAt: new Date('2026-11-27T02:00:00Z'),
  } as const;
  const [th, en] = (['th', 'en'] as const).map((locale) =>
    invitationMail(config, { email: 'a@test.example', name: evil, locale }, invitation),
  );
  for (const letter of [th!, en!]) {
    expect(letter.html).not.toContain('<img');
    expect(letter.html).toContain(escapeHtml(evil));
    expect(letter.text).toContain(evil);
  }
  expect(th!.text).toContain('https://pokpong.example/invitation#token=abc');
  expect(en!.text).toContain('https://pokpong.example/en/invitation#token=abc');
  expect(th!.text).toContain('2569');
  expect(en!.text).toContain('2026');
});

test('letters contain long texts in full; only a subject is cut, between two characters', () => {
  const long = `${'ก'.repeat(1_998)}😀.`;
  const subject = `${'a'.repeat(299)}😀😀`;
  const letter = composeLetter({ locale: 'th', subject, name: 'สมชาย', paragraphs: [long], notes: [long] });
  expect(letter.subject).toBe(`${'a'.repeat(299)}😀`);
  expect(letter.text.split(long)).toHaveLength(3);
  expect(letter.html.split(long)).toHaveLength(3);
});

describe('stored mails', () => {
  const keep = async () => {
    const admin = await buildPerson(server);
    const ws = admin.workspaceId;
    const member = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
    const stranger = await buildPerson(server);
    const both = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
    await buildPerson(server, { userId: both.userId, email: both.email });
    // Invited here by the address of their account, which their record elsewhere does not have.
    const account = await buildPerson(server);
    await server.owner
      .updateTable('personnel')
      .set({ email: `other-${account.email}` })
      .where('userId', '=', account.userId)
      .execute();
    await buildPerson(server, { workspaceId: ws, role: 'Staff', userId: account.userId, email: account.email });
    await write(
      server.deps.mailer,
      mail({ to: account.email, subject: 'for an account with another address elsewhere' }),
      mail({ to: member.email, subject: 'for a member' }),
      mail({ to: stranger.email, subject: 'for a stranger' }),
      mail({ to: both.email, subject: 'for one who belongs elsewhere too' }),
      mail({ to: 'new@test.example', subject: 'of this workspace', workspaceId: ws }),
      mail({ to: member.email, subject: 'of another workspace', workspaceId: stranger.workspaceId }),
    );
    return { admin, ws, member, stranger, both };
  };

  test('are those of the current workspace and of accounts that belong nowhere else', async () => {
    const { admin, ws } = await keep();
    const caller = await callerFor(server, admin);
    const { collection, meta } = await caller.mail.outbox.list({ ws });
    expect(collection.map(({ subject }) => subject).toSorted()).toEqual(['for a member', 'of this workspace']);
    expect(meta).toEqual({ currentPage: 1, pageSize: 10, totalPage: 1, totalItems: 2 });
    expect((await caller.mail.outbox.list({ ws, query: 'MEMBER' })).meta.totalItems).toBe(1);
    const id = collection[0]!.id;
    expect(await caller.mail.outbox.get({ ws, id })).toMatchObject({ id, text: 'ข้อความ' });
    const hidden = (await mailsOf(server)).find(({ subject }) => subject === 'for a stranger')!;
    await expect(caller.mail.outbox.get({ ws, id: hidden.id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(caller.mail.outbox.get({ ws, id: 'x' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect(caller.mail.outbox.list({ ws, pageSize: 101 })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  });

  test('are restricted to Admins of the workspace', async () => {
    const { ws, both, stranger } = await keep();
    const id = randomUUID();
    for (const [who, code] of [
      [null, 'UNAUTHORIZED'],
      [both, 'FORBIDDEN'],
      [stranger, 'NOT_FOUND'],
    ] as const) {
      const caller = await callerFor(server, who);
      await expect(caller.mail.outbox.list({ ws })).rejects.toMatchObject({ code });
      await expect(caller.mail.outbox.get({ ws, id })).rejects.toMatchObject({ code });
    }
  });

  test('do not exist in production, nor with a mail server configured', async () => {
    const admin = await buildPerson(server, { workspaceId: (await buildWorkspace(server)).id });
    for (const config of [
      { ...server.deps.config, nodeEnv: 'production' as const },
      { ...server.deps.config, smtpUrl: 'smtp://127.0.0.1:1' },
    ]) {
      const caller = await callerFor(server, admin, { deps: { ...server.deps, config } });
      await expect(caller.mail.outbox.list({ ws: admin.workspaceId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});
