import { randomBytes } from 'node:crypto';
import { mkdir, mkdtemp, readdir, readFile, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { backup } from '../../db/backup/backup.ts';
import { BackupError } from '../../db/backup/manifest.ts';
import { prepareCopy } from '../../db/backup/copy.ts';
import { insertOutgoing, readOutgoing, STOPPED, STOPPED_COUNTS } from '../helpers/outgoingRows.ts';
import { outgoing, restore } from '../helpers/restore.ts';
import { openDatabase, withScope } from '../../db/client.ts';
import { BACKUP_KEYS } from '../helpers/backupKeys.ts';
import { createEmptyDatabase, type TestDatabase } from '../database.ts';
import { buildServer, type TestServer } from '../factories.ts';
import { buildWorld, type World } from '../tenancy/world.ts';

const OWNER = `owner_${randomBytes(4).toString('hex')}`;
const KEEPER = `keeper_${randomBytes(4).toString('hex')}`;

let folder: string;
let server: TestServer;
let world: World;
const databases: TestDatabase[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-backup-roles-'));
  server = await buildServer({ DATA_DIR: join(folder, 'data') });
  world = await buildWorld(server, 'BACKUPROLES');
  await query(
    server.databaseUrl,
    `create role ${OWNER} login password 'owner'; create role ${KEEPER} login bypassrls password 'keeper';
     grant ${OWNER} to ${KEEPER}; grant pokpong_app, pokpong_auth, pokpong_system, pokpong_search, pokpong_ingest, pokpong_rekey to ${OWNER}`,
  );
  await backup({
    keys: BACKUP_KEYS,
    url: server.databaseUrl,
    filesDir: join(folder, 'data', 'files'),
    target: join(folder, 'backup'),
  });
});
afterAll(async () => {
  await server.close();
  for (const database of databases) await database.drop();
  await rm(folder, { recursive: true, force: true });
});

