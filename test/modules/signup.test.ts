import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { firstSignUpLink, makeSignUpLink } from '../../server/platform/auth/signUp.ts';
import { resolveSession } from '../../server/platform/auth/sessions.ts';
import { newToken } from '../../server/platform/auth/tokens.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const PASSWORD = 'ม้าสีฟ้า-วิ่งริมทะเล-77';
const OTHER = 'a quiet river under 9 bridges';

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await buildServer({ PUBLIC_URL: 'http://pokpong.test', SIGNUP: 'open' });
  person = await buildPerson(server);
});
beforeEach(async () => {
  await server.owner.deleteFrom('throttles').execute();
  await server.owner.deleteFrom('mails').execute();
});
afterAll(() => server.close());

async function givePassword({ userId }: { userId: string }, password = PASSWORD) {
  await server.owner
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password) })
    .where('id', '=', userId)
    .execute();
}
const post = (url: string, payload: object) =>
  server.app.inject({ method: 'POST', url: `/api/v1${url}`, payload, headers: { 'accept-language': 'en' } });
const login = (email: string, password: string) => post('/auth/login', { email, password });
const alive = (token: string) => resolveSession(server.deps.authDb, server.deps.config, token, server.deps.now());
/** A signed-out browser: stores the cookie it receives. */
function browser() {
  const jar: { token: string | null } = { token: null };
  return { jar, call: () => callerFor(server, null, { setSession: (token) => void (jar.token = token) }) };
}

