import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  createTRPCClient,
  createWSClient,
  httpBatchLink,
  httpLink,
  splitLink,
  TRPCClientError,
  wsLink,
} from '@trpc/client';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { type Db, openDatabase } from '../../db/client.ts';
import type { LiveEvent } from '../../shared/registry/events.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import {
  emitOn,
  type LiveNode,
  makeReader,
  makeWorkspace,
  type Reader,
  type SampleRouter,
  startLiveNode,
} from '../helpers/liveNode.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { until } from '../helpers/until.ts';

let database: TestDatabase;
let owner: Db;
let node: LiveNode;
let reader: Reader;
let base: string;
const sockets: LiveSocket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 4);
  node = await startLiveNode(database.url, { publicUrl: 'https://privacy.example' });
  reader = await makeReader(owner, await makeWorkspace(owner), 'DPO');
  base = `http://127.0.0.1:${node.port}/trpc`;
});
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.socket.terminate();
});
afterAll(async () => {
  await node?.stop();
  await owner?.destroy();
  await database?.drop();
});

const asReader = () => ({ authorization: `Bearer ${reader.token}` });
async function open(token: string | null = reader.token, headers: Record<string, string> = {}) {
  const socket = await LiveSocket.open(node.port, token, headers);
  sockets.push(socket);
  return socket;
}
/** The error thrown by the standard client. */
async function failure(call: Promise<unknown>): Promise<TRPCClientError<SampleRouter>> {
  const error: unknown = await call.then(
    () => null,
    (reason: unknown) => reason,
  );
  expect(error).toBeInstanceOf(TRPCClientError);
  return error as TRPCClientError<SampleRouter>;
}

