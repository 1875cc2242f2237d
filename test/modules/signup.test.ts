import { randomBytes } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { resolveSession } from '../../server/platform/auth/sessions.ts';
import { newToken } from '../../server/platform/auth/tokens.ts';
import { defaultFlags } from '../../shared/registry/flags.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { mailsOf } from '../mailbox.ts';

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
/** A signed-out browser: keeps the cookie it was given. */
function browser() {
  const jar: { token: string | null } = { token: null };
  return { jar, call: () => callerFor(server, null, { setSession: (token) => void (jar.token = token) }) };
}

describe('signing up', () => {
  const form = (overrides: object = {}) => ({
    organizationName: 'โรงพยาบาลทดสอบ',
    workspaceName: 'สำนักงานใหญ่',
    name: 'สมหญิง ใจดี',
    email: `signup${randomBytes(4).toString('hex')}@test.example`,
    password: PASSWORD,
    ...overrides,
  });

  test('makes organisation, workspace with catalogue and key, and an Admin who is signed in', async () => {
    const input = form();
    const answer = await post('/auth/signup', input);
    expect(answer.statusCode).toBe(201);
    const { accessToken } = answer.json<{ accessToken: string }>();
    const session = (await alive(accessToken))!;
    const { owner } = server;
    const personnel = await owner
      .selectFrom('personnel')
      .selectAll()
      .where('userId', '=', session.userId)
      .executeTakeFirstOrThrow();
    expect(personnel).toMatchObject({ email: input.email, role: 'Admin', status: 'active' });
    const ws = personnel.workspaceId;
    expect(await owner.selectFrom('workspaces').selectAll().where('id', '=', ws).executeTakeFirst()).toMatchObject({
      name: input.workspaceName,
      package: 'Standard',
      flags: defaultFlags('Standard'),
    });
    const rows = async (table: 'piiCategories' | 'workspaceKeys' | 'activityLogs' | 'outbox') =>
      (await owner.selectFrom(table).select('workspaceId').where('workspaceId', '=', ws).execute()).length;
    expect([await rows('workspaceKeys'), await rows('activityLogs'), await rows('outbox')]).toEqual([1, 1, 1]);
    expect(await rows('piiCategories')).toBeGreaterThan(0);
    expect((await mailsOf(server, input.email)).map(({ kind }) => kind)).toEqual(['welcome']);
    expect((await login(input.email, PASSWORD)).statusCode).toBe(200);
    expect((await post('/auth/signup', form({ email: input.email.toUpperCase() }))).json()).toMatchObject({
      code: 'auth.emailTaken',
    });
  });

  test('is all or nothing', async () => {
    const count = async () => (await server.owner.selectFrom('organizations').select('id').execute()).length;
    const before = await count();
    // The last thing that is written fails.
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'no key'; end $$`.execute(
      server.owner,
    );
    await sql`create trigger refuse before insert on workspace_keys for each row execute function refuse()`.execute(
      server.owner,
    );
    const input = form();
    expect((await post('/auth/signup', input)).statusCode).toBe(500);
    await sql`drop function refuse cascade`.execute(server.owner);
    expect(await count()).toBe(before);
    expect(
      await server.owner.selectFrom('users').select('id').where('email', '=', input.email).executeTakeFirst(),
    ).toBeUndefined();
    expect(
      (await Promise.all([post('/auth/signup', input), post('/auth/signup', input)]))
        .map(({ statusCode }) => statusCode)
        .toSorted(),
    ).toEqual([201, 409]);
  });

  test('refuses weak passwords and empty fields, with the field named', async () => {
    for (const [overrides, field] of [
      [{ password: 'aaaaaaaaaaaaaa' }, 'password'],
      [{ organizationName: ' ' }, 'organizationName'],
      [{ email: 'x' }, 'email'],
      [{ name: undefined }, 'name'],
      [{ workspaceName: '\u0007' }, 'workspaceName'],
    ] as const) {
      const answer = await post('/auth/signup', form(overrides));
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({ issues: [{ path: [field] }] });
    }
  });

  test('can be closed', async () => {
    const caller = await callerFor(server, null, {
      deps: { ...server.deps, config: { ...server.deps.config, signup: 'closed' } },
    });
    await expect(caller.auth.signUp(form())).rejects.toMatchObject({ code: 'FORBIDDEN' });
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

  test('tells what it is for', async () => {
    const { workspace, token, email } = await invite();
    const caller = await callerFor(server, null);
    expect(await caller.auth.invitation.get({ token })).toEqual({
      workspace: { id: workspace.id, name: workspace.name },
      email,
      name: 'ผู้ได้รับเชิญ',
      role: 'Staff',
      hasAccount: false,
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

  test('lets a new person set a password and begin, once', async () => {
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

  test('asks the owner of an account for its password, or that they are signed in', async () => {
    const known = await buildPerson(server);
    await givePassword(known);
    const first = await invite(known.email);
    const { call } = browser();
    expect((await (await call()).auth.invitation.get(first)).hasAccount).toBe(true);
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

  test('is not for somebody signed in with another address', async () => {
    const { token, personnelId } = await invite();
    await expect((await callerFor(server, person)).auth.acceptInvitation({ token })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await statusOf(personnelId)).status).toBe('invited');
  });
});
