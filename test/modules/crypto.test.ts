import { spawn } from 'node:child_process';
import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Trx, withScope } from '../../db/client.ts';
import { createKeyring, type Keyring, SealError } from '../../server/platform/crypto/keyring.ts';
import { ROLES } from '../../shared/registry/roles.ts';
import {
  buildOrganization,
  buildPerson,
  buildServer,
  buildWorkspace,
  type Person,
  type TestServer,
} from '../factories.ts';
import { pdf } from '../helpers/samples.ts';

const MB = 1024 * 1024;
const masterKey = () => randomBytes(32).toString('base64');
const folders: string[] = [];
const folder = () => {
  const created = mkdtempSync(join(tmpdir(), 'pokpong-key-'));
  folders.push(created);
  return created;
};
afterAll(() => folders.forEach((path) => rmSync(path, { recursive: true, force: true })));

/** Why encrypted bytes do not open, or `opened`. */
const reasonOf = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof SealError) return error.reason;
    throw error;
  }
  return 'opened';
};

describe('the master key', () => {
  it('is generated once, readable by its owner only, and found again', () => {
    const dataDir = join(folder(), 'not', 'yet');
    const sealed = createKeyring({ dataDir }).system.seal('mails.payload', '', 'ถึงคุณสมชาย');
    expect(statSync(join(dataDir, 'master.key')).mode & 0o777).toBe(0o600);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
    expect(createKeyring({ dataDir }).system.open('mails.payload', '', sealed).toString()).toBe('ถึงคุณสมชาย');
  });

  it('is the same for processes that start at once', async () => {
    const dataDir = folder();
    const script = `import { createKeyring } from ${JSON.stringify(new URL('../../server/platform/crypto/keyring.ts', import.meta.url).href)};
      process.stdout.write(createKeyring({ dataDir: ${JSON.stringify(dataDir)} }).hmac('test', 'value'));`;
    const started = Array.from({ length: 6 }, async () => {
      const child = spawn(process.execPath, ['--input-type=module', '--no-warnings', '-e', script], {
        stdio: ['ignore', 'pipe', 'inherit'],
      });
      return text(child.stdout);
    });
    const values = await Promise.all(started);
    expect(values[0]).toMatch(/^[\w-]{43}$/);
    expect(new Set(values).size).toBe(1);
    expect(readdirSync(dataDir)).toEqual(['master.key']);
  });

  it('from the environment is used, and leaves no file', () => {
    const dataDir = folder();
    const key = masterKey();
    const sealed = createKeyring({ masterKey: key, dataDir }).system.seal('x', '', 'y');
    expect(createKeyring({ masterKey: key, dataDir: folder() }).system.open('x', '', sealed).toString()).toBe('y');
    expect(readdirSync(dataDir)).toEqual([]);
  });

  it('that is damaged is never replaced by a new one', () => {
    const dataDir = folder();
    writeFileSync(join(dataDir, 'master.key'), 'half a ke');
    expect(() => createKeyring({ dataDir })).toThrow(/master\.key must be 32 bytes in base64/);
    expect(readFileSync(join(dataDir, 'master.key'), 'utf8')).toBe('half a ke');
    expect(() => createKeyring({ masterKey: 'short', dataDir })).toThrow(/MASTER_KEY must be 32 bytes/);
  });

  it('that cannot be written is reported with what to do', () => {
    const file = join(folder(), 'file');
    writeFileSync(file, '');
    expect(() => createKeyring({ dataDir: join(file, 'data') })).toThrow(
      /can be neither read nor made .*Set MASTER_KEY/,
    );
  });
});

