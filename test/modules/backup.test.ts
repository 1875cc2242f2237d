import { createHash } from 'node:crypto';
import { mkdir, mkdtemp, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { backup } from '../../db/backup/backup.ts';
import { prepareCopy } from '../../db/backup/copy.ts';
import { restore as restoreBackup } from '../../db/backup/restore.ts';
import { modules } from '../../server/modules/index.ts';
import { prepareDatabase } from '../../server/platform/modules/prepareDatabase.ts';
import { collectModules } from '../../server/platform/modules/registry.ts';
import { outgoing, restore } from '../helpers/restore.ts';
import { migrateTo, pendingMigrations } from '../../db/migrator.ts';
import { BACKUP_KEYS, keysFor } from '../helpers/backupKeys.ts';
import { insertOutgoing, OUTGOING_TABLES, readOutgoing, STOPPED, STOPPED_COUNTS } from '../helpers/outgoingRows.ts';
import { createEmptyDatabase, createTestDatabase } from '../database.ts';
import type { TestDatabase } from '../database.ts';
import { buildServer, callerFor, signInAgain } from '../factories.ts';
import { buildWorld } from '../tenancy/world.ts';
import { backupCipher } from '../../db/backup/encryption.ts';
import type { Manifest } from '../../db/backup/manifest.ts';
import { buffer } from 'node:stream/consumers';
import { Readable } from 'node:stream';
import { readFileSync } from 'node:fs';
import { randomBytes } from 'node:crypto';

/** Without files, as where they are in S3. */
const MOVED_ON = { keys: BACKUP_KEYS, takesOverFiles: true };
const WORKSPACE = '01890000-0000-7000-8000-000000000001';
const ORGANIZATION = '01890000-0000-7000-8000-000000000002';
const FILL = `
  insert into organizations (id, name) values ('${ORGANIZATION}', E'โรงพยาบาล\\tปกป้อง\\nสาขา \\\\ หนึ่ง');
  insert into users (id, email, name, password_hash) values ('01890000-0000-7000-8000-000000000003', 'dpo@test.example', '', null);
  insert into workspaces (id, organization_id, name, package, flags) values ('${WORKSPACE}', '${ORGANIZATION}', 'Hospital', 'Pro', '{"dsrm": true, "ชื่อ": "\\\\N"}');
  insert into workspace_keys (workspace_id, id, wrapped, master_key_id) values ('${WORKSPACE}', '01890000-0000-7000-8000-000000000004', '\\x00ff10', 'k');
  insert into personnel (workspace_id, id, user_id, email, name, role, status)
    select '${WORKSPACE}', gen_random_uuid(), null, 'p' || n || '@test.example', 'บุคลากร ' || n, 'Staff', 'invited' from generate_series(1, 500) as n;
  insert into outbox (workspace_id, event, entity, entity_id) values ('${WORKSPACE}', 'x.created', 'x', '${WORKSPACE}');`;

let folder: string;
let source: TestDatabase;
let target: TestDatabase;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'pokpong-backup-'));
  [source, target] = await Promise.all([createTestDatabase(), createEmptyDatabase()]);
});
afterEach(async () => {
  await Promise.all([source.drop(), target.drop(), rm(folder, { recursive: true })]);
});

async function query<Row extends pg.QueryResultRow>(url: string, sql: string): Promise<Row[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    const results = await client.query<Row>(sql);
    return results.rows;
  } finally {
    await client.end();
  }
}

/** Tables with credentials: they stay empty. */
const DOORS = ['sessions', 'password_resets', 'sign_ups', 'invitations'];

/** Count and hash of every other table, calculated by Postgres and not by the code under test. */
async function contents(url: string): Promise<Record<string, string>> {
  const tables = await query<{ name: string }>(
    url,
    "select tablename as name from pg_tables where schemaname = 'public' and tablename !~ '^(kysely|outbox)'",
  );
  const found: Record<string, string> = {};
  for (const { name } of tables.filter((table) => !DOORS.includes(table.name))) {
    const [row] = await query<{ sum: string }>(
      url,
      // That a copy sends nothing is tested below.
      `select count(*) || ' ' || coalesce(md5(string_agg(t, '|' order by t collate "C")), '') as sum
         from (select (to_jsonb(r) - 'silent_since')::text as t from ${name} as r) as t`,
    );
    found[name] = row?.sum ?? '';
  }
  return found;
}

