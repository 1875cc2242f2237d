import { randomUUIDv7 } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { connectionConfig, type Db, openDatabase, withScope } from '../../db/client.ts';
import { dropOutboxDays } from '../../server/platform/database/partitions.ts';
import { emit } from '../../server/platform/live/emit.ts';
import { formatPosition, isAfter, parsePosition } from '../../server/platform/live/position.ts';
import { announceRevocation } from '../../server/platform/live/revoke.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { emitOn, type LiveNode, makeReader, makeWorkspace, startLiveNode } from '../helpers/liveNode.ts';
import { LiveSocket } from '../helpers/liveSocket.ts';
import { until } from '../helpers/until.ts';

let database: TestDatabase;
let owner: Db;
let node: LiveNode;
const sockets: LiveSocket[] = [];

beforeAll(async () => {
  database = await createTestDatabase();
  owner = openDatabase(database.url, 'owner', 4);
  node = await startLiveNode(database.url);
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.socket.terminate();
});
afterAll(async () => {
  await node?.stop();
  await owner?.destroy();
  await database?.drop();
});

async function open(token: string, on = node): Promise<LiveSocket> {
  const socket = await LiveSocket.open(on.port, token);
  sockets.push(socket);
  return socket;
}
async function following(role: Parameters<typeof makeReader>[2], workspaceId: string) {
  const reader = await makeReader(owner, workspaceId, role);
  const socket = await open(reader.token);
  await socket.subscribe(workspaceId);
  return { reader, socket };
}

test('a reader receives the position of the stream first, and then what is committed', async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('DPO', ws);
  expect(socket.replies).toEqual([{ id: 1, result: { type: 'started' } }]);
  await until(() => socket.events.length === 1);
  expect(socket.events[0]).toMatchObject({ event: 'ready' });
  const id = await emitOn(node, ws, { event: 'application.published' });
  await until(() => socket.events.length === 2);
  expect(socket.events[1]).toEqual({
    seq: expect.stringMatching(/^\d+-\d+$/),
    event: 'application.published',
    entity: 'application',
    id,
  });
});

test('those who read figures alone hear that they changed, once, and the others hear of the record', async () => {
  const ws = await makeWorkspace(owner);
  const top = await following('Top Management', ws);
  const staff = await following('Staff', ws);
  const emitted = [
    'application.updated',
    'purpose.published',
    'storageSystem.placed',
    'consent.updated',
    'dpia.published',
    'dpiaFramework.updated',
    // Only in the log: no figure has changed.
    'application.reviewDue',
    'dataSharing.assessed',
  ] as const;
  for (const event of emitted) await emitOn(node, ws, { event });
  await emitOn(node, ws, { event: 'treatmentPlan.acted', recipients: [staff.reader.personnelId] });
  const namesOn = (socket: LiveSocket) => socket.events.slice(1).map(({ event }) => event);
  await until(() => namesOn(staff.socket).at(-1) === 'treatmentPlan.acted' && namesOn(top.socket).length >= 8);
  expect(namesOn(staff.socket)).toEqual([...emitted, 'treatmentPlan.acted']);
  expect(namesOn(top.socket)).toEqual([
    // Of the application, the purpose and the storage system.
    'inventory.changed',
    'inventory.changed',
    'inventory.changed',
    'userConsent.counted',
    'dpiaDashboard.changed',
    'dpiaDashboard.changed',
    'dataSharing.assessed',
    'dpiaDashboard.changed',
  ]);
});

test('events arrive in the order of commits although an older transaction is still open, and none is skipped', async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('Admin', ws);
  const lock = new pg.Client({ connectionString: database.url });
  await lock.connect();
  await lock.query('begin');
  const early = randomUUIDv7();
  await lock.query(
    `insert into outbox (workspace_id, event, entity, entity_id) values ($1, 'application.updated', 'application', $2)`,
    [ws, early],
  );
  const later = [];
  for (let index = 0; index < 5; index += 1) later.push(await emitOn(node, ws));
  await sleep(150);
  expect(socket.records).toEqual([]);
  await lock.query('commit');
  await lock.end();
  await until(() => socket.records.length === 6);
  expect(socket.records).toEqual([early, ...later]);
});

