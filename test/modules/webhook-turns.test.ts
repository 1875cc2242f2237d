import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { deliverDue } from '../../server/modules/webhook/dispatch.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type TestServer } from '../factories.ts';

let server: TestServer;
let base: string;
const received: { path: string; id: string }[] = [];
const hanging: ServerResponse[] = [];
let open = 0;
let mostOpen = 0;
const receiver = createServer(async (request, response) => {
  received.push({ path: request.url!, id: String(request.headers['webhook-id']) });
  request.resume();
  if (request.url === '/hangs') return void hanging.push(response);
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
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.close();
});

const until = async (check: () => boolean | Promise<boolean>) => {
  const end = Date.now() + 60_000;
  while (!(await check())) {
    if (Date.now() > end) throw new Error('it never came');
    await sleep(20);
  }
};

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

it('a receiver that hangs holds up nobody else, and has two messages under way', async () => {
  const { ws, ids } = await workspaceWith(['/hangs', '/answers']);
  const at = server.deps.now();
  await server.owner
    .insertInto('webhookDeliveries')
    .values(
      ids.flatMap((webhookId) =>
        Array.from({ length: 12 }, () => ({
          workspaceId: ws,
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
  const stopping = new AbortController();
  const nodes = [deliverDue(server.deps, stopping.signal), deliverDue(server.deps, stopping.signal)];
  // All of the one that answers arrive while the other still hangs.
  await until(() => received.filter(({ path }) => path === '/answers').length === 12);
  expect(hanging).toHaveLength(2);
  expect(mostOpen).toBeLessThanOrEqual(2);
  expect(new Set(received.map(({ id }) => id)).size).toBe(received.length);
  stopping.abort();
  await Promise.all(nodes);
});
