import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { deliverDue } from '../../server/modules/webhook/dispatch.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type TestServer } from '../factories.ts';
import { killed } from '../helpers/killedNode.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;
let base: string;
const received: { path: string; id: string }[] = [];
const hanging: ServerResponse[] = [];
let open = 0;
let mostOpen = 0;
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url!, id: String(request.headers['webhook-id']) });
  request.resume();
  const isFirst = received.filter(({ path }) => path === request.url).length === 1;
  if (request.url === '/hangs' || (request.url === '/hangs-once' && isFirst)) return void hanging.push(response);
  open += 1;
  mostOpen = Math.max(mostOpen, open);
  await sleep(20);
  open -= 1;
  response.end('ok');
});

beforeAll(async () => {
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  base = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  server = await buildServer({ CALLBACKS_TO_PRIVATE_NETWORK: 'true' });
});
beforeEach(() => {
  for (const response of hanging.splice(0)) response.destroy();
  received.length = 0;
  mostOpen = 0;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.close();
});

async function workspaceWith(paths: readonly string[]) {
  const ws = (await buildWorkspace(server)).id;
  const api = await callerFor(server, await buildPerson(server, { workspaceId: ws }));
  const ids: string[] = [];
  for (const path of paths) {
    const events = ['purposeCategory.created' as const];
    ids.push((await api.webhook.create({ ws, name: path, url: base + path, events })).id);
  }
  return { ws, ids };
}

/** Inserts due messages for each of these webhooks. */
async function leaveDue(workspaceId: string, webhooks: readonly string[], count: number) {
  const at = server.deps.now();
  await server.owner
    .insertInto('webhookDeliveries')
    .values(
      webhooks.flatMap((webhookId) =>
        Array.from({ length: count }, () => ({
          workspaceId,
          id: crypto.randomUUID(),
          webhookId,
          event: 'purposeCategory.created',
          entity: 'purposeCategory',
          entityId: webhookId,
          occurredAt: at,
          nextAt: at,
          until: new Date(at.getTime() + 3_600_000),
          createdAt: at,
        })),
      ),
    )
    .execute();
}

it('a receiver that hangs blocks no other, and has two messages in progress', async () => {
  const { ws, ids } = await workspaceWith(['/hangs', '/answers']);
  await leaveDue(ws, ids, 12);
  const stopping = new AbortController();
  const nodes = [deliverDue(server.deps, stopping.signal), deliverDue(server.deps, stopping.signal)];
  // All of the responding one arrive while the other still hangs.
  await until(() => received.filter(({ path }) => path === '/answers').length === 12);
  expect(hanging).toHaveLength(2);
  expect(mostOpen).toBeLessThanOrEqual(2);
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  stopping.abort();
  await Promise.all(nodes);
});

it('of messages in a row open screens are notified at first, once a second and at the end', async () => {
  const { ws, ids } = await workspaceWith(['/crowd']);
  await leaveDue(ws, ids, 20);
  const startedAt = performance.now();
  await deliverDue(server.deps, new AbortController().signal);
  const seconds = (performance.now() - startedAt) / 1000;
  expect(received).toHaveLength(20);
  const announced = await server.owner
    .selectFrom('outbox')
    .select(['entityId', (eb) => eb.fn.countAll<string>().as('times')])
    .where('workspaceId', '=', ws)
    .where('event', '=', 'webhook.attempted')
    .groupBy('entityId')
    .execute();
  expect(new Set(announced.map(({ entityId }) => entityId))).toEqual(new Set(ids));
  for (const { times } of announced) expect(Number(times)).toBeLessThanOrEqual(2 + seconds);
});

const nodes: ChildProcess[] = [];
afterAll(() => Promise.all(nodes.map(killed)));
async function startNode(): Promise<ChildProcess> {
  const child = fork(
    join(import.meta.dirname, '../helpers/webhookNodeProcess.ts'),
    [server.databaseUrl, server.deps.config.dataDir],
    { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] },
  );
  nodes.push(child);
  await once(child, 'message');
  return child;
}

it('two nodes send each message once, and what a killed one was sending is sent again with the same id', async () => {
  const { ws, ids } = await workspaceWith(['/hangs-once', '/first', '/second', '/third']);
  const [hanging = '', ...others] = ids;
  const arrived = (...paths: string[]) => received.filter(({ path }) => paths.includes(path)).map(({ id }) => id);
  const deliveries = () =>
    server.owner
      .selectFrom('webhookDeliveries')
      .select(['id', 'webhookId', 'status', 'attempts'])
      .where('workspaceId', '=', ws)
      .execute();
  const [killedNode, other] = await Promise.all([startNode(), startNode()]);
  await leaveDue(ws, [hanging], 1);
  killedNode.send('go');
  await until(() => arrived('/hangs-once').length === 1);
  await leaveDue(ws, others, 20);
  for (const node of [killedNode, other]) node.send('go');
  await until(async () => (await deliveries()).filter(({ status }) => status === 'delivered').length === 60);
  await killed(killedNode);
  // As if its lease had expired.
  await server.owner
    .updateTable('webhookDeliveries')
    .set({ sendingUntil: new Date(0) })
    .where('workspaceId', '=', ws)
    .where('sendingUntil', 'is not', null)
    .execute();
  other.send('go');
  await until(async () => (await deliveries()).every(({ status }) => status === 'delivered'));
  const sent = arrived('/first', '/second', '/third');
  expect([sent.length, new Set(sent).size]).toEqual([60, 60]);
  const [first, ...again] = arrived('/hangs-once');
  expect(again).toEqual([first]);
  expect((await deliveries()).filter(({ attempts }) => attempts !== 1)).toEqual([
    { id: first, webhookId: hanging, status: 'delivered', attempts: 2 },
  ]);
});