describe('encrypted bytes', () => {
  const keyring = createKeyring({ masterKey: masterKey(), dataDir: '/nowhere' });
  const sealed = keyring.system.seal('mails.payload', '', 'secret');

  it('open only in their own context', () => {
    expect(keyring.system.open('mails.payload', '', sealed).toString()).toBe('secret');
    expect(reasonOf(() => keyring.system.open('mails.subject', '', sealed))).toBe('damaged');
    expect(keyring.system.open('x', '', keyring.system.seal('x', '', '')).length).toBe(0);
  });

  it('never open with any bit changed, and never crash', () => {
    for (let index = 0; index < sealed.length * 8; index += 1) {
      const changed = Buffer.from(sealed);
      changed[index >> 3] = (changed[index >> 3] as number) ^ (1 << (index & 7));
      expect(['damaged', 'otherKey']).toContain(reasonOf(() => keyring.system.open('mails.payload', '', changed)));
    }
    for (let length = 0; length < sealed.length; length += 1)
      expect(reasonOf(() => keyring.system.open('mails.payload', '', sealed.subarray(0, length)))).toBe('damaged');
    expect(reasonOf(() => keyring.system.open('mails.payload', '', Buffer.concat([sealed, Buffer.from([0])])))).toBe(
      'damaged',
    );
  });

  it('differ every time', () => {
    const created = new Set(Array.from({ length: 500 }, () => keyring.system.seal('x', '', 'same').toString('hex')));
    expect(created.size).toBe(500);
  });

  it('of another master key name both keys and what to do', () => {
    const other = createKeyring({ masterKey: masterKey(), dataDir: '/nowhere' });
    expect(() => other.system.open('mails.payload', '', sealed)).toThrow(
      /sealed under the master key [0-9a-f]{16}; the configured one is [0-9a-f]{16}\. Set MASTER_KEY/,
    );
    expect(reasonOf(() => other.system.open('mails.payload', '', sealed))).toBe('otherKey');
  });

  it('HMACs differ by purpose and by installation', () => {
    expect(keyring.hmac('a', 'v')).toBe(keyring.hmac('a', 'v'));
    const other = createKeyring({ masterKey: masterKey(), dataDir: '/nowhere' });
    expect(
      new Set([keyring.hmac('a', 'v'), keyring.hmac('b', 'v'), keyring.hmac('a', 'w'), other.hmac('a', 'v')]).size,
    ).toBe(4);
  });
});

let server: TestServer;
let address: string;
let person: Person;
let stranger: Person;
beforeAll(async () => {
  server = await buildServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
  person = await buildPerson(server, { role: 'Admin' });
  stranger = await buildPerson(server, { role: 'Admin' });
});
afterAll(() => server.close());

