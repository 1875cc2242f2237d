import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { proceduresOf } from '../../server/platform/http/rest.ts';
import { appRouter } from '../../server/router.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { sized } from '../size.ts';
import { type Snapshot, takeSnapshot } from '../snapshot.ts';
import { callProcedure, type Input, requestOf, restByPath } from '../tenancy/calls.ts';
import { AGENT_ROUTES, PLAIN_ROUTES, SITE_ROUTES, SUBJECT_ROUTES } from '../tenancy/contract.ts';
import { SAMPLES } from '../tenancy/samples.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

/** The same inputs every time, so that a failure is caused by the change; FUZZ_SEED selects others. */
const RUNS = sized(4, 500);
/** Tests one of so many boundary values, addresses and the like at each place; each is tested somewhere. */
const EVERY = sized(12, 1);
/** Every n-th of `all`, starting at another position in each call. */
let turn = 0;
const some = <Value>(all: readonly Value[]): Value[] => {
  turn += 1;
  return all.filter((_, place) => (place + turn) % EVERY === 0);
};
const SEED = Number(process.env.FUZZ_SEED ?? 2093815072);
console.log(`any-bytes: FUZZ_SEED=${SEED}`);

let server: TestServer;
let world: World;
let snapshot: Snapshot;
let token: string;
beforeAll(async () => {
  server = await buildServer();
  world = await buildWorld(server, 'FUZZWORLD');
  snapshot = await takeSnapshot(server);
});
afterAll(() => server.close());

const NAUGHTY = [
  '',
  ' ',
  '\u0000',
  'a\u0000b',
  '\ud800',
  '\udfff\ud800',
  '\ufeff',
  '\u202e',
  '\u200b',
  '\u0007',
  '\r\n',
  'null',
  'undefined',
  'NaN',
  'true',
  '-1',
  '0x10',
  '1e309',
  '１２３',
  "'",
  '"',
  '\\',
  '%',
  '_',
  '%%%',
  '\\%',
  "' or 1=1 --",
  "'); drop table personnel; --",
  '$1',
  '$$',
  '${7*7}',
  '{{7*7}}',
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  '../../etc/passwd',
  '..\\..\\',
  '/',
  '//',
  '\\\\',
  '__proto__',
  'constructor',
  'prototype',
  'toString',
  'hasOwnProperty',
  'ก'.repeat(3000),
  'a'.repeat(200_000),
  'ั'.repeat(500),
  'Z̸̢͝a̷l̴g̵o̶',
  '👩‍👩‍👧‍👦'.repeat(50),
  'ﷺ',
  'İ',
  'ß',
  '2026-13-45',
  '0000-00-00',
  '9999999-01-01T00:00:00Z',
  '+999999-01-01',
  '00000000-0000-0000-0000-000000000000',
  'FFFFFFFF-FFFF-FFFF-FFFF-FFFFFFFFFFFF',
  'user@example.com\u0000',
  'a@b',
  `${'a'.repeat(300)}@example.com`,
  'javascript:alert(1)',
  'http://[::1',
  'file:///etc/passwd',
  '=cmd()',
  '@SUM(1)',
  '-0',
];
const deep = (depth: number, array: boolean) => {
  let value: unknown = 'end';
  for (let level = 0; level < depth; level += 1) value = array ? [value] : { a: value };
  return value;
};
const HOSTILE: unknown[] = [
  null,
  true,
  false,
  0,
  -0,
  -1,
  1.5,
  2 ** 31,
  2 ** 31 - 1,
  2 ** 53,
  2 ** 53 + 2,
  1e21,
  1e308,
  -1e308,
  5e-324,
  [],
  {},
  [[]],
  [null],
  [{}],
  JSON.parse('{"__proto__":{"isAdmin":true}}'),
  JSON.parse('{"constructor":{"prototype":{"polluted":true}}}'),
  JSON.parse('{"toString":null,"valueOf":1}'),
  JSON.parse('{"then":"x","length":-1}'),
  { length: 1e9 },
  deep(1000, true),
  deep(1000, false),
  Array.from({ length: 5000 }, (_, index) => index),
  Object.fromEntries(Array.from({ length: 3000 }, (_, index) => [`k${index}`, index])),
];

const anything = fc.oneof(
  fc.constantFrom(...NAUGHTY),
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.jsonValue({ maxDepth: 3 }),
  fc.integer(),
  fc.double({ noNaN: true, noDefaultInfinity: true }),
);

