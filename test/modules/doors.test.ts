import { randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { connect } from 'node:net';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { buildApp } from '../../server/app.ts';
import { modules } from '../../server/modules/index.ts';
import { toErrorBody } from '../../server/platform/errors.ts';
import { restCalls } from '../../server/platform/http/rest.ts';
import { createSession } from '../../server/platform/auth/sessions.ts';
import { createLive } from '../../server/platform/live/index.ts';
import { appRouter } from '../../server/router.ts';
import { Turns } from '../../server/platform/trpc/turns.ts';
import { type BuiltForm, buildConsentForm } from '../helpers/consents.ts';
import { buildPerson, buildServer, type Person, type TestServer } from '../factories.ts';

/** The checks of every request before any of it is read, whichever route it is for. */
let server: TestServer;
let person: Person;
let form: BuiltForm;
let cookie: string;

beforeAll(async () => {
  server = await buildServer({ PUBLIC_URL: 'https://pokpong.example' });
  person = await buildPerson(server, { role: 'Admin' });
  form = await buildConsentForm(server, person);
  const { token } = await createSession(server.deps.authDb, server.deps.config, {
    userId: person.userId,
    kind: 'browser',
    now: new Date(),
  });
  cookie = `__Host-pokpong_session=${token}`;
});
afterAll(() => server.close());

const bearer = () => ({ authorization: `Bearer ${person.token}` });
const FROM_OURS = { origin: 'https://pokpong.example' };

describe('bytes that are not UTF-8', () => {
  // The first two letters of "กา" in windows-874.
  const THAI_874 = Buffer.from([0xa1, 0xd2]);
  const bodyOf = (bytes: Buffer) =>
    Buffer.concat([
      Buffer.from('{"uid":"'),
      bytes,
      Buffer.from(`","consentUUID":"${form.id}","consentVersion":1,"action":"ALL"}`),
    ]);
  const json = (type = 'application/json') => ({ 'content-type': type, ...bearer() });

  const JSON_ROUTES = (): [string, string][] => [
    ['a submission of consent', `/api/v1/${form.workspaceId}/user-consents`],
    ['a look-up of consent', `/api/v1/${form.workspaceId}/user-consents/consent/${form.id}/version/1/get-user-consent`],
    ['a REST call', `/api/v1/${person.workspaceId}/purpose-categories`],
    ['a tRPC call', '/trpc/incidentReport.submit'],
    ['a sign-in', '/api/v1/auth/login'],
    ['encryption', '/encrypt-decrypt-api/v1/encrypt'],
  ];

  it('are refused with 400 in the body of every route that accepts JSON', async () => {
    for (const [what, url] of JSON_ROUTES()) {
      const answer = await server.app.inject({ method: 'POST', url, headers: json(), payload: bodyOf(THAI_874) });
      expect(answer.statusCode, what).toBe(400);
      expect(answer.body, what).toContain('encoding');
    }
  });

  it.each([
    'application/json; charset=windows-874',
    'application/json;charset="tis-620"',
    'application/json; charset=utf-16',
    'application/x-www-form-urlencoded; charset=latin1',
    'multipart/form-data; boundary=x; charset=windows-874',
  ])('and so is another charset: %s', async (type) => {
    for (const [what, url] of [...JSON_ROUTES(), ['an upload', '/files-api/v1/upload'] as const]) {
      const answer = await server.app.inject({ method: 'POST', url, headers: json(type), payload: '{"uid":"a"}' });
      expect(answer.statusCode, what).toBe(400);
      expect(answer.body, what).toContain('encoding');
    }
  });

  it('two people whose names would have become equal are separate, in UTF-8', async () => {
    const url = `/api/v1/${form.workspaceId}/user-consents`;
    for (const uid of ['กา', 'ขา']) {
      const payload = bodyOf(Buffer.from(uid));
      const answer = await server.app.inject({
        method: 'POST',
        url,
        headers: json('application/json; charset=UTF-8'),
        payload,
      });
      expect(answer.statusCode).toBe(201);
    }
    const found = await server.owner
      .selectFrom('userConsents')
      .select('uid')
      .where('consentId', '=', form.id)
      .execute();
    expect(new Set(found.map(({ uid }) => uid.toString('hex'))).size).toBe(2);
  });

  it.each(['%a1%d2', 'a%ff', '%e0%b8', '%ed%a0%80', '%c0%af'])('are refused in an address: %s', async (escaped) => {
    for (const url of [
      `/api/v1/${person.workspaceId}/purpose-categories?query=${escaped}`,
      `/api/v1/${person.workspaceId}/purpose-categories/${escaped}`,
      `/trpc/shell.now?input=${escaped}`,
    ]) {
      const answer = await server.app.inject({ method: 'GET', url, headers: bearer() });
      expect(answer.statusCode, url).toBe(400);
    }
    const fine = `/api/v1/${person.workspaceId}/purpose-categories?query=${encodeURIComponent('กา')}%&x=100%`;
    expect((await server.app.inject({ method: 'GET', url: fine, headers: bearer() })).statusCode).toBe(200);
  });

  it('are refused in the fields of a form', async () => {
    const part = (name: string, value: Buffer) =>
      Buffer.concat([
        Buffer.from(`--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n`),
        value,
        Buffer.from('\r\n'),
      ]);
    const file = Buffer.from(
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc\r\n--x--\r\n',
    );
    const multipart = Buffer.concat([part('note', THAI_874), part('workspace', Buffer.from(person.workspaceId)), file]);
    const encoded = `workspace=${person.workspaceId}&name=%a1%d2.txt&data=YWJj`;
    for (const [type, payload] of [
      ['multipart/form-data; boundary=x', multipart],
      ['application/x-www-form-urlencoded', encoded],
    ] as const) {
      const answer = await server.app.inject({
        method: 'POST',
        url: '/files-api/v1/upload',
        headers: json(type),
        payload,
      });
      expect([answer.statusCode, answer.json<{ code: string }>().code], type).toEqual([400, 'encoding']);
    }
  });
});

describe('requests with a cookie must come from our own pages', () => {
  const change = (headers: Record<string, string>) =>
    server.app.inject({
      method: 'POST',
      url: `/api/v1/${person.workspaceId}/purpose-categories`,
      headers,
      payload: { name: { th: `หมวด ${randomUUIDv7()}`, en: '' }, description: { th: '', en: '' } },
    });

  it('and no header of another kind of sign-in changes that', async () => {
    const site = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' };
    for (const authorization of ['Basic YTpi', 'x', 'Bearer', 'Digest a="b"'])
      expect((await change({ cookie, authorization, ...site })).statusCode, authorization).toBe(403);
    expect((await change({ cookie, ...FROM_OURS })).statusCode).not.toBe(403);
    // A page does not send a token automatically; the cookie beside it does not count.
    expect((await change({ cookie, ...bearer(), ...site })).statusCode).not.toBe(403);
    expect((await change({ cookie, authorization: 'Bearer nonsense', ...FROM_OURS })).statusCode).toBe(401);
  });

  it('also sign-out by an address, which a link on any page or in a mail could open', async () => {
    const { token } = await createSession(server.deps.authDb, server.deps.config, {
      userId: person.userId,
      kind: 'browser',
      now: new Date(),
    });
    const own = `__Host-pokpong_session=${token}`;
    const logout = (headers: Record<string, string>) =>
      server.app.inject({ method: 'GET', url: '/api/v1/logout', headers: { cookie: own, ...headers } });
    const links: Record<string, string>[] = [
      { 'sec-fetch-site': 'cross-site' },
      { 'sec-fetch-site': 'same-site' },
      { 'sec-fetch-site': 'none' },
      { referer: 'https://evil.example/a' },
      {},
    ];
    for (const headers of links) expect((await logout(headers)).statusCode, JSON.stringify(headers)).toBe(403);
    expect((await logout({ referer: 'https://pokpong.example/dashboard' })).statusCode).toBe(200);
    expect((await logout({ 'sec-fetch-site': 'same-origin' })).statusCode).toBe(401);
  });
});

it('cookies are Secure and host-only if the public address is https, whatever the connection', async () => {
  const answer = await server.app.inject({
    method: 'GET',
    url: '/api/v1/logout',
    headers: { ...bearer(), host: 'localhost' },
  });
  expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-pokpong_session=; Path=\/; .*; Secure$/);
  person = await buildPerson(server, { role: 'Admin', workspaceId: person.workspaceId });
});