async function query<Row extends pg.QueryResultRow>(url: string, text: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

/** The same database URL for another user. */
function as(url: string, user: string, password: string): string {
  const changed = new URL(url);
  [changed.username, changed.password] = [user, password];
  return changed.href;
}

/** An empty database that belongs to the owner. */
async function ownedDatabase(): Promise<string> {
  const database = await createEmptyDatabase();
  databases.push(database);
  await query(database.url, `alter database ${new URL(database.url).pathname.slice(1)} owner to ${OWNER}`);
  return database.url;
}

/** Expects that the product runs on it as the owner, with the existing rows. */
async function isUsable(url: string): Promise<void> {
  const [others] = await query<{ count: number }>(
    url,
    `select count(*)::int as count from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and pg_get_userbyid(relowner) <> '${OWNER}'`,
  );
  expect(others?.count).toBe(0);
  const db = openDatabase(as(url, OWNER, 'owner'), 'pokpong_app', 1);
  try {
    const { count } = await withScope(db, { workspaceId: world.ws }, (trx) =>
      trx
        .selectFrom('personnel')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .executeTakeFirstOrThrow(),
    );
    expect(count).toBeGreaterThan(0);
  } finally {
    await db.destroy();
  }
}

const totals = 'select sum(submissions)::int as submissions, sum(subjects)::int as subjects from consent_counters';

describe('a separate role for backups: with BYPASSRLS, and a member of the owner', () => {
  it('restores all rows, and nothing is counted twice', async () => {
    const url = await ownedDatabase();
    await restore({ keys: BACKUP_KEYS, url: as(url, KEEPER, 'keeper'), source: join(folder, 'backup') });
    await isUsable(url);
    expect(await query(url, totals)).toEqual(await query(server.databaseUrl, totals));
    // Triggers are enabled again.
    expect(await query(url, "select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([]);
  });

  it('makes a backup equal to that of a superuser', async () => {
    const url = await ownedDatabase();
    await restore({ keys: BACKUP_KEYS, url, source: join(folder, 'backup') });
    const targets = await mkdtemp(join(folder, 'equal-'));
    const tables = async (address: string, name: string) =>
      (await backup({ keys: BACKUP_KEYS, url: address, target: join(targets, name) })).tables;
    expect(await tables(as(url, KEEPER, 'keeper'), 'by-keeper')).toEqual(await tables(url, 'by-superuser'));
  });

  it('reports what it lacks, and who can grant it', async () => {
    const url = await ownedDatabase();
    await restore({ keys: BACKUP_KEYS, url, source: join(folder, 'backup') });
    await expect(
      backup({ keys: BACKUP_KEYS, url: as(url, OWNER, 'owner'), target: join(folder, 'none') }),
    ).rejects.toThrow(`let an administrator run: alter role "${OWNER}" bypassrls;`);
    const stranger = `stranger_${randomBytes(4).toString('hex')}`;
    await query(url, `create role ${stranger} login bypassrls password 'stranger'`);
    await expect(
      backup({ keys: BACKUP_KEYS, url: as(url, stranger, 'stranger'), target: join(folder, 'none') }),
    ).rejects.toThrow(`let an administrator run: grant "${OWNER}" to "${stranger}";`);
  });
});

describe('a database that was copied otherwise', () => {
  /** Filled as by `pg_restore`: everything is active, and the ways in are there. */
  async function copied(): Promise<string> {
    const url = await ownedDatabase();
    await restore({ keys: BACKUP_KEYS, url, source: join(folder, 'backup') });
    await query(
      url,
      `update installation set silent_since = null; delete from mail_deliveries; delete from mails; delete from agent_requests;
       delete from export_schedules; delete from webhook_deliveries; delete from webhooks; delete from mail_servers;
       delete from privacy_notice_mailings;
       insert into sign_ups (token_hash, expires_at) values ('w', now() + interval '1 day')`,
    );
    const [workspace] = await query<{ organization_id: string }>(
      url,
      `select organization_id from workspaces where id = '${world.ws}'`,
    );
    await insertOutgoing(url, workspace!.organization_id, world.ws);
    return url;
  }
  const prepare = (url: string, keepsFiles = true) => prepareCopy({ url, outgoing, keepsFiles });

  it('is stopped by its owner as a restore does it, although row-level security hides the rows', async () => {
    const url = await copied();
    const [before] = await query<{ id: string }>(url, 'select id from installation');
    const stopped = await prepare(as(url, OWNER, 'owner'));
    expect(Object.fromEntries(stopped.map(({ name, rows, outcome }) => [name, [rows, outcome]]))).toEqual(
      STOPPED_COUNTS,
    );
    expect(await readOutgoing(url)).toEqual(STOPPED);
    expect(await query(url, 'select from sign_ups')).toEqual([]);
    expect(await query(url, 'select id from installation')).toEqual([before]);
    // Walls and triggers are as before.
    expect(await query(url, "select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'")).toEqual([]);
    const walls = 'select relname from pg_class where relforcerowsecurity and not relispartition order by relname';
    expect(await query(url, walls)).toEqual(await query(server.databaseUrl, walls));
    // Once more changes nothing.
    expect((await prepare(as(url, OWNER, 'owner'))).map(({ rows }) => rows)).toEqual(stopped.map(() => 0));
    expect(await readOutgoing(url)).toEqual(STOPPED);
  });

  it('is stopped by the role of backups and by a superuser too, with another id where the bucket is not taken over', async () => {
    const url = await copied();
    const [before] = await query(url, 'select id from installation');
    await prepare(as(url, KEEPER, 'keeper'), false);
    expect(await readOutgoing(url)).toEqual(STOPPED);
    expect(await query(url, 'select id from installation')).not.toEqual([before]);
    const again = await copied();
    await prepare(again);
    expect(await readOutgoing(again)).toEqual(STOPPED);
  });

  it('is refused while a node runs over it, which may be the original', async () => {
    const url = await copied();
    const before = await readOutgoing(url);
    const relay = new pg.Client({ connectionString: url, application_name: 'pokpong relay node' });
    await relay.connect();
    onTestFinished(() => relay.end());
    await expect(prepare(as(url, OWNER, 'owner'))).rejects.toThrow(/A node runs over this database/);
    expect(await readOutgoing(url)).toEqual(before);
  });
});

it('data restored by a superuser belongs to the owner of the database, who can use it', async () => {
  const url = await ownedDatabase();
  await restore({ keys: BACKUP_KEYS, url, source: join(folder, 'backup') });
  await isUsable(url);
});

it('a backup of a folder that lacks all files is refused, and leaves nothing', async () => {
  const target = join(folder, 'without-files');
  await expect(
    backup({ keys: BACKUP_KEYS, url: server.databaseUrl, filesDir: join(folder, 'elsewhere', 'files'), target }),
  ).rejects.toThrow(/DATA_DIR: the database names \d+ files, and .*elsewhere\/files has none of them/);
  expect((await readdir(folder)).filter((name) => name.startsWith('without-files'))).toEqual([]);
});

describe('a restore that fails', () => {
  const damaged = async (name: string, damage: (path: string) => Promise<void>) => {
    const source = join(await mkdtemp(join(folder, 'damaged-')), name);
    await backup({
      keys: BACKUP_KEYS,
      url: server.databaseUrl,
      filesDir: join(folder, 'data', 'files'),
      target: source,
    });
    await damage(source);
    return source;
  };

  it('leaves no file, so that the next attempt succeeds', async () => {
    const url = await ownedDatabase();
    const filesDir = join(await mkdtemp(join(folder, 'restored-')), 'files');
    const source = join(folder, 'backup');
    const first = async () =>
      (await readdir(join(source, 'files'), { recursive: true, withFileTypes: true })).find((entry) => entry.isFile())!;
    const file = await first();
    const path = join(file.parentPath, file.name);
    const content = await readFile(path);
    onTestFinished(() => writeFile(path, content));
    await writeFile(path, 'otherwise');
    await expect(restore({ keys: BACKUP_KEYS, url, filesDir, source })).rejects.toThrow(/is damaged/);
    expect(await readdir(filesDir)).toEqual([]);
    // An attempt that was killed half way.
    await mkdir(join(filesDir, '.restoring'), { recursive: true });
    await writeFile(join(filesDir, '.restoring', 'half'), '');
    await writeFile(path, content);
    const manifest = await restore({ keys: BACKUP_KEYS, url, filesDir, source });
    expect(manifest.files.length).toBeGreaterThan(0);
    expect((await readdir(filesDir)).filter((name) => name.startsWith('.'))).toEqual([]);
    await isUsable(url);
  });

  it.each([
    [
      'cut',
      (source: string) => truncate(join(source, 'tables', 'personnel.copy.gz'), 40),
      /personnel of the backup is damaged/,
    ],
    [
      'missing',
      (source: string) => rm(join(source, 'tables', 'personnel.copy.gz')),
      /personnel of the backup is missing/,
    ],
    [
      'noise',
      (source: string) => writeFile(join(source, 'tables', 'personnel.copy.gz'), 'noise'),
      /personnel of the backup is damaged/,
    ],
    ['manifest', (source: string) => truncate(join(source, 'manifest.json'), 100), /manifest\.json of .* is damaged/],
    [
      'empty',
      (source: string) => writeFile(join(source, 'manifest.json'), '{"format":1}'),
      /manifest\.json of .* is damaged/,
    ],
  ] as const)('describes in a sentence what is wrong with the backup: %s', async (name, damage, message) => {
    const source = await damaged(name, async (path) => void (await damage(path)));
    const failure: unknown = await restore({ keys: BACKUP_KEYS, url: await ownedDatabase(), source }).catch(
      (error: unknown) => error,
    );
    expect(failure).toBeInstanceOf(BackupError);
    expect((failure as Error).message).toMatch(message);
  });
});