/** A valid input with another value in one place, a field more or less, or no input at all. */
const damaged = (good: Input): fc.Arbitrary<unknown> => {
  const places: string[][] = [];
  const walk = (value: unknown, path: string[]) => {
    if (path.length > 0) places.push(path);
    if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key]);
  };
  walk(good, []);
  const options: fc.Arbitrary<unknown>[] = [
    anything,
    fc
      .tuple(
        fc.constantFrom(
          'pageSize',
          'currentPage',
          'sortBy',
          'query',
          'rowVersion',
          'module',
          'cursor',
          'lastEventId',
          'upTo',
          'v',
          'status',
          'from',
          '__proto__',
          'extra',
        ),
        anything,
      )
      .map(([name, value]) => {
        const copy = structuredClone(good);
        Object.defineProperty(copy, name, { value, enumerable: true, configurable: true, writable: true });
        return copy;
      }),
  ];
  if (places.length > 0) {
    const place = fc.constantFrom(...places);
    const change = (path: string[], edit: (at: Record<string, unknown>, key: string) => void) => {
      const copy = structuredClone(good);
      let at = copy as Record<string, unknown>;
      for (const key of path.slice(0, -1)) at = at[key] as Record<string, unknown>;
      edit(at, path.at(-1) as string);
      return copy;
    };
    const replaced = fc.tuple(place, anything).map(([path, value]) => change(path, (at, key) => (at[key] = value)));
    options.push(
      replaced,
      replaced,
      replaced,
      place.map((path) => change(path, (at, key) => delete at[key])),
    );
  }
  return fc.oneof(...options);
};

let changed: string | undefined;
/**
 * Prepares the world for one test: as it was built, or as tests of the same module have left it; sessions are valid.
 */
async function enter(type: string, path: string): Promise<void> {
  const [module = ''] = path.split('.');
  if (changed !== undefined && (changed !== module || module === 'auth')) {
    await snapshot.restore();
    changed = undefined;
  }
  if (type !== 'query') changed = module;
  token = world.people.Admin.token;
}

const statuses: Set<number> = new Set();

/** Sends a request; fails on anything but a response of ours. */
async function survives(request: {
  method: string;
  url: string;
  payload?: string | Buffer | object;
  headers?: Record<string, string>;
}): Promise<void> {
  const what = `${request.method} ${request.url.slice(0, 300)} ${String(typeof request.payload === 'string' ? request.payload : '').slice(0, 300)}`;
  const answer = await server.app.inject({
    ...(request as { method: 'GET'; url: string }),
    headers: { authorization: `Bearer ${token}`, ...request.headers },
  });
  statuses.add(answer.statusCode);
  expect(answer.statusCode, `${what}\n${answer.body.slice(0, 500)}`).toBeLessThan(500);
  if (answer.statusCode >= 400) {
    // A message of ours: no stack, no SQL, nothing of the driver.
    expect(answer.body, what).not.toMatch(/node_modules|at Object\.|select .* from|violates|syntax error at|ZodError/i);
  }
}

const check = (arbitrary: fc.Arbitrary<unknown>, send: (value: unknown) => Promise<void>, runs = RUNS) =>
  fc.assert(fc.asyncProperty(arbitrary, send), { seed: SEED, numRuns: runs, endOnFailure: true });

const procedures = proceduresOf(appRouter);

describe('any input', () => {
  const json = { 'content-type': 'application/json' };

  it.each(procedures.map(({ path, procedure }) => [path, procedure._def.type] as const))(
    'of %s over tRPC gets a response',
    async (path, type) => {
      await enter(type, path);
      const good = SAMPLES[path]?.input(world) ?? { ws: world.ws };
      await check(damaged(good as Input), async (input) => {
        const text = JSON.stringify(input) ?? '';
        await survives({ method: 'POST', url: `/trpc/${path}`, payload: text, headers: json });
        if (type === 'query' && text.length < 10_000)
          await survives({ method: 'GET', url: `/trpc/${path}?input=${encodeURIComponent(text)}` });
      });
    },
  );

  it.each([...restByPath.keys()].map((path) => [path]))('of %s over REST gets a response', async (path) => {
    await enter(restByPath.get(path)!.procedure._def.type, path);
    const good = (SAMPLES[path]?.input(world) ?? { ws: world.ws }) as Input;
    await check(damaged(good), async (input) => {
      const { method, url, payload } = requestOf(
        path,
        (typeof input === 'object' && input !== null && !Array.isArray(input) ? input : good) as Input,
      );
      if (url.length > 12_000) return;
      if (method === 'GET') await survives({ method, url });
      else
        await survives({
          method,
          url,
          payload: JSON.stringify(typeof input === 'object' && input !== null ? payload : input) ?? '',
          headers: json,
        });
    });
  });
});