it('no response of a REST call is cached', async () => {
  const ids = (url: string) => url.replace('{ws}', person.workspaceId).replaceAll(/\{(\w+)\}/g, randomUUIDv7());
  for (const { meta, url } of restCalls(appRouter)) {
    if (meta.rest.method !== 'GET' || url.endsWith('/logout')) continue;
    const answer = await server.app.inject({ method: 'GET', url: ids(url), headers: bearer() });
    expect(answer.headers['cache-control'], url).toBe('no-store');
  }
});

describe('a caller without a session', () => {
  const large = (bytes: number) => JSON.stringify({ email: 'a@b.example', password: 'x'.repeat(bytes) });
  const post = (url: string, payload: string, headers: Record<string, string> = {}) =>
    server.app.inject({ method: 'POST', url, payload, headers: { 'content-type': 'application/json', ...headers } });

  it('may send no more than the call needs', async () => {
    for (const url of ['/api/v1/auth/login', '/trpc/auth.signIn', '/trpc/incidentReport.open', '/api/v1/nothing']) {
      expect((await post(url, large(17 * 1024))).statusCode, url).toBe(413);
      // An invalid cookie makes no difference.
      expect(
        (await post(url, large(17 * 1024), { cookie: `__Host-pokpong_session=${'x'.repeat(40)}`, ...FROM_OURS }))
          .statusCode,
      ).toBe(413);
    }
    expect((await post('/trpc/auth.signIn', large(900))).statusCode).toBe(401);
    expect((await post('/trpc/auth.signIn', large(17 * 1024), bearer())).statusCode).toBe(400);
    // A report may be long, and is processed.
    expect((await post('/trpc/incidentReport.submit', large(100 * 1024))).statusCode).toBe(400);
    expect((await post('/trpc/incidentReport.submit', large(130 * 1024))).statusCode).toBe(413);
  });

  it('gets a hundred errors at most, however many values are invalid', async () => {
    const { error } = z.array(z.uuid()).safeParse(Array.from({ length: 4000 }, () => ''));
    const { status, body } = toErrorBody(error, 'en');
    expect([status, body.issues?.length]).toEqual([400, 100]);
    // A list that is too long is refused before its entries are checked.
    const answer = await post(
      `/api/v1/${form.workspaceId}/user-consents`,
      JSON.stringify({ uid: 'a', consentUUID: form.id, purposeUUIDs: Array.from({ length: 4000 }, () => '') }),
    );
    expect(answer.statusCode).toBe(400);
    expect(
      answer.json<{ issues: { path: string[] }[] }>().issues.filter(({ path }) => path[0] === 'purposeUUIDs'),
    ).toHaveLength(1);
  });

  it('is refused before their body is read', async () => {
    const own = await buildServer({}, { databaseUrl: server.databaseUrl });
    try {
      const call = (payload: string) =>
        own.app.inject({
          method: 'POST',
          url: '/trpc/incidentReport.open',
          payload,
          headers: { 'content-type': 'application/json' },
          remoteAddress: '2001:db8:1:2::1',
        });
      const answers = await Promise.all(Array.from({ length: 1200 }, () => call('{')));
      expect(answers.every(({ statusCode }) => statusCode === 400)).toBe(true);
      expect((await call('{')).statusCode).toBe(429);
      // Another address of the same network is the same caller; another network is not.
      const from = (remoteAddress: string) =>
        own.app.inject({ method: 'POST', url: '/trpc/incidentReport.open', payload: {}, remoteAddress });
      expect((await from('2001:db8:1:2:ffff::9')).statusCode).toBe(429);
      expect((await from('2001:db8:1:3::1')).statusCode).not.toBe(429);
    } finally {
      await own.close();
    }
  });
});