test('a transaction of another program delays nothing until it writes an event; one of ours does, and it is reported', async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('Admin', ws);
  const [report, ours] = [
    new pg.Client({ connectionString: database.url, application_name: 'psql' }),
    new pg.Client(connectionConfig(database.url, 'owner')),
  ];
  const write = (client: pg.Client, id: string) =>
    client.query(
      `insert into outbox (workspace_id, event, entity, entity_id) values ($1, 'application.updated', 'application', $2)`,
      [ws, id],
    );
  try {
    for (const client of [report, ours]) {
      await client.connect();
      await client.query('begin');
    }
    await report.query('select pg_current_xact_id()');
    const first = await emitOn(node, ws);
    await until(() => socket.records.length === 1);
    expect(node.live.relay.waitingMs()).toBe(0);
    await ours.query('select pg_current_xact_id()');
    const second = await emitOn(node, ws);
    await until(() => node.live.relay.waitingMs() > 0);
    expect(socket.records).toEqual([first]);
    await ours.query('commit');
    await until(() => socket.records.length === 2);
    await until(() => node.live.relay.waitingMs() === 0);
    await report.query('commit; begin');
    const early = randomUUIDv7();
    await write(report, early);
    const third = await emitOn(node, ws);
    await until(() => node.live.relay.waitingMs() > 0);
    await report.query('commit');
    await until(() => socket.records.length === 4);
    expect(socket.records).toEqual([first, second, early, third]);
  } finally {
    await Promise.all([report.end(), ours.end()]);
  }
});

test("another database's long transaction delays nothing, and this one's still does", async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('Admin', ws);
  const other = await createTestDatabase();
  const [elsewhere, lock] = [
    new pg.Client({ connectionString: other.url }),
    new pg.Client({ connectionString: database.url }),
  ];
  try {
    for (const client of [elsewhere, lock]) {
      await client.connect();
      await client.query('begin');
    }
    await elsewhere.query('select pg_current_xact_id()');
    const first = await emitOn(node, ws);
    await until(() => socket.records.length === 1);
    const early = randomUUIDv7();
    await lock.query(
      `insert into outbox (workspace_id, event, entity, entity_id) values ($1, 'application.updated', 'application', $2)`,
      [ws, early],
    );
    const later = await emitOn(node, ws);
    await sleep(150);
    expect(socket.records).toEqual([first]);
    await lock.query('commit');
    await until(() => socket.records.length === 3);
    expect(socket.records).toEqual([first, early, later]);
  } finally {
    await elsewhere.end();
    await lock.end();
    await other.drop();
  }
});

test('two hundred transactions that overlap at random lose and repeat nothing', async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('Admin', ws);
  const committed: string[] = [];
  await Promise.all(
    Array.from({ length: 200 }, async (_, index) => {
      await sleep(Math.random() * 300);
      const ids = [randomUUIDv7(), randomUUIDv7()];
      const rollsBack = index % 10 === 0;
      await withScope(node.deps.db, { workspaceId: ws }, async (trx) => {
        for (const entityId of ids) {
          await emit(
            trx,
            { workspaceId: ws, personnelId: null, at: new Date() },
            { event: 'purpose.updated', entityId },
          );
          await sleep(Math.random() * 15);
        }
        if (rollsBack) throw new Error('rolled back');
        committed.push(...ids);
      }).catch((error: Error) => {
        if (error.message !== 'rolled back') throw error;
      });
      node.deps.poke();
    }),
  );
  await until(() => socket.records.length >= committed.length);
  await sleep(50);
  expect([...socket.records].sort()).toEqual([...committed].sort());
  const positions = socket.events.map(({ seq }) => parsePosition(seq)!);
  for (let index = 1; index < positions.length; index += 1)
    expect(isAfter(positions[index]!, positions[index - 1]!)).toBe(true);
});

test('a disconnected reader resumes after its last event without loss, repetition or change of order', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Admin', ws);
  const all: string[] = [];
  for (let index = 0; index < 5; index += 1) all.push(await emitOn(node, ws));
  await until(() => socket.records.length === 5);
  await socket.close();
  for (let index = 0; index < 20; index += 1) all.push(await emitOn(node, ws));
  let last = socket.events[2]!.seq;
  const received = socket.records.slice(0, 2);
  // Repeatedly, while others continue writing: each time it reads a little and disconnects.
  let writing = true;
  const writer = (async () => {
    while (writing) all.push(await emitOn(node, ws));
  })();
  for (let round = 0; round < 15; round += 1) {
    const again = await open(reader.token);
    await again.subscribe(ws, last);
    await sleep(10 + Math.random() * 20);
    again.socket.terminate();
    expect(again.events.map(({ event }) => event)).not.toContain('resync');
    received.push(...again.records);
    last = again.events.at(-1)?.seq ?? last;
  }
  writing = false;
  await writer;
  const rest = await open(reader.token);
  await rest.subscribe(ws, last);
  await until(() => received.length + rest.records.length === all.length);
  expect([...received, ...rest.records]).toEqual(all);
});

