import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import { renewSessionsOfUser, resolveSession, rotateSession } from '../../server/platform/auth/sessions.ts';
import { makeSignUpLink } from '../../server/platform/auth/signUp.ts';
import { newToken } from '../../server/platform/auth/tokens.ts';
import { PROOF_MINUTES } from '../../shared/auth/schema.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type TestServer } from '../factories.ts';
import { CLIENT, startProvider, type TestProvider } from '../provider.ts';

const HOME = 'http://localhost:4999';
let provider: TestProvider;
let server: TestServer;
beforeAll(async () => {
  vi.spyOn(console, 'warn').mockImplementation(() => {});
  vi.spyOn(console, 'info').mockImplementation(() => {});
  provider = await startProvider(`${HOME}/oauth/callback`);
  server = await buildServer(env(provider.issuer));
});
afterAll(async () => {
  await server.close();
  await provider.close();
});
beforeEach(() => provider.accounts.clear());

const env = (issuer: string) => ({
  PUBLIC_URL: HOME,
  OIDC_ISSUER: issuer,
  OIDC_CLIENT_ID: CLIENT.id,
  OIDC_CLIENT_SECRET: CLIENT.secret,
});
const cookieOf = (headers: Record<string, unknown>, name: string): string | null => {
  const lines = [headers['set-cookie'] ?? []].flat() as string[];
  return lines.map((line) => new RegExp(`^${name}=([^;]+)`).exec(line)?.[1]).find(Boolean) ?? null;
};
const get = (url: string, cookie = '', on = server) => on.app.inject({ url, headers: { cookie } });

async function leave(query = '', on = server) {
  const answer = await get(`/oauth/start${query}`, '', on);
  return {
    answer,
    to: String(answer.headers.location),
    memory: `pokpong_oauth=${cookieOf(answer.headers, 'pokpong_oauth')}`,
  };
}
/** The complete sign-in: redirect, sign-in at the provider, callback. */
async function signIn(login: string | 'abort', query = '', on = server, at = provider) {
  const { to, memory } = await leave(query, on);
  const back = new URL(await at.visit(to, login));
  const answer = await get(`${back.pathname}${back.search}`, memory, on);
  const token = cookieOf(answer.headers, 'pokpong_session');
  const session = token ? await resolveSession(server.deps.authDb, server.deps.config, token, new Date()) : null;
  return { answer, to: answer.headers.location, session, back, memory };
}
const tokenIn = (answer: { headers: Record<string, unknown> }) => cookieOf(answer.headers, 'pokpong_session')!;
const unique = () => randomBytes(4).toString('hex');
const identities = (userId: string) =>
  server.owner.selectFrom('userIdentities').selectAll().where('userId', '=', userId).execute();

async function invite(email: string, overrides: { expiresAt?: Date } = {}) {
  const { id: workspaceId } = await buildWorkspace(server);
  const id = crypto.randomUUID();
  await server.owner
    .insertInto('personnel')
    .values({ workspaceId, id, email, name: 'ผู้ได้รับเชิญ', role: 'Staff', status: 'invited' })
    .execute();
  await server.owner
    .insertInto('invitations')
    .values({
      workspaceId,
      personnelId: id,
      email,
      tokenHash: newToken().hash,
      expiresAt: overrides.expiresAt ?? new Date(Date.now() + 86_400_000),
    })
    .execute();
  return { workspaceId, id };
}

