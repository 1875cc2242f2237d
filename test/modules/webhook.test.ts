import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deliver, deliverySweep, PER_WEBHOOK } from '../../server/modules/webhook/delivery.ts';
import { deliverDue } from '../../server/modules/webhook/dispatch.ts';
import { sendOutbound } from '../../server/platform/http/outbound.ts';
import { WEBHOOK_EVENTS } from '../../shared/webhook/events.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type Person, type TestServer } from '../factories.ts';
import { PRIVATE_URL_HOSTS, UNCALLABLE_URLS } from '../helpers/hostileHosts.ts';
import { refusal } from '../helpers/refusal.ts';

const NOW = '2026-11-21T05:00:00Z';
const HOUR = 3_600_000;
let count = 0;
const category = () => {
  count += 1;
  return { name: { th: `การตลาด ${count}`, en: `Marketing ${count}` }, description: { th: 'ข่าวสาร', en: 'News' } };
};

interface Received {
  readonly path: string | undefined;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

let server: TestServer;
let url: string;
let ws: string;
let admin: Person;
const received: Received[] = [];
let reply: { status: number; headers?: Record<string, string>; body?: string };
/** What the receiver waits for before it answers. */
let isAnswering: Promise<void> | undefined;
const receiver = createServer(async (request, response) => {
  let body = '';
  for await (const part of request) body += String(part);
  received.push({ path: request.url, headers: request.headers, body });
  await isAnswering;
  response.writeHead(reply.status, reply.headers).end(reply.body ?? 'ok');
});

beforeAll(async () => {
  server = await buildServer({ CALLBACKS_TO_PRIVATE_NETWORK: 'true' });
  await new Promise<void>((listening) => receiver.listen(0, '127.0.0.1', listening));
  url = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`;
});
afterAll(async () => {
  receiver.closeAllConnections();
  receiver.close();
  await server.close();
});
beforeEach(async () => {
  server.clock.set(NOW);
  received.length = 0;
  reply = { status: 200 };
  isAnswering = undefined;
  ws = (await buildWorkspace(server)).id;
  admin = await buildPerson(server, { workspaceId: ws, name: 'สมชาย ใจดี' });
});

const api = async () => await callerFor(server, admin);
const build = async () =>
  (await api()).webhook.create({
    ws,
    name: 'CRM',
    url,
    events: ['purposeCategory.created', 'purposeCategory.removed'],
  });
const happen = async () => (await api()).purposeCategory.create({ ws, ...category() } as never);
const run = (signal = new AbortController().signal) => deliverDue(server.deps, signal);
const sent = async (id: string) => (await (await api()).webhook.deliveries({ ws, id })).collection;
/** Whether a statement waits for a lock. */
const isWaiting = async (): Promise<boolean> =>
  (
    await sql`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(
      server.owner,
    )
  ).rows.length > 0;
const after = (ms: number) => server.clock.set(new Date(Date.parse(NOW) + ms).toISOString());

/** Whether one of the signatures of a message is valid for the secret, as a receiver verifies it. */
function isSignedBy(secret: string, { headers, body }: Received): boolean {
  const expected = createHmac('sha256', Buffer.from(secret.replace('whsec_', ''), 'base64'))
    .update(`${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`)
    .digest();
  return String(headers['webhook-signature'])
    .split(' ')
    .some((one) => timingSafeEqual(Buffer.from(one.slice('v1,'.length), 'base64'), expected));
}

describe('a webhook', () => {
  it('receives a signed message of its event types, without personal data', async () => {
    const { id, secret } = await build();
    expect(secret).toMatch(/^whsec_[\w+/=]{44}$/);
    const { id: categoryId } = (await happen()) as { id: string };
    await run();
    expect(received).toHaveLength(1);
    expect(JSON.parse(received[0]!.body)).toEqual({
      type: 'purposeCategory.created',
      timestamp: expect.any(String),
      data: { workspaceId: ws, entity: 'purposeCategory', id: categoryId },
    });
    expect(isSignedBy(secret, received[0]!)).toBe(true);
    expect(isSignedBy(`whsec_${Buffer.alloc(32).toString('base64')}`, received[0]!)).toBe(false);
    const [delivery] = await sent(id);
    expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 200, answer: 'ok', nextAt: null });
    expect(received[0]!.headers['webhook-id']).toBe(delivery!.id);
    await run();
    expect(received).toHaveLength(1);
    const listed = await (await api()).webhook.list({ ws });
    expect(JSON.stringify(listed)).not.toContain(secret);
    const rows = await server.owner.selectFrom('webhooks').select('secret').where('id', '=', id).executeTakeFirst();
    expect(rows!.secret.toString()).not.toContain(secret);
  });

  it('receives nothing of another workspace, and nothing while it is turned off', async () => {
    const { id, rowVersion, name, events } = await build();
    const elsewhere = await buildPerson(server, { workspaceId: (await buildWorkspace(server)).id });
    await (
      await callerFor(server, elsewhere)
    ).purposeCategory.create({ ws: elsewhere.workspaceId, ...category() } as never);
    const change = { ws, id, rowVersion, name, url, events: events as never[], active: false };
    const paused = await (await api()).webhook.update(change);
    expect(paused.state).toBe('paused');
    await happen();
    expect(await sent(id)).toEqual([]);
    expect((await refusal((await api()).webhook.test({ ws, id }))).code).toBe('webhook.waiting');
    const newer = { code: 'staleEdit', details: { current: paused } };
    expect(await refusal((await api()).webhook.update(change))).toMatchObject(newer);
    expect(await refusal((await api()).webhook.rotate({ ws, id, rowVersion, overlap: '0' }))).toMatchObject(newer);
  });

  it('that is removed while an event is written does not make the event fail', async () => {
    const { id } = await build();
    const removing = new pg.Client({ connectionString: server.databaseUrl });
    await removing.connect();
    try {
      await removing.query('begin');
      await removing.query('delete from webhooks where id = $1', [id]);
      const happened = happen();
      // It waits for the end of the removal.
      const isWaiting = async () => {
        const { rows } = await removing.query<{ waits: boolean }>(
          'select exists (select from pg_stat_activity where pg_backend_pid() = any (pg_blocking_pids(pid))) as waits',
        );
        return rows[0]!.waits;
      };
      await expect.poll(isWaiting).toBe(true);
      await removing.query('commit');
      await happened;
    } finally {
      await removing.end();
    }
    expect(
      await server.owner.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id).execute(),
    ).toEqual([]);
  });

