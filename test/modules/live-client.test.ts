import { setTimeout as sleep } from 'node:timers/promises';
import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { createTRPCClient, type TRPCClient } from '@trpc/client';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { WebSocket } from 'ws';
import { paced } from '../../client/live/pace.ts';
import { livePosition } from '../../client/live/position.ts';
import { refetchOn } from '../../client/live/queries.ts';
import { followStream, type LiveState } from '../../client/live/stream.ts';
import type { SessionProblem } from '../../client/sessionProblems.ts';
import { links, onSessionProblem, reconnectDelay } from '../../client/trpc.ts';
import { type Db, openDatabase } from '../../db/client.ts';
import { announceRevocation } from '../../server/platform/live/revoke.ts';
import type { AppRouter } from '../../server/router.ts';
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

import { until } from '../helpers/until.ts';
let database: TestDatabase;
let owner: Db;
let node: LiveNode;
const ends: (() => void)[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 4);
  node = await startLiveNode(database.url);
});
afterEach(() => {
  for (const end of ends.splice(0)) end();
});
afterAll(async () => {
  await node?.stop();
  await owner?.destroy();
  await database?.drop();
});

/** The page's own client, created with the page's own links, signed in as `reader`. */
function clientOf({ token }: Reader) {
  class ReaderSocket extends WebSocket {
    constructor(url: string | URL) {
      super(url, { headers: { authorization: `Bearer ${token}` } });
    }
  }
  const chain = links({
    locale: () => 'th',
    origin: `http://127.0.0.1:${node.port}`,
    WebSocket: ReaderSocket as never,
    headers: { authorization: `Bearer ${token}` },
  });
  return createTRPCClient<AppRouter>({ links: chain }) as unknown as TRPCClient<AppRouter> & TRPCClient<SampleRouter>;
}

function follow(client: TRPCClient<AppRouter>, ws: string) {
  const events: LiveEvent[] = [];
  const states: LiveState['state'][] = [];
  ends.push(
    followStream({ client, ws, onEvent: (event) => events.push(event), onState: ({ state }) => states.push(state) }),
  );
  return { events, states };
}

test('a page misses nothing between its first query and its first event, and nothing while it was disconnected', async () => {
  const ws = await makeWorkspace(owner);
  const reader = await makeReader(owner, ws);
  const client = clientOf(reader);
  await client.sample.mine.query({ ws });
  expect(livePosition.get()).toMatch(/^\d+-\d+$/);
  const between = await emitOn(node, ws);
  const { events, states } = follow(client, ws);
  await until(() => events.length === 1);
  node.cut();
  const missed = await emitOn(node, ws);
  await until(() => events.length === 2);
  expect(events.map(({ id }) => id)).toEqual([between, missed]);
  await until(() => states.at(-1) === 'live');
  expect(states).toEqual(['connecting', 'live', 'lost', 'live']);
  expect(livePosition.get()).toBe(events[1]!.seq);
});

test('the end of a session is reported, and so is a refusal that the call itself does not handle', async () => {
  const ws = await makeWorkspace(owner);
  const reader = await makeReader(owner, ws, 'Staff');
  const client = clientOf(reader);
  const problems: SessionProblem[] = [];
  ends.push(onSessionProblem((problem) => problems.push(problem)));
  await client.sample.rare.query({ ws }, { context: { quiet: true } }).catch(() => {});
  expect(problems).toEqual([]);
  await client.sample.rare.query({ ws }).catch(() => {});
  expect(problems).toMatchObject([{ kind: 'forbidden', body: { code: 'forbidden.role' } }]);
  const { states } = follow(client, ws);
  await until(() => states.at(-1) === 'live');
  await owner.deleteFrom('sessions').where('handle', '=', reader.token).execute();
  await announceRevocation(owner, { userId: reader.userId });
  await until(() => problems.length === 2);
  expect(problems[1]).toMatchObject({ kind: 'unauthorized' });
});

test('another workspace cannot be followed, and is not requested again', async () => {
  const reader = await makeReader(owner, await makeWorkspace(owner));
  const { states } = follow(clientOf(reader), await makeWorkspace(owner));
  await until(() => states.at(-1) === 'off');
});

test('short queries are batched, a long one is sent in a body', async () => {
  const reader = await makeReader(owner, await makeWorkspace(owner));
  const client = clientOf(reader);
  const answers = await Promise.all([
    client.sample.echo.query({ text: 'ก'.repeat(20_000) }),
    ...Array.from({ length: 40 }, () => client.sample.echo.query({ text: 'ข'.repeat(100) })),
  ]);
  expect(answers.map(({ text }) => text.length)).toEqual([20_000, ...Array<number>(40).fill(100)]);
});

