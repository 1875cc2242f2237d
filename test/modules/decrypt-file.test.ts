import { type SpawnSyncReturns, spawnSync } from 'node:child_process';
import { createCipheriv, randomBytes } from 'node:crypto';
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { replaceWorkspaceKey } from '../../server/platform/crypto/rotation/workspaceKey.ts';
import { transact } from '../../server/platform/trpc/context.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { buildPerson, buildServer, type Person, type TestServer } from '../factories.ts';
import { CHILD_ENVIRONMENT } from '../helpers/childEnvironment.ts';

const ROOT = join(import.meta.dirname, '../..');
const MASTER_KEY = Buffer.alloc(32, 9).toString('base64');
const THAI = /[\u0e00-\u0e7f]/;
const NAME = 'รายงาน ลับ.pdf';

let database: TestDatabase;
let server: TestServer;
let address: string;
let dpo: Person;
let stranger: Person;
let base: string;
/** Of each try its own: commands refuse a file that is there already. */
let folder: string;
/** The keys of the workspace of `dpo`. */
let keys: string;
beforeAll(async () => {
  base = mkdtempSync(join(tmpdir(), 'pokpong-decrypt-'));
  database = await createTestDatabase();
  server = await buildServer({ MASTER_KEY }, { databaseUrl: database.url });
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  dpo = await buildPerson(server, { role: 'DPO' });
  stranger = await buildPerson(server, { role: 'DPO' });
  keys = join(base, 'of-workspace.json');
  expect(exported(dpo.workspaceId, keys).status).toBe(0);
});
beforeEach(() => {
  folder = mkdtempSync(join(base, 'try-'));
});
afterAll(async () => {
  await server.close();
  await database.drop();
  rmSync(base, { recursive: true, force: true });
});

const exported = (ws: string, file: string): SpawnSyncReturns<string> =>
  spawnSync(process.execPath, [join(ROOT, 'scripts/admin.ts'), 'export-file-keys', ws, file], {
    cwd: ROOT,
    encoding: 'utf8',
    env: {
      ...CHILD_ENVIRONMENT,
      NODE_ENV: 'test',
      PUBLIC_URL: 'https://privacy.example.com',
      DATABASE_URL: database.url,
      DATA_DIR: server.deps.config.dataDir,
      MASTER_KEY,
    },
  });
/** Decrypts in a process that may neither connect anywhere nor write outside the test's folder, and has no settings. */
const decrypted = (...words: string[]): SpawnSyncReturns<string> =>
  spawnSync(
    process.execPath,
    [
      '--no-warnings',
      '--permission',
      '--allow-fs-read=*',
      `--allow-fs-write=${folder}`,
      join(ROOT, 'scripts/decrypt-file.ts'),
      ...words,
    ],
    { cwd: folder, encoding: 'utf8', env: { PATH: process.env.PATH } },
  );
const place = (name: string) => join(folder, name);
const keep = (name: string, bytes: Buffer | string): string => {
  writeFileSync(place(name), bytes);
  return place(name);
};
let count = 0;
const fresh = (): string => place(`result-${(count += 1)}`);