describe('any submission of consent', () => {
  it('gets a response, and accepted ones are counted', async () => {
    await enter('mutation', '');
    const good = {
      uid: 'ผู้ใช้ 1',
      name: 'สมหญิง',
      consentUUID: world.consentId,
      consentVersion: 1,
      purposeUUIDs: [...world.consentPurposeIds],
      action: 'ALL',
      language: 'th',
      collectionChannel: 'Custom API',
      source: 'x',
      hasGuardian: true,
      guardianInformation: { firstName: 'ก', lastName: 'ข', email: 'a@b.example', telephone: '0812345678' },
      token: 'a.b.c',
    };
    const counted = () =>
      server.owner
        .selectFrom('consentCounters')
        .select('submissions')
        .where('consentId', '=', world.consentId)
        .executeTakeFirstOrThrow();
    const headers = { 'content-type': 'application/json' };
    const before = (await counted()).submissions;
    const answers = new Map<number, number>();
    const keys = ['', 'short', 'a good key 12345', '\u00ff'.repeat(9), 'x'.repeat(201), 'x'.repeat(5000)];
    await check(
      fc.tuple(damaged(good as unknown as Input), fc.constantFrom(...keys)),
      async (pair) => {
        const [body, key] = pair as [unknown, string];
        const answer = await server.app.inject({
          method: 'POST',
          url: `/api/v1/${world.ws}/user-consents`,
          payload: JSON.stringify(body) ?? '',
          headers: { ...headers, ...(key ? { 'idempotency-key': key } : {}) },
        });
        expect(answer.statusCode, answer.body.slice(0, 300)).toBeLessThan(500);
        answers.set(answer.statusCode, (answers.get(answer.statusCode) ?? 0) + 1);
        const looked = await server.app.inject({
          method: 'POST',
          url: `/api/v1/${world.ws}/user-consents/consent/${world.consentId}/version/1/get-user-consent`,
          payload: JSON.stringify(body) ?? '',
          headers,
        });
        expect(looked.statusCode, looked.body.slice(0, 300)).toBeLessThan(500);
      },
      RUNS * 20,
    );
    expect((await counted()).submissions - before).toBe(answers.get(201) ?? 0);
    expect(answers.get(201) ?? 0).toBeGreaterThan(0);
  });
});

describe('any call of a data subject', () => {
  it.each(SUBJECT_ROUTES)('%s %s gets a response, and opens nothing', async (method, url) => {
    await enter('mutation', '');
    const good = {
      session: 'nobody-has-this-session-at-all',
      rightId: world.controllerId,
      fileId: world.fileId,
      place: 0,
    };
    const sessions = fc.constantFrom(good.session, '', 'short', '\u00ff'.repeat(30), 'x'.repeat(64), 'x'.repeat(9000));
    await check(
      fc.tuple(damaged(good), sessions),
      async (pair) => {
        const [body, session] = pair as [unknown, string];
        const answer = await server.app.inject({
          method: method as 'POST',
          url,
          headers: { 'content-type': 'application/json', 'request-session': session },
          payload: JSON.stringify(body) ?? '',
        });
        expect([400, 401, 413, 429, 431], answer.body.slice(0, 300)).toContain(answer.statusCode);
      },
      RUNS * 10,
    );
  });
});

describe('boundary values of every field', () => {
  const NUMBERS = [0, -1, 1.5, 2 ** 31 - 1, 2 ** 31, 2 ** 53, 1e308];
  const TEXTS = [
    '',
    '\u0000',
    '\ud800',
    'x'.repeat(10_000),
    '%',
    '2147483648',
    '0000-01-01',
    '0000-12-31T00:00:00Z',
    '9999-12-31',
    '9999-12-31T23:59:59-14:00',
    '-'.repeat(36),
    '0-0',
    '18446744073709551615-9223372036854775807',
    '99999999999999999999-1',
    `2026-01-01 00:00:00+00_${'-'.repeat(36)}`,
    '0000-01-01 00:00:00+00_00000000-0000-0000-0000-000000000000',
    '275760-09-13 00:00:00+00_00000000-0000-0000-0000-000000000000',
    '00000000-0000-0000-0000-000000000000',
  ];
  const EDGES = [...NUMBERS, ...TEXTS, null];

  /** Names of all fields of a procedure, including those a sample leaves out. */
  const fieldsOf = (procedure: unknown): string[] =>
    ((procedure as { _def: { inputs: { shape?: object }[] } })._def.inputs ?? []).flatMap((input) =>
      Object.keys(input.shape ?? {}),
    );

  it.each(
    procedures
      .filter(({ path }) => !path.startsWith('auth.signOut'))
      .map(({ path, procedure }) => [path, procedure] as const),
  )('of %s is answered', async (path, procedure) => {
    await enter(procedure._def.type, path);
    const good = (SAMPLES[path]?.input(world) ?? { ws: world.ws }) as Input;
    const variants: Input[] = [];
    const vary = (at: unknown, rebuild: (value: unknown) => Input) => {
      if (typeof at === 'object' && at !== null) {
        for (const [key, inner] of Object.entries(at)) {
          vary(inner, (value) => rebuild(Array.isArray(at) ? at.with(Number(key), value) : { ...at, [key]: value }));
        }
      } else for (const edge of some<unknown>(typeof at === 'number' ? NUMBERS : TEXTS)) variants.push(rebuild(edge));
    };
    for (const field of fieldsOf(procedure).filter((name) => !(name in good)))
      for (const edge of some(EDGES)) variants.push({ ...good, [field]: edge });
    vary(good, (value) => value as Input);
    const faults: string[] = [];
    for (const input of variants) {
      const answer = await callProcedure(server, world.people.Admin, path, input);
      statuses.add(answer.status);
      if (answer.status >= 500) faults.push(`${JSON.stringify(input).slice(0, 300)}: ${answer.code}`);
    }
    expect(faults).toEqual([]);
  });
});