test('a backup restored into an empty installation is equal in counts and hashes', async () => {
  await query(source.url, FILL);
  const files = join(folder, 'files');
  await mkdir(join(files, 'ab'), { recursive: true });
  await writeFile(join(files, 'ab', 'scan'), Buffer.from([0, 1, 2, 255]));

  const result = await backup({ keys: BACKUP_KEYS, url: source.url, filesDir: files, target: join(folder, 'backup') });
  expect(result.tables.find(({ name }) => name === 'personnel')?.rows).toBe(500);
  expect(result.tables.map(({ name }) => name)).not.toContain('outbox');
  expect(result.leftOut.join()).toContain('master key');

  await restore({
    keys: BACKUP_KEYS,
    url: target.url,
    filesDir: join(folder, 'restored'),
    source: join(folder, 'backup'),
  });
  expect(await contents(target.url)).toEqual(await contents(source.url));
  expect(await readFile(join(folder, 'restored', 'ab', 'scan'))).toEqual(Buffer.from([0, 1, 2, 255]));
  expect(await query(target.url, 'select * from outbox')).toEqual([]);
});

test('incidents with their notifications, and approval lines with their documents, are read from a backup', async () => {
  const env = { DATA_DIR: join(folder, 'data'), MASTER_KEY: Buffer.alloc(32, 7).toString('base64') };
  const server = await buildServer(env, { databaseUrl: source.url });
  const world = await buildWorld(server, 'BACKUPWORLD');
  const { ws, people } = world;
  const inside = async (running: typeof server) => {
    const dpo = await signInAgain(running, people.DPO);
    const { incident, incidentNotification, approvalLine } = await callerFor(running, dpo);
    const line = await approvalLine.get({ ws, id: world.reworkedLineId });
    const documents = [line.document, ...line.rounds.map(({ document }) => document)];
    const bytes = await Promise.all(
      documents.map(({ url }) => running.app.inject({ url, headers: { authorization: `Bearer ${dpo.token}` } })),
    );
    return {
      incident: await incident.get({ ws, id: world.incidentIds.ACTIVE }),
      notifications: await incidentNotification.list({ ws, id: world.incidentIds.ACTIVE }),
      line,
      hashes: documents.map(({ sha256 }) => sha256),
      bytes: bytes.map(
        ({ statusCode, rawPayload }) => `${statusCode} ${createHash('sha256').update(rawPayload).digest('hex')}`,
      ),
    };
  };
  server.clock.set(new Date());
  const now = server.deps.now();
  // A copy sends nothing that waits, which a test below checks.
  await server.owner.updateTable('mails').set({ status: 'sent' }).where('status', '=', 'waiting').execute();
  await server.owner.updateTable('mailDeliveries').set({ state: 'sent', written: true, settledAt: now }).execute();
  const before = await inside(server);
  // Decrypted, and not as stored in the table.
  expect(before.incident.reporter.email).toBe('reporter@backupworld.example');
  expect(JSON.stringify(before.notifications)).toContain('manager@backupworld.example');
  expect(before.hashes.length).toBe(2);
  expect(before.bytes).toEqual(before.hashes.map((hash) => `200 ${hash}`));
  await server.close();

  const result = await backup({
    keys: BACKUP_KEYS,
    url: source.url,
    filesDir: join(folder, 'data', 'files'),
    target: join(folder, 'backup'),
  });
  const rows = new Map(result.tables.map(({ name, rows: count }) => [name, count]));
  for (const table of [
    'incidents',
    'incident_links',
    'incident_moves',
    'incident_decisions',
    'incident_activities',
    'incident_notifications',
    'mail_deliveries',
    'deadlines',
    'approval_lines',
    'approval_steps',
    'approval_rounds',
    'approval_absences',
    'files',
  ])
    expect(rows.get(table), table).toBeGreaterThan(0);
  // Encrypted values stay encrypted, below the encryption of the backup.
  const cipher = backupCipher(BACKUP_KEYS, result.salt!);
  for (const table of ['incidents', 'incident_notifications']) {
    const path = `tables/${table}.copy.gz`;
    const sealed = Readable.from([await readFile(join(folder, 'backup', path))]);
    const text = gunzipSync(await buffer(Readable.from(cipher.open(path, path)(sealed)))).toString();
    expect(text).toContain(ws);
    expect(text).not.toMatch(/(reporter|manager)@backupworld/);
  }

  await restore({
    keys: BACKUP_KEYS,
    url: target.url,
    filesDir: join(folder, 'restored', 'files'),
    source: join(folder, 'backup'),
  });
  // What would call other systems is paused, which a test below checks.
  const {
    export_schedules: _s,
    webhooks: _w,
    mails: _m,
    mail_deliveries: _d,
    agent_requests: _a,
    mail_server_mailboxes: _b,
    mail_servers: _o,
    privacy_notice_mailings: _p,
    ...others
  } = await contents(source.url);
  expect(await contents(target.url)).toMatchObject(others);
  const restored = await buildServer({ ...env, DATA_DIR: join(folder, 'restored') }, { databaseUrl: target.url });
  restored.clock.set(now);
  try {
    expect(await inside(restored)).toEqual(before);
  } finally {
    await restored.close();
  }
});