function post(call: string, bytes: Buffer, who: Person, name: string): Promise<Response> {
  const form = new FormData();
  form.append('workspace', who.workspaceId);
  form.append('file', new Blob([bytes as never]), name);
  return fetch(`${address}/encrypt-decrypt-api/v1/${call}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${who.token}` },
    body: form,
  });
}
async function encryptedFile(bytes: Buffer, who: Person = dpo, name: string = NAME): Promise<Buffer> {
  const answer = await post('encrypt-file', bytes, who, name);
  expect(answer.status).toBe(200);
  return Buffer.from(await answer.arrayBuffer());
}
async function encryptedValue(data: unknown): Promise<string> {
  const answer = await fetch(`${address}/encrypt-decrypt-api/v1/encrypt`, {
    method: 'POST',
    headers: { authorization: `Bearer ${dpo.token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspace: dpo.workspaceId, data }),
  });
  return ((await answer.json()) as { data: string }).data;
}
/** The output of the documented decryptor: errors, and the name of the file. */
function printed(file: string, result: string): [string, string] {
  const page = readFileSync(join(ROOT, 'docs/encrypted-files.md'), 'utf8');
  const [, program = ''] = /^```js\n(.*?)^```/ms.exec(page) ?? [];
  const words = [keep('decrypt.mjs', program), file, keys, result];
  const { stderr, stdout } = spawnSync(process.execPath, words, { encoding: 'utf8' });
  return [stderr, stdout.trim()];
}
/** A refusal gives the reason in both languages, and leaves nothing behind. */
function refused(run: SpawnSyncReturns<string>, why: RegExp, result?: string): void {
  expect([run.status, run.stdout]).toEqual([1, '']);
  expect(run.stderr).toMatch(why);
  expect(run.stderr).toMatch(THAI);
  expect(run.stderr).not.toMatch(/^\s+at /m);
  if (result) expect([existsSync(result), existsSync(`${result}.part`)]).toEqual([false, false]);
}

describe('the keys of a workspace', () => {
  it('are exported to their owner only, with a warning, an entry in both logs, and never over an existing file', async () => {
    const dpo = await buildPerson(server, { role: 'DPO' });
    const file = place('keys.json');
    const run = exported(dpo.workspaceId, file);
    expect([run.stderr, run.status]).toEqual(['', 0]);
    expect(run.stdout).toMatch(/^1 key of .*WARNING: .*คำเตือน/s);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const text = readFileSync(file, 'utf8');
    expect(JSON.parse(text)).toMatchObject({ format: 'pokpong-file-keys', workspace: { id: dpo.workspaceId } });
    const lines = await server.owner
      .selectFrom('activityLogs')
      .select(['event', 'actorId', 'changes'])
      .where('workspaceId', '=', dpo.workspaceId)
      .where('event', '=', 'crypto.keysExported')
      .execute();
    expect(lines).toEqual([{ event: 'crypto.keysExported', actorId: null, changes: [] }]);
    const security = () =>
      server.owner
        .selectFrom('securityLogs')
        .select('details')
        .where('event', '=', 'crypto.keysExported')
        .where('sourceId', '=', dpo.workspaceId)
        .execute();
    expect(await security()).toEqual([{ details: {} }]);

    for (const [target, why] of [
      [file, /is there already/],
      [place('nowhere/keys.json'), /cannot be written \(ENOENT\)/],
    ] as const) {
      const again = exported(dpo.workspaceId, target);
      expect([again.status, again.stdout]).toEqual([1, '']);
      expect(again.stderr).toMatch(why);
    }
    expect(exported('No such workspace', place('other.json')).stderr).toMatch(/There is no workspace/);
    expect(readFileSync(file, 'utf8')).toBe(text);
    expect(existsSync(place('other.json'))).toBe(false);
    // What was not written is in no log.
    expect(await security()).toHaveLength(1);
  });
});

describe('npm run decrypt-file', () => {
  it('decrypts files byte by byte, under their name, readable by their owner only', async () => {
    for (const bytes of [Buffer.from('x'), randomBytes(3_000_007)]) {
      const run = decrypted(keep('a.encrypted', await encryptedFile(bytes)), keys);
      expect([run.stderr, run.status]).toEqual(['', 0]);
      expect(run.stdout).toMatch(THAI);
      expect(readFileSync(place(NAME)).equals(bytes)).toBe(true);
      expect(statSync(place(NAME)).mode & 0o777).toBe(0o600);
      rmSync(place(NAME));
      const result = fresh();
      expect(decrypted(place('a.encrypted'), keys, result).status).toBe(0);
      expect(readFileSync(result).equals(bytes)).toBe(true);
    }
  });

  it('writes only into its folder, whatever the file was called', async () => {
    const run = decrypted(
      keep('b.encrypted', await encryptedFile(Buffer.from('text'), dpo, '../../.profile\u202e')),
      keys,
    );
    expect([run.stderr, run.status]).toEqual(['', 0]);
    expect(readFileSync(place('profile'), 'utf8')).toBe('text');
  });

  it('decrypts values', async () => {
    const value = { name: 'สมชาย', tags: [null, 1.5] };
    const jwe = await encryptedValue(value);
    expect(decrypted(keep('c.jwe', `${jwe}\n`), keys).status).toBe(0);
    expect(JSON.parse(readFileSync(place('c.jwe.json'), 'utf8'))).toEqual(value);
    const parts = jwe.split('.');
    const changed = [...parts.slice(0, 3), `${parts[3]!.startsWith('A') ? 'B' : 'A'}${parts[3]!.slice(1)}`, parts[4]];
    const result = fresh();
    refused(decrypted(keep('c.changed', changed.join('.')), keys, result), /changed or cut short/, result);
  });

  it('reads the previous format', async () => {
    const [bytes, name] = [randomBytes(100_000), Buffer.from(NAME)];
    const { keys: stored } = JSON.parse(readFileSync(keys, 'utf8')) as { keys: { id: string; file: string }[] };
    const { id, file } = stored[0]!;
    const head = Buffer.concat([Buffer.from('POKPONG1'), Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(12)]);
    const cipher = createCipheriv('aes-256-gcm', Buffer.from(file, 'base64'), head.subarray(24));
    cipher.setAAD(Buffer.concat([head, Buffer.from(dpo.workspaceId)]));
    const content = cipher.update(Buffer.concat([Buffer.from([0, name.length]), name, bytes]));
    const sealed = Buffer.concat([head, content, cipher.final(), cipher.getAuthTag()]);
    expect(decrypted(keep('former.encrypted', sealed), keys).status).toBe(0);
    expect(readFileSync(place(NAME)).equals(bytes)).toBe(true);
    rmSync(place(NAME));
    const result = fresh();
    expect(printed(place('former.encrypted'), result)).toEqual(['', NAME]);
    expect(readFileSync(result).equals(bytes)).toBe(true);
    const online = await post('decrypt-file', sealed, dpo, 'x');
    expect(online.headers.get('content-disposition')).toContain(encodeURIComponent(NAME));
    expect(Buffer.from(await online.arrayBuffer()).equals(bytes)).toBe(true);
    sealed[50_000] = sealed[50_000]! ^ 1;
    const none = fresh();
    refused(decrypted(keep('former.changed', sealed), keys, none), /changed or cut short/, none);
    expect((await post('decrypt-file', sealed, dpo, 'x')).status).toBe(400);
  });

  it('follows its documentation: the decryptor printed there does the same', async () => {
    const start = 2 + Buffer.byteLength(NAME);
    // One chunk, exactly two, and one byte more.
    for (const size of [1, 2 * 65_536 - start, 2 * 65_536 - start + 1]) {
      const bytes = randomBytes(size);
      const result = fresh();
      expect(printed(keep('d.encrypted', await encryptedFile(bytes)), result)).toEqual(['', NAME]);
      expect(readFileSync(result).equals(bytes)).toBe(true);
    }
  });

  it('refuses another key, and changed or truncated files, and leaves nothing behind', async () => {
    const sealed = await encryptedFile(randomBytes(200_000));
    const others = place('others.json');
    expect(exported(stranger.workspaceId, others).status).toBe(0);
    const complete = keep('e.encrypted', sealed);
    const result = fresh();
    refused(decrypted(complete, others, result), /under the key [0-9a-f-]{36}, which is not in the key file/, result);
    const wrong = JSON.parse(readFileSync(keys, 'utf8')) as { keys: { file: string }[]; workspace: { id: string } };
    wrong.keys[0]!.file = randomBytes(32).toString('base64');
    refused(decrypted(complete, keep('wrong.json', JSON.stringify(wrong)), result), /changed or cut short/, result);

    for (const at of [24, 60, 100_000, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = changed[at]! ^ 1;
      refused(decrypted(keep('changed', changed), keys, result), /changed or cut short/, result);
    }
    // Between two chunks too.
    for (const length of [40, 56, 56 + 65_552, 70_000, sealed.length - 1])
      refused(decrypted(keep('cut', sealed.subarray(0, length)), keys, result), /changed or cut short/, result);
    const chunk = (index: number) => sealed.subarray(56 + index * 65_552, 56 + (index + 1) * 65_552);
    const exchanged = Buffer.concat([sealed.subarray(0, 56), chunk(1), chunk(0), chunk(2), chunk(3)]);
    refused(decrypted(keep('exchanged', exchanged), keys, result), /changed or cut short/, result);
    const repeated = Buffer.concat([sealed.subarray(0, 56), chunk(0), chunk(0), chunk(2), chunk(3)]);
    refused(decrypted(keep('repeated', repeated), keys, result), /changed or cut short/, result);
    const longer = keep('longer', Buffer.concat([sealed, Buffer.from([0])]));
    refused(decrypted(longer, keys, result), /changed or cut short/, result);
  });

  it('reports what else it cannot read, and overwrites nothing', async () => {
    const sealed = await encryptedFile(Buffer.from('x'));
    const complete = keep('f.encrypted', sealed);
    refused(decrypted(), /^usage/);
    refused(decrypted(place('not there'), keys), /cannot be read/);
    refused(decrypted(folder, keys), /cannot be read/);
    refused(decrypted(complete, complete), /is not a key file/);
    refused(decrypted(complete, keep('half.json', readFileSync(keys, 'utf8').slice(0, -40))), /is not a key file/);
    refused(decrypted(keep('plain', 'POKPO'), keys), /not encrypted by the encryption API/);
    refused(decrypted(keep('empty', ''), keys), /not encrypted by the encryption API/);
    const later = Buffer.concat([Buffer.from('POKPONG9'), sealed.subarray(8)]);
    refused(decrypted(keep('later', later), keys), /format POKPONG9, which this version does not read/);
    const there = keep('there', 'mine');
    refused(decrypted(complete, keys, there), /is there already/);
    expect(readFileSync(there, 'utf8')).toBe('mine');
    refused(decrypted(complete, keys, place('nowhere/x')), /cannot be written \(ENOENT\)/);
    expect(readdirSync(folder).filter((name) => name.endsWith('.part'))).toEqual([]);
  });

  it('reads files encrypted before and after the key was replaced', async () => {
    const owner = await buildPerson(server, { role: 'DPO' });
    const { workspaceId } = owner;
    const bytes = randomBytes(5000);
    const before = keep('before.encrypted', await encryptedFile(bytes, owner));
    const former = place('former.json');
    expect(exported(workspaceId, former).stdout).toMatch(/^1 key of /);
    await transact(server.deps, { workspaceId }, (trx) =>
      replaceWorkspaceKey(trx, { workspaceId, personnelId: null, at: server.deps.now() }, server.deps),
    );
    // The nodes' time to load it has passed.
    await server.owner
      .updateTable('workspaceKeys')
      .set({ activeFrom: new Date(Date.now() - 1000) })
      .where('workspaceId', '=', workspaceId)
      .where('activeFrom', '>', new Date().toISOString())
      .execute();
    await server.deps.keyring.refresh(server.deps.authDb);
    const after = keep('after.encrypted', await encryptedFile(bytes, owner));
    expect(readFileSync(after).subarray(8, 24).equals(readFileSync(before).subarray(8, 24))).toBe(false);

    const renewed = place('renewed.json');
    expect(exported(workspaceId, renewed).stdout).toMatch(/^2 keys of /);
    for (const file of [before, after]) {
      const result = fresh();
      expect(decrypted(file, renewed, result).status).toBe(0);
      expect(readFileSync(result).equals(bytes)).toBe(true);
    }
    const result = fresh();
    refused(decrypted(after, former, result), /export again when that workspace got a new key/, result);
    expect(decrypted(before, former, result).status).toBe(0);
  });
});