describe('sign-up', () => {
  const form = (overrides: object = {}) => ({
    organizationName: 'โรงพยาบาลทดสอบ',
    workspaceName: 'สำนักงานใหญ่',
    name: 'สมหญิง ใจดี',
    email: `signup${randomBytes(4).toString('hex')}@test.example`,
    ...overrides,
  });
  const ask = (input: object) => post('/auth/signup', input);
  const finish = (token: string, more: object = {}) =>
    post('/auth/signup/complete', { token, password: PASSWORD, ...more });
  const tokenFor = async (input: { email: string }) => {
    expect((await ask(input)).statusCode).toBe(200);
    return tokenIn((await mailsOf(server, input.email)).at(-1));
  };
  const userOf = (email: string) =>
    server.owner.selectFrom('users').selectAll().where('email', '=', email).executeTakeFirst();
  const organizations = async () => (await server.owner.selectFrom('organizations').select('id').execute()).length;

  test('creates nothing but one mail before the address is verified, and it contains nothing a stranger typed', async () => {
    const before = await organizations();
    const input = form({
      name: 'คลิก evil.example',
      organizationName: 'WIN evil.example',
      workspaceName: 'evil.example',
    });
    expect((await ask(input)).json()).toEqual({ done: true });
    const mails = await mailsOf(server);
    expect(mails.map(({ kind, to }) => [kind, to])).toEqual([['signUp', input.email]]);
    expect(JSON.stringify(mails)).not.toContain('evil.example');
    expect([await organizations(), await userOf(input.email)]).toEqual([before, undefined]);
    // The database contains only the hash of the link.
    const rows = await server.owner.selectFrom('signUps').selectAll().where('email', '=', input.email).execute();
    expect(JSON.stringify(rows)).not.toContain(tokenIn(mails[0]));
  });

  test('by the link of the mail creates organisation, workspace with catalogue and key, and an Admin who is signed in', async () => {
    const input = form();
    const token = await tokenFor(input);
    const caller = await callerFor(server, null);
    const { email, organizationName, workspaceName, name } = input;
    expect(await caller.auth.signUpLink({ token })).toEqual({ email, organizationName, workspaceName, name });
    // Additional fields of the input change nothing.
    const answer = await finish(token, { email: 'other@test.example', organizationName: 'Other' });
    expect(answer.statusCode).toBe(201);
    const { accessToken } = answer.json<{ accessToken: string }>();
    const session = (await alive(accessToken))!;
    const { owner } = server;
    const personnel = await owner
      .selectFrom('personnel')
      .selectAll()
      .where('userId', '=', session.userId)
      .executeTakeFirstOrThrow();
    expect(personnel).toMatchObject({ email, role: 'Admin', status: 'active' });
    expect((await userOf(email))?.emailVerifiedAt).not.toBeNull();
    const ws = personnel.workspaceId;
    expect(await owner.selectFrom('workspaces').selectAll().where('id', '=', ws).executeTakeFirst()).toMatchObject({
      name: workspaceName,
      package: 'Standard',
      flags: defaultFlags('Standard'),
    });
    const rows = async (table: 'piiCategories' | 'workspaceKeys' | 'activityLogs' | 'outbox') =>
      (await owner.selectFrom(table).select('workspaceId').where('workspaceId', '=', ws).execute()).length;
    expect([await rows('workspaceKeys'), await rows('activityLogs'), await rows('outbox')]).toEqual([1, 1, 1]);
    expect(await rows('piiCategories')).toBeGreaterThan(0);
    expect((await login(email, PASSWORD)).statusCode).toBe(200);
    for (const again of [await finish(token), await finish('made-up')])
      expect([again.statusCode, again.json()]).toMatchObject([404, { code: 'auth.signUpInvalid' }]);
  });

  test('responds to a known address like to an unknown one, and informs its owner only by mail', async () => {
    await ask(form({ email: person.email.toUpperCase() }));
    const known = await ask(form({ email: person.email }));
    const unknown = await ask(form());
    const shape = ({ statusCode, body, headers }: typeof known) => [statusCode, body, Object.keys(headers).toSorted()];
    expect(shape(known)).toEqual(shape(unknown));
    const [mail, ...others] = await mailsOf(server, person.email);
    expect([mail?.kind, others.length]).toEqual(['knownAddress', 1]);
    expect(mail?.text).toContain('http://pokpong.test/login');
    expect(mail?.text).toContain('http://pokpong.test/forgot-password');
    expect(mail?.text).not.toContain('#token=');
  });

  test('accepts the link for a day, and one of those sent to an address', async () => {
    const input = form();
    const first = await tokenFor(input);
    const second = await tokenFor(input);
    server.clock.set(new Date(Date.now() + 23.9 * 3_600_000));
    expect((await finish(second)).statusCode).toBe(201);
    expect((await finish(first)).statusCode).toBe(404);
    server.clock.run();
    const late = await tokenFor(form());
    server.clock.set(new Date(Date.now() + 24.1 * 3_600_000));
    expect((await finish(late)).statusCode).toBe(404);
    server.clock.run();
  });

  test('sends an address three mails in four hours, known or not, and a network ten an hour', async () => {
    for (const email of [person.email, form().email]) {
      await server.owner.deleteFrom('throttles').execute();
      for (let count = 0; count < 3; count += 1) expect((await ask(form({ email }))).statusCode).toBe(200);
      const refused = await ask(form({ email }));
      expect([refused.statusCode, refused.json<{ message: string }>().message]).toEqual([
        429,
        expect.stringMatching(/^Several emails have been sent to this address/),
      ]);
      expect((await mailsOf(server, email)).length).toBe(3);
    }
    await server.owner.deleteFrom('throttles').execute();
    for (let count = 0; count < 10; count += 1) expect((await ask(form())).statusCode).toBe(200);
    expect((await ask(form())).statusCode).toBe(429);
  });

  test('is atomic', async () => {
    const before = await organizations();
    // The last write fails.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no key'; end $$`.execute(
      server.owner,
    );
    await sql`create trigger refuse before insert on workspace_keys for each row execute function refuse()`.execute(
      server.owner,
    );
    const input = form();
    const token = await tokenFor(input);
    expect((await finish(token)).statusCode).toBe(500);
    await sql`drop function refuse cascade`.execute(server.owner);
    expect(await organizations()).toBe(before);
    expect(await userOf(input.email)).toBeUndefined();
    expect((await Promise.all([finish(token), finish(token)])).map(({ statusCode }) => statusCode).toSorted()).toEqual([
      201, 404,
    ]);
  });

  test('refuses weak passwords and empty fields, with the field named', async () => {
    for (const [overrides, field] of [
      [{ organizationName: ' ' }, 'organizationName'],
      [{ email: 'x' }, 'email'],
      [{ name: undefined }, 'name'],
      [{ workspaceName: '\u0007' }, 'workspaceName'],
    ] as const) {
      const answer = await ask(form(overrides));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ issues: [{ path: [field] }] });
    }
    const token = await tokenFor(form());
    const weak = await finish(token, { password: 'aaaaaaaaaaaaaa' });
    expect([weak.statusCode, weak.json()]).toMatchObject([400, { issues: [{ path: ['password'] }] }]);
    // The link still works.
    expect((await finish(token)).statusCode).toBe(201);
  });

  test('informs somebody who received an account in between, which does not change', async () => {
    const input = form();
    const token = await tokenFor(input);
    await buildPerson(server, { email: input.email });
    const answer = await finish(token);
    expect([answer.statusCode, answer.json()]).toMatchObject([409, { code: 'auth.emailTaken' }]);
    expect((await userOf(input.email))?.passwordHash).toBeNull();
  });
});