describe('an incomplete request', () => {
  it('is cut off: a body after its time limit, and anything longer than any upload', async () => {
    const { deps } = server;
    const live = createLive({
      config: deps.config,
      databaseUrl: server.databaseUrl,
      systemDb: deps.systemDb,
      authDb: deps.authDb,
      log: deps.log,
      now: deps.now,
    });
    const app = await buildApp({ deps, hub: live.hub, modules, bodyMs: 100 });
    await app.listen({ port: 0 });
    expect(app.server.requestTimeout).toBeGreaterThan(0);
    expect(app.server.headersTimeout).toBeGreaterThan(0);
    const send = (length: string) => {
      const socket = connect((app.server.address() as AddressInfo).port, 'localhost');
      socket.write(
        `POST /trpc/auth.signIn HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n${length}\r\n\r\n`,
      );
      return socket;
    };
    for (const length of ['Content-Length: 100', 'Transfer-Encoding: chunked']) {
      const socket = send(length).resume();
      socket.on('error', () => {});
      await once(socket, 'close');
    }
    // Of unknown length, and more than a caller without a session may send.
    const chunked = send('Transfer-Encoding: chunked');
    const piece = randomBytes(10 * 1024).toString('hex');
    chunked.write(`${piece.length.toString(16)}\r\n${piece}\r\n0\r\n\r\n`);
    const [answer] = (await once(chunked, 'data')) as [Buffer];
    expect(answer.toString()).toMatch(/^HTTP\/1\.1 413 /);
    chunked.destroy();
    await app.close();
  });
});