test('an event refetches exactly the affected queries, in its own workspace', async () => {
  const queryClient = new QueryClient();
  const keys = {
    list: [['application', 'list'], { input: { ws: 'w1', pageSize: 10 }, type: 'query' }],
    one: [['application', 'get'], { input: { ws: 'w1', id: 'a' }, type: 'query' }],
    another: [['application', 'get'], { input: { ws: 'w1', id: 'b' }, type: 'query' }],
    elsewhere: [['application', 'list'], { input: { ws: 'w2' }, type: 'query' }],
    bell: [['notification', 'unread'], { input: { ws: 'w1' }, type: 'query' }],
    log: [['activityLog', 'list'], { input: { ws: 'w1' }, type: 'query' }],
    logOfAnother: [['activityLog', 'list'], { input: { ws: 'w1', entityId: 'b' }, type: 'query' }],
    other: [['personnel', 'list'], { input: { ws: 'w1' }, type: 'query' }],
    global: [['shell', 'config']],
    mapped: [['recordImport', 'list'], { input: { ws: 'w1' }, type: 'query' }],
  } as const;
  const stale = () =>
    Object.entries(keys).flatMap(([name, key]) => (queryClient.getQueryState(key)!.isInvalidated ? [name] : []));
  const fill = () => Object.values(keys).forEach((key) => queryClient.setQueryData(key, {}));
  fill();
  const { take, stop } = refetchOn(queryClient, 'w1');
  ends.push(stop);
  take({ seq: '1-1', event: 'application.created', entity: 'application', id: 'a' });
  await until(() => stale().length > 0);
  expect(stale()).toEqual(['list', 'one', 'bell', 'log']);
  fill();
  take({ seq: '1-2', event: 'import.finished', entity: 'import', id: 'i' });
  await until(() => stale().length > 0);
  expect(stale()).toEqual(['bell', 'log', 'mapped']);
  fill();
  take({ seq: '1-3', event: 'import.progressed', entity: 'import', id: 'i' });
  await until(() => stale().length > 0);
  expect(stale()).toEqual(['mapped']);
  fill();
  take({ seq: '1-4', event: 'resync', entity: '', id: '' });
  await until(() => stale().length > 0);
  expect(stale()).toEqual(['list', 'one', 'another', 'bell', 'log', 'logOfAnother', 'other', 'global', 'mapped']);
});

/** A query that is always slow: its answers are how often it was asked. */
function slowQuery() {
  const queryClient = new QueryClient();
  const queryKey = [['application', 'list'], { input: { ws: 'w1' } }];
  const counts = { calls: 0, running: 0, most: 0 };
  const observer = new QueryObserver(queryClient, {
    queryKey,
    queryFn: async () => {
      const call = (counts.calls += 1);
      counts.most = Math.max(counts.most, (counts.running += 1));
      await sleep(1100);
      counts.running -= 1;
      return call;
    },
  });
  const display = () => void ends.push(observer.subscribe(() => {}));
  const data = () => observer.getCurrentResult().data;
  return { queryClient, queryKey, counts, display, data };
}

test('a slow query is asked by one call at a time however many events come, and once more after the last', async () => {
  const { queryClient, counts, display, data } = slowQuery();
  const { take, stop } = refetchOn(queryClient, 'w1');
  ends.push(stop);
  display();
  await until(() => data() === 1);
  for (const end = Date.now() + 1500; Date.now() < end; await sleep(20))
    take({ seq: '1-1', event: 'application.created', entity: 'application', id: 'a1' });
  const before = counts.calls;
  await until(() => data() === before + 1);
  expect(counts.most).toBe(1);
  expect(counts.calls).toBeLessThanOrEqual(3);
});

test('an event during the first call of a query is fetched after it', async () => {
  const queryClient = new QueryClient();
  const answers: ((data: string) => void)[] = [];
  const observer = new QueryObserver(queryClient, {
    queryKey: [['application', 'list'], { input: { ws: 'w1' } }],
    queryFn: () => new Promise<string>((resolve) => answers.push(resolve)),
  });
  ends.push(observer.subscribe(() => {}));
  await until(() => answers.length === 1);
  const { refetch, stop } = paced(queryClient);
  ends.push(stop);
  refetch(queryClient.getQueryCache().findAll());
  answers[0]!('read before the event');
  await until(() => answers.length === 2);
  answers[1]!('read after the event');
  await until(() => observer.getCurrentResult().data === 'read after the event');
});

test('a query that turns slow is asked by one call at a time after the first second', async () => {
  const { queryClient, counts, display, data } = slowQuery();
  display();
  await until(() => data() === 1);
  const { take, stop } = refetchOn(queryClient, 'w1');
  ends.push(stop);
  // It is always behind: without an end its call would be replaced for as long as events come.
  for (const end = Date.now() + 3000; Date.now() < end && counts.calls === data(); await sleep(20))
    take({ seq: '1-1', event: 'application.created', entity: 'application', id: 'a1' });
  for (const end = Date.now() + 4000; Date.now() < end && counts.calls !== data(); await sleep(20))
    take({ seq: '1-1', event: 'application.created', entity: 'application', id: 'a1' });
  expect(counts.calls).toBe(data());
});

test('an answer that is older than a change of the page itself is not waited for', async () => {
  const { queryClient, queryKey, counts, display, data } = slowQuery();
  const { refetch, stop } = paced(queryClient);
  ends.push(stop);
  display();
  await until(() => data() === 1);
  const query = queryClient.getQueryCache().find({ queryKey })!;
  refetch([query]);
  await until(() => counts.calls === 2);
  queryClient.setQueryData(queryKey, 100);
  refetch([query]);
  await until(() => counts.calls === 3);
  expect(data()).toBe(100);
  await until(() => data() === 3);
});

test('reconnection attempts are made at increasing, randomised intervals', () => {
  const delays = Array.from({ length: 500 }, (_, index) => reconnectDelay(index % 10));
  expect(Math.max(...delays)).toBeLessThanOrEqual(15_000);
  expect(new Set(delays).size).toBeGreaterThan(400);
  expect(reconnectDelay(0)).toBeLessThanOrEqual(400);
});

test('a connection that never opens counts as lost, since the page was opened', async () => {
  const never = { notification: { live: { subscribe: () => ({ unsubscribe() {} }) } } };
  const states: LiveState[] = [];
  const end = followStream({
    client: never as unknown as TRPCClient<AppRouter>,
    ws: 'any',
    onEvent: () => {},
    onState: (state) => states.push(state),
    openMs: 20,
  });
  ends.push(end);
  await until(() => states.length === 2);
  expect(states.map(({ state }) => state)).toEqual(['connecting', 'lost']);
  expect(states[1]!.since).toBe(states[0]!.since);
  end();
  expect(states.at(-1)).toEqual({ state: 'off', since: 0 });
});