describe('sign-in through the provider', () => {
  test('starts with PKCE, state and nonce, stored in an encrypted cookie', async () => {
    const { answer, to } = await leave();
    expect(answer.statusCode).toBe(303);
    const url = new URL(to);
    expect(url.origin).toBe(provider.issuer);
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      client_id: CLIENT.id,
      response_type: 'code',
      scope: 'openid email profile',
      redirect_uri: `${HOME}/oauth/callback`,
      code_challenge_method: 'S256',
    });
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(url.searchParams.get(name)?.length).toBeGreaterThan(20);
    const line = String(answer.headers['set-cookie']);
    expect(line).toMatch(/^pokpong_oauth=\S+; Path=\/; .*HttpOnly; SameSite=Lax/);
    expect(Buffer.from(line, 'base64url').toString()).not.toContain(url.searchParams.get('state'));
  });

  test('requests re-authentication from the provider if somebody has to prove their identity again', async () => {
    const requested = async (query: string) => {
      const { searchParams } = new URL((await leave(query)).to);
      return [searchParams.get('prompt'), searchParams.get('max_age')];
    };
    expect(await requested('')).toEqual([null, null]);
    expect(await requested('?again=1')).toEqual(['login', '0']);
  });

  test('proves who is there only if the provider asked again, and did so just now', async () => {
    const person = await buildPerson(server);
    const login = `again-${unique()}`;
    provider.accounts.set(login, { email: person.email, email_verified: true });
    const proof = async (query: string) => {
      const { answer } = await signIn(login, query);
      return (await callerFor(server, { ...person, token: tokenIn(answer) })).auth.proof();
    };
    expect(await proof('')).toEqual({ by: 'signIn', fresh: false });
    expect(await proof('?again=1')).toEqual({ by: 'signIn', fresh: true });
    try {
      // As after a browser that went there without `prompt` and `max_age`: the provider states an earlier sign-in.
      server.clock.set(new Date(Date.now() + (PROOF_MINUTES + 1) * 60_000));
      expect(await proof('?again=1')).toEqual({ by: 'signIn', fresh: false });
    } finally {
      server.clock.run();
    }
  });

  test('remains a proof under a new id of the session', async () => {
    const person = await buildPerson(server);
    const login = `renewed-${unique()}`;
    provider.accounts.set(login, { email: person.email, email_verified: true });
    const { answer } = await signIn(login, '?again=1');
    const { authDb, config } = server.deps;
    await renewSessionsOfUser(authDb, person.userId);
    const session = (await resolveSession(authDb, config, tokenIn(answer), new Date()))!;
    const { token } = (await rotateSession(authDb, config, session, new Date()))!;
    expect((await (await callerFor(server, { ...person, token })).auth.proof()).fresh).toBe(true);
  });

  test('links an account by its verified address once, and afterwards recognises it by issuer and subject', async () => {
    const person = await buildPerson(server);
    const login = `somsri-${unique()}`;
    provider.accounts.set(login, { email: person.email.toUpperCase(), email_verified: true, name: 'Somsri' });
    const first = await signIn(login, '?next=/organization/personnel%3Fworkspace%3D1&locale=en');
    expect(first.to).toBe('/en/organization/personnel?workspace=1');
    expect(first.session).toMatchObject({ userId: person.userId, kind: 'browser' });
    expect(await identities(person.userId)).toMatchObject([{ issuer: provider.issuer, subject: login }]);

    provider.accounts.set(login, { email: 'changed@test.example', email_verified: false });
    const again = await signIn(login);
    expect(again.session?.userId).toBe(person.userId);
    expect(again.to).toBe('/');
    expect(await identities(person.userId)).toHaveLength(1);
  });

  test('accepts an ID token that contains the address itself', async () => {
    const other = await startProvider(`${HOME}/oauth/callback`, { inIdToken: true });
    const at = await buildServer(env(other.issuer), { databaseUrl: server.databaseUrl });
    const person = await buildPerson(server);
    other.accounts.set('x', { email: person.email, email_verified: true });
    expect((await signIn('x', '', at, other)).session?.userId).toBe(person.userId);
    await at.close();
    await other.close();
  });

  test('creates the account of an invited user, and asks before they join a workspace', async () => {
    const email = `invited-${unique()}@test.example`;
    const [one, two] = [await invite(email), await invite(email)];
    const login = `new-${unique()}`;
    provider.accounts.set(login, { email, email_verified: true, name: 'สมหมาย มาใหม่' });
    const { session, to } = await signIn(login, '?locale=en&next=/organization/personnel');
    expect(session).toMatchObject({ email, name: 'สมหมาย มาใหม่' });
    expect(to).toBe('/en/invitation');
    const standing = () =>
      server.owner
        .selectFrom('personnel')
        .select(['status', 'userId'])
        .where('id', 'in', [one.id, two.id])
        .orderBy('status')
        .execute();
    const invited = { status: 'invited', userId: null };
    expect(await standing()).toEqual([invited, invited]);
    expect(
      await server.owner
        .selectFrom('users')
        .select(['passwordHash', 'email'])
        .where('id', '=', session!.userId)
        .executeTakeFirst(),
    ).toEqual({ passwordHash: null, email });

    // Asked again until they have joined a workspace.
    const again = await signIn(login);
    expect([again.session?.userId, again.to]).toEqual([session!.userId, '/invitation']);
    const someone = await buildPerson(server);
    const caller = await callerFor(server, { ...someone, userId: session!.userId, token: tokenIn(again.answer) });
    expect((await caller.auth.invitation.own()).map(({ workspace, role }) => [workspace.id, role]).toSorted()).toEqual(
      [one, two].map(({ workspaceId }) => [workspaceId, 'Staff']).toSorted(),
    );
    await caller.auth.invitation.join({ workspaceId: one.workspaceId });
    expect(await standing()).toEqual([{ status: 'active', userId: session!.userId }, invited]);
    await expect(caller.auth.invitation.join({ workspaceId: one.workspaceId })).rejects.toMatchObject({
      cause: { problem: { code: 'auth.invitationInvalid' } },
    });
    expect((await signIn(login)).to).toBe('/');
  });

  test('leads a member of another workspace from an invitation back to it', async () => {
    const member = await buildPerson(server);
    const { workspaceId } = await invite(member.email);
    const login = `member-${unique()}`;
    provider.accounts.set(login, { email: member.email, email_verified: true });
    const { answer, to } = await signIn(login, '?locale=en&next=/invitation');
    expect(to).toBe('/en/invitation');
    const caller = await callerFor(server, { ...member, token: tokenIn(answer) });
    expect((await caller.auth.invitation.own()).map(({ workspace }) => workspace.id)).toEqual([workspaceId]);
  });

  test('displays no invitations of an address that was never verified as theirs', async () => {
    const squatter = await buildPerson(server);
    const { workspaceId } = await invite(squatter.email);
    const caller = await callerFor(server, squatter);
    expect(await caller.auth.invitation.own()).toEqual([]);
    await expect(caller.auth.invitation.join({ workspaceId })).rejects.toMatchObject({
      cause: { problem: { code: 'auth.invitationInvalid' } },
    });
    await server.owner
      .updateTable('users')
      .set({ emailVerifiedAt: new Date() })
      .where('id', '=', squatter.userId)
      .execute();
    expect(await caller.auth.invitation.own()).toHaveLength(1);
  });

  test('refuses strangers, unverified addresses, old invitations and disabled accounts, with the reason', async () => {
    const person = await buildPerson(server);
    const disabled = await buildPerson(server);
    await server.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.userId).execute();
    const late = `late-${unique()}@test.example`;
    await invite(late, { expiresAt: new Date(Date.now() - 1000) });
    const cases = [
      [{ email: `stranger-${unique()}@test.example`, email_verified: true }, 'unknown'],
      [{ email: person.email, email_verified: false }, 'unverified'],
      [{ email: person.email }, 'unverified'],
      [{ email_verified: true }, 'unverified'],
      [{ email: late, email_verified: true }, 'unknown'],
      [{ email: disabled.email, email_verified: true }, 'unusable'],
    ] as const;
    for (const [account, reason] of cases) {
      const login = `refused-${unique()}`;
      provider.accounts.set(login, account);
      const { to, session, answer } = await signIn(login, '?locale=en');
      expect([to, session], JSON.stringify(account)).toEqual([`/en/login?error=${reason}`, null]);
      expect(answer.statusCode).toBe(303);
    }
    expect(await identities(person.userId)).toHaveLength(0);
  });

  test('does not give an account to another person who has the address now', async () => {
    const person = await buildPerson(server);
    const [old, fresh] = [`old-${unique()}`, `fresh-${unique()}`];
    for (const login of [old, fresh]) provider.accounts.set(login, { email: person.email, email_verified: true });
    expect((await signIn(old)).session?.userId).toBe(person.userId);
    expect((await signIn(fresh)).to).toBe('/login?error=unusable');
    await server.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', person.userId).execute();
    expect((await signIn(old)).to).toBe('/login?error=unusable');
  });

  test('locks out somebody who had signed up with the address without verifying it', async () => {
    const squatter = await buildPerson(server);
    await server.owner
      .updateTable('users')
      .set({ passwordHash: await hashPassword('a password of the squatter') })
      .where('id', '=', squatter.userId)
      .execute();
    const login = `owner-${unique()}`;
    provider.accounts.set(login, { email: squatter.email, email_verified: true });
    const { session } = await signIn(login);
    expect(session?.userId).toBe(squatter.userId);
    expect(await resolveSession(server.deps.authDb, server.deps.config, squatter.token, new Date())).toBeNull();
    expect(
      (
        await server.owner
          .selectFrom('users')
          .select('passwordHash')
          .where('id', '=', squatter.userId)
          .executeTakeFirst()
      )?.passwordHash,
    ).toBeNull();
    const log = server.owner.selectFrom('securityLogs').select(['event', 'details']);
    expect(await log.where('userId', '=', squatter.userId).orderBy('createdAt').orderBy('id').execute()).toEqual([
      { event: 'password.changed', details: { by: 'provider' } },
      { event: 'signIn.succeeded', details: { by: 'provider' } },
    ]);
  });

  test('returns only to our own pages', async () => {
    const person = await buildPerson(server);
    const login = `next-${unique()}`;
    provider.accounts.set(login, { email: person.email, email_verified: true });
    for (const next of [
      'https://evil.example/',
      '//evil.example',
      '/\\evil.example',
      '/%09/evil.example',
      'javascript:alert(1)',
      '/oauth/start',
      '/logout',
    ]) {
      expect((await signIn(login, `?next=${encodeURIComponent(next)}`)).to, next).toBe('/');
    }
  });
});

