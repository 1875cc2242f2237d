import { randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import type { AppError } from '../../server/platform/errors.ts';
import { knownDevice } from '../../server/platform/auth/device.ts';
import { hashPassword, passwordProblem, verifyPassword } from '../../server/platform/auth/passwords.ts';
import { resolveSession } from '../../server/platform/auth/sessions.ts';
import { countTries, forgive, requireLeft, spend, triesOf } from '../../server/platform/auth/throttle.ts';
import { hashToken, newToken } from '../../server/platform/auth/tokens.ts';
import { backOff } from '../../server/platform/auth/tries.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { mailsOf, tokenIn } from '../mailbox.ts';

const PASSWORD = 'ม้าสีฟ้า-วิ่งริมทะเล-77';
const OTHER = 'a quiet river under 9 bridges';
const env = { MASTER_KEY: randomBytes(32).toString('base64'), PUBLIC_URL: 'http://pokpong.test' };

let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await buildServer(env);
  person = await buildPerson(server);
  await givePassword(person);
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
const post = (url: string, payload: object, headers: Record<string, string> = {}) =>
  server.app.inject({
    method: 'POST',
    url: `/api/v1${url}`,
    payload,
    headers: { 'accept-language': 'en', ...headers },
  });
const login = (email: string, password: string, headers?: Record<string, string>) =>
  post('/auth/login', { email, password }, headers);
const alive = (token: string) => resolveSession(server.deps.authDb, server.deps.config, token, server.deps.now());
/** A signed-out browser: stores the cookie it receives. */
function browser() {
  const jar: { token: string | null } = { token: null };
  return { jar, call: () => callerFor(server, null, { setSession: (token) => void (jar.token = token) }) };
}

describe('sign-in', () => {
  test('over REST returns a token for Authorization: Bearer, and sets the cookie', async () => {
    const answer = await login(`  ${person.email.toUpperCase()} `, PASSWORD);
    expect(answer.statusCode).toBe(200);
    const { accessToken, expiresAt } = answer.json<{ accessToken: string; expiresAt: string }>();
    expect(Date.parse(expiresAt)).toBeGreaterThan(Date.now() + 167 * 3_600_000);
    const me = await server.app.inject({
      url: `/api/v1/${person.workspaceId}/personnels/me`,
      headers: { authorization: `Bearer ${accessToken}` },
    });
    expect(me.json()).toEqual({
      decodedUserInfo: { id: person.userId, email: person.email },
      personnel: {
        id: person.personnelId,
        name: expect.any(String),
        email: person.email,
        phone: expect.any(String),
        photoId: null,
        roles: [10000],
        role_name: 'Admin',
      },
      locale: 'th',
      workspace: { id: person.workspaceId, name: expect.any(String) },
    });
    expect([answer.headers['set-cookie']].flat()).toContainEqual(
      expect.stringMatching(/^pokpong_session=\S+; Path=\/; Expires=.+; HttpOnly; SameSite=Lax/),
    );
    expect((await alive(accessToken))?.kind).toBe('api');
  });

  test('in a browser only sets the cookie, with a new id each time', async () => {
    const { jar, call } = browser();
    const answer = await (await call()).auth.signIn({ email: person.email, password: PASSWORD });
    expect(answer).toEqual({ expiresAt: expect.any(String) });
    const first = jar.token!;
    expect((await alive(first))?.kind).toBe('browser');
    await (
      await callerFor(server, { ...person, token: first }, { setSession: (token) => void (jar.token = token) })
    ).auth.signIn({ email: person.email, password: PASSWORD });
    expect(jar.token).not.toBe(first);
    expect(await alive(first)).toBeNull();
  });

  test('responds alike for a wrong password, an unknown address, no password and a disabled account', async () => {
    const bare = await buildPerson(server);
    const disabled = await buildPerson(server);
    await givePassword(disabled);
    await server.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.userId).execute();
    const answers = await Promise.all([
      login(person.email, OTHER),
      login('nobody@test.example', OTHER),
      login(bare.email, OTHER),
      login(disabled.email, PASSWORD),
    ]);
    for (const answer of answers) {
      expect(answer.statusCode).toBe(401);
      expect(answer.body).toBe(answers[0]!.body);
      expect(answer.headers['set-cookie']).toBeUndefined();
    }
    expect(answers[0]!.json()).toMatchObject({
      code: 'auth.wrong',
      message: 'The email or password is wrong. Try again, or reset your password.',
    });
  });

  test('refuses invalid input with the field named', async () => {
    for (const [payload, field] of [
      [{}, 'email'],
      [{ email: 'x', password: 'y' }, 'email'],
      [{ email: person.email }, 'password'],
      [{ email: person.email, password: 'x'.repeat(1001) }, 'password'],
      [{ email: ['a@b.example'], password: 'x' }, 'email'],
    ] as const) {
      const answer = await post('/auth/login', payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        name: 'ValidationException',
        issues: expect.arrayContaining([expect.objectContaining({ path: [field] })]),
      });
    }
  });

  test('is not possible over a socket', async () => {
    const caller = await callerFor(server, null, { transport: 'ws' });
    await expect(caller.auth.signIn({ email: person.email, password: PASSWORD })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });
});

