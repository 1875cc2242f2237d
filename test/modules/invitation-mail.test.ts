import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest';
import { invitationMessage } from '../../client/modules/personnel/invitationMessage.ts';
import { mailRoutes } from '../../server/modules/mailServer/routes.ts';
import { createLogger } from '../../server/platform/log.ts';
import { createMailer, type Mailer } from '../../server/platform/mail/mailer.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { MAIL_CERTIFICATE } from '../helpers/mailCertificate.ts';
import { postOffice } from '../helpers/postOffice.ts';

const LOGIN = { user: 'privacy', password: 'correct horse battery' };

let server: TestServer;
const open: { close(): Promise<void> }[] = [];
beforeAll(async () => {
  server = await buildServer({ MAIL_SERVERS_ON_PRIVATE_NETWORK: 'true' });
  // It accepts requests; separate nodes send.
  await server.deps.mailer.close();
});
afterAll(() => server.close());
afterEach(async () => {
  for (const one of open.splice(0).toReversed()) await one.close();
  await server.owner.deleteFrom('mails').execute();
});

const office = async (...args: Parameters<typeof postOffice>) => {
  const one = await postOffice(...args);
  open.push(one);
  return one;
};
const production = (smtpUrl: string | undefined) => ({
  ...server.deps.config,
  nodeEnv: 'production' as const,
  smtpUrl,
  mailFrom: 'Pokpong <no-reply@pokpong.example>',
});
function node(smtpUrl: string | undefined): Mailer {
  const { systemDb, keyring, now } = server.deps;
  const mailer = createMailer({
    config: production(smtpUrl),
    systemDb,
    keyring,
    readFile: () => Promise.reject(new Error('no file')),
    log: createLogger({ logLevel: 'silent', nodeEnv: 'test' }),
    now,
    routes: mailRoutes,
  });
  open.push(mailer);
  return mailer;
}
/** An Admin whose workspace has a mail server of its own. */
async function ownServer() {
  const admin = await buildPerson(server);
  const ws = admin.workspaceId;
  const own = await office(undefined, { encryption: 'starttls', login: LOGIN });
  const { mailServer } = await callerFor(server, admin);
  const { id } = await mailServer.create({
    ws,
    name: `Post ${randomUUID().slice(0, 8)}`,
    host: 'localhost',
    port: own.port,
    encryption: 'starttls',
    certificate: MAIL_CERTIFICATE,
    username: LOGIN.user,
    password: LOGIN.password,
    fromAddress: 'privacy@example.com',
  });
  await mailServer.link({ ws, id, wid: ws });
  return { admin, ws, own };
}
/** Invites somebody by a node in production. */
async function invite(mailer: Mailer, admin: Person, smtpUrl: string | undefined) {
  const deps = { ...server.deps, mailer, config: production(smtpUrl) };
  const { personnel } = await callerFor(server, admin, { deps });
  const email = `new-${randomUUID().slice(0, 8)}@bank.example`;
  const created = await personnel.create({
    ws: admin.workspaceId,
    name: 'สมหญิง ทดสอบ',
    email,
    role: 'Staff',
    position: 'Officer',
    phone: '0812345678',
    photoId: null,
  });
  return { id: created.id, email, personnel, created };
}
const letter = (mailer: Mailer, workspaceId: string) =>
  server.owner.transaction().execute((trx) =>
    mailer.enqueue(trx, {
      workspaceId,
      kind: 'welcome',
      to: 'somchai@test.example',
      locale: 'th',
      subject: 'สวัสดี',
      text: 'ข้อความ',
    }),
  );

it('an invitation goes out by the global server, never by one that people of the workspace manage', async () => {
  const global = await office();
  const { admin, ws, own } = await ownServer();
  const mailer = node(global.url);
  const { email } = await invite(mailer, admin, global.url);
  await letter(mailer, ws);
  mailer.kick();
  await expect.poll(() => own.received.length + global.received.length).toBe(2);
  expect(global.received.map(({ to }) => to)).toEqual([[email]]);
  expect(own.received.map(({ to }) => to)).toEqual([['somchai@test.example']]);
});