describe('over HTTP', () => {
  const batch = () => createTRPCClient<SampleRouter>({ links: [httpBatchLink({ url: base, headers: asReader })] });
  const single = () => createTRPCClient<SampleRouter>({ links: [httpLink({ url: base, headers: asReader })] });

  test('the standard client calls queries and mutations, one by one and batched, including Thai text', async () => {
    for (const client of [batch(), single()]) {
      const [thai, none, stored, touched, mine] = await Promise.all([
        client.sample.echo.query({ text: 'ข้อมูลส่วนบุคคล & ✓' }),
        client.sample.echo.query(),
        client.sample.store.mutate({ text: 'ก' }),
        client.sample.touch.mutate(),
        client.sample.mine.query({ ws: reader.workspaceId }),
      ]);
      expect([thai.text, none.text, stored.stored, touched.touched, mine.role]).toEqual([
        'ข้อมูลส่วนบุคคล & ✓',
        '',
        'ก',
        true,
        'DPO',
      ]);
    }
  });

  test('calls of a batch succeed or fail individually, and the response is 207', async () => {
    const client = batch();
    const results = await Promise.allSettled([
      client.sample.echo.query({ text: 'a' }),
      client.sample.away.query(),
      client.sample.rare.query({ ws: reader.workspaceId }),
    ]);
    expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected']);
    const response = await fetch(`${base}/sample.echo,sample.away?batch=1`);
    expect(response.status).toBe(207);
    expect(response.headers.get('cache-control')).toBe('no-store');
    const answers = (await response.json()) as { error?: { data: { httpStatus: number } } }[];
    expect(answers.map((answer) => answer.error?.data.httpStatus)).toEqual([undefined, 503]);
  });

  test('an error contains the catalogue body, its status and no internals', async () => {
    const client = batch();
    expect((await failure(client.sample.duplicate.mutate({}))).data).toMatchObject({
      httpStatus: 409,
      body: { code: 'duplicate', issues: [{ path: ['name'] }] },
    });
    expect((await failure(client.sample.rare.query({ ws: reader.workspaceId }))).data).toMatchObject({
      httpStatus: 403,
      body: { code: 'forbidden.role' },
    });
    expect((await failure(client.sample.mine.query({ ws: 'x' }))).data).toMatchObject({
      httpStatus: 400,
      body: { name: 'ValidationException', issues: [{ path: ['ws'] }] },
    });
    const broken = await failure(client.sample.broken.query());
    expect(broken.data).toMatchObject({ httpStatus: 500, code: 'INTERNAL_SERVER_ERROR' });
    expect(JSON.stringify([broken.message, broken.shape])).not.toMatch(/secret|stack|select/);
    expect((await failure(client.notification.list.query({ ws: reader.workspaceId, cursor: 'x' }))).data).toMatchObject(
      { httpStatus: 400 },
    );
  });

  test('an unavailable database returns 503 with Retry-After', async () => {
    const response = await fetch(`${base}/sample.away`);
    expect([response.status, response.headers.get('retry-after')]).toEqual([503, '1']);
  });

  test('every response contains the position of the live stream', async () => {
    const response = await fetch(`${base}/sample.echo`);
    expect(response.headers.get('x-live-position')).toMatch(/^\d+-\d+$/);
  });

  test.each([
    ['a procedure that is not there', 'sample.none', {}, 404],
    ['a property of every object', 'constructor', {}, 404],
    ['a mutation by GET', 'sample.touch', {}, 400],
    ['a subscription', 'notification.live', {}, 400],
    ['input that is no JSON', 'sample.echo?input=%7B', {}, 400],
    ['a batch whose input is no object', 'sample.echo?batch=1&input=7', {}, 400],
    ['31 calls at once', `${Array(31).fill('sample.echo').join(',')}?batch=1`, {}, 400],
    [
      'a body that is no JSON',
      'sample.store',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{' },
      400,
    ],
    [
      'a body of another type',
      'sample.store',
      { method: 'POST', headers: { 'content-type': 'text/csv' }, body: 'a' },
      415,
    ],
    [
      'a body that would change prototypes',
      'sample.store',
      { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"__proto__":{"text":"a"}}' },
      400,
    ],
    [
      'a body above 1 MiB',
      'sample.store',
      {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ text: 'a'.repeat(1024 * 1024) }),
      },
      413,
    ],
  ])('%s is refused in terms the client understands', async (_what, path, init, status) => {
    const response = await fetch(`${base}/${path}`, init);
    expect(response.status).toBe(status);
    const answer = (await response.json()) as unknown;
    expect(Array.isArray(answer) ? answer[0] : answer).toMatchObject({
      error: {
        code: expect.any(Number),
        message: expect.any(String),
        data: { httpStatus: status, body: { message: expect.any(String) } },
      },
    });
  });

  test('thirty calls with long names and a query too long for an address succeed', async () => {
    const client = batch();
    const answers = await Promise.all(
      Array.from({ length: 30 }, (_, index) => client.sample.echo.query({ text: String(index) })),
    );
    expect(answers.at(-1)!.text).toBe('29');
    const posting = createTRPCClient<SampleRouter>({ links: [httpBatchLink({ url: base, methodOverride: 'POST' })] });
    expect((await posting.sample.echo.query({ text: 'x'.repeat(100_000) })).text).toHaveLength(100_000);
  });
});