describe('the rate limit', () => {
  test('evaluates ten passwords per account, across two nodes, and returns how long to wait', async () => {
    const other = await buildServer(env, { databaseUrl: server.databaseUrl });
    const tries = Array.from({ length: 60 }, (_, number) =>
      (number % 2 ? other : server).app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: person.email, password: OTHER },
        headers: { 'x-forwarded-for': `10.0.0.${number}` },
      }),
    );
    const answers = await Promise.all(tries);
    expect(answers.filter(({ statusCode }) => statusCode === 401)).toHaveLength(10);
    const refused = answers.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(50);
    const { details } = refused[0]!.json<{ details: { seconds: number } }>();
    expect(details.seconds).toBeGreaterThan(0);
    expect(details.seconds).toBeLessThanOrEqual(900);
    expect((await login(person.email, PASSWORD)).statusCode).toBe(429);
    await other.close();
  });

  test('permits nobody to lock out another: neither from elsewhere, nor, from known addresses, from a neighbouring one', async () => {
    const proxied = await buildServer({ ...env, TRUST_PROXY: 'true' }, { databaseUrl: server.databaseUrl });
    const from = (address: string, password: string, cookie = '') =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: person.email, password },
        headers: { 'x-forwarded-for': address, cookie, origin: 'http://pokpong.test' },
      });
    for (let place = 0; place < 3; place += 1)
      for (let tries = 0; tries < 11; tries += 1)
        expect((await from(`203.0.113.${place}`, OTHER)).statusCode).toBe(tries < 10 ? 401 : 429);
    const own = await from('198.51.100.1', PASSWORD);
    expect(own.statusCode).toBe(200);
    const device = /pokpong_device=[^;]+/.exec(String(own.headers['set-cookie']))![0];

    // Somebody at the same address uses up its attempts; the known browser has separate ones.
    for (let tries = 0; tries < 10; tries += 1) await from('198.51.100.1', OTHER);
    expect((await from('198.51.100.1', PASSWORD)).statusCode).toBe(429);
    expect((await from('198.51.100.1', PASSWORD, `${device}x`)).statusCode).toBe(429);
    expect((await from('198.51.100.1', PASSWORD, device)).statusCode).toBe(200);
    for (let tries = 0; tries < 10; tries += 1)
      expect((await from('198.51.100.1', OTHER, device)).statusCode).toBe(401);
    expect((await from('198.51.100.1', PASSWORD, device)).statusCode).toBe(429);
    // For another account the browser is unknown.
    const value = device.split('=')[1]!;
    expect(knownDevice(server.deps.keyring, value, person.email)).not.toBeNull();
    expect(knownDevice(server.deps.keyring, value, 'other@test.example')).toBeNull();
    await proxied.close();
  });

  test('slows down an account attacked from everywhere, increasingly, up to some seconds', () => {
    expect([0, 10, 20, 21, 30, 40, 70, 400].map(backOff)).toEqual([0, 0, 0, 250, 500, 1000, 8000, 8000]);
  });

  test('counts a network of IPv6 addresses as one', async () => {
    const proxied = await buildServer({ ...env, TRUST_PROXY: 'true' }, { databaseUrl: server.databaseUrl });
    const from = (address: string) =>
      proxied.app.inject({
        method: 'POST',
        url: '/api/v1/auth/login',
        payload: { email: person.email, password: OTHER },
        headers: { 'x-forwarded-for': address },
      });
    for (let host = 1; host <= 10; host += 1) expect((await from(`2001:db8:7:7::${host}`)).statusCode).toBe(401);
    expect((await from('2001:db8:7:7:ffff::1')).statusCode).toBe(429);
    expect((await from('2001:db8:7:8::1')).statusCode).toBe(401);
    await proxied.close();
  });

  test('is the same for an address without an account', async () => {
    for (let tries = 0; tries < 10; tries += 1)
      expect((await login('nobody@test.example', OTHER)).statusCode).toBe(401);
    expect((await login('nobody@test.example', OTHER)).statusCode).toBe(429);
  });

  test('is reset after signing in', async () => {
    for (let tries = 0; tries < 9; tries += 1) await login(person.email, OTHER);
    expect((await login(person.email, PASSWORD)).statusCode).toBe(200);
    for (let tries = 0; tries < 10; tries += 1) expect((await login(person.email, OTHER)).statusCode).toBe(401);
  });

  test('counts callers by address, and a forged X-Forwarded-For is not another caller', async () => {
    const limit = { name: 'signIn.address', max: 100, seconds: 900 };
    for (let tries = 0; tries < 100; tries += 1) await spend(server.deps, limit, '127.0.0.1');
    const answer = await login('someone@test.example', OTHER, { 'x-forwarded-for': '203.0.113.7' });
    expect(answer.statusCode).toBe(429);
    await forgive(server.deps, limit, '127.0.0.1');
    expect((await login('someone@test.example', OTHER)).statusCode).toBe(401);
  });

  test('never exceeds its number in any window, and refused attempts do not extend it', async () => {
    let now = Date.parse('2026-11-20T00:00:00Z');
    const deps = { authDb: server.deps.authDb, keyring: server.deps.keyring, now: () => new Date(now) };
    const limit = { name: 'test', max: 3, seconds: 60 };
    const passed: number[] = [];
    for (let second = 0; second < 400; second += 7) {
      now = Date.parse('2026-11-20T00:00:00Z') + second * 1000;
      await spend(deps, limit, 'x').then(
        () => passed.push(second),
        () => {},
      );
    }
    for (const start of passed)
      expect(passed.filter((second) => second >= start && second < start + 60).length).toBeLessThanOrEqual(3);
    expect(passed.length).toBeGreaterThan(10);
  });

  test('never refuses attempts at half its rate, and lets in again after the time that a refusal names', async () => {
    const start = Date.parse('2026-11-20T00:00:00Z');
    let now = start;
    const deps = { authDb: server.deps.authDb, keyring: server.deps.keyring, now: () => new Date(now) };
    const limit = { name: 'test.steady', max: 5, seconds: 60 };
    for (let tries = 0; tries < 30; tries += 1, now += 24_000) {
      await spend(deps, limit, 'office');
      expect(await triesOf(deps, limit, 'office')).toBeLessThanOrEqual(3);
    }
    for (let tries = 0; tries < 3; tries += 1) await spend(deps, limit, 'office');
    const { problem } = (await spend(deps, limit, 'office').catch((error: unknown) => error)) as AppError;
    expect(await triesOf(deps, limit, 'office')).toBe(limit.max + 1);
    const { seconds } = problem.details as { seconds: number };
    expect(seconds).toBeLessThan(limit.seconds / 2);
    await expect(requireLeft(deps, limit, 'office')).rejects.toMatchObject({ problem: { details: { seconds } } });
    now += (seconds - 1) * 1000;
    await expect(spend(deps, limit, 'office')).rejects.toMatchObject({ problem: { code: 'tooMany' } });
    now += 1000;
    await spend(deps, limit, 'office');
    expect(await countTries(deps, limit, 'office')).toBe(limit.max + 1);
  });

  test('stores no names in the database', async () => {
    await login(person.email, OTHER);
    const keys = JSON.stringify(await server.owner.selectFrom('throttles').selectAll().execute());
    expect(keys).not.toContain(person.email);
    expect(keys).not.toContain('127.0.0.1');
  });
});