test('submissions are restored month by month', async () => {
  await query(source.url, FILL);
  await query(
    source.url,
    `
    select ensure_user_consent_months('2023-09-15', '2023-11-15');
    insert into user_consents (workspace_id, id, consent_id, version, at, uid, identity, action, granted, changed, has_guardian, language, channel, source_id, source)
      select '${WORKSPACE}', overlay(uuidv7()::text placing left(uuid_at(at)::text, 13) from 1 for 13)::uuid, '${ORGANIZATION}', 1, at, '\\x00ff', '\\x0102', 'ACCEPT', (1::bigint << 52) + 1, false, false, 'th', 'Import', 0, E'แหล่ง\\t'
      from unnest(array['1997-01-01', '2023-09-30 23:59:59.999Z', '2023-10-01', '2023-10-31 17:00Z', '2023-11-01']::timestamptz[]) as at;`,
  );
  const result = await backup({ keys: BACKUP_KEYS, url: source.url, target: join(folder, 'backup') });
  expect(result.months?.slice(0, 3)).toEqual(['202309', '202310', '202311']);
  expect(result.tables.find(({ name }) => name === 'user_consents')?.rows).toBe(5);
  expect(result.tables.filter(({ name }) => name.startsWith('user_consents_'))).toEqual([]);

  await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  expect(await contents(target.url)).toEqual(await contents(source.url));
  const counts = async (url: string) =>
    query(
      url,
      'select tableoid::regclass::text as part, count(*)::int as count from user_consents group by 1 order by 1',
    );
  expect(await counts(target.url)).toEqual([
    { part: 'user_consents_202309', count: 1 },
    { part: 'user_consents_202310', count: 2 },
    { part: 'user_consents_202311', count: 1 },
    { part: 'user_consents_other', count: 1 },
  ]);
});

test('the activity log is restored year by year, with its order and its counts', async () => {
  await query(source.url, FILL);
  await query(
    source.url,
    `select prepare_activity_years(2021, 2022);
     insert into activity_logs (workspace_id, id, module, event, entity, entity_id, subject, created_at)
       select '${WORKSPACE}', overlay(uuidv7()::text placing left(uuid_at(at)::text, 13) from 1 for 13)::uuid, 'BUSINESS', 'application.created', 'application', '${WORKSPACE}', E'ทะเบียน\\t' || at, at
       from unnest(array['2020-06-01', '2021-12-31 23:59:59Z', '2022-01-01 00:00:00Z', now()]::timestamptz[]) as at;`,
  );
  const result = await backup({ keys: BACKUP_KEYS, url: source.url, target: join(folder, 'backup') });
  expect(result.years?.slice(0, 2)).toEqual(['2021', '2022']);
  await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  expect(await contents(target.url)).toEqual(await contents(source.url));
  const parts = async (url: string) =>
    (
      await query<{ part: string }>(
        url,
        'select tableoid::regclass::text as part from activity_logs order by created_at',
      )
    ).map(({ part }) => part);
  expect(await parts(target.url)).toEqual([
    'activity_logs_other',
    'activity_logs_2021',
    'activity_logs_2022',
    `activity_logs_${new Date().getUTCFullYear()}`,
  ]);
});

test('a backup of an older version is migrated to this one', async () => {
  const old = await createEmptyDatabase();
  await migrateTo(old.url, '001_foundation');
  await query(old.url, FILL);
  await backup({ keys: BACKUP_KEYS, url: old.url, target: join(folder, 'backup') });
  await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  expect(await pendingMigrations(target.url)).toEqual([]);
  // Later migrations have added further columns.
  const people = 'select workspace_id, id, email, name, role, status, created_at from personnel order by id';
  expect(await query(target.url, people)).toEqual(await query(old.url, people));
  await old.drop();
});