test('a stream that cannot be resumed is reported once and continues', async () => {
  const ws = await makeWorkspace(owner);
  const reader = await makeReader(owner, ws);
  const newestRelayed = () =>
    until(async () => {
      const { rows } = await sql<{
        newest: string;
      }>`select xid || '-' || seq as newest from outbox order by outbox.xid desc, outbox.seq desc limit 1`.execute(
        owner,
      );
      return node.live.hub.position === rows[0]!.newest;
    });
  await emitOn(node, ws);
  for (const position of ['nonsense', '99999999999999999999-1', '18446744073709551615-1', '1-0']) {
    const socket = await open(reader.token);
    if (position === '1-0') {
      // A reader that missed more than is replayed.
      await sql`insert into outbox (workspace_id, event, entity, entity_id) select ${ws}, 'application.updated', 'application', gen_random_uuid() from generate_series(1, 1001)`.execute(
        owner,
      );
      node.deps.poke();
    }
    // Events still being delivered to this process would follow the message to fetch everything.
    await newestRelayed();
    await socket.subscribe(ws, position);
    await until(() => socket.events.length > 0);
    const id = await emitOn(node, ws);
    await until(() => socket.records.length === 1);
    expect(socket.events.map(({ event }) => event)).toEqual(['resync', 'application.created']);
    expect(socket.records).toEqual([id]);
  }
});

test('a stream cannot be resumed across deleted events, but across stored ones', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Admin', ws);
  for (let index = 0; index < 4; index += 1) await emitOn(node, ws);
  await until(() => socket.records.length === 4);
  const [ready, first, second, third] = socket.events.map(({ seq }) => seq);
  // One day with a separate partition, one without: both are dropped, and with them the row named by `first`.
  await sql`select prepare_outbox_days(current_date - 6, current_date - 6)`.execute(owner);
  await sql`update outbox set day = current_date - 6 where xid || '-' || seq = ${first} or workspace_id <> ${ws}`.execute(
    owner,
  );
  await sql`update outbox set day = current_date - 5 where xid || '-' || seq in (${ready}, ${second})`.execute(owner);
  const dropped = await dropOutboxDays(node.deps.systemDb, new Date());
  expect(dropped).toHaveLength(1);
  const { rows } = await sql<{ days: number }>`select (current_date - min(day))::int as days from outbox`.execute(
    owner,
  );
  expect(rows[0]!.days).toBeLessThanOrEqual(3);

  // An old client whose last event was deleted, with everything at or before it: the table contains no trace of it.
  const gap = await open(reader.token);
  await gap.subscribe(ws, first);
  await until(() => gap.events.length > 0);
  expect(gap.events.map(({ event }) => event)).toEqual(['resync']);
  const fullStream = await open(reader.token);
  await fullStream.subscribe(ws, second);
  await until(() => fullStream.events.length === 2);
  expect(fullStream.events[0]!.seq).toBe(third);
});

test('an old client is told to fetch everything if nothing is left of its outbox', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Admin', ws);
  for (let index = 0; index < 3; index += 1) await emitOn(node, ws);
  await until(() => socket.records.length === 3);
  const [, first] = socket.events.map(({ seq }) => seq);
  await socket.close();
  await sql`update outbox set day = current_date - 9`.execute(owner);
  await dropOutboxDays(node.deps.systemDb, new Date());
  expect((await sql`select from outbox`.execute(owner)).rows).toEqual([]);
  const again = await open(reader.token);
  await again.subscribe(ws, first);
  await until(() => again.events.length > 0);
  expect(again.events.map(({ event }) => event)).toEqual(['resync']);
});

test('the current day and the previous one are never deleted', async () => {
  const ws = await makeWorkspace(owner);
  await emitOn(node, ws);
  await sql`update outbox set day = current_date - 1 where workspace_id = ${ws}`.execute(owner);
  await dropOutboxDays(node.deps.systemDb, new Date(Date.now() + 30 * 86_400_000));
  expect((await sql`select from outbox where workspace_id = ${ws}`.execute(owner)).rows).toHaveLength(1);
});