describe('sign-out', () => {
  test('ends the session and clears the cookie, by both calls', async () => {
    for (const call of [
      { method: 'GET', url: '/api/v1/logout' },
      { method: 'POST', url: `/api/v1/${person.workspaceId}/personnels/logout` },
    ] as const) {
      const { accessToken } = (await login(person.email, PASSWORD)).json<{ accessToken: string }>();
      const answer = await server.app.inject({ ...call, headers: { authorization: `Bearer ${accessToken}` } });
      expect(answer.statusCode).toBe(200);
      expect(String(answer.headers['set-cookie'])).toContain('pokpong_session=; Path=/; Expires=Thu, 01 Jan 1970');
      expect(await alive(accessToken)).toBeNull();
      expect(
        (await server.app.inject({ ...call, headers: { authorization: `Bearer ${accessToken}` } })).statusCode,
      ).toBe(401);
    }
  });

  test('requires a session and membership of the workspace', async () => {
    const nobody = await callerFor(server, null);
    await expect(nobody.auth.signOut()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(nobody.auth.signOutPersonnel({ ws: person.workspaceId })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
    await expect(
      (await callerFor(server, person)).auth.signOutPersonnel({ ws: (await buildWorkspace(server)).id }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the profile', () => {
  test('is restricted to personnel of the workspace', async () => {
    const stranger = await buildPerson(server);
    const ws = person.workspaceId;
    await expect((await callerFor(server, null)).auth.profile({ ws })).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect((await callerFor(server, stranger)).auth.profile({ ws })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect((await callerFor(server, person)).auth.profile({ ws: 'x' })).rejects.toMatchObject({
      code: 'BAD_REQUEST',
    });
  });

  test('stores the language', async () => {
    const caller = await callerFor(server, person);
    expect(await caller.auth.setLocale({ locale: 'en' })).toEqual({ done: true });
    expect((await (await callerFor(server, person)).auth.profile({ ws: person.workspaceId })).locale).toBe('en');
    await expect(caller.auth.setLocale({ locale: 'fr' as never })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await expect((await callerFor(server, null)).auth.setLocale({ locale: 'en' })).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });
});

describe('a forgotten password', () => {
  test('without an address: "Please fill your email."', async () => {
    for (const payload of [{}, { email: '' }, { email: '   ' }]) {
      const answer = await post('/auth/change-password', payload);
      expect(answer.statusCode).toBe(400);
      expect(answer.json()).toMatchObject({
        name: 'ValidationException',
        message: 'Please fill your email.',
        issues: [{ path: ['email'], reason: 'Please fill your email.' }],
      });
    }
    expect((await post('/auth/change-password', { email: 'nonsense' })).json()).toMatchObject({
      name: 'ValidationException',
      issues: [{ path: ['email'] }],
    });
  });

  test('responds alike for a known and an unknown address; only the known one receives a mail', async () => {
    const [known, unknown] = [
      await post('/auth/change-password', { email: person.email }),
      await post('/auth/change-password', { email: 'nobody@test.example' }),
    ];
    expect([known.statusCode, known.body]).toEqual([unknown.statusCode, unknown.body]);
    expect((await mailsOf(server)).map(({ to, kind }) => [to, kind])).toEqual([[person.email, 'passwordReset']]);
    const reset = await server.owner
      .selectFrom('passwordResets')
      .selectAll()
      .where('userId', '=', person.userId)
      .executeTakeFirstOrThrow();
    const token = tokenIn((await mailsOf(server))[0]);
    expect(reset.tokenHash).toBe(hashToken(token));
  });

  test('is reset once: all sessions end, the owner is notified, the link is used up, the other links too', async () => {
    const owner = await buildPerson(server);
    await givePassword(owner);
    const { accessToken } = (await login(owner.email, PASSWORD)).json<{ accessToken: string }>();
    for (let times = 0; times < 10; times += 1) await login(owner.email, OTHER);
    await post('/auth/change-password', { email: owner.email });
    await (await callerFor(server, owner)).auth.changePassword();
    const [first, second] = (await mailsOf(server, owner.email)).map(tokenIn);

    expect((await post('/auth/reset-password', { token: first, password: 'short' })).json()).toMatchObject({
      name: 'ValidationException',
      issues: [{ path: ['password'], reason: 'Use at least 12 characters.' }],
    });
    expect((await post('/auth/reset-password', { token: first, password: 'password-1234' })).json()).toMatchObject({
      code: 'auth.weakPassword',
      issues: [{ path: ['password'] }],
    });
    const both = await Promise.all([
      post('/auth/reset-password', { token: first, password: OTHER }),
      post('/auth/reset-password', { token: first, password: OTHER }),
    ]);
    expect(both.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 400]);

    expect(await alive(accessToken)).toBeNull();
    expect(await alive(owner.token)).toBeNull();
    expect((await mailsOf(server, owner.email)).map(({ kind }) => kind)).toContain('passwordChanged');
    for (const token of [first, second])
      expect((await post('/auth/reset-password', { token, password: OTHER })).json()).toMatchObject({
        code: 'auth.resetInvalid',
      });
    expect((await login(owner.email, OTHER)).statusCode).toBe(200);
  });

  test('cannot be reset with a link older than an hour, or a forged one', async () => {
    const start = new Date();
    server.clock.set(start);
    await post('/auth/change-password', { email: person.email });
    const token = tokenIn((await mailsOf(server, person.email))[0]);
    server.clock.set(new Date(start.getTime() + 3_600_000));
    expect((await post('/auth/reset-password', { token, password: OTHER })).json()).toMatchObject({
      code: 'auth.resetInvalid',
    });
    server.clock.run();
    expect((await post('/auth/reset-password', { token: newToken().token, password: OTHER })).statusCode).toBe(400);
    expect((await post('/auth/reset-password', { password: OTHER })).json()).toMatchObject({
      name: 'ValidationException',
    });
  });

  test('can be requested five times an hour at most', async () => {
    const answers = [];
    for (let times = 0; times < 6; times += 1)
      answers.push((await post('/auth/change-password', { email: 'nobody@test.example' })).statusCode);
    expect(answers).toEqual([200, 200, 200, 200, 200, 429]);
    await expect((await callerFor(server, null)).auth.changePassword()).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

describe('passwords', () => {
  const problem = (password: string) => passwordProblem(password, { email: 'somchai.dee@test.example' });

  test('are refused when easy to guess', () => {
    const easy = [
      'password1234',
      'P@ssw0rd2026!',
      'Welcome-12345',
      'aaaaaaaaaaaa',
      'abcabcabcabc',
      '123412341234',
      '123456789012',
      'qwertyuiop12',
      'QwertyUiop[]12',
      'zxcvbnm12345',
      'somchai.dee-2026',
      'iloveyou2026!!',
      'Bangkok@2569!',
      'Thailand123456',
      'admin-admin-99',
      'correcthorsebatterystaple',
      'pokpong-2026!!',
      'ฟหกดเ้่าสวฟห',
    ];
    expect(easy.filter((password) => problem(password) === null)).toEqual([]);
  });

  test('are refused if they are among the million most used, unchanged or surrounded by digits and signs', () => {
    const used = [
      'unbelievable',
      'Professional',
      'counterstrike',
      'MERCEDESBENZ',
      'wolfman20000',
      'PolniyPizdec0211',
      'Xlh7DH3Dk97QQ',
      '2026-entertainment!',
      '*Pumpernickel-99*',
    ];
    expect(used.filter((password) => problem(password) !== 'errors:passwordCommon')).toEqual([]);
  });

  test('are accepted if they are not', () => {
    const good = [
      PASSWORD,
      OTHER,
      'x7$kQ9!mZr2&pL',
      'three purple elephants',
      'กาแฟร้อนสองแก้วตอนเช้า',
      'correct horse staple battery',
    ];
    expect(good.filter((password) => problem(password) !== null)).toEqual([]);
  });

  test('are equal however the keyboard composed them', async () => {
    const hash = await hashPassword('น้ำใสไหลเย็นเห็นตัวปลา');
    expect(hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    expect(await verifyPassword(hash, 'น้ําใสไหลเย็นเห็นตัวปลา'.normalize('NFD'))).toBe(true);
    expect(await verifyPassword(hash, 'อื่นๆ ที่ไม่ใช่')).toBe(false);
    expect(await verifyPassword(null, 'anything')).toBe(false);
  });
});