describe('the callback', () => {
  test('after a refusal by the person leads to the sign-in page', async () => {
    expect((await signIn('abort')).to).toBe('/login?error=cancelled');
  });

  test('without the cookie, with another’s, too late, twice, or with a changed response creates no session', async () => {
    const person = await buildPerson(server);
    const login = `back-${unique()}`;
    provider.accounts.set(login, { email: person.email, email_verified: true });
    const one = await leave();
    const back = new URL(await provider.visit(one.to, login));
    const address = `${back.pathname}${back.search}`;
    const tryWith = async (url: string, cookie: string) => {
      const answer = await get(url, cookie);
      expect(cookieOf(answer.headers, 'pokpong_session')).toBeNull();
      return answer.headers.location;
    };
    expect(await tryWith(address, '')).toBe('/login?error=expired');
    expect(await tryWith(address, 'pokpong_oauth=forged')).toBe('/login?error=expired');
    expect(await tryWith(address, (await leave()).memory)).toBe('/login?error=failed');
    expect(await tryWith(address.replace(/state=[^&]+/, 'state=other'), one.memory)).toBe('/login?error=failed');
    expect(
      await tryWith(
        `${back.pathname}?error=server_error&state=${back.searchParams.get('state')}&iss=${encodeURIComponent(provider.issuer)}`,
        one.memory,
      ),
    ).toBe('/login?error=failed');
    expect(await tryWith('/oauth/callback', one.memory)).toBe('/login?error=failed');
    server.clock.set(new Date(Date.now() + 10 * 60_000 + 1000));
    expect(await tryWith(address, one.memory)).toBe('/login?error=expired');
    server.clock.run();
    const good = await get(address, one.memory);
    expect(cookieOf(good.headers, 'pokpong_session')).not.toBeNull();
    expect(
      [good.headers['set-cookie']]
        .flat()
        .some((line) => String(line).startsWith('pokpong_oauth=; Path=/; Expires=Thu, 01 Jan 1970')),
    ).toBe(true);
    expect(await tryWith(address, one.memory)).toBe('/login?error=failed');
  });
});