  it('gets no test message, and none again, that is requested while the product disables it', async () => {
    const { id } = await build();
    await happen();
    await run();
    const { webhook } = await api();
    const deliveryId = (await sent(id))[0]!.id;
    for (const request of [() => webhook.test({ ws, id }), () => webhook.replay({ ws, id, deliveryId })]) {
      await server.owner.updateTable('webhooks').set({ state: 'active' }).where('id', '=', id).execute();
      const { answer } = await server.owner.transaction().execute(async (trx) => {
        await trx.updateTable('webhooks').set({ state: 'disabled' }).where('id', '=', id).execute();
        let isAnswered = false;
        const answer = refusal(request()).finally(() => (isAnswered = true));
        answer.catch(() => {});
        await expect.poll(async () => isAnswered || (await isWaiting())).toBe(true);
        return { answer };
      });
      expect((await answer).code).toBe('webhook.waiting');
    }
    expect((await sent(id)).map(({ status }) => status)).toEqual(['delivered']);
  });

  it('is sent to once by two nodes at the same time', async () => {
    const { id } = await build();
    await happen();
    const deliveryId = (await sent(id))[0]!.id;
    const { signal } = new AbortController();
    await Promise.all([1, 2, 3, 4].map(() => deliver(server.deps, ws, deliveryId, { signal })));
    expect(received).toHaveLength(1);
  });

  it('is sent what a dead node had claimed, after its lease expires', async () => {
    const { id } = await build();
    await happen();
    const died = new AbortController();
    died.abort();
    const deliveryId = (await sent(id))[0]!.id;
    await expect(deliver(server.deps, ws, deliveryId, { signal: died.signal })).rejects.toThrow();
    await run();
    expect(received).toHaveLength(0);
    after(61_000);
    await run();
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([deliveryId]);
  });