describe('calls of one user', () => {
  it('run concurrently up to a limit, the others in order, and leave connections for others', async () => {
    const turns = new Turns(2);
    const started: number[] = [];
    const ends: (() => void)[] = [];
    const call = (name: number, user: string) =>
      turns.take(user, () => {
        started.push(name);
        return new Promise<void>((resolve) => ends.push(resolve));
      });
    const calls = [call(1, 'a'), call(2, 'a'), call(3, 'a'), call(4, 'a'), call(5, 'b')];
    await Promise.resolve();
    expect(started).toEqual([1, 2, 5]);
    ends[0]!();
    await calls[0];
    await expect.poll(() => started).toEqual([1, 2, 5, 3]);
    for (const end of ends) end();
    await expect.poll(() => started).toEqual([1, 2, 5, 3, 4]);
    ends.at(-1)!();
    await Promise.all(calls);
  });

  it('a batch of many does not delay other users at the database', async () => {
    const other = await buildPerson(server, { role: 'Admin' });
    const release: (() => void)[] = [];
    // Occupies every connection that one user's calls may have.
    const holding = Array.from({ length: 30 }, () =>
      server.deps.turns.take(person.userId, async () => {
        await server.deps.db.connection().execute(() => new Promise((resolve) => release.push(resolve as () => void)));
      }),
    );
    let drain: NodeJS.Timeout | undefined;
    try {
      await expect.poll(() => release.length).toBeGreaterThan(0);
      const answer = await server.app.inject({
        method: 'GET',
        url: `/api/v1/${other.workspaceId}/purpose-categories`,
        headers: { authorization: `Bearer ${other.token}` },
      });
      expect(answer.statusCode).toBe(200);
    } finally {
      drain = setInterval(() => release.splice(0).forEach((end) => end()), 5);
    }
    await Promise.all(holding);
    clearInterval(drain);
  });
});

describe('response headers', () => {
  const named = (headers: object) => Object.keys(headers).filter((name) => name !== 'date' && name !== 'connection');

  it('for other sites are those of public responses, and for none of our own pages', async () => {
    const url = `/api/v1/${form.workspaceId}/user-consents`;
    const headers = { 'content-type': 'application/json', origin: 'https://shop.example', cookie };
    const payload = { uid: 'headers', name: '', consentUUID: form.id, consentVersion: 1, action: 'ALL' };
    for (const [body, status] of [
      [payload, 201],
      [{}, 400],
    ] as const) {
      const answer = await server.app.inject({ method: 'POST', url, headers, payload: body });
      expect(answer.statusCode).toBe(status);
      expect(named(answer.headers).toSorted()).toEqual([
        'access-control-allow-origin',
        'access-control-expose-headers',
        'cache-control',
        'content-length',
        'content-security-policy',
        'content-type',
        'cross-origin-resource-policy',
        'strict-transport-security',
        'vary',
        'x-content-type-options',
        'x-request-id',
      ]);
      expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' });
    }
  });

  it('are those of our own pages at unknown addresses, whose callers are checked too', async () => {
    const answer = await server.app.inject({ method: 'GET', url: '/api/v1/nothing' });
    expect(answer.statusCode).toBe(404);
    expect(named(answer.headers)).toEqual(
      expect.arrayContaining(['content-security-policy', 'strict-transport-security', 'x-frame-options']),
    );
    const foreign = { origin: 'https://shop.example', cookie };
    const refused = await server.app.inject({ method: 'POST', url: '/api/v1/nothing', headers: foreign, payload: {} });
    expect(refused.statusCode).toBe(403);
  });
});
