import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { closedBefore, requestRetention } from '../../server/modules/request/anonymise.ts';
import { preparePartitions } from '../../server/platform/database/partitions.ts';
import { FileMissing } from '../../server/platform/files/store.ts';
import { sweepFiles } from '../../server/platform/files/sweep.ts';
import type { Deps } from '../../server/platform/trpc/context.ts';
import { buildServer, callerFor, signInAgain, type TestServer } from '../factories.ts';
import { refusal } from '../helpers/refusal.ts';
import { buildWorld, hashesOf, type World } from '../tenancy/world.ts';

const RECEIVED = '2026-11-02T03:15:00Z';
/** Eleven years later. */
const LATER = '2037-11-02T03:15:00Z';

/** Encrypted columns outside requests. A new one must be listed here or be deleted with its request. */
const SEALED_ELSEWHERE = [
  'consentReceipts',
  'consents',
  // Their names: those of a request are deleted with it, as the bytes are.
  'files',
  'imports',
  'incidentNotifications',
  'incidents',
  'requestForms',
  // Not sent yet: it becomes a file of the request, or is deleted after a day.
  'requestUploadParts',
  'requestUploads',
  'userConsents',
  'webhookDeliveries',
  'webhooks',
];
/** Kinds of files outside requests. A new one must be listed here or be deleted with its request. */
const FILES_ELSEWHERE = [
  'approvalLine.document',
  'consent.picture',
  'dataController.logo',
  'dpia.annex',
  'dpia.consultation',
  'dpia.dataFlow',
  'export.document',
  'incident.evidence',
  'personnel.photo',
  'requestForm.logo',
  'schedule.copy',
  'treatmentPlan.action',
];
/** Of the others: the table of their owner. */
const OWNERS: Readonly<Record<string, string>> = {
  'request.attachment': 'requests',
  'request.identity': 'requests',
  'requestMessage.attachment': 'requests',
  'requestTask.proof': 'request_tasks',
  'requestTask.gathered': 'requests',
  'requestAnswer.original': 'request_answers',
  'requestAnswer.redacted': 'request_answers',
  'requestAnswer.package': 'request_answers',
};
const FIGURES = ['request_months', 'request_answer_days', 'request_right_months'];

let server: TestServer;
let world: World;
let other: World;
beforeAll(async () => {
  server = await buildServer();
  server.clock.set(RECEIVED);
  world = await buildWorld(server, 'KEPTWORLD');
  other = await buildWorld(server, 'OTHERWORLD');
  for (const { ws } of [world, other]) {
    await ownFiles(ws);
    await server.owner
      .updateTable('requestArrivals')
      .set({ token: Buffer.from(ws) })
      .where('workspaceId', '=', ws)
      .execute();
    await server.owner
      .updateTable('requests')
      .set((eb) => ({ importHash: eb.fn('sha256', [eb.fn('uuid_send', ['id'])]) }))
      .where('workspaceId', '=', ws)
      .execute();
    // Tasks of the others are moved to another right below.
    if (ws === world.ws)
      await server.owner
        .updateTable('requestTasks')
        .set({ status: 'REFUSED', groundCode: 'LAW_AND_HARM' })
        .where('workspaceId', '=', ws)
        .execute();
    await close(ws);
  }
  await server.owner
    .updateTable('requestSettings')
    .set({ retentionYears: 12 })
    .where('workspaceId', '=', other.ws)
    .execute();
  server.clock.set(LATER);
  await preparePartitions(server.deps.systemDb, new Date(LATER));
});
afterAll(() => server.close());