  it('signs with both secrets only during the overlap of a rotation', async () => {
    const { id, secret, rowVersion } = await build();
    const rotated = await (await api()).webhook.rotate({ ws, id, rowVersion, overlap: '1' });
    await happen();
    await run();
    expect([secret, rotated.secret].map((one) => isSignedBy(one, received[0]!))).toEqual([true, true]);
    after(HOUR);
    await happen();
    await run();
    expect([secret, rotated.secret].map((one) => isSignedBy(one, received[1]!))).toEqual([false, true]);
  });
});

/**
 * Sends a message of a webhook, by default the newest, until its time is over, from this time after `NOW` on. Returns
 * the pauses between the attempts, in minutes.
 */
async function exhaust(id: string, from = 0, place = 0): Promise<number[]> {
  const pauses: number[] = [];
  for (let at = from; ;) {
    after(at);
    await run();
    const delivery = (await sent(id))[place];
    if (!delivery!.nextAt) return pauses;
    const next = Date.parse(delivery!.nextAt) - Date.parse(NOW);
    pauses.push((next - at) / 60_000);
    at = next;
  }
}

describe('a message that is not accepted', () => {
  it('is retried with growing pauses, with one id, for three days; then the webhook is turned off and the bell notifies', async () => {
    const { id } = await build();
    reply = { status: 500, body: 'x'.repeat(5000) };
    await happen();
    const pauses = await exhaust(id);
    expect((await sent(id))[0]!.answer).toHaveLength(1000);
    expect(pauses.slice(0, 5)).toEqual([1, 2, 4, 8, 16]);
    expect(Math.max(...pauses)).toBe(360);
    expect(new Set(received.map(({ headers }) => headers['webhook-id'])).size).toBe(1);
    expect(await sent(id)).toMatchObject([{ status: 'failed', answerStatus: 500 }]);
    const { collection } = await (await api()).webhook.list({ ws });
    expect(collection[0]).toMatchObject({ state: 'disabled', failingSince: expect.any(String) });
    const log = await (await api()).activityLog.list({ ws });
    expect(log.collection.map(({ event }) => event)).toContain('webhook.disabled');
    const mails = await server.owner
      .selectFrom('mails')
      .select('kind')
      .where('workspaceId', '=', ws)
      .where('kind', '=', 'webhookDisabled')
      .execute();
    expect(mails).toHaveLength(1);
    const { name, events, rowVersion } = collection[0]!;
    const on = await (
      await api()
    ).webhook.update({ ws, id, name, url, events: events as never[], rowVersion, active: true });
    expect(on).toMatchObject({ state: 'active', failingSince: null });
  });

  it('does not turn the webhook off if another one was accepted in its three days', async () => {
    const { id } = await build();
    reply = { status: 500 };
    await happen();
    await run();
    after(10 * HOUR);
    reply = { status: 200 };
    await happen();
    expect(await deliver(server.deps, ws, (await sent(id))[0]!.id, { signal: new AbortController().signal })).toBe(
      true,
    );
    reply = { status: 500 };
    await exhaust(id, 10 * HOUR, 1);
    expect((await sent(id)).map(({ status }) => status)).toEqual(['delivered', 'failed']);
    const { collection } = await (await api()).webhook.list({ ws });
    expect(collection[0]).toMatchObject({ state: 'active', failingSince: expect.any(String) });
  });

  it('after an outage weeks ago does not turn the webhook off at its first attempt', async () => {
    const { id } = await build();
    reply = { status: 500 };
    await happen();
    await run();
    // No node ran in its three days.
    after(20 * 24 * HOUR);
    admin = await buildPerson(server, { workspaceId: ws });
    await run();
    expect((await sent(id))[0]!.status).toBe('failed');
    await happen();
    await run();
    const webhook = async () => (await (await api()).webhook.list({ ws })).collection[0];
    expect([(await sent(id))[0]!.status, (await webhook())!.state]).toEqual(['waiting', 'active']);
    reply = { status: 200 };
    after(20 * 24 * HOUR + 61_000);
    await run();
    expect((await sent(id))[0]!.status).toBe('delivered');
    expect(await webhook()).toMatchObject({ state: 'active', failingSince: null });
  });

  it('does not count against the webhook once the workspace was closed and is open again', async () => {
    const { name, organizationId } = await server.owner
      .selectFrom('workspaces')
      .select(['name', 'organizationId'])
      .where('id', '=', ws)
      .executeTakeFirstOrThrow();
    const other = await buildWorkspace(server, { organizationId });
    await buildPerson(server, { workspaceId: other.id, userId: admin.userId, email: admin.email });
    const { id } = await build();
    reply = { status: 500 };
    await happen();
    await run();
    const failingSince = async () =>
      (await (await api()).webhook.list({ ws })).collection.find((one) => one.id === id)!.failingSince;
    expect(await failingSince()).toEqual(expect.any(String));
    await (await api()).workspace.remove({ ws, confirmation: name });
    after(60_000);
    await (await api()).workspace.deletion.undo({ ws });
    expect(await failingSince()).toBeNull();
  });

  it('has the host in the activity log if its address changes, and no more of it', async () => {
    const { id } = await build();
    const { webhook, activityLog } = await api();
    const { name, events, rowVersion } = (await webhook.list({ ws })).collection.find((one) => one.id === id)!;
    const change = { ws, id, name, events: events as never[], active: true };
    const { host } = new URL(url);
    const moved = await webhook.update({ ...change, rowVersion, url: 'http://127.0.0.1:9/hooks/secret-path' });
    await webhook.update({ ...change, rowVersion: moved.rowVersion, url: 'http://127.0.0.1:9/hooks/other-path' });
    const log = (await activityLog.list({ ws })).collection.filter(({ event }) => event === 'webhook.updated');
    expect(JSON.stringify(log)).not.toContain('-path');
    expect(log.toReversed().map(({ changes }) => changes)).toEqual([
      [expect.objectContaining({ field: 'url', old: host, new: '127.0.0.1:9' })],
      [expect.objectContaining({ field: 'url', old: '127.0.0.1:9', new: '127.0.0.1:9' })],
    ]);
  });

  it('is sent again manually, with the same id', async () => {
    const { id } = await build();
    reply = { status: 410 };
    await happen();
    await run();
    const [delivery] = await sent(id);
    expect(delivery!.status).toBe('failed');
    const { collection } = await (await api()).webhook.list({ ws });
    const { name, events, rowVersion, state } = collection[0]!;
    expect(state).toBe('disabled');
    await (await api()).webhook.update({ ws, id, name, url, events: events as never[], rowVersion, active: true });
    reply = { status: 204 };
    await (await api()).webhook.replay({ ws, id, deliveryId: delivery!.id });
    expect((await refusal((await api()).webhook.replay({ ws, id, deliveryId: delivery!.id }))).code).toBe(
      'webhook.waiting',
    );
    await run();
    expect(await sent(id)).toMatchObject([{ id: delivery!.id, status: 'delivered', answerStatus: 204 }]);
    await (await api()).webhook.test({ ws, id });
    await run();
    expect(JSON.parse(received.at(-1)!.body).type).toBe('webhook.tested');
  });

  it('is sent to the new address where the receiver at the former one answers that it is gone', async () => {
    const { id, name, events, rowVersion } = await build();
    await happen();
    const { promise, resolve } = Promise.withResolvers<void>();
    isAnswering = promise;
    reply = { status: 410 };
    const sending = run();
    await expect.poll(() => received.length).toBe(1);
    const moved = { ws, id, name, url: `${url}/new`, events: events as never[], rowVersion, active: true };
    await (await api()).webhook.update(moved);
    resolve();
    await sending;
    const [webhook] = (await (await api()).webhook.list({ ws })).collection;
    expect(webhook).toMatchObject({ state: 'active', failingSince: null });
    reply = { status: 200 };
    after(10 * 60_000);
    await run();
    expect((await sent(id))[0]!.status).toBe('delivered');
    expect(received.at(-1)!.path).toBe('/hook/new');
  });

  it('that waits when a webhook is paused is not due, and is sent when it is resumed', async () => {
    const { id, name, events, rowVersion } = await build();
    reply = { status: 500 };
    await happen();
    await happen();
    await run();
    after(HOUR / 60);
    const dueOnes = async () => (await sent(id)).map(({ status, nextAt }) => [status, nextAt !== null]);
    expect(await dueOnes()).toEqual([
      ['waiting', true],
      ['waiting', true],
    ]);
    const change = { ws, id, name, url, events: events as never[] };
    const off = await (await api()).webhook.update({ ...change, rowVersion, active: false });
    expect(await dueOnes()).toEqual([
      ['waiting', false],
      ['waiting', false],
    ]);
    reply = { status: 200 };
    await (await api()).webhook.update({ ...change, rowVersion: off.rowVersion, active: true });
    await run();
    expect((await sent(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
  });

  it.each([
    { attempted: false, is: 'that was never sent' },
    { attempted: true, is: 'that was refused before' },
  ])(
    '$is is not sent after its three days, such as when a webhook is resumed; a person can send it',
    async ({ attempted }) => {
      const { id, name, events, rowVersion } = await build();
      reply = { status: 500 };
      for (let count = 0; count <= 2 * PER_WEBHOOK; count += 1) await happen();
      if (attempted) await run();
      after(HOUR);
      await happen();
      const change = { ws, id, name, url, events: events as never[] };
      const off = await (await api()).webhook.update({ ...change, rowVersion, active: false });
      after(72.5 * HOUR);
      // Sessions do not last that long.
      admin = await buildPerson(server, { workspaceId: ws });
      received.length = 0;
      reply = { status: 200 };
      await (await api()).webhook.update({ ...change, rowVersion: off.rowVersion, active: true });
      await run();
      const deliveries = await sent(id);
      expect(deliveries.map(({ status, nextAt, reason }) => ({ status, nextAt, reason }))).toEqual([
        { status: 'delivered', nextAt: null, reason: null },
        ...Array.from({ length: 2 * PER_WEBHOOK + 1 }, () => ({ status: 'failed', nextAt: null, reason: 'EXPIRED' })),
      ]);
      expect(received).toHaveLength(1);
      const { collection } = await (await api()).webhook.list({ ws });
      expect(collection).toMatchObject([{ state: 'active' }]);
      await (await api()).webhook.replay({ ws, id, deliveryId: deliveries.at(-1)!.id });
      await run();
      expect((await sent(id)).at(-1)).toMatchObject({ status: 'delivered', reason: null });
      expect(received).toHaveLength(2);
    },
  );

  it('is deleted after 30 days', async () => {
    const { id } = await build();
    await happen();
    await run();
    after(31 * 24 * HOUR);
    await deliverySweep.run(server.deps, new AbortController().signal);
    const rows = await server.owner.selectFrom('webhookDeliveries').select('id').where('webhookId', '=', id).execute();
    expect(rows).toEqual([]);
  });

  it('is not sent to the target of a redirect', async () => {
    const { id } = await build();
    reply = { status: 302, headers: { location: `${url}/elsewhere` } };
    await happen();
    await run();
    expect(received.map(({ path }) => path)).toEqual(['/hook']);
    expect(await sent(id)).toMatchObject([{ status: 'waiting', answerStatus: 302 }]);
  });
});

describe('an address that is not on the public Internet', () => {
  it.each([...PRIVATE_URL_HOSTS.map((host) => `https://${host}/`), ...UNCALLABLE_URLS])(
    '%s is refused',
    async (address) => {
      const call = sendOutbound(address, { body: '{}' }, { toPrivateNetwork: false, timeoutMs: 5000 });
      await expect(call).rejects.toMatchObject({ code: 'EACCES' });
    },
  );

  it('is refused for a webhook', async () => {
    const strict = await buildServer();
    try {
      const person = await buildPerson(strict);
      const { webhook } = await callerFor(strict, person);
      const input = {
        ws: person.workspaceId,
        name: 'x',
        url: 'https://127.0.0.1/',
        events: ['consent.created' as const],
      };
      expect((await refusal(webhook.create(input))).code).toBe('webhook.address');
    } finally {
      await strict.close();
    }
  });
});

it('the event types exclude those that only refresh screens, keys and webhooks themselves', () => {
  expect(WEBHOOK_EVENTS).toContain('incident.created');
  expect(WEBHOOK_EVENTS.filter((name) => /^(webhook|apiKey|presence|savedView)\./.test(name))).toEqual([]);
  expect(WEBHOOK_EVENTS).not.toContain('userConsent.counted');
});