describe('arbitrary bytes', () => {
  const TYPES = [
    'application/json',
    'application/json; charset=utf-16',
    'text/plain',
    'application/xml',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'multipart/form-data; boundary=x',
    'image/svg+xml',
    'a/b; c',
    'nonsense',
    '',
  ];
  const BODIES: (string | Buffer)[] = [
    '',
    '{',
    '}',
    '[',
    '[]',
    'null',
    '"text"',
    '1',
    'undefined',
    '{"a":}',
    '{"a":1,}',
    "{'a':1}",
    '{"__proto__":{"x":1}}',
    '{"a":{"constructor":{"prototype":{}}}}',
    '\u0000',
    '{"a":"\\ud800"}',
    '{"a":"\\u0000"}',
    `${'['.repeat(20_000)}${']'.repeat(20_000)}`,
    Buffer.from([0xff, 0xfe, 0x7b, 0x00]),
    Buffer.from([0xc3, 0x28]),
    Buffer.from('7b2261223a22c328227d', 'hex'),
    `{"a":"${'x'.repeat(1_100_000)}"}`,
    '--x\r\ncontent-disposition: form-data; name="file"; filename="../../x"\r\n\r\nabc\r\n--x--\r\n',
    '--x\r\ncontent-disposition: form-data; name="__proto__"\r\n\r\nabc\r\n--x--\r\n',
    '--x\r\n',
    'a=1&a=2&file=%%%&data=!!!&name=%00',
    'file=QUJD&file=QUJD',
  ];
  const bytes = fc.oneof(
    fc.constantFrom(...BODIES),
    fc.uint8Array({ maxLength: 300 }).map((array) => Buffer.from(array)),
  );
  const requests = [...restByPath.values()].map((call) => [call.meta.rest.method, call.url] as const);
  const targets = [
    ...requests,
    ...[...PLAIN_ROUTES, ...SITE_ROUTES, ...AGENT_ROUTES, ...SUBJECT_ROUTES].map(
      ([method, url]) => [method, url] as const,
    ),
    ['POST', '/trpc/dataController.create'] as const,
    ['POST', '/trpc/auth.signIn,shell.config?batch=1'] as const,
  ];

  beforeAll(async () => {
    await snapshot.restore();
    token = world.people.DPO.token;
  });

  it.each(targets)('sent to %s %s get a response', async (method, template) => {
    const url = template
      .replace('{ws}', world.ws)
      .replaceAll(/\{(\w+)\}/g, (_match, name: string) => (name === 'v' ? '1' : world.controllerId));
    await check(fc.tuple(bytes, fc.constantFrom(...TYPES)), async (pair) => {
      const [payload, type] = pair as [string | Buffer, string];
      // A GET has no body in this product; a body sent with it is still parsed.
      const workspace = template.startsWith('/files-api') || template.endsWith('-file') ? `?workspace=${world.ws}` : '';
      await survives({ method, url: url + workspace, payload, headers: type ? { 'content-type': type } : {} });
      if (url.includes('logout')) token = world.people.Staff.token;
    });
  });

  it('in an address get a response', async () => {
    const QUERIES = [
      '?pageSize=1&pageSize=2',
      '?pageSize[]=1',
      '?pageSize[a]=1',
      '?__proto__[x]=1',
      '?__proto__=1',
      '?constructor=1',
      '?ws=other',
      '?id=other',
      '?pageSize=1e2',
      '?pageSize=0x10',
      '?pageSize=',
      '?pageSize=-1',
      '?currentPage=99999999999999999999',
      '?currentPage=1e308',
      '?currentPage=NaN',
      '?currentPage=1000000&pageSize=100',
      '?sortBy=id;drop',
      '?sortBy=__proto__',
      '?sortDirection=desc',
      '?query=%00',
      '?query=%25%5C_',
      '?query=%ED%A0%80',
      '?query=%',
      '?query=%FF',
      `?query=${'x'.repeat(6000)}`,
      '?query[]=a',
      '?from=2026-02-30',
      '?from=-000001-01-01',
      '?from=9999-12-31&to=0001-01-01',
      '?module=ALL&module=x',
      '?status=__proto__',
      '?showAdmin=maybe',
      '?input=%7B',
      '?input=null',
      '?batch=1&input=[]',
      '?batch=1&input={"0":1}',
      '?batch=1&input="x"',
      '?workspace=x',
      '?;',
      '?&&==&',
      '?a=%E0%B8',
    ];
    const SEGMENTS = [
      '%00',
      '%',
      '%2e%2e',
      '%2F',
      '..',
      'null',
      '__proto__',
      '%ED%A0%80',
      '%FF',
      'ก',
      "'",
      '*',
      ':id',
      '{id}',
      '0',
      '-1',
      'x'.repeat(400),
      '00000000-0000-0000-0000-000000000000',
    ];
    const paths = [
      ...requests.filter(([method]) => method === 'GET').map(([, url]) => url),
      '/files-api/v1/files/{id}',
      '/trpc/dataController.list',
      '/trpc/__proto__',
      '/trpc/toString',
      '/trpc/',
      '/trpc/a,b,c',
      '/api/docs/{id}',
      '/oauth/start',
      '/oauth/callback',
    ];
    for (const path of paths) {
      if (path.endsWith('/logout')) continue;
      const full = path.replace('{ws}', world.ws).replaceAll(/\{(\w+)\}/g, world.controllerId);
      for (const query of some(QUERIES)) await survives({ method: 'GET', url: full + query });
      if (!path.includes('{')) continue;
      for (const segment of some(SEGMENTS)) {
        await survives({
          method: 'GET',
          url: path.replace('{ws}', segment).replaceAll(/\{(\w+)\}/g, world.controllerId),
        });
        await survives({ method: 'GET', url: path.replace('{ws}', world.ws).replaceAll(/\{(\w+)\}/g, segment) });
      }
    }
  });

  it('in a header get a response', async () => {
    const VALUES = [
      '',
      ' ',
      'x',
      'Bearer',
      'Bearer ',
      'Bearer \u00ff',
      `Bearer ${'x'.repeat(10_000)}`,
      'Basic eA==',
      '*',
      'th;q=abc',
      'th-TH-u-nu-thai,en;q=99',
      ','.repeat(3000),
      'bytes=0-',
      'bytes=9999999999999-',
      'bytes=-0',
      'bytes=a-b',
      'bytes=0-0,1-1',
      '"',
      'W/"x"',
      'null',
      'http://[',
      'https://evil.example',
      '__proto__=x; pokpong_session=%00',
      'pokpong_session=; pokpong_session=x',
      'pokpong_session=%',
    ];
    for (const name of [
      'authorization',
      'cookie',
      'accept-language',
      'accept-encoding',
      'range',
      'if-none-match',
      'if-range',
      'origin',
      'sec-fetch-site',
      'host',
      'x-forwarded-for',
      'x-forwarded-proto',
      'content-encoding',
      'expect',
      'upgrade',
    ]) {
      for (const value of VALUES) {
        for (const url of [
          `/api/v1/${world.ws}/roles`,
          `/files-api/v1/files/${world.fileId}?workspace=${world.ws}`,
          '/trpc/shell.config',
          '/healthz',
        ])
          await survives({ method: 'GET', url, headers: { [name]: value } });
        await survives({
          method: 'POST',
          url: '/api/v1/analytics/pageview',
          payload: '{"route":"/"}',
          headers: { 'content-type': 'application/json', [name]: value },
        });
      }
    }
  });
});

describe('after all of them', () => {
  it('the server accepted requests as well as refusing some, and no data was corrupted', async () => {
    expect([...statuses]).toEqual(expect.arrayContaining([200, 400, 404]));
    expect(({} as Record<string, unknown>).isAdmin).toBeUndefined();
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
    expect((await server.app.inject('/readyz')).statusCode).toBe(200);
  });
});