describe('over a socket', () => {
  class ReaderSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: asReader() });
    }
  }

  test('the standard client calls, subscribes, resumes automatically after a disconnect and stops', async () => {
    const wsClient = createWSClient({
      url: `ws://127.0.0.1:${node.port}/trpc`,
      WebSocket: ReaderSocket as never,
      retryDelayMs: () => 20,
      keepAlive: { enabled: true, intervalMs: 50, pongTimeoutMs: 500 },
    });
    const client = createTRPCClient<SampleRouter>({
      links: [
        splitLink({
          condition: ({ type }) => type === 'subscription',
          true: wsLink({ client: wsClient }),
          false: wsLink({ client: wsClient }),
        }),
      ],
    });
    const got: LiveEvent[] = [];
    let stopped = false;
    let started = 0;
    const subscription = client.notification.live.subscribe(
      { ws: reader.workspaceId },
      {
        onData: ({ id, data }) => got.push({ ...data, seq: id }),
        onStarted: () => (started += 1),
        onStopped: () => (stopped = true),
      },
    );
    expect(await client.sample.echo.query({ text: 'ส' })).toEqual({ text: 'ส' });
    expect(await client.sample.store.mutate({ text: 'b' })).toEqual({ stored: 'b' });
    expect((await failure(client.sample.mine.query({ ws: crypto.randomUUID() }))).data).toMatchObject({
      httpStatus: 404,
    });
    await until(() => got.length === 1);
    const first = await emitOn(node, reader.workspaceId);
    await until(() => got.length === 2);
    wsClient.connection!.ws!.close();
    const missed = await emitOn(node, reader.workspaceId);
    await until(() => got.length === 3);
    const last = await emitOn(node, reader.workspaceId);
    await until(() => got.length === 4);
    expect(got.map(({ event, id }) => id || event)).toEqual(['ready', first, missed, last]);
    await sleep(150); // keep-alive passes both ways
    expect(started).toBe(2);
    subscription.unsubscribe();
    await emitOn(node, reader.workspaceId);
    await sleep(100);
    expect(got).toHaveLength(4);
    expect(stopped).toBe(false); // the client asked for it; it is not told again
    await wsClient.close();
  });

  test('a socket without a session, or from a page of another site, is refused at the upgrade', async () => {
    await expect(open(null)).rejects.toThrow('refused with 403');
    await expect(open(crypto.randomUUID())).rejects.toThrow('refused with 401');
    await expect(open(null, { cookie: `session=${reader.token}` })).rejects.toThrow('refused with 403');
    await expect(open(reader.token, { origin: 'https://evil.example' })).rejects.toThrow('refused with 403');
    await expect(
      open(null, { cookie: `session=${reader.token}`, origin: 'https://privacy.example.evil.example' }),
    ).rejects.toThrow('refused with 403');
    await expect(open(null, { cookie: `session=${reader.token}`, origin: 'null' })).rejects.toThrow('refused with 403');
    await open(null, { cookie: `session=${reader.token}`, origin: 'https://privacy.example' });
    await open(null, { cookie: `session=${reader.token}`, origin: `http://127.0.0.1:${node.port}` });
  });

  test('one person opens at most a hundred sockets on a node', async () => {
    const many = await makeReader(owner, reader.workspaceId);
    await Promise.all(Array.from({ length: 100 }, () => open(many.token)));
    await expect(open(many.token)).rejects.toThrow('refused with 429');
    await open();
  });

  test('a plain GET of the socket address returns no page', async () => {
    expect((await fetch(base)).status).toBe(404);
  });

  test('a frame above 64 KiB ends the socket, one below does not', async () => {
    const socket = await open();
    socket.send({ id: 1, method: 'query', params: { path: 'sample.echo', input: { text: 'x'.repeat(60_000) } } });
    await until(() => socket.replies.length === 1);
    socket.send({ id: 2, method: 'query', params: { path: 'sample.echo', input: { text: 'x'.repeat(66_000) } } });
    await until(() => socket.closed !== null);
    expect(socket.closed!.code).toBe(1009);
  });

  test('invalid messages get an error response', async () => {
    const socket = await open();
    socket.send('{');
    socket.send('null');
    socket.send({ id: 1, method: 'burn', params: {} });
    socket.send({ id: null, method: 'query', params: { path: 'sample.echo' } });
    socket.send({ id: 2, method: 'query', params: { path: '__proto__' } });
    socket.send({ id: 3, method: 'subscription', params: { path: 'sample.echo' } });
    socket.send({ id: 4, method: 'query', params: { path: 'notification.live', input: { ws: reader.workspaceId } } });
    socket.send({ id: 5, method: 'subscription.stop' });
    socket.send('PING');
    await until(() => socket.replies.length === 8);
    expect(socket.replies.filter((reply) => 'error' in reply)).toHaveLength(7);
    const binary = await open();
    binary.socket.send(Buffer.from([1, 2, 3]));
    await until(() => binary.closed !== null);
    expect(socket.closed).toBeNull();
    socket.send(
      JSON.stringify(Array.from({ length: 31 }, (_, id) => ({ id, method: 'query', params: { path: 'sample.echo' } }))),
    );
    await until(() => socket.closed !== null);
  });

  test('at most 16 calls run at once and 8 subscriptions are open on a socket', async () => {
    const socket = await open();
    for (let id = 1; id <= 20; id += 1) socket.send({ id, method: 'query', params: { path: 'sample.slow' } });
    await until(() => socket.replies.length === 20);
    expect(socket.replies.filter((reply) => 'error' in reply)).toHaveLength(4);
    socket.replies.length = 0;
    for (let id = 30; id < 42; id += 1)
      socket.send({
        id,
        method: 'subscription',
        params: { path: 'notification.live', input: { ws: reader.workspaceId } },
      });
    await until(() => socket.replies.length === 12);
    expect(socket.replies.filter((reply) => 'error' in reply)).toHaveLength(4);
    socket.send({
      id: 30,
      method: 'subscription',
      params: { path: 'notification.live', input: { ws: reader.workspaceId } },
    });
    socket.send({ id: 30, method: 'subscription.stop' });
    await until(() => socket.replies.length === 14);
    expect(socket.replies.at(-1)).toEqual({ id: 30, result: { type: 'stopped' } });
    socket.send({
      id: 30,
      method: 'subscription',
      params: { path: 'notification.live', input: { ws: reader.workspaceId } },
    });
    await until(() => socket.replies.length === 15);
    expect(socket.replies.at(-1)).toEqual({ id: 30, result: { type: 'started' } });
  });

  test('subscriptions with different request ids on one socket each receive every event', async () => {
    const socket = await open();
    for (const id of [7, 'a"b'])
      socket.send({
        id,
        method: 'subscription',
        params: { path: 'notification.live', input: { ws: reader.workspaceId } },
      });
    await until(() => socket.events.length === 2);
    const id = await emitOn(node, reader.workspaceId);
    await until(() => socket.records.length === 2);
    expect(socket.records).toEqual([id, id]);
  });

  test('a reader that stalls is closed and never buffered for; the others continue', async () => {
    await until(() => node.live.hub.size === 0);
    const stalled = await open();
    await stalled.subscribe(reader.workspaceId);
    const good = await open();
    await good.subscribe(reader.workspaceId);
    stalled.socket.pause();
    const before = node.live.hub.size;
    let sent = 0;
    // The kernel buffers some megabytes before anything waits in the process.
    while (node.live.hub.size === before) {
      await Promise.all(Array.from({ length: 300 }, () => emitOn(node, reader.workspaceId)));
      sent += 300;
      for (let round = 0; round < 40 && node.live.hub.size === before; round += 1) {
        stalled.socket.pause();
        // Large responses fill it faster than events alone.
        stalled.send({
          id: 100 + round,
          method: 'query',
          params: { path: 'sample.echo', input: { text: 'x'.repeat(60_000) } },
        });
      }
      await sleep(20);
    }
    expect(node.live.hub.size).toBe(before - 1);
    await until(() => good.records.length === sent);
    expect(good.closed).toBeNull();
  });

  test('a reader that vanishes without closing is removed', async () => {
    await until(() => node.live.hub.size === 0);
    const socket = await open();
    await until(() => node.live.hub.size === 1);
    socket.socket.terminate();
    await once(socket.socket, 'close');
    await until(() => node.live.hub.size === 0);
  });
});