test('a migration that the database of a backup lacked is run over its rows, also where its number is lower than the last', async () => {
  const old = await createEmptyDatabase();
  const lacked = '328_drafts_of_approved_notices';
  const all = await pendingMigrations(old.url);
  await migrateTo(
    old.url,
    all.filter((name) => name !== lacked),
  );
  await query(old.url, FILL);
  await backup({ keys: BACKUP_KEYS, url: old.url, target: join(folder, 'backup') });
  await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  // After all others, which were run before the rows were filled in.
  expect(await query(target.url, 'select name from kysely_migration order by timestamp desc limit 1')).toEqual([
    { name: lacked },
  ]);
  await old.drop();
});

/** Turns a backup into the format before encryption and signatures. */
async function asBefore(backupFolder: string): Promise<void> {
  const { salt, ...manifest } = JSON.parse(await readFile(join(backupFolder, 'manifest.json'), 'utf8')) as Manifest;
  const cipher = backupCipher(BACKUP_KEYS, salt!);
  const paths = [
    ...manifest.tables.map(({ name }) => `tables/${name}.copy.gz`),
    ...manifest.files.map(({ path }) => `files/${path}`),
  ];
  for (const path of paths) {
    const sealed = Readable.from([await readFile(join(backupFolder, path))]);
    await writeFile(join(backupFolder, path), await buffer(Readable.from(cipher.open(path, path)(sealed))));
  }
  await writeFile(join(backupFolder, 'manifest.json'), JSON.stringify({ ...manifest, format: 1 }));
  await rm(join(backupFolder, 'manifest.signature'), { force: true });
}

test('a table that differs from its hash is detected, and nothing is restored', async () => {
  await query(source.url, FILL);
  const backupFolder = join(folder, 'backup');
  await backup({ keys: BACKUP_KEYS, url: source.url, target: backupFolder });
  await asBefore(backupFolder);
  const file = join(backupFolder, 'tables', 'personnel.copy.gz');
  await writeFile(
    file,
    gzipSync(
      gunzipSync(await readFile(file))
        .toString()
        .replace('บุคลากร 7\t', 'บุคลากร 8\t'),
    ),
  );
  await expect(restore({ keys: null, takesOverFiles: true, url: target.url, source: backupFolder })).rejects.toThrow(
    /personnel came out different/,
  );
  expect(await query(target.url, 'select * from organizations')).toEqual([]);
});

test('only the manifest is in plain text', async () => {
  await query(source.url, FILL);
  const files = join(folder, 'files');
  await mkdir(files);
  await writeFile(join(files, 'scan'), 'สำเนาบัตรประชาชน'.repeat(10_000));
  const backupFolder = join(folder, 'backup');
  const { tables } = await backup({ keys: BACKUP_KEYS, url: source.url, filesDir: files, target: backupFolder });
  expect(await readdir(join(backupFolder, 'tables'))).toHaveLength(tables.length);
  // Encrypted data may start like a compressed file by chance, but is none.
  for (const { name } of tables)
    expect(() => gunzipSync(readFileSync(join(backupFolder, 'tables', `${name}.copy.gz`))), name).toThrow();
  expect((await readFile(join(backupFolder, 'files', 'scan'))).includes('บัตร')).toBe(false);
  expect(await readFile(join(backupFolder, 'manifest.json'), 'utf8')).not.toContain('บุคลากร');
});

test('a table or a file that was changed, truncated, or swapped with another is detected, and nothing is restored', async () => {
  await query(source.url, FILL);
  const files = join(folder, 'files');
  await mkdir(files);
  // Longer than one encrypted chunk.
  await writeFile(join(files, 'scan'), randomBytes(200_000));
  await writeFile(join(files, 'other'), randomBytes(200_000));
  const backupFolder = join(folder, 'backup');
  await backup({ keys: BACKUP_KEYS, url: source.url, filesDir: files, target: backupFolder });
  const attempt = () =>
    restore({ keys: BACKUP_KEYS, url: target.url, filesDir: join(folder, 'restored'), source: backupFolder });
  const piece = 65_536 + 16;
  const exchanged = (bytes: Buffer) =>
    Buffer.concat([bytes.subarray(piece, 2 * piece), bytes.subarray(0, piece), bytes.subarray(2 * piece)]);
  const damages: [string, (bytes: Buffer) => Buffer | Promise<Buffer>][] = [
    ['tables/personnel.copy.gz', (bytes) => Buffer.concat([bytes.subarray(0, -1), Buffer.from([bytes.at(-1)! ^ 1])])],
    ['tables/personnel.copy.gz', (bytes) => bytes.subarray(0, -1)],
    ['tables/personnel.copy.gz', () => Buffer.alloc(0)],
    ['tables/personnel.copy.gz', () => readFile(join(backupFolder, 'tables', 'organizations.copy.gz'))],
    ['files/scan', (bytes) => bytes.subarray(0, 2 * piece)],
    ['files/scan', exchanged],
    ['files/scan', () => readFile(join(backupFolder, 'files', 'other'))],
    ['files/scan', (bytes) => Buffer.concat([bytes, Buffer.from('x')])],
  ];
  for (const [path, damage] of damages) {
    const before = await readFile(join(backupFolder, path));
    await writeFile(join(backupFolder, path), await damage(before));
    await expect(attempt(), `${path} ${String(damage)}`).rejects.toThrow(
      `${path.startsWith('files') ? 'file scan' : 'table personnel'} of the backup is damaged`,
    );
    await writeFile(join(backupFolder, path), before);
  }
  expect(await query(target.url, 'select * from organizations')).toEqual([]);
  await attempt();
  expect(await readFile(join(folder, 'restored', 'scan'))).toEqual(await readFile(join(files, 'scan')));
});

