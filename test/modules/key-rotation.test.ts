import { randomBytes } from 'node:crypto';
import { existsSync, linkSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { keysInUse } from '../../scripts/backupKeys.ts';
import { type RunningServer, startServer } from '../../server/main.ts';
import { modules } from '../../server/modules/index.ts';
import { loadConfig } from '../../server/platform/config.ts';
import { keyIdOf } from '../../server/platform/crypto/envelope.ts';
import { createKeyring } from '../../server/platform/crypto/keyring.ts';
import { jobs, rekeyWorkspace } from '../../server/platform/crypto/rotation/rekey.ts';
import { replaceMasterKey } from '../../server/platform/crypto/rotation/masterKey.ts';
import { replaceWorkspaceKey } from '../../server/platform/crypto/rotation/workspaceKey.ts';
import { resealSystem } from '../../server/platform/crypto/rotation/resealSystem.ts';
import { publicKeys, retireSigningKey, signingKey } from '../../server/platform/crypto/signingKeys.ts';
import { getBytes } from '../../server/platform/files/bytes.ts';
import { FileMissing, type FileStore } from '../../server/platform/files/contract.ts';
import { sealedFileName } from '../../server/platform/files/name.ts';
import { removedFiles } from '../../server/platform/files/remove.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { sealOlderFiles } from '../../server/platform/files/sealOlder.ts';
import { keyIdOfFile } from '../../server/platform/files/sealedStream.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildServer, buildWorkspace, type TestServer } from '../factories.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

const columns = collectModules(modules).sealed.filter(({ inJson }) => !inJson);
const snake = (name: string) => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/**
 * Ids of the keys with which the values of a workspace's encrypted columns are encrypted, each with its number of
 * values.
 */
async function keysOfValues(server: TestServer, ws: string): Promise<Record<string, number>> {
  const counts: Record<string, number> = {};
  for (const { table, column } of columns) {
    const { rows } = await sql<{ sealed: Buffer }>`select ${sql.ref(snake(column))} as sealed
      from ${sql.table(snake(table))} where workspace_id = ${ws} and ${sql.ref(snake(column))} is not null`.execute(
      server.owner,
    );
    for (const { sealed } of rows) {
      const id = keyIdOf(sealed).toString('hex');
      counts[id] = (counts[id] ?? 0) + 1;
    }
  }
  return counts;
}
const hexOf = (id: string) => id.replaceAll('-', '');

describe('the key of a workspace', () => {
  let server: TestServer;
  let world: World;
  let other: World;
  let lost: string[] = [];
  beforeAll(async () => {
    server = await buildServer();
    world = await buildWorld(server, 'ROTATED');
    // The bytes of the world's own files do not exist.
    lost = (await storedFiles()).map(({ id }) => id);
    for (const bytes of [Buffer.from('สวัสดี'), randomBytes(200_000), Buffer.alloc(0)]) {
      const facts = {
        workspaceId: world.ws,
        uploadedBy: null,
        name: 'x.txt',
        type: 'text/plain',
        size: bytes.length,
        sha256: '',
      };
      await storeGenerated(server.deps, facts, bytes);
    }
    other = await buildWorld(server, 'UNTOUCHED');
  });
  afterAll(() => server.close());

  const keyOf = (ws = world.ws) =>
    withScope(server.deps.db, { workspaceId: ws }, (trx) => server.deps.keyring.workspaceKey(trx, ws));
  /** A new key, used for encryption for a while: what was encrypted before is committed. */
  async function replaced(ws = world.ws): Promise<string> {
    const id = await transact(server.deps, { workspaceId: ws }, (trx) =>
      replaceWorkspaceKey(trx, { workspaceId: ws, personnelId: null, at: server.deps.now() }, server.deps),
    );
    await server.owner
      .updateTable('workspaceKeys')
      .set({ activeFrom: new Date(Date.now() - 120_000) })
      .where('id', '=', id)
      .execute();
    await server.deps.keyring.refresh(server.deps.authDb);
    return id;
  }
  const rekey = (id: string, { signal = new AbortController().signal, files = server.deps.files } = {}) =>
    jobs['key.rekey']({ ...server.deps, files }, { id, data: { workspaceId: world.ws, id }, signal });
  const rotation = (id: string) =>
    server.owner.selectFrom('keyRotations').selectAll().where('id', '=', id).executeTakeFirstOrThrow();
  const storedFiles = (ws = world.ws) =>
    server.owner
      .selectFrom('files')
      .select(['workspaceId', 'id', 'size', 'storageKey', 'sealed', 'sha256', 'clearKey'])
      .where('workspaceId', '=', ws)
      .orderBy('id')
      .execute();
  /** Removes the bytes that files had before they were written again: a day later. */
  const removeOlder = () => {
    const now = () => new Date(server.deps.now().getTime() + 25 * 3_600_000);
    return sealOlderFiles({ ...server.deps, now }, new AbortController().signal);
  };
  const existingFiles = async (ws = world.ws) => (await storedFiles(ws)).filter(({ id }) => !lost.includes(id));
  const contents = async (ws = world.ws) =>
    Promise.all(
      (await existingFiles(ws)).map(async (file) =>
        (await buffer(await getBytes(server.deps, { ...file, size: Number(file.size) }))).toString('base64'),
      ),
    );

  it('is replaced: its data is re-encrypted, readable as before, and nothing of others is touched', async () => {
    const before = await keyOf();
    const [filesBefore, othersBefore] = [await contents(), await keysOfValues(server, other.ws)];
    const count = Object.values(await keysOfValues(server, world.ws)).reduce((sum, one) => sum + one, 0);
    expect(count).toBeGreaterThan(20);
    expect([filesBefore.length, lost.length > 0]).toEqual([3, true]);
    const id = await replaced();
    const key = await keyOf();
    expect(key.id).toBe(id);
    expect(key.lookup('a.b', 'somying')).toBe(before.lookup('a.b', 'somying'));
    const early = before.seal('a.b', 'row', 'ข้อความ');
    expect(key.open('a.b', 'row', early)).toBe('ข้อความ');

    await rekey(id);
    expect(await keysOfValues(server, world.ws)).toEqual({ [hexOf(id)]: count });
    expect(await keysOfValues(server, other.ws)).toEqual(othersBefore);
    for (const column of columns) {
      const { rows } = await sql<{ id: string; sealed: Buffer }>`select id, ${sql.ref(snake(column.column))} as sealed
        from ${sql.table(snake(column.table))} where workspace_id = ${world.ws}
          and ${sql.ref(snake(column.column))} is not null`.execute(server.owner);
      for (const row of rows) expect(() => column.open(key, row.id, row.sealed)).not.toThrow();
    }
    const { total, done, failed, finishedAt } = await rotation(id);
    expect([Number(done), Number(failed), finishedAt]).toEqual([Number(total), 0, expect.anything()]);
    expect(Number(total)).toBe(count + 3 + lost.length);

    expect(await contents()).toEqual(filesBefore);
    for (const file of await existingFiles()) {
      const stored = await buffer(await server.deps.files.get(file.storageKey));
      expect([keyIdOfFile(stored.subarray(0, 17)), file.clearKey === null]).toEqual([id, false]);
    }
    // The bytes under the older key are deleted, and only those; not while a backup may still copy them.
    const older = (await existingFiles()).map(({ clearKey }) => clearKey!);
    await sealOlderFiles(server.deps, new AbortController().signal);
    for (const name of older) (await server.deps.files.get(name)).destroy();
    await removeOlder();
    for (const name of older) await expect(server.deps.files.get(name)).rejects.toThrow();
    expect(await contents()).toEqual(filesBefore);
  });

  it('is replaced again, files included, and the activity log records it without a person', async () => {
    const filesBefore = await contents();
    const id = await replaced();
    await rekey(id);
    expect(Object.keys(await keysOfValues(server, world.ws))).toEqual([hexOf(id)]);
    expect(await contents()).toEqual(filesBefore);
    const names = (await existingFiles()).map(({ storageKey }) => storageKey);
    for (const name of names) expect(name.match(/\.[0-9a-f-]{36}/g)).toEqual([`.${id}`]);
    await removeOlder();
    const log = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'actorId'])
      .where('workspaceId', '=', world.ws)
      .where('event', '=', 'crypto.keyReplaced')
      .execute();
    expect(log).toEqual([1, 2].map(() => ({ event: 'crypto.keyReplaced', actorId: null })));
  });

  it('is not replaced while it is being replaced; a stopped job continues where it was', async () => {
    const id = await replaced();
    await expect(replaced()).rejects.toThrow('crypto.keyBeingReplaced');
    const stopping = new AbortController();
    stopping.abort();
    await expect(rekey(id, { signal: stopping.signal })).rejects.toThrow(/abort/i);
    expect((await rotation(id)).finishedAt).toBeNull();
    // As left by a node that was killed within a column.
    await server.owner
      .updateTable('keyRotations')
      .set({ position: JSON.stringify({ column: 'userConsents.identity', after: null }) })
      .where('id', '=', id)
      .execute();
    await rekey(id);
    // Columns before that position, which the killed node had not completed here, are found by the next round.
    expect(Object.keys(await keysOfValues(server, world.ws))).toEqual([hexOf(id)]);
    const identities = await server.owner
      .selectFrom('userConsents')
      .select('identity')
      .where('workspaceId', '=', world.ws)
      .execute();
    expect(new Set(identities.map(({ identity }) => keyIdOf(identity).toString('hex')))).toEqual(new Set([hexOf(id)]));
    expect((await rotation(id)).finishedAt).not.toBeNull();
    await rekey(id);
  });

  it('is replaced by a job that runs twice at a time, as after a lost heartbeat: no file is lost', async () => {
    await removeOlder();
    const filesBefore = await contents();
    const id = await replaced();
    await Promise.all([rekey(id), rekey(id)]);
    const { total, done, failed } = await rotation(id);
    expect([Number(done), Number(failed)]).toEqual([Number(total), 0]);
    await removeOlder();
    expect(await contents()).toEqual(filesBefore);
    for (const file of await existingFiles()) {
      const stored = await buffer(await server.deps.files.get(file.storageKey));
      expect(keyIdOfFile(stored.subarray(0, 17))).toBe(id);
    }
  });

  it('is replaced twice before the bytes under the first key are removed: no file remains under either', async () => {
    await removeOlder();
    const filesBefore = await contents();
    const names = (await existingFiles()).map(({ storageKey }) => storageKey);
    for (const _ of ['first', 'second']) {
      const id = await replaced();
      await rekey(id);
      expect(Number((await rotation(id)).failed)).toBe(0);
      names.push(...(await existingFiles()).map(({ storageKey }) => storageKey));
    }
    await removeOlder();
    expect(await contents()).toEqual(filesBefore);
    for (const name of names.slice(0, -filesBefore.length)) await expect(server.deps.files.get(name)).rejects.toThrow();
  });

  it('is replaced by two runs of a job of which one hangs: what both have done counts once', async () => {
    await removeOlder();
    const filesBefore = await contents();
    const id = await replaced();
    const { files } = server.deps;
    const [writing, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const slow: FileStore = {
      get: (...of) => files.get(...of),
      remove: (...of) => files.remove(...of),
      removeAll: (...of) => files.removeAll(...of),
      async put(...of) {
        writing.resolve();
        await released.promise;
        return files.put(...of);
      },
    };
    const hanging = rekey(id, { files: slow });
    await writing.promise;
    await rekey(id);
    released.resolve();
    await hanging;
    const { total, done, failed } = await rotation(id);
    expect([Number(done), Number(failed)]).toEqual([Number(total), 0]);
    await removeOlder();
    expect(await contents()).toEqual(filesBefore);
  });

  it('is replaced although a value does not open: that one stays, and is counted', async () => {
    const [{ id: row, identity } = { id: '', identity: Buffer.alloc(0) }] = await server.owner
      .selectFrom('userConsents')
      .select(['id', 'identity'])
      .where('workspaceId', '=', world.ws)
      .limit(1)
      .execute();
    const damaged = Buffer.from(identity);
    damaged[damaged.length - 1]! ^= 1;
    const store = (value: Buffer) =>
      server.owner.updateTable('userConsents').set({ identity: value }).where('id', '=', row).execute();
    await store(damaged);
    const id = await replaced();
    await rekey(id);
    const { failed, finishedAt } = await rotation(id);
    expect([Number(failed), finishedAt]).toEqual([1, expect.anything()]);
    const [oldest, ...others] = Object.entries(await keysOfValues(server, world.ws)).toSorted(([, a], [, b]) => a - b);
    expect([oldest![1], others.map(([key]) => key)]).toEqual([1, [hexOf(id)]]);
    await store(identity);
  });

  it('opens data that customers had encrypted by the API before', async () => {
    const key = await keyOf();
    const keys = await server.owner
      .selectFrom('workspaceKeys')
      .select('id')
      .where('workspaceId', '=', world.ws)
      .execute();
    expect(keys.length).toBe(9);
    for (const { id } of keys) expect(key.secret('jwe', id)?.id).toBe(id);
  });

  it('is in use alone only once what was encrypted before is committed', async () => {
    const former = await keyOf();
    const fileId = crypto.randomUUID();
    const sealedName = sealedFileName.seal(former, fileId, 'x.txt');
    const id = await replaced();
    const [inserted, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const writing = withScope(server.deps.db, { workspaceId: world.ws }, async (trx) => {
      const file = { workspaceId: world.ws, id: fileId, storageKey: `${world.ws}/${fileId}`, sealedName };
      await trx
        .insertInto('files')
        .values({ ...file, type: 'text/plain', size: 0, sha256: '', sealed: false, createdAt: new Date() })
        .execute();
      inserted.resolve();
      await released.promise;
    });
    await inserted.promise;
    // Files follow all columns: at the first of them these have been done once.
    const files: FileStore = {
      ...server.deps.files,
      async get(...of) {
        released.resolve();
        await writing;
        expect((await rotation(id)).finishedAt).toBeNull();
        return server.deps.files.get(...of);
      },
    };
    await rekey(id, { files });
    expect(Object.keys(await keysOfValues(server, world.ws))).toEqual([hexOf(id)]);
    const { total, done, failed, finishedAt } = await rotation(id);
    expect([Number(done), Number(failed), finishedAt]).toEqual([Number(total), 0, expect.anything()]);
    await server.owner.deleteFrom('files').where('id', '=', fileId).execute();
  });

  it('does not report a file whose bytes are still being uploaded, but one of a record whose bytes are lost', async () => {
    const fileId = crypto.randomUUID();
    const row = { workspaceId: world.ws, id: fileId, type: 'text/plain', size: 3, sha256: '', createdAt: new Date() };
    const sealedName = sealedFileName.seal(await keyOf(), fileId, 'x.txt');
    await server.owner
      .insertInto('files')
      .values({ ...row, storageKey: `${world.ws}/${fileId}`, sealed: true, sealedName })
      .execute();
    let id = await replaced();
    await rekey(id);
    const { total, done, failed } = await rotation(id);
    expect([Number(done), Number(failed)]).toEqual([Number(total), 0]);
    const owner = { ownerKind: 'dataController.logo', ownerId: crypto.randomUUID() };
    await server.owner.updateTable('files').set(owner).where('id', '=', fileId).execute();
    id = await replaced();
    await rekey(id);
    expect(Number((await rotation(id)).failed)).toBe(1);
    await server.owner.deleteFrom('files').where('id', '=', fileId).execute();
  });

  it('ends only once an upload that began under the former key has ended, however many rounds that takes', async () => {
    const bytes = Buffer.from('ข้อความ');
    const facts = { workspaceId: world.ws, uploadedBy: null, name: 'x.txt', type: 'text/plain', sha256: '' };
    const { id: fileId } = await storeGenerated(server.deps, { ...facts, size: bytes.length }, bytes);
    await server.owner
      .updateTable('files')
      .set({ createdAt: new Date(Date.now() - 240_000) })
      .where('id', '=', fileId)
      .execute();
    const stored = async () => (await storedFiles()).find((file) => file.id === fileId)!;
    const { storageKey } = await stored();
    let pauses = 0;
    const files: FileStore = {
      ...server.deps.files,
      get: (name, ...of) =>
        name === storageKey && pauses < 2 ? Promise.reject(new FileMissing(name)) : server.deps.files.get(name, ...of),
    };
    const id = await replaced();
    await rekeyWorkspace(
      { ...server.deps, files },
      { workspaceId: world.ws, id },
      new AbortController().signal,
      async () => {
        pauses += 1;
        expect((await rotation(id)).finishedAt).toBeNull();
      },
    );
    const { total, done, failed, finishedAt } = await rotation(id);
    expect([pauses, Number(done), Number(failed), finishedAt]).toEqual([2, Number(total), 0, expect.anything()]);
    const sealed = await buffer(await server.deps.files.get((await stored()).storageKey));
    expect(keyIdOfFile(sealed.subarray(0, 17))).toBe(id);
  });

  it('leaves no copy of a file behind whose row could not be changed, nor where its node ended', async () => {
    await removeOlder();
    const schedule = (days: number) => {
      const now = () => new Date(server.deps.now().getTime() + days * 86_400_000);
      return removedFiles.run({ ...server.deps, now }, new AbortController().signal);
    };
    // What the worlds have left.
    await schedule(1);
    const names = new Set<string>();
    const recorded = (overrides: Partial<FileStore> = {}): FileStore => ({
      ...server.deps.files,
      async put(name, ...of) {
        names.add(name);
        await server.deps.files.put(name, ...of);
      },
      ...overrides,
    });
    await sql`create function refuse() returns trigger language plpgsql as $$ begin raise 'away'; end $$`.execute(
      server.owner,
    );
    const refuse = () =>
      sql`create trigger refuse before update of storage_key on files for each row execute function refuse()`.execute(
        server.owner,
      );
    await refuse();
    // The new bytes are not removed either, as where a node has ended: only the notes are left.
    const ended = recorded({
      remove: (name) => (names.has(name) ? Promise.reject(new Error('away')) : server.deps.files.remove(name)),
    });
    const first = await replaced();
    await rekey(first, { files: ended });
    const files = Number((await rotation(first)).failed);
    expect(files).toBeGreaterThanOrEqual((await existingFiles()).length);
    await sql`drop trigger refuse on files`.execute(server.owner);
    const written = async () => {
      const existing: string[] = [];
      for (const name of names)
        if (
          await server.deps.files.get(name).then(
            (stream) => stream.destroy(),
            () => null,
          )
        )
          existing.push(name);
      return existing;
    };
    expect((await written()).length).toBeGreaterThan(0);
    // Not while they may still be written.
    expect(await schedule(0)).toBe(0);
    await schedule(1.1);
    expect(await written()).toEqual([]);

    // One that fails while its node goes on, is removed at once.
    await refuse();
    const second = await replaced();
    await rekey(second, { files: recorded() });
    expect([Number((await rotation(second)).failed), await written()]).toEqual([files, []]);
    await sql`drop function refuse cascade`.execute(server.owner);
    const third = await replaced();
    await rekey(third, { files: recorded() });
    const stored = (await storedFiles()).map(({ storageKey }) => storageKey).filter((name) => names.has(name));
    expect(stored).toHaveLength(files);
    expect([Number((await rotation(third)).failed), (await written()).toSorted()]).toEqual([0, stored.toSorted()]);
    expect(await server.owner.selectFrom('removedFiles').select('id').execute()).toEqual([]);
  });

  it('encrypts only once the nodes had time to load it, and the one of a given time is known', async () => {
    const { id: ws } = await buildWorkspace(server);
    const first = (await keyOf(ws)).id;
    const id = await transact(server.deps, { workspaceId: ws }, (trx) =>
      replaceWorkspaceKey(trx, { workspaceId: ws, personnelId: null, at: server.deps.now() }, server.deps),
    );
    await server.deps.keyring.refresh(server.deps.authDb);
    const key = await keyOf(ws);
    expect([key.id, key.secret('jwe', id)?.id]).toEqual([first, id]);
    expect([key.idAt(new Date(Date.now() + 60_000)), key.idAt(new Date())]).toEqual([id, first]);
  });

  it('is used for re-encryption by a role that can do nothing else', async () => {
    const { rows } = await sql<{ name: string; kind: string }>`
      select table_name || '.' || column_name as name, privilege_type as kind from information_schema.column_privileges
      where grantee = 'pokpong_rekey' and table_schema = 'public' order by 1, 2`.execute(server.owner);
    const ofSystem = collectModules(modules).systemSealed;
    const sealed = [...columns, ...ofSystem].map(({ table, column }) => `${snake(table)}.${snake(column)}`);
    const tables = new Set([...columns, ...ofSystem].map(({ table }) => snake(table)));
    const walled = new Set(columns.map(({ table }) => snake(table)));
    // How far it is, is stored in the transaction that encrypts.
    const progress = ['done', 'failed', 'position'].map((column) => `key_rotations.${column}`);
    expect(rows.filter(({ kind }) => kind === 'UPDATE').map(({ name }) => name)).toEqual(
      [...sealed, ...progress].toSorted(),
    );
    expect(rows.filter(({ kind }) => kind === 'SELECT').map(({ name }) => name)).toEqual(
      [
        ...sealed,
        ...progress,
        'key_rotations.id',
        'key_rotations.workspace_id',
        ...[...tables].map((table) => `${table}.id`),
        ...[...walled].map((table) => `${table}.workspace_id`),
      ].toSorted(),
    );
    expect(rows.filter(({ kind }) => !['UPDATE', 'SELECT'].includes(kind))).toEqual([]);
    const unseen = await sql`select id from user_consents`.execute(server.deps.rekeyDb);
    expect(unseen.rows).toEqual([]);
  });
});

describe('the key that signs receipts', () => {
  it('is replaced; its signatures are still verified by its published public key', async () => {
    const server = await buildServer();
    const { id: first } = await signingKey(server.deps);
    expect(await retireSigningKey(server.deps)).toEqual([first]);
    const { id: second } = await signingKey(server.deps);
    expect(second).not.toBe(first);
    expect((await publicKeys(server.deps)).keys.map(({ kid }) => kid).toSorted()).toEqual([first, second].toSorted());
    await server.close();
  });
});

describe('the master key', () => {
  const [KEY, NEXT, THIRD] = [1, 2, 3].map(() => randomBytes(32).toString('base64')) as [string, string, string];
  let database: TestDatabase;
  let folder: string;
  const running: RunningServer[] = [];
  beforeEach(async () => {
    database = await createTestDatabase();
    folder = mkdtempSync(join(tmpdir(), 'pokpong-rotation-'));
    return async () => {
      for (const server of running.splice(0)) await server.close();
      await database.drop();
      rmSync(folder, { recursive: true, force: true });
    };
  });
  async function start(env: Record<string, string>): Promise<RunningServer> {
    const config = loadConfig({
      NODE_ENV: 'test',
      LOG_LEVEL: 'silent',
      PORT: '0',
      DATABASE_POOL: '2',
      DATA_DIR: folder,
      ...env,
    });
    const node = await startServer(config, { databaseUrl: database.url });
    running.push(node);
    return node;
  }
  /** The dependencies of an operator's command. */
  const operator = (env: Record<string, string>) =>
    buildServer({ DATA_DIR: folder, ...env }, { databaseUrl: database.url });
  const masterKeys = async (server: TestServer) => {
    const keys = await server.owner.selectFrom('workspaceKeys').select('masterKeyId').distinct().execute();
    const mails = await server.owner.selectFrom('mails').select('payload').execute();
    const signing = await server.owner.selectFrom('signingKeys').select('privateKey').execute();
    const sealed = [
      // Of a sent mail nothing is left to be sealed.
      ...mails.flatMap(({ payload }) => (payload.length > 0 ? [payload] : [])),
      ...signing.map(({ privateKey }) => privateKey),
    ];
    return new Set([
      ...keys.map(({ masterKeyId }) => masterKeyId),
      ...sealed.map((one) => keyIdOf(one).toString('hex')),
    ]);
  };

  it('is replaced while nodes run, and again: nothing is lost, and only the newest has to be stored', async () => {
    const one = await operator({ MASTER_KEY: KEY, MASTER_KEY_NEXT: NEXT });
    const world = await buildWorld(one, 'MASTER');
    await signingKey(one.deps);
    const { id: sent } = await one.owner.selectFrom('mails').select('id').executeTakeFirstOrThrow();
    await one.owner
      .updateTable('mails')
      .set({ status: 'sent', payload: Buffer.alloc(0), sentAt: new Date() })
      .where('id', '=', sent)
      .execute();
    const nameOf = (masterKey: string) => createKeyring({ masterKey, dataDir: folder }).masterKeyId;
    const hmac = one.deps.keyring.hmac('identityFacts.expected', 'value');
    const sealed = await withScope(one.deps.db, { workspaceId: world.ws }, async (trx) =>
      (await one.deps.keyring.workspaceKey(trx, world.ws)).seal('a.b', 'row', 'text'),
    );
    // A node without the next key prevents the old one from being replaced.
    await start({ MASTER_KEY: KEY });
    await expect(replaceMasterKey(one.deps, database.url)).rejects.toThrow(/do not have the next master key/);
    expect(await masterKeys(one)).toEqual(new Set([nameOf(KEY)]));
    await running.pop()!.close();

    await start({ MASTER_KEY: KEY, MASTER_KEY_NEXT: NEXT });
    expect((await replaceMasterKey(one.deps, database.url)).join(' ')).toContain(nameOf(NEXT));
    expect(await masterKeys(one)).toEqual(new Set([nameOf(NEXT)]));
    await expect(replaceMasterKey(one.deps, database.url)).rejects.toThrow(
      /MASTER_KEY_NEXT is the master key in use already/,
    );
    // One that is restarted in between finds the current key automatically.
    await start({ MASTER_KEY: KEY, MASTER_KEY_NEXT: NEXT });
    await expect(start({ MASTER_KEY: KEY })).rejects.toThrow(/not the master key/);
    // Nor is anything backed up under the previous one, which may be destroyed.
    await expect(keysInUse({ masterKey: KEY, dataDir: folder }, database.url)).rejects.toThrow(/not the master key/);
    for (const keys of [{ masterKey: KEY, masterKeyNext: NEXT }, { masterKey: NEXT }])
      expect(await keysInUse({ ...keys, dataDir: folder }, database.url)).toMatchObject({ masterKeyId: nameOf(NEXT) });
    for (const node of running.splice(0)) await node.close();
    const straggler = createKeyring({ masterKey: KEY, dataDir: folder }).system.seal('mails.payload', '', 'text');
    await one.close();

    const third = await operator({ MASTER_KEY: NEXT, MASTER_KEY_NEXT: THIRD });
    await start({ MASTER_KEY: NEXT, MASTER_KEY_NEXT: THIRD });
    await replaceMasterKey(third.deps, database.url);
    for (const node of [...running.splice(0), third]) await node.close();
    const last = await operator({ MASTER_KEY: THIRD });
    await last.deps.keyring.refresh(last.deps.authDb);
    expect(await masterKeys(last)).toEqual(new Set([nameOf(THIRD)]));
    expect(last.deps.keyring.hmac('identityFacts.expected', 'value')).toBe(hmac);
    expect(last.deps.keyring.backup.hmac('x', 'y')).toBe(
      createKeyring({ masterKey: THIRD, dataDir: folder }).backup.hmac('x', 'y'),
    );
    const opened = await withScope(last.deps.db, { workspaceId: world.ws }, async (trx) =>
      (await last.deps.keyring.workspaceKey(trx, world.ws)).open('a.b', 'row', sealed),
    );
    expect(opened).toBe('text');
    // What a node encrypted under the previous key, at the moment of the change, is re-encrypted.
    expect(last.deps.keyring.system.open('mails.payload', '', straggler)).toBe('text');
    expect(await resealSystem(last.deps)).toBe(0);
    await last.close();
  });

  it('in a file is generated and replaced by the command; the previous one remains beside it', async () => {
    const server = await operator({ MASTER_KEY: '' });
    await buildWorkspace(server);
    const path = join(folder, 'master.key');
    const before = readFileSync(path, 'utf8');
    const name = server.deps.keyring.masterKeyId;
    await start({});
    await replaceMasterKey(server.deps, database.url);
    expect(readFileSync(path, 'utf8')).not.toBe(before);
    expect(readFileSync(`${path}.${name}`, 'utf8')).toBe(before);
    expect(existsSync(`${path}.next`)).toBe(false);
    expect(readdirSync(folder).filter((file) => file.startsWith('master.key')).length).toBe(2);
    await running.pop()!.close();
    await start({});
    await server.close();
  });

  it.each([
    { left: 'nothing of', by: 'the command', isNamed: false },
    { left: 'a part of', by: 'the command', isNamed: true },
    { left: 'a part of', by: 'a node that starts', isNamed: true },
  ])(
    'in a file, with $left the files changed when its command died, gets its file from $by',
    async ({ by, isNamed }) => {
      const path = join(folder, 'master.key');
      const server = await operator({ MASTER_KEY: '' });
      await buildWorkspace(server);
      const former = server.deps.keyring.masterKeyId;
      await start({});
      await running.pop()!.close();
      await replaceMasterKey(server.deps, database.url);
      const [used, unused] = [path, `${path}.${former}`].map((file) => readFileSync(file, 'utf8'));
      const inUse = server.deps.keyring.masterKeyId;
      await server.close();
      // As it was between the commit and the change of the files.
      renameSync(path, `${path}.next`);
      if (isNamed) linkSync(`${path}.${former}`, path);
      else renameSync(`${path}.${former}`, path);

      const again = await operator({ MASTER_KEY: '' });
      if (by === 'the command') expect((await replaceMasterKey(again.deps, database.url))[0]).toContain(inUse);
      else await start({});
      expect([readFileSync(path, 'utf8'), readFileSync(`${path}.${former}`, 'utf8')]).toEqual([used, unused]);
      expect(existsSync(`${path}.next`)).toBe(false);
      const { masterKeyId } = await again.owner
        .selectFrom('installation')
        .select('masterKeyId')
        .executeTakeFirstOrThrow();
      expect(masterKeyId).toBe(inUse);
      // The next time it is replaced by another one.
      await replaceMasterKey(again.deps, database.url);
      expect(readFileSync(path, 'utf8')).not.toBe(used);
      await again.close();
    },
  );
});