test('each role is notified only of what it may read', async () => {
  const ws = await makeWorkspace(owner);
  const roles = ['Admin', 'DPO', 'Staff', 'Top Management'] as const;
  const readers = await Promise.all(roles.map((role) => following(role, ws)));
  const application = await emitOn(node, ws, { event: 'application.created' });
  const controller = await emitOn(node, ws, { event: 'dataController.updated' });
  const personnel = await emitOn(node, ws, { event: 'personnel.invited' });
  await until(() => readers[0]!.socket.records.length === 3);
  await until(() => readers[3]!.socket.records.length === 2);
  expect(readers.map(({ socket }) => socket.records)).toEqual([
    [application, controller, personnel],
    [application, controller, personnel],
    [application, controller],
    // That figures changed, and not of which application.
    [ws, controller],
  ]);
});

test('a resumed stream is filtered like the live one', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Top Management', ws);
  await until(() => socket.events.length === 1);
  await socket.close();
  await emitOn(node, ws, { event: 'privacyNotice.created' });
  await emitOn(node, ws, { event: 'application.created' });
  const controller = await emitOn(node, ws, { event: 'dataController.updated' });
  const again = await open(reader.token);
  await again.subscribe(ws, socket.events[0]!.seq);
  await until(() => again.records.length === 2);
  expect(again.records).toEqual([ws, controller]);
});

test('an event that names recipients reaches only them, at its place among the others', async () => {
  const ws = await makeWorkspace(owner);
  const named = await following('Staff', ws);
  const other = await following('Admin', ws);
  const before = await emitOn(node, ws);
  const secret = await emitOn(node, ws, { recipients: [named.reader.personnelId] });
  const after = await emitOn(node, ws);
  await until(() => named.socket.records.length === 3 && other.socket.records.length === 2);
  expect(named.socket.records).toEqual([before, secret, after]);
  expect(other.socket.records).toEqual([before, after]);
});

test('another workspace receives nothing, and cannot be subscribed to', async () => {
  const ws = await makeWorkspace(owner);
  const elsewhere = await makeWorkspace(owner);
  const { socket } = await following('Admin', elsewhere);
  await socket.subscribe(ws);
  expect(socket.replies.at(-1)).toMatchObject({
    id: 2,
    error: { data: { httpStatus: 404, body: { code: 'workspace.notFound' } } },
  });
  await emitOn(node, ws);
  const own = await emitOn(node, elsewhere);
  await until(() => socket.records.length === 1);
  expect(socket.records).toEqual([own]);
});

test('after a change of role or of flags only what is permitted now is delivered', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Admin', ws);
  await owner.updateTable('personnel').set({ role: 'Top Management' }).where('id', '=', reader.personnelId).execute();
  await emitOn(node, ws, { event: 'personnel.updated', entityId: reader.personnelId });
  await emitOn(node, ws, { event: 'privacyNotice.created' });
  const controller = await emitOn(node, ws, { event: 'dataController.updated' });
  await until(() => socket.records.length === 1);
  expect(socket.records).toEqual([controller]);
  // The screen is notified that its data was fetched with other permissions.
  expect(socket.events.map(({ event }) => event)).toEqual(['ready', 'resync', 'dataController.updated']);

  await sql`update personnel set role = 'Staff' where id = ${reader.personnelId}`.execute(owner);
  await announceRevocation(owner, { userId: reader.userId });
  await until(() => socket.events.filter(({ event }) => event === 'resync').length === 2);
  const received = await emitOn(node, ws, { event: 'application.created' });
  await until(() => socket.records.length === 2);
  expect(socket.records[1]).toBe(received);

  await sql`update workspaces set flags = flags || '{"ropaInventoryEnabled": false}' where id = ${ws}`.execute(owner);
  const changed = await emitOn(node, ws, { event: 'workspace.updated', entityId: ws });
  await emitOn(node, ws, { event: 'application.created' });
  const last = await emitOn(node, ws, { event: 'dataController.updated' });
  await until(() => socket.records.length === 4);
  expect(socket.records.slice(2)).toEqual([changed, last]);
});