/** A file of every kind of a request, of each existing owner. */
async function ownFiles(ws: string): Promise<void> {
  for (const [kind, table] of Object.entries(OWNERS)) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where workspace_id = ${ws}`.execute(server.owner);
    for (const { id: ownerId } of rows) {
      const id = randomUUIDv7();
      await server.owner
        .insertInto('files')
        .values({
          workspaceId: ws,
          id,
          name: kind,
          type: 'text/plain',
          size: 1,
          sha256: '0'.repeat(64),
          storageKey: `${ws}/${id}`,
          ownerKind: kind,
          ownerId,
          createdAt: server.deps.now(),
        })
        .execute();
      if (kind === 'requestTask.proof')
        await server.owner.updateTable('requestTasks').set({ fileId: id }).where('id', '=', ownerId).execute();
    }
  }
}

/** Closes every request of a workspace, like its rights' last moves do. */
async function close(ws: string): Promise<void> {
  const closedAt = server.deps.now();
  await server.owner
    .updateTable('requestRights')
    .set({ stage: 'COMPLETE', closedAt })
    .where('workspaceId', '=', ws)
    .execute();
  await server.owner
    .updateTable('requests')
    .set({ status: 'COMPLETED', closedAt })
    .where('workspaceId', '=', ws)
    .execute();
}

const apply = (deps: Deps = server.deps) => requestRetention.apply(deps, new AbortController().signal);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Tables that depend on requests, however far, with their byte columns: encrypted values, and keyed hashes. */
async function bytesOfRequests(): Promise<{ table: string; column: string }[]> {
  const { rows } = await sql<{ table: string; column: string }>`
    with recursive parts(id) as (
      select 'requests'::regclass::oid
      union select c.conrelid from pg_constraint c join parts p on c.confrelid = p.id where c.contype = 'f')
    select p.id::regclass::text as "table", a.attname as "column" from parts p
      join pg_attribute a on a.attrelid = p.id and a.atttypid = 'bytea'::regtype and not a.attisdropped
     order by 1, 2`.execute(server.owner);
  return rows;
}

/** How many values each of those columns contains in a workspace. */
async function valueCounts(ws: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of await bytesOfRequests()) {
    const { rows } = await sql<{ count: number }>`
      select count(${sql.ref(column)})::int as count from ${sql.table(table)} where workspace_id = ${ws}`.execute(
      server.owner,
    );
    counts[`${table}.${column}`] = rows[0]!.count;
  }
  return counts;
}

/** How many files of each kind requests have. */
async function fileCounts(ws: string): Promise<Record<string, number>> {
  const rows = await server.owner
    .selectFrom('files')
    .select(['ownerKind', (eb) => eb.fn.countAll<number>().as('count')])
    .where('workspaceId', '=', ws)
    .where('ownerKind', 'in', Object.keys(OWNERS))
    .groupBy('ownerKind')
    .execute();
  return Object.fromEntries(rows.map(({ ownerKind, count }) => [ownerKind!, Number(count)]));
}

const figuresOf = async (ws: string) =>
  Promise.all(
    FIGURES.map(async (table) => {
      const { rows } = await sql<{ line: string }>`
        select t::text as line from ${sql.table(table)} t where workspace_id = ${ws} order by 1`.execute(server.owner);
      return rows.map(({ line }) => line);
    }),
  );
const entriesOf = async (ws: string) =>
  (
    await server.owner
      .selectFrom('activityLogs')
      .select(['changes', 'subject', 'entityId'])
      .where('workspaceId', '=', ws)
      .where('event', '=', 'request.anonymised')
      .orderBy('createdAt')
      .orderBy('id')
      .execute()
  ).map(({ changes, ...entry }) => ({ ...entry, requests: (changes as unknown as { new: number }[])[0]!.new }));
const countRequests = async (ws: string) =>
  (await server.owner.selectFrom('requests').select('id').where('workspaceId', '=', ws).execute()).length;

describe('personal data of a request', () => {
  it('is known: every encrypted column and every kind of file belongs to requests, or elsewhere', async () => {
    const parts = new Set((await bytesOfRequests()).map(({ table, column }) => `${table}.${column}`));
    const elsewhere = server.deps.modules.sealed.filter(
      ({ table, column }) => !parts.has(`${snake(table)}.${snake(column)}`),
    );
    expect([...new Set(elsewhere.map(({ table }) => table))].toSorted()).toEqual(SEALED_ELSEWHERE);
    // Files of imports belong to the import kit, with separate retention.
    const kinds = [...server.deps.modules.fileOwners.keys()].filter((kind) => !/Import\.(table|rejects)$/.test(kind));
    expect(kinds.toSorted()).toEqual([...FILES_ELSEWHERE, ...Object.keys(OWNERS)].toSorted());
  });

  it('exists before the retention period ends: each encrypted column, each kind of file', async () => {
    const counts = await valueCounts(world.ws);
    const sealed = server.deps.modules.sealed
      .map(({ table, column }) => `${snake(table)}.${snake(column)}`)
      .filter((name) => name in counts);
    expect(sealed.length).toBeGreaterThan(10);
    for (const name of [...sealed, 'requests.import_hash']) expect([name, counts[name]! > 0]).toEqual([name, true]);
    expect(Object.keys(await fileCounts(world.ws)).toSorted()).toEqual(Object.keys(OWNERS).toSorted());
  });

  it('is deleted with an unconfirmed request: proofs, answers and all other files with their bytes', async () => {
    // One with all kinds of data: work had started before it became unconfirmed again.
    const { ws, requestId: id, people } = other;
    const unconfirmed = { closedAt: null } as const;
    await server.owner
      .updateTable('requestRights')
      .set({ ...unconfirmed, stage: 'VERIFY' })
      .where('requestId', '=', id)
      .execute();
    await server.owner
      .updateTable('requests')
      .set({ ...unconfirmed, status: 'NEW', verifiedAt: null, verifiedHow: null })
      .where('id', '=', id)
      .execute();
    await server.owner
      .updateTable('requestTasks')
      .set({ requestId: id, requestRightId: other.requestRightId })
      .where('workspaceId', '=', ws)
      .execute();
    const { rows: files } = await sql<{ id: string; kind: string; key: string }>`
      select id, owner_kind as kind, storage_key as key from files
       where workspace_id = ${ws} and owner_kind = any(${Object.keys(OWNERS)}) and (owner_id = ${id}
          or owner_id in (select id from request_tasks where request_id = ${id})
          or owner_id in (select id from request_answers where request_id = ${id}))`.execute(server.owner);
    expect([...new Set(files.map(({ kind }) => kind))].toSorted()).toEqual(Object.keys(OWNERS).toSorted());
    for (const { key } of files)
      await server.deps.files.put(key, Buffer.from('x'), { size: 1, type: 'application/octet-stream' });
    const { request } = await callerFor(server, await signInAgain(server, people.Admin));
    await request.remove({ ws, id });
    const left = () =>
      server.owner
        .selectFrom('files')
        .select('ownerKind')
        .where(
          'id',
          'in',
          files.map((file) => file.id),
        )
        .execute();
    expect((await left()).filter(({ ownerKind }) => ownerKind !== null)).toEqual([]);
    await sweepFiles(server.deps);
    expect(await left()).toEqual([]);
    for (const { key } of files) await expect(server.deps.files.get(key)).rejects.toBeInstanceOf(FileMissing);
  });
});

describe('requests past the retention period', () => {
  it('are those closed so many years before, and on 29 February none closed on the day after the 28th of that year', async () => {
    const at = new Date('2028-02-29T03:00:00Z');
    server.clock.set(at);
    const admin = await signInAgain(server, other.people.Admin);
    const { request } = await callerFor(server, admin);
    const settings = await request.settings.get({ ws: other.ws });
    await request.settings.update({ ...settings, ws: other.ws, retentionYears: 1 } as never);
    expect(await withScope(server.deps.db, { workspaceId: other.ws }, (trx) => closedBefore(trx, other.ws, at))).toBe(
      '2027-02-28T03:00:00.000Z',
    );
    const { rowVersion } = await request.settings.get({ ws: other.ws });
    await request.settings.update({ ...settings, ws: other.ws, rowVersion } as never);
  });

  it('are announced in the settings thirty days before', async () => {
    const soon = async (at: string, { ws, people }: World) => {
      server.clock.set(at);
      const { request } = await callerFor(server, await signInAgain(server, people.Admin));
      return (await request.settings.endingSoon({ ws })).count;
    };
    expect(await soon('2036-10-02T03:15:00Z', world)).toBe(0);
    expect(await soon('2036-10-05T03:15:00Z', world)).toBe(await countRequests(world.ws));
    expect(await soon(LATER, world)).toBe(await countRequests(world.ws));
    expect(await soon(LATER, other)).toBe(0);
  });

  it('lose all personal data, once, while figures, refusals and other workspaces remain', async () => {
    const all = await countRequests(world.ws);
    const refusals = async () => {
      const { requestRefusal } = await callerFor(server, await signInAgain(server, world.people.Admin));
      return (await requestRefusal.list({ ws: world.ws })).collection;
    };
    const refused = await refusals();
    expect(refused.map(({ part }) => part)).toContain('RESTRICT');
    const figures = await figuresOf(world.ws);
    const elsewhere = await hashesOf(server, other);

    // One fails half-way: it remains unchanged, and the others are deleted.
    const failing: Deps = {
      ...server.deps,
      modules: {
        ...server.deps.modules,
        recordListeners: [
          ...server.deps.modules.recordListeners,
          {
            request: {
              anonymised: async (_trx, _actor, ids) => {
                if (ids.includes(world.requestId)) throw new Error('the connection was lost');
              },
            },
          },
        ],
      },
    };
    const complete = await server.owner
      .selectFrom('requests')
      .selectAll()
      .where('id', '=', world.requestId)
      .executeTakeFirstOrThrow();
    expect(await apply(failing)).toBe(all - 1);
    expect(
      await server.owner.selectFrom('requests').selectAll().where('id', '=', world.requestId).executeTakeFirstOrThrow(),
    ).toEqual(complete);
    expect((await valueCounts(world.ws))['request_messages.body']).toBeGreaterThan(0);
    expect((await fileCounts(world.ws))['request.attachment']).toBe(1);

    expect(await apply()).toBe(1);
    expect(await apply()).toBe(0);
    for (const [column, count] of Object.entries(await valueCounts(world.ws)))
      expect([column, count]).toEqual([column, 0]);
    expect(await fileCounts(world.ws)).toEqual({});
    expect(await figuresOf(world.ws)).toEqual(figures);
    expect(await refusals()).toEqual(refused.map((one) => ({ ...one, reason: null })));
    expect(await hashesOf(server, other)).toEqual(elsewhere);
    const entry = { subject: '', entityId: world.ws };
    expect(await entriesOf(world.ws)).toEqual([
      { ...entry, requests: all - 1 },
      { ...entry, requests: 1 },
    ]);

    await sweepFiles(server.deps);
    const { rows } = await sql<{ count: number }>`
      select count(*)::int as count from files where workspace_id = ${world.ws} and name = any(${Object.keys(OWNERS)})`.execute(
      server.owner,
    );
    expect(rows[0]!.count).toBe(0);
  });

  it('are recorded in the activity log also if a node stopped before it wrote that', async () => {
    await server.owner
      .updateTable('requests')
      .set({ anonymisedCounted: false })
      .where('id', '=', world.requestId)
      .execute();
    expect(await apply()).toBe(0);
    expect((await entriesOf(world.ws)).map(({ requests }) => requests).at(-1)).toBe(1);
    expect(await entriesOf(world.ws)).toHaveLength(3);
    await apply();
    expect(await entriesOf(world.ws)).toHaveLength(3);
  });

  it('are displayed without personal data, and cannot be changed', async () => {
    const { ws, requestId: id, requestRightId: rightId } = world;
    const { request, requestIdentity, requestMessage, requestTask, requestAnswer } = await callerFor(
      server,
      await signInAgain(server, world.people.Admin),
    );
    const found = await request.get({ ws, id });
    expect(found).toMatchObject({ anonymisedAt: expect.any(String), identity: null, ageBand: null, corrections: [] });
    expect(found.rights[0]).toMatchObject({
      detail: null,
      additional: null,
      resolution: null,
      allowed: [],
      stage: 'COMPLETE',
    });
    expect(found.moves.map(({ reason }) => reason)).toEqual(found.moves.map(() => null));
    const { collection } = await request.list({ ws });
    expect(collection.find((row) => row.id === id)).toMatchObject({
      subjectName: null,
      anonymisedAt: found.anonymisedAt,
    });
    const cards = (await request.board({ ws })).columns.flatMap((column) => column.cards);
    expect(cards.find((card) => card.id === rightId)).toMatchObject({
      allowed: [],
      request: { subjectName: null, anonymisedAt: found.anonymisedAt },
    });
    expect((await requestIdentity.view({ ws, id })).documents).toEqual([]);
    expect(await requestMessage.list({ ws, id })).toEqual({ messages: [], notices: [], reachable: false });
    expect((await requestTask.ofRequest({ ws, requestId: id })).collection).toEqual([]);
    await requestAnswer.get({ ws, id, rightId });
    for (const call of [
      () => request.changeStatus({ ws, id, action: 'REOPEN', reason: 'อีกครั้ง' }),
      () => request.update({ ws, id, rowVersion: found.rowVersion, country: 'TH' }),
    ])
      expect((await refusal(call())).code).toBe('request.anonymised');
    // Nor does the database permit anybody to restore a name, or to delete what must be retained.
    await expect(
      server.owner
        .updateTable('requests')
        .set({ subject: Buffer.from('x') })
        .where('id', '=', id)
        .execute(),
    ).rejects.toThrow('check constraint');
    const { numDeletedRows } = await withScope(server.deps.db, { workspaceId: other.ws }, (trx) =>
      trx.deleteFrom('requestMessages').where('workspaceId', '=', other.ws).executeTakeFirst(),
    );
    expect(numDeletedRows).toBe(0n);
  });
});
