import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { cookieLine, credentialOf, mustBeSecure, sessionCookie } from '../../server/platform/auth/cookies.ts';
import { hashPassword } from '../../server/platform/auth/passwords.ts';
import {
  createSession,
  endSession,
  endSessionsOfUser,
  renewSessionsOfUser,
  resolveSession,
  rotateSession,
} from '../../server/platform/auth/sessions.ts';
import { hashToken } from '../../server/platform/auth/tokens.ts';
import { sweep } from '../../server/platform/jobs/sweep.ts';
import { buildPerson, buildServer, callerFor, type Person, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { pgListener } from '../listen.ts';

const PASSWORD = 'ม้าสีฟ้า-วิ่งริมทะเล-77';
let server: TestServer;
let person: Person;
beforeAll(async () => {
  server = await buildServer({ SESSION_IDLE_HOURS: '2', SESSION_MAX_HOURS: '10' });
  person = await buildPerson(server);
});
afterAll(() => server.close());

const START = new Date('2026-11-20T02:00:00Z');
const later = (minutes: number) => new Date(START.getTime() + minutes * 60_000);
const make = (kind: 'browser' | 'api' = 'browser', now = START) =>
  createSession(server.deps.authDb, server.deps.config, { userId: person.userId, kind, now });
/** Until so many transactions of this database wait for a lock. */
const waiting = (count: number) =>
  expect
    .poll(async () => {
      const { rows } = await sql<{ n: number }>`select count(*)::int as n from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(server.owner);
      return rows[0]!.n;
    })
    .toBe(count);
const resolve = (token: string, now = START) => resolveSession(server.deps.authDb, server.deps.config, token, now);

describe('a session', () => {
  test('is identified by its token and stored only as SHA-256', async () => {
    const { token, session, expiresAt } = await make();
    expect(session).toMatchObject({ userId: person.userId, email: person.email, kind: 'browser' });
    expect(expiresAt).toEqual(later(600));
    expect(await resolve(token)).toEqual(session);
    const row = await server.owner
      .selectFrom('sessions')
      .selectAll()
      .where('handle', '=', session.handle)
      .executeTakeFirstOrThrow();
    expect(row.idHash).toBe(hashToken(token));
    expect(JSON.stringify(row)).not.toContain(token);
  });

  test('is not opened by its hash, its handle or an arbitrary value', async () => {
    const { token, session } = await make();
    for (const wrong of [hashToken(token), session.handle, '', 'x'.repeat(5000), "' or 1=1 --", '\u0000'])
      expect(await resolve(wrong).catch(() => null)).toBeNull();
  });

  test('ends when idle, continues while used, and ends at its absolute end anyway', async () => {
    const { token } = await make();
    expect(await resolve(token, later(119))).not.toBeNull();
    expect(await resolve(token, later(119 + 121))).toBeNull();

    const used = await make();
    for (let minutes = 100; minutes < 600; minutes += 100)
      expect(await resolve(used.token, later(minutes)), String(minutes)).not.toBeNull();
    expect((await resolve(used.token, later(590)))?.expiresAt).toBe(later(600).toISOString());
    expect(await resolve(used.token, later(600))).toBeNull();
  });

  test('ends by its handle, on every node immediately', async () => {
    const listener = await pgListener(server.databaseUrl, 'pokpong_revoked');
    const { token, session } = await make();
    await endSession(server.deps.authDb, session.handle);
    expect(await resolve(token)).toBeNull();
    await expect.poll(() => listener.payloads).toContainEqual({ userId: person.userId, handle: session.handle });
    await listener.close();
  });

  test('that is opened or rotated while all of its user end does not outlive them', async () => {
    const { authDb, config } = server.deps;
    const other = await buildPerson(server);
    const { token, session } = await createSession(authDb, config, {
      userId: other.userId,
      kind: 'browser',
      now: START,
    });
    await renewSessionsOfUser(authDb, other.userId);
    const { ended, rotated } = await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', other.userId).forUpdate().execute();
      const rotating = rotateSession(authDb, config, session, START);
      await waiting(1);
      const ending = endSessionsOfUser(authDb, other.userId);
      await waiting(2);
      return { rotated: rotating, ended: ending };
    });
    await ended;
    const fresh = await rotated;
    expect(fresh && (await resolve(fresh.token))).toBeNull();
    expect(await resolve(token)).toBeNull();
  });

  test('is not opened by a password that was replaced since it was checked', async () => {
    const other = await buildPerson(server);
    const [before, after] = await Promise.all([hashPassword(PASSWORD), hashPassword('a quiet river under 9 bridges')]);
    await server.owner.updateTable('users').set({ passwordHash: before }).where('id', '=', other.userId).execute();
    const signingIn = await server.owner.transaction().execute(async (trx) => {
      await trx.selectFrom('users').select('id').where('id', '=', other.userId).forUpdate().execute();
      const attempt = refusal(
        callerFor(server, null).then(({ auth }) => auth.signIn({ email: other.email, password: PASSWORD })),
      );
      await waiting(1);
      await trx.updateTable('users').set({ passwordHash: after }).where('id', '=', other.userId).execute();
      await trx.deleteFrom('sessions').where('userId', '=', other.userId).execute();
      return { attempt };
    });
    expect(await signingIn.attempt).toMatchObject({ code: 'auth.wrong' });
    const left = await server.owner
      .selectFrom('sessions')
      .select('handle')
      .where('userId', '=', other.userId)
      .execute();
    expect(left).toEqual([]);
  });

  test('all of a user end but one', async () => {
    const [stored, other] = [await make(), await make('api')];
    await endSessionsOfUser(server.deps.authDb, person.userId, stored.session.handle);
    expect(await resolve(stored.token)).not.toBeNull();
    expect(await resolve(other.token)).toBeNull();
  });

  test('receives a new id when the role changes: same handle, the old id ends soon; REST clients retain theirs', async () => {
    const [browser, api] = [await make(), await make('api')];
    await renewSessionsOfUser(server.deps.authDb, person.userId);
    expect((await resolve(api.token))?.renew).toBeUndefined();
    const marked = await resolve(browser.token);
    expect(marked?.renew).toBe(true);
    const rotated = await rotateSession(server.deps.authDb, server.deps.config, marked!, later(1));
    expect(rotated?.token).not.toBe(browser.token);
    expect(rotated?.session.handle).toBe(browser.session.handle);
    expect(rotated?.expiresAt).toEqual(browser.expiresAt);
    expect(rotated?.session.renew).toBeUndefined();
    expect(await rotateSession(server.deps.authDb, server.deps.config, marked!, later(1))).toBeNull();
    expect(await resolve(browser.token, later(1.2))).not.toBeNull();
    expect(await resolve(browser.token, later(1.6))).toBeNull();
    expect(await resolve(rotated!.token, later(2))).not.toBeNull();
  });

  test('is moved to its new id by the next response to the browser', async () => {
    const { token } = await make('browser', new Date());
    await renewSessionsOfUser(server.deps.authDb, person.userId);
    const ask = (cookie: string) =>
      server.app.inject({
        url: `/api/v1/${person.workspaceId}/personnels/me`,
        headers: { cookie: `pokpong_session=${cookie}` },
      });
    const answers = await Promise.all([ask(token), ask(token), ask(token)]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200]);
    const ids = answers
      .map(({ headers }) => /pokpong_session=([^;]+)/.exec(String(headers['set-cookie'] ?? ''))?.[1])
      .filter(Boolean);
    expect(ids).toHaveLength(1);
    expect(ids[0]).not.toBe(token);
    const next = await ask(ids[0]!);
    expect([next.statusCode, next.headers['set-cookie']]).toEqual([200, undefined]);
  });

  test('of a disabled user opens nothing', async () => {
    const other = await buildPerson(server);
    await server.owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', other.userId).execute();
    expect(await resolve(other.token, new Date())).toBeNull();
    await expect(
      createSession(server.deps.authDb, server.deps.config, { userId: other.userId, kind: 'api', now: new Date() }),
    ).rejects.toThrow();
  });

  test('of suspended personnel loses the workspace immediately', async () => {
    const suspended = await buildPerson(server);
    const ws = suspended.workspaceId;
    expect((await (await callerFor(server, suspended)).auth.profile({ ws })).personnel.id).toBe(suspended.personnelId);
    await server.owner
      .updateTable('personnel')
      .set({ status: 'suspended' })
      .where('id', '=', suspended.personnelId)
      .execute();
    await expect((await callerFor(server, suspended)).auth.profile({ ws })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });
});

describe('cookies', () => {
  test('are HttpOnly, Lax, for the entire site, and Secure except on this machine', () => {
    const line = sessionCookie('a'.repeat(40), new Date('2026-11-21T00:00:00Z'), true);
    expect(line).toBe(
      `__Host-pokpong_session=${'a'.repeat(40)}; Path=/; Expires=Sat, 21 Nov 2026 00:00:00 GMT; HttpOnly; SameSite=Lax; Secure`,
    );
    expect(sessionCookie(null, undefined, false)).toContain('Expires=Thu, 01 Jan 1970');
    expect(cookieLine('x', 'y', { expires: new Date(0), secure: false })).toBe(
      'x=y; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT; HttpOnly; SameSite=Lax',
    );
    const secure = (protocol: string, hostname: string, publicUrl?: string) =>
      mustBeSecure({ protocol, hostname }, publicUrl);
    expect([
      secure('http', 'localhost'),
      secure('http', '127.0.0.1'),
      secure('https', 'localhost'),
      secure('http', 'pokpong.example'),
    ]).toEqual([false, false, true, true]);
    // The configured address of the product decides, not what a proxy or a caller claims about the connection.
    expect([
      secure('http', 'localhost', 'https://pokpong.example'),
      secure('http', 'pokpong.example', 'https://pokpong.example'),
      secure('http', 'intranet', 'http://intranet'),
    ]).toEqual([true, true, false]);
  });

  test('are only used without a token, and an invalid value is no token', () => {
    const token = 'b'.repeat(40);
    const cookie = `a=1; pokpong_session=${token}`;
    expect(credentialOf({ cookie }, false)).toEqual({ token, from: 'cookie' });
    expect(credentialOf({ cookie, authorization: `Bearer ${'c'.repeat(40)}` }, false)).toEqual({
      token: 'c'.repeat(40),
      from: 'token',
    });
    expect(credentialOf({ cookie, authorization: 'Bearer x' }, false)).toEqual({ token: null, from: 'token' });
    expect(credentialOf({ authorization: `bearer ${token}` }, false).token).toBe(token);
    expect(credentialOf({ cookie, authorization: `Basic ${token}` }, false)).toEqual({ token, from: 'cookie' });
    expect(credentialOf({ cookie: 'pokpong_session=short' }, false).token).toBeNull();
    expect(credentialOf({}, false)).toEqual({ token: null, from: 'cookie' });
  });

  test('with another name than the host-only one are ignored where it is Secure', () => {
    const token = 'b'.repeat(40);
    expect(credentialOf({ cookie: `pokpong_session=${token}` }, true).token).toBeNull();
    expect(credentialOf({ cookie: `__Host-pokpong_session=${token}` }, true).token).toBe(token);
  });
});

test('the clean-up removes expired ones, and nothing else', async () => {
  const { owner, deps } = server;
  const now = new Date('2027-02-01T00:00:00Z');
  const ago = (days: number) => new Date(now.getTime() - days * 86_400_000);
  const alive = await make('api', now);
  await owner
    .insertInto('passwordResets')
    .values([
      { tokenHash: 'old', userId: person.userId, expiresAt: ago(2) },
      { tokenHash: 'open', userId: person.userId, expiresAt: ago(-1) },
    ])
    .execute();
  await owner
    .insertInto('signUps')
    .values([
      { tokenHash: 'old', expiresAt: ago(2) },
      { tokenHash: 'open', expiresAt: ago(-1) },
    ])
    .execute();
  await owner
    .insertInto('throttles')
    .values([
      { key: 'old', hits: 1, endsAt: ago(1) },
      { key: 'open', hits: 1, endsAt: ago(-1) },
    ])
    .execute();
  const mail = { kind: 'welcome', payload: Buffer.alloc(0) };
  const mails = [
    ['sent', 31],
    ['sent', 29],
    ['waiting', 31],
    ['kept', 31],
  ] as const;
  await owner
    .insertInto('mails')
    .values(mails.map(([status, days]) => ({ ...mail, id: crypto.randomUUID(), status, createdAt: ago(days) })))
    .execute();

  const [one, two] = await Promise.all([sweep(deps, now), sweep(deps, now)]);
  expect([one, two].filter(Boolean).length).toBeGreaterThan(0);
  const count = async (table: 'passwordResets' | 'signUps' | 'throttles' | 'mails' | 'sessions') =>
    (await owner.selectFrom(table).selectAll().execute()).length;
  expect(await count('passwordResets')).toBe(1);
  expect(await count('signUps')).toBe(1);
  expect(await count('throttles')).toBe(1);
  expect(await count('mails')).toBe(2);
  expect(await count('sessions')).toBe(1);
  expect(await resolve(alive.token, now)).not.toBeNull();
});