test('a reader whose permissions changed while it was disconnected is told to fetch everything, another is not', async () => {
  const ws = await makeWorkspace(owner);
  const [changed, other] = [await following('DPO', ws), await following('DPO', ws)];
  await until(() => changed.socket.events.length === 1 && other.socket.events.length === 1);
  const last = changed.socket.events[0]!.seq;
  for (const { socket } of [changed, other]) await socket.close();
  await owner
    .updateTable('personnel')
    .set({ role: 'Top Management' })
    .where('id', '=', changed.reader.personnelId)
    .execute();
  await emitOn(node, ws, { event: 'personnel.updated', entityId: changed.reader.personnelId });
  await emitOn(node, ws, { event: 'dataController.updated' });
  const eventsOf = async ({ reader }: typeof changed, least: number) => {
    const socket = await open(reader.token);
    await socket.subscribe(ws, last);
    await until(() => socket.events.length >= least);
    return socket.events.map(({ event }) => event);
  };
  expect(await eventsOf(changed, 1)).toEqual(['resync']);
  expect(await eventsOf(other, 2)).toEqual(['personnel.updated', 'dataController.updated']);
});

test('a suspended person is disconnected before the next event, an unrelated one is not', async () => {
  const ws = await makeWorkspace(owner);
  const suspended = await following('Admin', ws);
  const other = await following('Admin', ws);
  await owner
    .updateTable('personnel')
    .set({ status: 'suspended' })
    .where('id', '=', suspended.reader.personnelId)
    .execute();
  await emitOn(node, ws, { event: 'personnel.suspended', entityId: suspended.reader.personnelId });
  await until(() => suspended.socket.closed !== null);
  expect(suspended.socket.closed).toEqual({ code: 4403, reason: 'membership ended' });
  expect(suspended.socket.records).toEqual([]);
  await until(() => other.socket.records.length === 1);
  expect(other.socket.closed).toBeNull();
});

test('a socket ends with its session: signed out, disabled or expired', async () => {
  const ws = await makeWorkspace(owner);
  const signedOut = await following('Admin', ws);
  await owner.deleteFrom('sessions').where('handle', '=', signedOut.reader.token).execute();
  await announceRevocation(owner, { userId: signedOut.reader.userId, handle: signedOut.reader.token });
  await until(() => signedOut.socket.closed !== null);
  expect(signedOut.socket.closed!.code).toBe(4401);

  const disabled = await following('Admin', ws);
  await owner.updateTable('users').set({ disabledAt: new Date() }).where('id', '=', disabled.reader.userId).execute();
  await announceRevocation(owner, { userId: disabled.reader.userId });
  await until(() => disabled.socket.closed !== null);

  const shortly = await makeReader(owner, ws, 'Admin', new Date(Date.now() + 3000));
  const expiring = await open(shortly.token);
  await until(() => expiring.closed !== null);
  expect(expiring.closed!.code).toBe(4401);
});

test('if one session of a person ends, the other stays open', async () => {
  const ws = await makeWorkspace(owner);
  const { reader, socket } = await following('Admin', ws);
  const second = randomUUIDv7();
  const expiresAt = new Date(Date.now() + 3_600_000);
  await owner
    .insertInto('sessions')
    .values({
      idHash: second,
      handle: second,
      userId: reader.userId,
      kind: 'browser',
      idleExpiresAt: expiresAt,
      expiresAt,
    })
    .execute();
  const other = await open(second);
  await owner.deleteFrom('sessions').where('handle', '=', second).execute();
  await announceRevocation(owner, { userId: reader.userId, handle: second });
  await until(() => other.closed !== null);
  expect(socket.closed).toBeNull();
});

test('events of an unknown kind are ignored without stopping the stream', async () => {
  const ws = await makeWorkspace(owner);
  const { socket } = await following('Admin', ws);
  await sql`insert into outbox (workspace_id, event, entity, entity_id) values (${ws}, 'moon.landed', 'moon', gen_random_uuid())`.execute(
    owner,
  );
  const id = await emitOn(node, ws);
  await until(() => socket.records.length === 1);
  expect(socket.records).toEqual([id]);
});

test('forged positions are parsed safely', () => {
  expect(formatPosition(parsePosition('12-34')!)).toBe('12-34');
  for (const text of [
    '',
    '-',
    '1',
    '1-',
    '-1-1',
    '1-1-1',
    '1e3-1',
    "1-1' or true",
    '18446744073709551616-1',
    '1-9223372036854775808',
    '９-1',
  ])
    expect(parsePosition(text)).toBeNull();
});