test('a damaged file is detected, and no row is restored', async () => {
  await query(source.url, FILL);
  await mkdir(join(folder, 'files'));
  await writeFile(join(folder, 'files', 'scan'), 'as it was');
  await backup({ keys: BACKUP_KEYS, url: source.url, filesDir: join(folder, 'files'), target: join(folder, 'backup') });
  await writeFile(join(folder, 'backup', 'files', 'scan'), 'otherwise');
  await expect(
    restore({ keys: BACKUP_KEYS, url: target.url, filesDir: join(folder, 'restored'), source: join(folder, 'backup') }),
  ).rejects.toThrow(/scan of the backup is damaged/);
  expect(await query(target.url, 'select * from organizations')).toEqual([]);
});

test('a restore brings back no credentials', async () => {
  await query(
    source.url,
    `${FILL}
    insert into sessions (id_hash, handle, user_id, kind, idle_expires_at, expires_at)
      select 'x', gen_random_uuid(), id, 'browser', now() + interval '1 day', now() + interval '1 day' from users;
    insert into password_resets (token_hash, user_id, expires_at) select 'y', id, now() + interval '1 hour' from users;
    insert into sign_ups (token_hash, expires_at) values ('w', now() + interval '1 day');
    insert into invitations (workspace_id, token_hash, personnel_id, email, expires_at)
      select workspace_id, 'z' || id, id, email, now() + interval '7 days' from personnel;`,
  );
  await backup({ keys: BACKUP_KEYS, url: source.url, target: join(folder, 'backup') });
  await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  for (const table of DOORS) expect(await query(target.url, `select * from ${table}`), table).toEqual([]);
  expect(await contents(target.url)).toEqual(await contents(source.url));
});

test('a restored copy sends and reads nothing automatically: what would is paused or ended, what did not remains unchanged', async () => {
  await query(
    source.url,
    `${FILL} update installation set id = '${ORGANIZATION}', files_marked_at = now(), master_key_id = 'k'`,
  );
  await insertOutgoing(source.url, ORGANIZATION, WORKSPACE);
  // Every table that a module declares has rows here.
  for (const table of OUTGOING_TABLES)
    expect(await query(source.url, `select from ${table} limit 1`), table).toHaveLength(1);
  await backup({ keys: BACKUP_KEYS, url: source.url, target: join(folder, 'backup') });
  const { stopped } = await restore({ keys: BACKUP_KEYS, url: target.url, source: join(folder, 'backup') });
  expect(Object.fromEntries(stopped.map(({ name, rows, outcome }) => [name, [rows, outcome]]))).toEqual(STOPPED_COUNTS);
  expect(await readOutgoing(target.url)).toEqual(STOPPED);
  // Its nodes refuse the bucket of the original.
  expect(await query(target.url, `select id <> '${ORGANIZATION}' as other, files_marked_at from installation`)).toEqual(
    [{ other: true, files_marked_at: null }],
  );
});

