import { randomUUIDv7 } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { SESSION_COOKIE } from '../../server/platform/auth/cookies.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { emit } from '../../server/platform/live/emit.ts';
import type { EventName } from '../../shared/registry/events.ts';
import { buildPerson, buildServer, buildWorkspace, callerFor, type TestServer } from '../factories.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { until } from '../helpers/until.ts';

let server: TestServer;

beforeAll(async () => {
  server = await buildServer();
  await server.app.listen({ host: '127.0.0.1', port: 0 });
});
afterEach(() => server.clock.run());
afterAll(() => server?.close());

async function happen(
  ws: string,
  event: EventName,
  subject: string,
  actorId: string | null = null,
  at = server.deps.now(),
  entityId = randomUUIDv7(),
  notify: string[] = [],
) {
  await transact(server.deps, { workspaceId: ws }, (trx) =>
    emit(trx, { workspaceId: ws, personnelId: actorId, at }, { event, entityId, subject, notify }),
  );
  return entityId;
}

test('the bell displays what happened, newest first, in the language of the reader', async () => {
  const workspace = await buildWorkspace(server);
  const ws = workspace.id;
  const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const first = await happen(ws, 'application.created', 'ทะเบียนผู้ป่วย');
  await happen(ws, 'dataController.updated', 'Clinic');
  const second = await happen(ws, 'application.published', 'ทะเบียนผู้ป่วย');
  const english = await callerFor(server, dpo);
  const thai = await callerFor(server, dpo, { locale: 'th' });
  const { collection, nextCursor } = await english.notification.list({ ws });
  expect(collection.map(({ entityId, unread }) => [entityId, unread])).toEqual([
    [second, true],
    [first, true],
  ]);
  expect(nextCursor).toBeNull();
  for (const { text, title } of [...collection, ...(await thai.notification.list({ ws })).collection]) {
    expect(text.endsWith(` : ${title}`)).toBe(true);
    expect(title).toContain('ทะเบียนผู้ป่วย');
    expect(text).not.toMatch(/activityLog|\{\{|event\./);
  }
  expect((await thai.notification.list({ ws })).collection[0]!.text).not.toBe(collection[0]!.text);
  expect((await english.notification.list({ ws, module: 'ALL' })).collection).toHaveLength(3);
});

test('pages continue where the last one ended, also among lines of the same moment', async () => {
  const ws = (await buildWorkspace(server)).id;
  const admin = await buildPerson(server, { workspaceId: ws });
  const at = new Date();
  const ids = new Set<string>();
  for (let index = 0; index < 23; index += 1) ids.add(await happen(ws, 'purpose.created', `P${index}`, null, at));
  const caller = await callerFor(server, admin);
  const received: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await caller.notification.list({ ws, cursor });
    received.push(...page.collection.map(({ entityId }) => entityId));
    cursor = page.nextCursor ?? undefined;
  } while (cursor);
  expect(received).toHaveLength(23);
  expect(new Set(received)).toEqual(ids);
  for (const bad of ['', 'x', '2026-99-99 00:00:00+00_00000000-0000-0000-0000-000000000000', "'; drop table users"]) {
    await expect(caller.notification.list({ ws, cursor: bad })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
  }
});

test('events of others are unread until marked; own events, and those before joining, are not', async () => {
  const ws = (await buildWorkspace(server)).id;
  await happen(ws, 'application.created', 'Before', null, new Date(Date.now() - 60_000));
  const admin = await buildPerson(server, { workspaceId: ws });
  const colleague = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const caller = await callerFor(server, admin);
  expect(await caller.notification.unread({ ws })).toEqual({ count: 0, more: false });
  const soon = Date.now() + 1000;
  server.clock.set(new Date(soon));
  await happen(ws, 'application.created', 'Own', admin.personnelId);
  await happen(ws, 'application.updated', 'Others', colleague.personnelId);
  await happen(ws, 'application.updated', 'System', null);
  expect(await caller.notification.unread({ ws })).toEqual({ count: 2, more: false });
  expect(await (await callerFor(server, colleague)).notification.unread({ ws })).toEqual({ count: 2, more: false });
  const { collection } = await caller.notification.list({ ws });
  expect(collection.map(({ title, unread }) => [/Own|Others|System|Before/.exec(title)?.[0], unread]).sort()).toEqual([
    ['Before', false],
    ['Others', true],
    ['Own', false],
    ['System', true],
  ]);

  // Read up to what was displayed; what arrived a moment later remains unread.
  server.clock.set(new Date(soon + 500));
  await happen(ws, 'application.updated', 'Later', colleague.personnelId);
  await caller.notification.markRead({ ws, upTo: collection[0]!.createdAt });
  expect(await caller.notification.unread({ ws })).toEqual({ count: 1, more: false });
  await caller.notification.markRead({ ws });
  expect(await caller.notification.unread({ ws })).toEqual({ count: 0, more: false });
  // A mark never moves back, nor ahead of the clock.
  await caller.notification.markRead({ ws, upTo: new Date(soon).toISOString() });
  await caller.notification.markRead({ ws, upTo: '2099-01-01T00:00:00Z' });
  server.clock.set(new Date(soon + 1000));
  await happen(ws, 'application.updated', 'Latest', colleague.personnelId);
  expect(await caller.notification.unread({ ws })).toEqual({ count: 1, more: false });
  expect((await (await callerFor(server, colleague)).notification.unread({ ws })).count).toBe(2);
});

test('more than 99 unread lines are not counted exactly', async () => {
  const ws = (await buildWorkspace(server)).id;
  const admin = await buildPerson(server, { workspaceId: ws });
  const at = new Date(Date.now() + 1000);
  await transact(server.deps, { workspaceId: ws }, async (trx) => {
    for (let index = 0; index < 120; index += 1)
      await emit(
        trx,
        { workspaceId: ws, personnelId: null, at },
        { event: 'purpose.created', entityId: randomUUIDv7() },
      );
  });
  expect(await (await callerFor(server, admin)).notification.unread({ ws })).toEqual({ count: 99, more: true });
});

test('users without access to the activity log find only notifications addressed to them', async () => {
  const ws = (await buildWorkspace(server)).id;
  const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  for (const role of ['Staff', 'Top Management'] as const) {
    const person = await buildPerson(server, { workspaceId: ws, role });
    const colleague = await buildPerson(server, { workspaceId: ws, role });
    const caller = await callerFor(server, person);
    expect(await caller.notification.list({ ws, module: 'ALL' })).toEqual({ collection: [], nextCursor: null });
    server.clock.set(new Date(Date.now() + 1000));
    await happen(ws, 'incident.assigned', 'Nobody is named');
    const own = await happen(ws, 'incident.assigned', 'Laptop', dpo.personnelId, undefined, undefined, [
      person.personnelId,
    ]);
    await happen(ws, 'incident.assigned', 'Theirs', dpo.personnelId, undefined, undefined, [colleague.personnelId]);
    // Nobody is notified of their own actions.
    await happen(ws, 'incident.submitted', 'Done by himself', person.personnelId, undefined, undefined, [
      person.personnelId,
    ]);
    const { collection } = await caller.notification.list({ ws, module: 'ALL' });
    expect(collection.map(({ entityId, unread, event }) => [entityId, unread, event])).toEqual([
      [own, true, 'incident.assigned'],
    ]);
    expect(collection[0]!.title).toContain('Laptop');
    expect((await caller.notification.list({ ws, module: 'DATA BREACH' })).collection).toHaveLength(1);
    expect((await caller.notification.list({ ws, module: 'BUSINESS' })).collection).toHaveLength(0);
    expect(await caller.notification.unread({ ws, module: 'ALL' })).toEqual({ count: 1, more: false });
    await caller.notification.markRead({ ws });
    expect(await caller.notification.unread({ ws, module: 'ALL' })).toEqual({ count: 0, more: false });
    expect(await (await callerFor(server, colleague)).notification.unread({ ws, module: 'ALL' })).toEqual({
      count: 1,
      more: false,
    });
    server.clock.run();
  }
});

test('readers of the activity log find a line once, and also addressed notifications that otherwise cause none', async () => {
  const ws = (await buildWorkspace(server)).id;
  const dpo = await buildPerson(server, { workspaceId: ws, role: 'DPO' });
  const admin = await buildPerson(server, { workspaceId: ws });
  server.clock.set(new Date(Date.now() + 1000));
  const rings = await happen(ws, 'incident.accepted', 'Rings', null, undefined, undefined, [dpo.personnelId]);
  const silent = await happen(ws, 'approvalLine.updated', 'Silent', null, undefined, undefined, [dpo.personnelId]);
  const both = await callerFor(server, dpo);
  expect((await both.notification.list({ ws, module: 'ALL' })).collection.map(({ entityId }) => entityId)).toEqual([
    silent,
    rings,
  ]);
  await expect(happen(ws, 'incident.updated', 'Nobody', null, undefined, undefined, [dpo.personnelId])).rejects.toThrow(
    "rings nobody's bell",
  );
  expect(await both.notification.unread({ ws, module: 'ALL' })).toEqual({ count: 2, more: false });
  expect(
    (await (await callerFor(server, admin)).notification.list({ ws, module: 'ALL' })).collection.map(
      ({ entityId }) => entityId,
    ),
  ).toEqual([rings]);
  server.clock.run();
});

test('addressed lines continue page by page, in order with the others', async () => {
  const ws = (await buildWorkspace(server)).id;
  for (const role of ['Staff', 'DPO'] as const) {
    const person = await buildPerson(server, { workspaceId: ws, role });
    const at = new Date(Date.now() + 1000);
    const ids = new Set<string>();
    for (let index = 0; index < 14; index += 1)
      ids.add(await happen(ws, 'approvalLine.updated', `I${index}`, null, at, undefined, [person.personnelId]));
    const caller = await callerFor(server, person);
    const received: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await caller.notification.list({ ws, module: 'ApprovalLine', pageSize: 5, cursor });
      received.push(...page.collection.map(({ entityId }) => entityId));
      cursor = page.nextCursor ?? undefined;
    } while (cursor);
    expect(received).toHaveLength(14);
    expect(new Set(received)).toEqual(ids);
  }
  const crowded = await buildPerson(server, { workspaceId: ws, role: 'Staff' });
  const at = new Date(Date.now() + 1000);
  await transact(server.deps, { workspaceId: ws }, async (trx) => {
    for (let index = 0; index < 120; index += 1)
      await emit(
        trx,
        { workspaceId: ws, personnelId: null, at },
        { event: 'incident.assigned', entityId: randomUUIDv7(), notify: [crowded.personnelId] },
      );
  });
  expect(await (await callerFor(server, crowded)).notification.unread({ ws, module: 'ALL' })).toEqual({
    count: 99,
    more: true,
  });
});

test('the bell is restricted to members of the workspace', async () => {
  const ws = (await buildWorkspace(server)).id;
  const stranger = await buildPerson(server);
  for (const [person, code] of [
    [stranger, 'NOT_FOUND'],
    [null, 'UNAUTHORIZED'],
  ] as const) {
    const caller = await callerFor(server, person);
    for (const call of [
      caller.notification.list,
      caller.notification.unread,
      caller.notification.markRead,
      caller.notification.live,
    ]) {
      await expect(call({ ws })).rejects.toMatchObject({ code });
    }
  }
});

test('in the running server a browser subscribes by its cookie, and is disconnected when its session ends', async () => {
  const { port } = server.app.server.address() as AddressInfo;
  const admin = await buildPerson(server);
  const cookie = `${SESSION_COOKIE}=${admin.token}`;
  await expect(LiveSocket.open(port, null, { cookie })).rejects.toThrow('refused with 403');
  await expect(LiveSocket.open(port, null, { origin: `http://127.0.0.1:${port}` })).rejects.toThrow('refused with 401');
  const socket = await LiveSocket.open(port, null, { cookie, origin: `http://127.0.0.1:${port}` });
  await socket.subscribe(admin.workspaceId);
  const id = await happen(admin.workspaceId, 'application.created', 'Register');
  await until(() => socket.records.length === 1);
  expect(socket.records).toEqual([id]);
  const response = await fetch(
    `http://127.0.0.1:${port}/trpc/notification.unread?input=${encodeURIComponent(JSON.stringify({ ws: admin.workspaceId }))}`,
    { headers: { cookie } },
  );
  expect(response.status).toBe(200);
  expect(response.headers.get('x-live-position')).toBe(socket.events.at(-1)!.seq);
  await (await callerFor(server, admin)).auth.signOut();
  await until(() => socket.closed !== null);
  expect(socket.closed!.code).toBe(4401);
});