describe('if sign-up is closed', () => {
  let database: TestDatabase;
  let closed: TestServer;
  beforeEach(async () => {
    database = await createTestDatabase();
    closed = await buildServer({ PUBLIC_URL: 'http://pokpong.test', SIGNUP: 'closed' }, { databaseUrl: database.url });
  });
  afterEach(async () => {
    await closed.close();
    await database.drop();
  });
  const fields = (email: string) => ({ organizationName: 'First', workspaceName: 'Main', name: 'Somebody', email });
  const tokenOfLink = (link: { url: string } | null) =>
    /^http:\/\/pokpong\.test\/signup#token=([\w-]+)$/.exec(link!.url)![1]!;
  const finish = async (token: string, email: string) =>
    (await callerFor(closed, null, { setSession: () => {} })).auth.completeSignUp({
      token,
      password: PASSWORD,
      ...fields(email),
    });

  test('nobody signs up, not even by a link that was sent before', async () => {
    const open = await buildServer({ SIGNUP: 'open' }, { databaseUrl: database.url });
    await (await callerFor(open, null)).auth.signUp(fields('a@test.example'));
    const token = tokenIn((await mailsOf(open))[0]);
    await open.close();
    const caller = await callerFor(closed, null);
    await expect(caller.auth.signUp(fields('a@test.example'))).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(caller.auth.signUpLink({ token })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(finish(token, 'a@test.example')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('an empty installation has a link for its first organisation at each start, and one of them works once', async () => {
    const links = [tokenOfLink(await firstSignUpLink(closed.deps)), tokenOfLink(await firstSignUpLink(closed.deps))];
    expect(new Set(links).size).toBe(2);
    const caller = await callerFor(closed, null);
    expect(await caller.auth.signUpLink({ token: links[0]! })).toMatchObject({ email: null });
    await expect(caller.auth.completeSignUp({ token: links[0]!, password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    const both = await Promise.allSettled(links.map((token, place) => finish(token, `first${place}@test.example`)));
    expect(both.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    for (const token of links)
      await expect(finish(token, 'second@test.example')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await firstSignUpLink(closed.deps)).toBeNull();
    expect(await closed.owner.selectFrom('organizations').select('name').execute()).toEqual([{ name: 'First' }]);
  });

  test('its link ends after a day, and accounts of a disabled demo do not count', async () => {
    const { userId } = await buildPerson(closed);
    expect(await firstSignUpLink(closed.deps)).toBeNull();
    await closed.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', userId).execute();
    const token = tokenOfLink(await firstSignUpLink(closed.deps));
    closed.clock.set(new Date(Date.now() + 24.1 * 3_600_000));
    await expect(finish(token, 'late@test.example')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('an operator gives one more organisation a link', async () => {
    const { email } = await buildPerson(closed);
    const token = tokenOfLink(await makeSignUpLink(closed.deps, { whileEmpty: false }));
    await expect(finish(token, email)).rejects.toMatchObject({ code: 'CONFLICT' });
    await finish(token, 'next@test.example');
    await expect(finish(token, 'third@test.example')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    // The address is not verified.
    const user = await closed.owner
      .selectFrom('users')
      .select('emailVerifiedAt')
      .where('email', '=', 'next@test.example')
      .executeTakeFirst();
    expect(user).toEqual({ emailVerifiedAt: null });
  });
});

describe('an invitation', () => {
  const invite = async (
    email = `invited${randomBytes(4).toString('hex')}@test.example`,
    overrides: { expiresAt?: Date } = {},
  ) => {
    const workspace = await buildWorkspace(server);
    const { token, hash } = newToken();
    const personnelId = crypto.randomUUID();
    await server.owner
      .insertInto('personnel')
      .values({ workspaceId: workspace.id, id: personnelId, email, name: 'ผู้ได้รับเชิญ', role: 'Staff', status: 'invited' })
      .execute();
    await server.owner
      .insertInto('invitations')
      .values({
        workspaceId: workspace.id,
        personnelId,
        email,
        tokenHash: hash,
        expiresAt: overrides.expiresAt ?? new Date(Date.now() + 86_400_000),
      })
      .execute();
    return { workspace, token, email, personnelId };
  };
  const statusOf = async (id: string) =>
    server.owner
      .selectFrom('personnel')
      .select(['status', 'userId', 'rowVersion'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();

  test('returns its purpose', async () => {
    const { workspace, token, email } = await invite();
    const caller = await callerFor(server, null);
    expect(await caller.auth.invitation.get({ token })).toEqual({
      workspace: { id: workspace.id, name: workspace.name },
      email,
      name: 'ผู้ได้รับเชิญ',
      role: 'Staff',
      account: 'none',
      signedIn: false,
      expiresAt: expect.any(String),
    });
    await expect(caller.auth.invitation.get({ token: 'made-up' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(caller.auth.invitation.get({ token: '' })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    const late = await invite(undefined, { expiresAt: new Date(Date.now() - 1000) });
    await expect(caller.auth.invitation.get({ token: late.token })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(caller.auth.acceptInvitation({ token: late.token, password: PASSWORD })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('permits a new person to set a password and start, once', async () => {
    const { workspace, token, email, personnelId } = await invite();
    const { jar, call } = browser();
    await expect((await call()).auth.acceptInvitation({ token })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect((await call()).auth.acceptInvitation({ token, password: 'password-1234' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    expect((await statusOf(personnelId)).status).toBe('invited');
    expect(await (await call()).auth.acceptInvitation({ token, password: PASSWORD })).toEqual({
      workspaceId: workspace.id,
      expiresAt: expect.any(String),
    });
    expect((await alive(jar.token!))?.email).toBe(email);
    expect(await statusOf(personnelId)).toMatchObject({ status: 'active', rowVersion: 2 });
    expect(
      await server.owner
        .selectFrom('outbox')
        .select(['event', 'entityId'])
        .where('workspaceId', '=', workspace.id)
        .execute(),
    ).toEqual([{ event: 'personnel.joined', entityId: personnelId }]);
    await expect((await call()).auth.acceptInvitation({ token, password: PASSWORD })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('asks the owner of an account for its password, or to be signed in', async () => {
    const known = await buildPerson(server);
    await givePassword(known);
    const first = await invite(known.email);
    const { call } = browser();
    expect((await (await call()).auth.invitation.get(first)).account).toBe('password');
    await expect((await call()).auth.acceptInvitation({ token: first.token })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
    await expect((await call()).auth.acceptInvitation({ token: first.token, password: OTHER })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    expect((await statusOf(first.personnelId)).status).toBe('invited');
    await (await call()).auth.acceptInvitation({ token: first.token, password: PASSWORD });
    expect(await statusOf(first.personnelId)).toMatchObject({ status: 'active', userId: known.userId });

    const second = await invite(known.email);
    const signedIn = await callerFor(server, known);
    expect((await signedIn.auth.invitation.get(second)).signedIn).toBe(true);
    expect((await signedIn.auth.acceptInvitation({ token: second.token })).workspaceId).toBe(second.workspace.id);
  });

  test('permits the owner of an account without a password to set one, and informs them and the log', async () => {
    const known = await buildPerson(server);
    const { token, personnelId } = await invite(known.email);
    const { jar, call } = browser();
    expect((await (await call()).auth.invitation.get({ token })).account).toBe('provider');
    await expect((await call()).auth.acceptInvitation({ token })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    expect(await mailsOf(server, known.email)).toEqual([]);
    await (await call()).auth.acceptInvitation({ token, password: PASSWORD });
    expect(await statusOf(personnelId)).toMatchObject({ status: 'active', userId: known.userId });
    // The sessions of before have ended, and the new one is the account's.
    expect(await alive(known.token)).toBeNull();
    expect((await alive(jar.token!))?.userId).toBe(known.userId);
    expect((await mailsOf(server, known.email)).map(({ kind }) => kind)).toEqual(['passwordChanged']);
    const log = await server.owner
      .selectFrom('securityLogs')
      .select('event')
      .where('userId', '=', known.userId)
      .where('event', '=', 'password.changed')
      .execute();
    expect(log).toHaveLength(1);
  });

  test('is not for somebody signed in with another address', async () => {
    const { token, personnelId } = await invite();
    await expect((await callerFor(server, person)).auth.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await statusOf(personnelId)).status).toBe('invited');
  });
});