test('if the provider is the only way to sign in, passwords are useless', async () => {
  const only = await buildServer({ ...env(provider.issuer), OIDC_ONLY: 'true' }, { databaseUrl: server.databaseUrl });
  const person = await buildPerson(only);
  const password = 'three purple elephants';
  await server.owner
    .updateTable('users')
    .set({ passwordHash: await hashPassword(password), emailVerifiedAt: new Date() })
    .where('id', '=', person.userId)
    .execute();
  const post = async (url: string, payload: object) => {
    const answer = await only.app.inject({ method: 'POST', url: `/api/v1${url}`, payload });
    return [answer.statusCode, answer.json<{ code?: string }>().code];
  };
  expect(await post('/auth/login', { email: person.email, password })).toEqual([403, 'auth.providerOnly']);
  expect(await post('/auth/login', { email: 'nobody@test.example', password })).toEqual([403, 'auth.providerOnly']);
  expect(await post('/auth/change-password', { email: person.email })).toEqual([403, 'auth.providerOnly']);
  expect(await post('/auth/reset-password', { token: 'x', password })).toEqual([403, 'auth.providerOnly']);
  const organization = { organizationName: 'a', workspaceName: 'b', name: 'c', email: 'd@test.example' };
  expect(await post('/auth/signup', organization)).toEqual([403, 'auth.signupClosed']);
  const link = await makeSignUpLink(only.deps, { whileEmpty: false });
  const complete = { ...organization, password, token: /#token=(.+)/.exec(link.url)![1] };
  expect(await post('/auth/signup/complete', complete)).toEqual([403, 'auth.providerOnly']);
  const { hash, token } = newToken();
  const { id, workspaceId } = await invite(`only-${unique()}@test.example`);
  await server.owner
    .updateTable('invitations')
    .set({ tokenHash: hash })
    .where('workspaceId', '=', workspaceId)
    .where('personnelId', '=', id)
    .execute();
  const stranger = await callerFor(only, null);
  await expect(stranger.auth.acceptInvitation({ token, password, name: 'x' })).rejects.toMatchObject({
    cause: { problem: { code: 'auth.providerOnly' } },
  });
  expect(await stranger.shell.config()).toMatchObject({ signup: 'closed', oidc: { only: true } });
  expect((await (await callerFor(only, person)).auth.proof()).by).toBe('signIn');

  const login = `only-${unique()}`;
  provider.accounts.set(login, { email: person.email, email_verified: true });
  expect((await signIn(login, '', only)).session?.userId).toBe(person.userId);
  await only.close();
});

test('without a provider, or with an unavailable one, the sign-in page reports it', async () => {
  const off = await buildServer({ PUBLIC_URL: HOME });
  expect((await leave('', off)).to).toBe('/login?error=off');
  expect((await get('/oauth/callback?code=x', '', off)).headers.location).toBe('/login?error=off');
  await off.close();
  const away = await buildServer(env('http://127.0.0.1:1'));
  expect((await leave('?locale=en', away)).to).toBe('/en/login?error=failed');
  await away.close();
});