describe('the key of a workspace', () => {
  const inside = <Result>(workspaceId: string, work: (trx: Trx) => Promise<Result>) =>
    withScope(server.deps.db, { workspaceId }, work);
  const keyOf = (workspaceId: string, keyring: Keyring = server.deps.keyring) =>
    inside(workspaceId, (trx) => keyring.workspaceKey(trx, workspaceId));
  /** The same installation after a restart: nothing cached. */
  const restarted = () => createKeyring(server.deps.config);

  it('encrypts columns, and opens them after a restart', async () => {
    const key = await keyOf(person.workspaceId);
    const sealed = key.seal('incidents.reporter_name', '', 'สมหญิง');
    expect(sealed.includes(Buffer.from('สมหญิง'))).toBe(false);
    expect((await keyOf(person.workspaceId, restarted())).open('incidents.reporter_name', '', sealed)).toBe('สมหญิง');
  });

  it('opens nothing of another column or workspace', async () => {
    const [key, other] = [await keyOf(person.workspaceId), await keyOf(stranger.workspaceId)];
    const sealed = key.seal('incidents.reporter_name', '', 'สมหญิง');
    expect(reasonOf(() => key.open('incidents.reporter_phone', '', sealed))).toBe('damaged');
    expect(reasonOf(() => other.open('incidents.reporter_name', '', sealed))).toBe('otherKey');
  });

  it('looks up equal values, different from those of other columns and workspaces', async () => {
    const [key, other] = [await keyOf(person.workspaceId), await keyOf(stranger.workspaceId)];
    expect(key.lookup('requests.email', 'a@b.example')).toBe(
      (await keyOf(person.workspaceId, restarted())).lookup('requests.email', 'a@b.example'),
    );
    const all = [
      key.lookup('requests.email', 'a'),
      key.lookup('requests.email', 'b'),
      key.lookup('requests.phone', 'a'),
      other.lookup('requests.email', 'a'),
    ];
    expect(new Set(all).size).toBe(4);
    expect(all[0]).toMatch(/^[\w-]{43}$/);
  });

  it('cannot be read under the row-level security of another workspace', async () => {
    await expect(
      inside(stranger.workspaceId, (trx) => restarted().workspaceKey(trx, person.workspaceId)),
    ).rejects.toThrow(/no data key/);
  });

  it('of a workspace that was rolled back is removed from the cache', async () => {
    const { id: organizationId } = await buildOrganization(server);
    const id = randomUUIDv7();
    const create = async (trx: Trx) => {
      await trx
        .insertInto('workspaces')
        .values({ id, organizationId, name: 'x', package: 'Basic', flags: '{}' })
        .execute();
      await server.deps.keyring.createWorkspaceKey(trx, id, new Date());
      return (await server.deps.keyring.workspaceKey(trx, id)).seal('a.b', '', 'text');
    };
    let first: Buffer | undefined;
    await expect(
      inside(id, async (trx) => {
        first = await create(trx);
        throw new Error('rolled back');
      }),
    ).rejects.toThrow('rolled back');
    const second = await inside(id, create);
    const key = await keyOf(id);
    expect(key.open('a.b', '', second)).toBe('text');
    expect(reasonOf(() => key.open('a.b', '', first as Buffer))).toBe('otherKey');
  });

  it('may be succeeded by a newer one: that one encrypts, both open, look-ups remain the same', async () => {
    const { id } = await buildWorkspace(server);
    const before = await keyOf(id);
    const sealed = before.seal('a.b', '', 'text');
    await inside(id, (trx) => server.deps.keyring.createWorkspaceKey(trx, id, new Date()));
    const after = await keyOf(id, restarted());
    expect(after.id).not.toBe(before.id);
    expect(after.open('a.b', '', sealed)).toBe('text');
    expect(after.lookup('a.b', 'text')).toBe(before.lookup('a.b', 'text'));
    expect(reasonOf(() => before.open('a.b', '', after.seal('a.b', '', 'text')))).toBe('otherKey');
  });

  it('is not cached from a transaction that began before a newer one was added', async () => {
    const { id } = await buildWorkspace(server);
    const [node, other] = [restarted(), restarted()];
    await withScope(
      server.deps.db,
      { workspaceId: id },
      async (trx) => {
        // From here on it sees this moment.
        await trx.selectFrom('workspaces').select('id').execute();
        await inside(id, (own) => other.createWorkspaceKey(own, id, new Date(), new Date(0)));
        await node.refresh(server.deps.authDb);
        await node.workspaceKey(trx, id);
      },
      'repeatable read',
    );
    const [key, otherKey] = [await keyOf(id, node), await keyOf(id, other)];
    expect(key.id).toBe(otherKey.id);
    expect(key.open('a.b', '', otherKey.seal('a.b', '', 'text'))).toBe('text');
  });

  it('is stored wrapped, and a wrong master key is reported', async () => {
    const other = createKeyring({ masterKey: masterKey(), dataDir: '/nowhere' });
    await expect(keyOf(person.workspaceId, other)).rejects.toThrow(
      /sealed under the master key [0-9a-f]{16}; the configured one is/,
    );
    const row = await server.owner
      .selectFrom('workspaceKeys')
      .selectAll()
      .where('workspaceId', '=', person.workspaceId)
      .executeTakeFirstOrThrow();
    expect(row.masterKeyId).toMatch(/^[0-9a-f]{16}$/);
    // A wrapped key copied to another workspace does not open there.
    const { id } = await buildWorkspace(server);
    await server.owner
      .updateTable('workspaceKeys')
      .set({ wrapped: row.wrapped })
      .where('workspaceId', '=', id)
      .execute();
    await expect(keyOf(id, restarted())).rejects.toMatchObject({ reason: 'damaged' });
  });
});

const headers = (who: Person | null, more: Record<string, string> = {}) => ({
  'accept-language': 'en',
  ...(who ? { authorization: `Bearer ${who.token}` } : {}),
  ...more,
});
const call = (who: Person | null, name: string, body: object) =>
  fetch(`${address}/encrypt-decrypt-api/v1/${name}`, {
    method: 'POST',
    headers: headers(who, { 'content-type': 'application/json' }),
    body: JSON.stringify(body),
  });