test('a copy restored from a backup of before copies were silent is silent too', async () => {
  const old = await createEmptyDatabase();
  await migrateTo(old.url, '293_exports_of_all_records');
  await query(
    old.url,
    `${FILL}
    insert into mail_servers (organization_id, id, name, host, port, encryption, from_address, active, created_at, updated_at)
      values ('${ORGANIZATION}', gen_random_uuid(), 'Post', 'smtp.example.com', 587, 'starttls', 'privacy@example.com', true, now(), now());`,
  );
  await backup({ keys: BACKUP_KEYS, url: old.url, target: join(folder, 'backup') });
  await old.drop();
  // Interrupted after it has filled the database, no node starts over it.
  const cut = await createEmptyDatabase();
  const fault = { table: 'installation', columns: ['silent_since'], stop: 'select 1 / 0' };
  const source = join(folder, 'backup');
  await expect(restoreBackup({ ...MOVED_ON, url: cut.url, source, outgoing: [...outgoing, fault] })).rejects.toThrow(
    /division by zero/,
  );
  const servers = 'select active, stopped from mail_servers';
  expect(await query(cut.url, servers)).toEqual([{ active: true, stopped: null }]);
  await expect(prepareDatabase(cut.url, collectModules(modules))).rejects.toThrow(/npm run admin -- prepare-copy/);
  await prepareCopy({ url: cut.url, outgoing, keepsFiles: true });
  expect(await query(cut.url, servers)).toEqual([{ active: false, stopped: 'restored' }]);
  await prepareDatabase(cut.url, collectModules(modules));
  await cut.drop();
  const { stopped } = await restore({ ...MOVED_ON, url: target.url, source: join(folder, 'backup') });
  expect(stopped).toContainEqual({ name: 'mail servers', outcome: 'paused', rows: 1 });
  expect(await query(target.url, 'select active, stopped from mail_servers')).toEqual([
    { active: false, stopped: 'restored' },
  ]);
  expect(await query(target.url, 'select silent_since is not null as silent from installation')).toEqual([
    { silent: true },
  ]);
});

test('a backup is verified by its signature: with a changed manifest, of another installation, or without one nothing is restored', async () => {
  await query(source.url, FILL);
  const backupFolder = join(folder, 'backup');
  await backup({ keys: BACKUP_KEYS, url: source.url, target: backupFolder });
  const attempt = (keys = BACKUP_KEYS) =>
    restore({ keys, takesOverFiles: true, url: target.url, source: backupFolder });
  const other = keysFor();
  await expect(attempt(other)).rejects.toThrow(
    `made under the master key ${BACKUP_KEYS.masterKeyId}; the configured one is ${other.masterKeyId}`,
  );
  const manifest = await readFile(join(backupFolder, 'manifest.json'), 'utf8');
  // Forged rows, with a hash that matches them.
  await writeFile(join(backupFolder, 'manifest.json'), manifest.replace(/(?<="sha256": ").{4}/, 'none'));
  await expect(attempt()).rejects.toThrow(/was changed since it was signed/);
  await writeFile(join(backupFolder, 'manifest.json'), manifest);
  const signature = await readFile(join(backupFolder, 'manifest.signature'), 'utf8');
  await writeFile(join(backupFolder, 'manifest.signature'), `${other.masterKeyId} ${signature.split(' ')[1]}`);
  await expect(attempt(other)).rejects.toThrow(/was changed since it was signed/);
  await rm(join(backupFolder, 'manifest.signature'));
  await expect(attempt()).rejects.toThrow(/is not signed.*--unsigned/);
  // An old one may be accepted explicitly; newer ones were never without a signature.
  const unsigned = () => restore({ keys: null, takesOverFiles: true, url: target.url, source: backupFolder });
  await expect(unsigned()).rejects.toThrow(/is encrypted.*without --unsigned/);
  await asBefore(backupFolder);
  await expect(attempt()).rejects.toThrow(/is not signed.*--unsigned/);
  await unsigned();
  expect(await contents(target.url)).toEqual(await contents(source.url));
});

test('a database in use is not overwritten by a restore', async () => {
  await query(source.url, FILL);
  await backup({ keys: BACKUP_KEYS, url: source.url, target: join(folder, 'backup') });
  await expect(restore({ keys: BACKUP_KEYS, url: source.url, source: join(folder, 'backup') })).rejects.toThrow(
    /in use/,
  );
  expect(await query(source.url, 'select * from personnel')).toHaveLength(500);
});

test('a role from which row-level security hides rows may not make a backup, and no partial folder is left', async () => {
  const address = new URL(source.url);
  address.searchParams.set('options', '-c role=pokpong_app');
  const url = address.href;
  await query(source.url, 'grant select on kysely_migration, kysely_migration_lock to pokpong_app');
  await expect(backup({ keys: BACKUP_KEYS, url, target: join(folder, 'backup') })).rejects.toThrow(
    /pokpong_app does not see every row/,
  );
  expect(await readdir(folder)).toEqual([]);
});