it('without a global server it waits, the person says so, and other mails of the workspace do not wait with it', async () => {
  const { admin, ws, own } = await ownServer();
  const mailer = node(undefined);
  const { id, email, personnel, created } = await invite(mailer, admin, undefined);
  expect((await personnel.get({ ws, id })).invitationMail).toBe('noServer');
  // Nor does the screen state that it was sent.
  expect(invitationMessage('invited', created)).toBe('personnel.invitedUnsent');
  expect(invitationMessage('resent', created)).toBe('personnel.resentUnsent');
  expect(invitationMessage('invited', { ...created, invitationMail: 'waiting' })).toBe('personnel.invited');
  // More than the claim looks at in one go.
  await server.owner.transaction().execute(async (trx) => {
    for (let number = 0; number < 101; number += 1)
      await mailer.enqueue(trx, {
        workspaceId: ws,
        opensAccount: true,
        kind: 'invitation',
        to: `p${number}@test.example`,
        locale: 'th',
        subject: 'คำเชิญ',
        text: 'ข้อความ',
      });
  });
  await letter(mailer, ws);
  mailer.kick();
  await expect.poll(() => own.received.map(({ to }) => to)).toEqual([['somchai@test.example']]);
  await mailer.close();
  const waiting = await server.owner.selectFrom('mails').select('attempts').where('status', '=', 'waiting').execute();
  expect(waiting).toHaveLength(102);
  expect(new Set(waiting.map(({ attempts }) => attempts))).toEqual(new Set([0]));
  const global = await office();
  node(global.url).kick();
  await expect.poll(() => global.received.map(({ to }) => to[0])).toContain(email);
});

it('an invitation that is stored instead of sent is read only by who administers all workspaces of its person', async () => {
  const [mine, other] = [await buildPerson(server), await buildPerson(server)];
  const here = await callerFor(server, mine);
  const person = (email: string) =>
    ({ name: 'สมหญิง', email, role: 'Staff', position: 'Officer', phone: '0812345678', photoId: null }) as const;
  const [both, onlyHere] = [`both-${randomUUID()}@bank.example`, `here-${randomUUID()}@bank.example`];
  await here.personnel.create({ ws: mine.workspaceId, ...person(onlyHere) });
  await (await callerFor(server, other)).personnel.create({ ws: other.workspaceId, ...person(both) });
  await here.personnel.create({ ws: mine.workspaceId, ...person(both) });
  const page = { currentPage: 1, pageSize: 100, sortBy: 'createdAt', sortDirection: 'DESC', query: '' } as const;
  const { collection } = await here.mail.outbox.list({ ws: mine.workspaceId, ...page });
  expect(collection.map(({ to }) => to)).toEqual([onlyHere]);
});

it('links that the server of a workspace may have carried end with the update, all others stay', async () => {
  const { admin } = await ownServer();
  const plain = await buildPerson(server);
  const invited = async (by: Person, state: string) => {
    const { id } = await invite(node(undefined), by, undefined);
    await server.owner
      .updateTable('mailDeliveries')
      .set({ state })
      .where('workspaceId', '=', by.workspaceId)
      .where('entityId', '=', id)
      .execute();
    return id;
  };
  const [sent, waiting, sentByGlobal] = [
    await invited(admin, 'sent'),
    await invited(admin, 'waiting'),
    await invited(plain, 'sent'),
  ];
  const file = new URL('../../db/migrations/306_invitations_by_other_servers.sql', import.meta.url);
  await sql.raw(await readFile(file, 'utf8')).execute(server.owner);
  const valid = await server.owner
    .selectFrom('invitations')
    .select('personnelId')
    .where('personnelId', 'in', [sent, waiting, sentByGlobal])
    .where('expiresAt', '>', sql<string>`now()`)
    .execute();
  expect(new Set(valid.map(({ personnelId }) => personnelId))).toEqual(new Set([waiting, sentByGlobal]));
});