describe('encrypting values', () => {
  const encrypted = async (data: unknown): Promise<string> => {
    const answer = await call(person, 'encrypt', { workspace: person.workspaceId, data });
    expect(answer.status).toBe(200);
    return ((await answer.json()) as { data: string }).data;
  };
  const decrypt = async (data: string, who: Person = person) => {
    const answer = await call(who, 'decrypt', { workspace: who.workspaceId, data });
    return {
      status: answer.status,
      body: (await answer.json()) as { code?: string; data?: unknown; issues?: { path: string[]; reason: string }[] },
    };
  };

  it.each([
    ['text', 'เลขบัตร 1-2345'],
    ['an empty text', ''],
    ['an object', { name: 'สมชาย', tags: ['a', null], deep: { n: 1.5 } }],
    ['a number', 0],
    ['false', false],
    ['null', null],
  ])('%s is decrypted unchanged', async (_what, value) => {
    const jwe = await encrypted(value);
    expect(jwe).toMatch(/^[\w-]+\.\.[\w-]+\.[\w-]*\.[\w-]+$/);
    expect(JSON.parse(Buffer.from(jwe.split('.')[0] as string, 'base64url').toString())).toMatchObject({
      alg: 'dir',
      enc: 'A256GCM',
    });
    expect(await decrypt(jwe)).toEqual({ status: 200, body: { data: value } });
  });

  it('is restricted to Admin and DPO', async () => {
    const jwe = await encrypted('x');
    for (const role of ROLES) {
      const who = await buildPerson(server, { workspaceId: person.workspaceId, role });
      const status = role === 'Admin' || role === 'DPO' ? 200 : 403;
      expect((await decrypt(jwe, who)).status, role).toBe(status);
      expect((await call(who, 'encrypt', { workspace: who.workspaceId, data: 'x' })).status, role).toBe(status);
    }
  });

  it('is recorded in the activity log, without the value', async () => {
    const { id: workspaceId } = await buildWorkspace(server);
    const who = await buildPerson(server, { workspaceId, role: 'DPO' });
    const answer = await call(who, 'encrypt', { workspace: workspaceId, data: 'เลขบัตร 1-2345' });
    const { data } = (await answer.json()) as { data: string };
    expect((await decrypt(data, who)).status).toBe(200);
    expect((await decrypt(`${data}x`, who)).status).toBe(400);
    const lines = await server.owner
      .selectFrom('activityLogs')
      .selectAll()
      .where('workspaceId', '=', workspaceId)
      .where('event', 'like', 'crypto.%')
      .orderBy('id')
      .execute();
    expect(lines.map(({ event, actorId, subject, changes }) => ({ event, actorId, subject, changes }))).toEqual(
      ['crypto.encrypted', 'crypto.decrypted'].map((event) => ({
        event,
        actorId: who.personnelId,
        subject: '',
        changes: [],
      })),
    );
    const security = await server.owner
      .selectFrom('securityLogs')
      .select(['event', 'subject', 'details'])
      .where('sourceId', '=', workspaceId)
      .where('event', 'like', 'crypto.%')
      .execute();
    expect(security).toEqual([{ event: 'crypto.decrypted', subject: '', details: {} }]);
    expect(JSON.stringify([lines, security])).not.toContain('เลขบัตร');
  });

  it('is limited by person, files and values together, on all nodes', async () => {
    const who = await buildPerson(server, { workspaceId: person.workspaceId, role: 'DPO' });
    const use = () => call(who, 'encrypt', { workspace: who.workspaceId, data: 'x' });
    expect((await use()).status).toBe(200);
    await server.owner.updateTable('throttles').set({ hits: 600 }).where('key', 'like', 'encryption:%').execute();
    const refused = await use();
    const { code, details } = (await refused.json()) as { code: string; details: { seconds: number } };
    expect([refused.status, code]).toEqual([429, 'tooMany']);
    expect(details.seconds).toBeGreaterThan(0);
    expect(refused.headers.get('retry-after')).toBe(String(details.seconds));
    const form = new FormData();
    form.append('workspace', who.workspaceId);
    form.append('file', new Blob(['x']), 'a.txt');
    const file = await fetch(`${address}/encrypt-decrypt-api/v1/encrypt-file`, {
      method: 'POST',
      headers: headers(who),
      body: form,
    });
    expect(file.status).toBe(429);
    await server.owner.deleteFrom('throttles').where('key', 'like', 'encryption:%').execute();
    expect((await use()).status).toBe(200);
  });

  it('refuses values that were changed, are of another workspace, or are not a JWE', async () => {
    const jwe = await encrypted('secret');
    const parts = jwe.split('.');
    const changed = (index: number) =>
      parts.map((part, at) => (at === index ? `${part.startsWith('A') ? 'B' : 'A'}${part.slice(1)}` : part)).join('.');
    for (const index of [2, 3, 4])
      expect(await decrypt(changed(index))).toMatchObject({
        status: 400,
        body: { code: 'crypto.damaged', issues: [{ path: ['data'] }] },
      });
    expect(await decrypt(changed(0))).toMatchObject({ status: 400 });
    expect(await decrypt(jwe, stranger)).toMatchObject({
      status: 400,
      body: {
        code: 'crypto.otherWorkspace',
        issues: [{ reason: 'This data was encrypted in another workspace. Decrypt it there.' }],
      },
    });
    const head = (value: object) =>
      [Buffer.from(JSON.stringify(value)).toString('base64url'), ...parts.slice(1)].join('.');
    const { kid } = JSON.parse(Buffer.from(parts[0] as string, 'base64url').toString()) as { kid: string };
    for (const hostile of [
      'x',
      'a.b.c',
      '....',
      'ก.ก.ก.ก.ก',
      head({ alg: 'none', enc: 'A256GCM', kid }),
      head({ alg: 'A256KW', enc: 'A256GCM', kid }),
      head({ alg: 'dir', enc: 'A128GCM', kid }),
      head({ alg: 'dir', enc: 'A256GCM' }),
      head({ alg: 'dir', enc: 'A256GCM', kid: '../..' }),
      head([]),
    ]) {
      expect((await decrypt(hostile)).status, hostile).toBe(400);
    }
  });

  it('is refused without sign-in and in other workspaces', async () => {
    for (const name of ['encrypt', 'decrypt', 'encrypt-file', 'decrypt-file'])
      expect((await call(null, name, { workspace: person.workspaceId, data: 'x' })).status).toBe(401);
    for (const name of ['encrypt', 'decrypt']) {
      expect((await call(stranger, name, { workspace: person.workspaceId, data: 'x' })).status).toBe(404);
      expect((await call(stranger, name, { data: 'x' })).status).toBe(400);
      expect((await call(stranger, name, { workspace: stranger.workspaceId })).status).toBe(400);
    }
  });

  it('accepts as much as can be decrypted again, and no more', async () => {
    const largest = 'a'.repeat(700 * 1024 - 2);
    const jwe = await encrypted(largest);
    expect((await decrypt(jwe)).body.data).toBe(largest);
    expect((await call(person, 'encrypt', { workspace: person.workspaceId, data: `${largest}a` })).status).toBe(413);
    expect((await call(person, 'encrypt', { workspace: person.workspaceId, data: 'a'.repeat(2 * MB) })).status).toBe(
      413,
    );
  });
});

describe('encrypting files', () => {
  const send = (
    who: Person | null,
    name: string,
    file: { name: string; bytes: Buffer },
    workspace = person.workspaceId,
  ) => {
    const form = new FormData();
    form.append('workspace', workspace);
    form.append('file', new Blob([file.bytes as never]), file.name);
    return fetch(`${address}/encrypt-decrypt-api/v1/${name}`, { method: 'POST', headers: headers(who), body: form });
  };
  const bytesOf = async (answer: Response) => {
    expect(answer.status, answer.status === 200 ? '' : await answer.clone().text()).toBe(200);
    return Buffer.from(await answer.arrayBuffer());
  };
  const incoming = () => readdir(join(server.deps.config.dataDir, 'incoming'));

  it('returns the file with its name, and stores nothing', async () => {
    for (const bytes of [pdf(), randomBytes(3 * MB + 7), Buffer.from('x')]) {
      const answer = await send(person, 'encrypt-file', { name: 'รายงาน ลับ.pdf', bytes });
      expect(answer.headers.get('content-disposition')).toContain(`${encodeURIComponent('รายงาน ลับ.pdf')}.encrypted`);
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
      const sealed = await bytesOf(answer);
      expect(sealed.length).toBe(Number(answer.headers.get('content-length')));
      expect(sealed.subarray(0, 8).toString()).toBe('POKPONG2');
      expect(sealed.includes('รายงาน')).toBe(false);
      const opened = await send(person, 'decrypt-file', { name: 'whatever.bin', bytes: sealed });
      expect(opened.headers.get('content-disposition')).toContain(`UTF-8''${encodeURIComponent('รายงาน ลับ.pdf')}`);
      expect((await bytesOf(opened)).equals(bytes)).toBe(true);
    }
    expect(await server.owner.selectFrom('files').select('id').execute()).toEqual([]);
    await expect.poll(incoming).toEqual([]);
  });

  it('is restricted to Admin and DPO, and logged with the ending of the file’s name alone', async () => {
    const { id: workspaceId } = await buildWorkspace(server);
    const file = { name: 'ลับ.txt', bytes: Buffer.from('secret') };
    for (const role of ['Staff', 'Top Management'] as const) {
      const who = await buildPerson(server, { workspaceId, role });
      for (const name of ['encrypt-file', 'decrypt-file'])
        expect((await send(who, name, file, workspaceId)).status, `${name} as ${role}`).toBe(403);
    }
    const who = await buildPerson(server, { workspaceId, role: 'DPO' });
    const bytes = await bytesOf(await send(who, 'encrypt-file', file, workspaceId));
    await bytesOf(await send(who, 'decrypt-file', { name: 'x', bytes }, workspaceId));
    expect(
      await server.owner
        .selectFrom('activityLogs')
        .select(['event', 'subject'])
        .where('workspaceId', '=', workspaceId)
        .where('event', 'like', 'crypto.%')
        .orderBy('id')
        .execute(),
    ).toEqual([
      { event: 'crypto.encrypted', subject: '.txt' },
      { event: 'crypto.decrypted', subject: '.txt' },
    ]);
  });

  it('accepts an encoded form too', async () => {
    const bytes = randomBytes(200_000);
    const post = (name: string, data: Buffer) =>
      fetch(`${address}/encrypt-decrypt-api/v1/${name}`, {
        method: 'POST',
        headers: headers(person),
        body: new URLSearchParams({ workspace: person.workspaceId, name: 'ก.bin', data: data.toString('base64') }),
      });
    const sealed = await bytesOf(await post('encrypt-file', bytes));
    const answer = await post('decrypt-file', sealed);
    expect(answer.headers.get('content-disposition')).toContain(encodeURIComponent('ก.bin'));
    expect((await bytesOf(answer)).equals(bytes)).toBe(true);
  });

  it('refuses files that were changed, truncated, are of another workspace or were never encrypted', async () => {
    const who = await buildPerson(server, { workspaceId: person.workspaceId, role: 'DPO' });
    const sealed = await bytesOf(await send(who, 'encrypt-file', { name: 'a.txt', bytes: Buffer.from('secret text') }));
    const codeOf = async (answer: Response) => [answer.status, ((await answer.json()) as { code: string }).code];
    for (const at of [0, 26, 30, 40, sealed.length - 20, sealed.length - 1]) {
      const changed = Buffer.from(sealed);
      changed[at] = (changed[at] as number) ^ 1;
      expect(await codeOf(await send(who, 'decrypt-file', { name: 'a', bytes: changed }))).toEqual([
        400,
        'crypto.damaged',
      ]);
    }
    expect(await codeOf(await send(who, 'decrypt-file', { name: 'a', bytes: sealed.subarray(0, -1) }))).toEqual([
      400,
      'crypto.damaged',
    ]);
    expect(await codeOf(await send(who, 'decrypt-file', { name: 'a', bytes: sealed.subarray(0, 20) }))).toEqual([
      400,
      'crypto.damaged',
    ]);
    expect(await codeOf(await send(who, 'decrypt-file', { name: 'a', bytes: pdf() }))).toEqual([400, 'crypto.damaged']);
    expect(
      await codeOf(await send(stranger, 'decrypt-file', { name: 'a', bytes: sealed }, stranger.workspaceId)),
    ).toEqual([400, 'crypto.otherWorkspace']);
    expect((await send(stranger, 'decrypt-file', { name: 'a', bytes: sealed })).status).toBe(404);
    expect((await send(null, 'decrypt-file', { name: 'a', bytes: sealed })).status).toBe(401);
    await expect.poll(incoming).toEqual([]);
  });

  it('accepts 20 MB both ways, and not a byte more', async () => {
    const who = await buildPerson(server, { workspaceId: person.workspaceId, role: 'DPO' });
    const bytes = Buffer.alloc(20 * MB, 7);
    const sealed = await bytesOf(await send(who, 'encrypt-file', { name: 'ก'.repeat(255), bytes }));
    const opened = await bytesOf(await send(who, 'decrypt-file', { name: 'a', bytes: sealed }));
    expect(createHash('sha256').update(opened).digest('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    expect(
      (await send(who, 'encrypt-file', { name: 'a', bytes: Buffer.concat([bytes, Buffer.from('x')]) })).status,
    ).toBe(413);
    const encoded = (size: number) =>
      fetch(`${address}/encrypt-decrypt-api/v1/encrypt-file`, {
        method: 'POST',
        headers: headers(who, { 'content-type': 'application/x-www-form-urlencoded' }),
        body: `workspace=${person.workspaceId}&name=a&data=${Buffer.alloc(size, 7).toString('base64').replaceAll('=', '%3D')}`,
      });
    expect((await bytesOf(await encoded(20 * MB))).length).toBeGreaterThan(20 * MB);
    expect((await encoded(20 * MB + 1)).status).toBe(413);
  });
});
