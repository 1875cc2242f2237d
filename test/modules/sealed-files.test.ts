import { createCipheriv, createHash, hkdfSync, randomBytes, randomUUIDv7 } from 'node:crypto';
import { once } from 'node:events';
import { mkdtempSync } from 'node:fs';
import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { workingFiles } from '../../server/platform/crypto/workingFile.ts';
import type { WorkspaceKey } from '../../server/platform/crypto/workspaceKey.ts';
import type { ByteRange } from '../../server/platform/files/contract.ts';
import { sealOlderFiles } from '../../server/platform/files/sealOlder.ts';
import { FileSealer, openStream, sealedSize, sealStream } from '../../server/platform/files/sealedStream.ts';
import { olderNames } from '../../server/platform/files/olderNames.ts';
import { updateOlderWorkspaces } from '../../server/platform/modules/seed.ts';
import { storeGenerated, storeSealed } from '../../server/platform/files/service.ts';
import { createFileStore, type FileStore } from '../../server/platform/files/store.ts';
import { fileUrl } from '../../shared/fileUrl.ts';
import { buildPerson, buildServer, type Person, type TestServer } from '../factories.ts';
import { startS3 } from '../helpers/s3.ts';

const CHUNK = 65_536;
const HEAD = 49;
const TAG = 16;

let server: TestServer;
let person: Person;
let key: WorkspaceKey;
let otherKey: WorkspaceKey;
const keyOf = (workspaceId: string) =>
  withScope(server.deps.db, { workspaceId }, (trx) => server.deps.keyring.workspaceKey(trx, workspaceId));

beforeAll(async () => {
  server = await buildServer();
  person = await buildPerson(server, { role: 'Admin' });
  key = await keyOf(person.workspaceId);
  otherKey = await keyOf((await buildPerson(server)).workspaceId);
});
afterAll(() => server.close());

const reasonOf = async (work: () => Promise<unknown>): Promise<string | undefined> => {
  try {
    await work();
    return undefined;
  } catch (error) {
    return (error as { reason?: string }).reason ?? String(error);
  }
};

describe('an encrypted file', () => {
  const fileId = randomUUIDv7();
  const sealed = (content: Buffer, place = { fileId, size: content.length }) =>
    buffer(sealStream(key, place, Readable.from([content])));
  const fetchFrom = (bytes: Buffer, read: { bytes: number } = { bytes: 0 }) => {
    return async (range?: ByteRange) => {
      const part = range ? bytes.subarray(range.start, range.end + 1) : bytes;
      read.bytes += part.length;
      return Readable.from([part]);
    };
  };
  const open = async (bytes: Buffer, place: { fileId: string; size: number }, range?: ByteRange, by = key) =>
    buffer(await openStream(by, place, fetchFrom(bytes), range));

  it.each([0, 1, 100, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK + 7])(
    'of %i bytes is decrypted unchanged, and in every part',
    async (size) => {
      const content = randomBytes(size);
      const bytes = await sealed(content);
      expect(bytes.length).toBe(sealedSize(size));
      if (size >= 100) expect(bytes.includes(content.subarray(0, 32))).toBe(false);
      const place = { fileId, size };
      expect((await open(bytes, place)).equals(content)).toBe(true);
      const edges = [0, 1, CHUNK - 1, CHUNK, CHUNK + 1, 2 * CHUNK, 3 * CHUNK, size - 1].filter(
        (at) => at >= 0 && at < size,
      );
      for (const start of edges)
        for (const end of edges.filter((at) => at >= start))
          expect(
            (await open(bytes, place, { start, end })).equals(content.subarray(start, end + 1)),
            `${start}-${end}`,
          ).toBe(true);
    },
  );

  it('is written from chunks of any length, and only with the declared length', async () => {
    const content = randomBytes(2 * CHUNK + 5);
    const pieces = [content.subarray(0, 3), content.subarray(3, CHUNK + 40), content.subarray(CHUNK + 40)];
    const place = { fileId, size: content.length };
    const bytes = await buffer(sealStream(key, place, Readable.from(pieces)));
    expect((await open(bytes, place)).equals(content)).toBe(true);
    for (const size of [content.length - 1, content.length + 1, 0])
      await expect(buffer(sealStream(key, { fileId, size }, Readable.from([content])))).rejects.toThrow(
        /bytes arrived in place of/,
      );
    const unread = Readable.from([content]);
    const stream = sealStream(key, place, unread);
    stream.destroy();
    await once(stream, 'close');
    expect(unread.destroyed).toBe(true);
  });

  it('returns a range without reading anything outside of its chunks', async () => {
    const content = randomBytes(40 * CHUNK);
    const bytes = await sealed(content);
    const read = { bytes: 0 };
    const range = { start: 20 * CHUNK + 10, end: 20 * CHUNK + 19 };
    const part = await buffer(await openStream(key, { fileId, size: content.length }, fetchFrom(bytes, read), range));
    expect(part.equals(content.subarray(range.start, range.end + 1))).toBe(true);
    expect(read.bytes).toBe(HEAD + CHUNK + TAG);
  });

  it('does not open if it was changed, truncated, extended, rearranged or replaced by another', async () => {
    const content = randomBytes(3 * CHUNK + 500);
    content[0] = 0; // No version of the envelope, or the content in clear would look like a file of another key.
    const place = { fileId, size: content.length };
    const bytes = await sealed(content);
    const chunk = (index: number) => bytes.subarray(HEAD + index * (CHUNK + TAG), HEAD + (index + 1) * (CHUNK + TAG));
    const head = bytes.subarray(0, HEAD);
    const hostile: Record<string, Buffer> = {
      'a bit of the version': flipped(bytes, 0),
      'a bit of the salt': flipped(bytes, 20),
      'a bit of the first chunk': flipped(bytes, HEAD + 5),
      'a bit of a tag': flipped(bytes, HEAD + CHUNK + 3),
      'a bit of the last chunk': flipped(bytes, bytes.length - 20),
      'a byte less': bytes.subarray(0, -1),
      'a chunk less': bytes.subarray(0, HEAD + 3 * (CHUNK + TAG)),
      'the head alone': head,
      nothing: Buffer.alloc(0),
      'a byte more': Buffer.concat([bytes, Buffer.from([0])]),
      'a chunk more': Buffer.concat([bytes, chunk(3)]),
      'chunks exchanged': Buffer.concat([head, chunk(1), chunk(0), chunk(2), chunk(3)]),
      'a chunk twice': Buffer.concat([head, chunk(0), chunk(0), chunk(2), chunk(3)]),
      'a chunk of another writing': Buffer.concat([
        head,
        (await sealed(content)).subarray(HEAD, HEAD + CHUNK + TAG),
        ...[1, 2, 3].map(chunk),
      ]),
      'the content in clear': content,
    };
    for (const [what, changed] of Object.entries(hostile))
      expect(await reasonOf(() => open(changed, place)), what).toBe('damaged');
    // With another length in its row.
    for (const size of [3 * CHUNK, 3 * CHUNK + 499, 3 * CHUNK + 501, 5 * CHUNK])
      expect(await reasonOf(() => open(bytes, { fileId, size })), String(size)).toBe('damaged');
    expect(await reasonOf(() => open(bytes, { fileId: randomUUIDv7(), size: content.length }))).toBe('damaged');
    expect(await reasonOf(() => open(bytes, place, undefined, otherKey))).toBe('otherKey');
  });
});

describe('a file that is encrypted while it is made', () => {
  const fileId = randomUUIDv7();
  const content = randomBytes(4 * CHUNK + 77);
  const from =
    (bytes: Buffer) =>
    async (range?: ByteRange): Promise<Readable> =>
      Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]);
  const startOf = async (bytes: Buffer, size: number) =>
    buffer(await openStream(key, { fileId, size, isStart: true }, from(bytes)));

  it.each([[[1, CHUNK - 1, CHUNK, 3, 2 * CHUNK + 74]], [[4 * CHUNK + 77]], [Array.from({ length: 77 }, () => 3406)]])(
    'opens whatever the pieces were, and up to any place as far as it came',
    async (lengths) => {
      const sealer = new FileSealer(key, fileId);
      let bytes: Buffer = Buffer.alloc(0);
      let given = 0;
      for (const length of lengths) {
        bytes = Buffer.concat([bytes, sealer.update(content.subarray(given, given + length))]);
        given = Math.min(content.length, given + length);
        const { readable } = sealer;
        expect(readable % CHUNK).toBe(0);
        expect(given - readable).toBeLessThanOrEqual(CHUNK);
        for (const size of new Set([readable, readable - 1, Math.floor(readable / 2)].filter((one) => one > 0)))
          expect((await startOf(bytes, size)).equals(content.subarray(0, size)), `${size} of ${given}`).toBe(true);
        expect(await reasonOf(() => startOf(bytes, readable + 1))).toBe('damaged');
      }
      bytes = Buffer.concat([bytes, sealer.final()]);
      expect(bytes.length).toBe(sealedSize(content.length));
      const place = { fileId, size: content.length };
      expect((await buffer(await openStream(key, place, from(bytes)))).equals(content)).toBe(true);
      // A finished file is no start of another.
      expect(await reasonOf(() => startOf(bytes, content.length))).toBe('damaged');
    },
  );

  it('does not go on from a start that a disk lost or changed some of', async () => {
    const sealer = new FileSealer(key, fileId);
    const bytes = sealer.update(content);
    expect(await reasonOf(() => startOf(bytes.subarray(0, -1), sealer.readable))).toBe('damaged');
    expect(await reasonOf(() => startOf(Buffer.alloc(bytes.length), sealer.readable))).toBe('damaged');
    for (const at of [3, HEAD + 9, HEAD + 2 * CHUNK])
      expect(await reasonOf(() => startOf(flipped(bytes, at), sealer.readable)), String(at)).toMatch(
        at === 3 ? 'otherKey' : 'damaged',
      );
  });

  it('is stored as it is, or anew where the key was replaced meanwhile', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pokpong-made-'));
    try {
      const onDisk = join(folder, 'a');
      for (const isReplaced of [false, true]) {
        const id = randomUUIDv7();
        const sealer = new FileSealer(key, id);
        const bytes = Buffer.concat([sealer.update(content), sealer.final()]);
        await writeFile(onDisk, bytes);
        const file = { fileId: id, keyId: isReplaced ? randomUUIDv7() : sealer.keyId, onDisk };
        await storeSealed(server.deps, factsOf(content, 'a.csv'), file);
        const stored = await buffer(await server.deps.files.get(`${person.workspaceId}/${id}`));
        expect([stored.length, stored.equals(bytes)]).toEqual([bytes.length, !isReplaced]);
        const answer = await get(server, person, id);
        expect(answer.rawPayload.equals(content)).toBe(true);
      }
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

it('a file of the first version opens, with its size alone', async () => {
  const fileId = randomUUIDv7();
  const content = randomBytes(CHUNK + 9);
  const { id, key: secret } = key.secret('stored files')!;
  const head = Buffer.concat([Buffer.from([1]), Buffer.from(id.replaceAll('-', ''), 'hex'), randomBytes(32)]);
  const own = Buffer.from(hkdfSync('sha256', secret, head.subarray(17), 'file', 32));
  const chunks = [content.subarray(0, CHUNK), content.subarray(CHUNK)].flatMap((part, index) => {
    const cipher = createCipheriv('aes-256-gcm', own, Buffer.from([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, index, index]));
    cipher.setAAD(Buffer.concat([head, Buffer.from(`${key.workspaceId} ${fileId} ${content.length}`)]));
    return [cipher.update(part), cipher.final(), cipher.getAuthTag()];
  });
  const bytes = Buffer.concat([head, ...chunks]);
  const open = async (size: number) =>
    buffer(
      await openStream(key, { fileId, size }, async (range) =>
        Readable.from([range ? bytes.subarray(range.start, range.end + 1) : bytes]),
      ),
    );
  expect((await open(content.length)).equals(content)).toBe(true);
  expect(await reasonOf(() => open(content.length - 1))).toBe('damaged');
});

const flipped = (bytes: Buffer, at: number): Buffer => {
  const changed = Buffer.from(bytes);
  changed[at] = changed[at]! ^ 1;
  return changed;
};

/** Everything that is stored, encrypted or not. */
const factsOf = (bytes: Buffer, name: string) => ({
  workspaceId: person.workspaceId,
  uploadedBy: person.personnelId,
  name,
  type: 'text/csv',
  size: bytes.length,
  sha256: createHash('sha256').update(bytes).digest('hex'),
});
const get = (on: TestServer, who: Person, fileId: string, headers: Record<string, string> = {}) =>
  on.app.inject({
    url: fileUrl(who.workspaceId, fileId),
    headers: { authorization: `Bearer ${who.token}`, ...headers },
  });

describe('files of a workspace', () => {
  const marker = 'เลขบัตร 1-1002-00345-67-8';
  const bytes = Buffer.concat([Buffer.from(marker), randomBytes(2 * CHUNK), Buffer.from(marker)]);
  const folder = () => join(server.deps.config.dataDir, 'files', person.workspaceId);

  async function behaves(on: TestServer, who: Person, stored: (id: string) => Promise<Buffer>) {
    const facts = { ...factsOf(bytes, 'a.csv'), workspaceId: who.workspaceId, uploadedBy: who.personnelId };
    const { id } = await storeGenerated(on.deps, facts, Readable.from([bytes]));
    const bytesOnDisk = await stored(id);
    expect(bytesOnDisk.length).toBe(sealedSize(bytes.length));
    expect(bytesOnDisk.includes(marker)).toBe(false);
    const answer = await get(on, who, id);
    expect(answer.statusCode).toBe(200);
    expect(answer.headers).toMatchObject({ 'content-length': String(bytes.length), 'content-type': 'text/csv' });
    expect(answer.rawPayload.equals(bytes)).toBe(true);
    const part = await get(on, who, id, { range: `bytes=${CHUNK - 2}-${CHUNK + 3}` });
    expect(part.statusCode).toBe(206);
    expect(part.rawPayload.equals(bytes.subarray(CHUNK - 2, CHUNK + 4))).toBe(true);
    const tail = await get(on, who, id, { range: 'bytes=-5' });
    expect(tail.rawPayload.equals(bytes.subarray(-5))).toBe(true);
    expect(tail.headers['content-range']).toBe(`bytes ${bytes.length - 5}-${bytes.length - 1}/${bytes.length}`);
  }

  it('are encrypted in the folder, and returned decrypted with the metadata of their content', () =>
    behaves(server, person, (id) => readFile(join(folder(), id))));

  it('are encrypted in a bucket', async () => {
    const keys = { accessKeyId: 'access', secretAccessKey: 'secret' };
    const peer = await startS3('pokpong', keys);
    const on = await buildServer({
      FILES: 's3://pokpong/app',
      S3_ENDPOINT: peer.endpoint,
      S3_ACCESS_KEY_ID: keys.accessKeyId,
      S3_SECRET_ACCESS_KEY: keys.secretAccessKey,
    });
    try {
      const who = await buildPerson(on);
      await behaves(on, who, async (id) => peer.objects.get(`app/${who.workspaceId}/${id}`)!.bytes);
    } finally {
      await on.close();
      await peer.close();
    }
  });

  it('changed in the store, or exchanged for one another, are not returned', async () => {
    const [one, other] = [randomBytes(500), randomBytes(500)];
    const first = await storeGenerated(server.deps, factsOf(one, 'one.csv'), one);
    const second = await storeGenerated(server.deps, factsOf(other, 'other.csv'), other);
    await writeFile(join(folder(), first.id), await readFile(join(folder(), second.id)));
    const answer = await get(server, person, first.id);
    expect([answer.statusCode, answer.json().code]).toEqual([500, 'file.damaged']);
    expect((await get(server, person, second.id)).rawPayload.equals(other)).toBe(true);
  });

  it('of a workspace whose key was deleted cannot be read again', async () => {
    const who = await buildPerson(server);
    const { id } = await storeGenerated(
      server.deps,
      { ...factsOf(bytes, 'a.csv'), workspaceId: who.workspaceId, uploadedBy: who.personnelId },
      bytes,
    );
    const bytesOnDisk = await readFile(join(server.deps.config.dataDir, 'files', who.workspaceId, id));
    const place = { fileId: id, size: bytes.length };
    expect(await reasonOf(async () => openStream(key, place, async () => Readable.from([bytesOnDisk])))).toBe(
      'otherKey',
    );
  });
});

describe('the name of a file', () => {
  const bytes = Buffer.from('ชื่อ');
  const nameOf = async (id: string) => {
    const { headers } = await server.app.inject({
      url: `/files-api/v1/files/${id}?workspace=${person.workspaceId}`,
      headers: { authorization: `Bearer ${person.token}` },
    });
    return decodeURIComponent(/filename\*=UTF-8''(.*)$/.exec(String(headers['content-disposition']))?.[1] ?? '');
  };
  const stored = (id: string) =>
    server.owner.selectFrom('files').select(['name', 'sealedName']).where('id', '=', id).executeTakeFirstOrThrow();

  it('is encrypted, in its own row', async () => {
    const one = await storeGenerated(server.deps, factsOf(bytes, 'สมหญิง.csv'), bytes);
    const other = await storeGenerated(server.deps, factsOf(bytes, 'สมชาย.csv'), bytes);
    const { name, sealedName } = await stored(one.id);
    expect(name).toBeNull();
    expect(sealedName!.includes('สมหญิง')).toBe(false);
    expect([await nameOf(one.id), await nameOf(other.id)]).toEqual(['สมหญิง.csv', 'สมชาย.csv']);
    await server.owner.updateTable('files').set({ sealedName }).where('id', '=', other.id).execute();
    expect(await nameOf(other.id)).toBe('');
  });

  it('of an earlier release is read, and encrypted once for its workspace', async () => {
    const seal = () => updateOlderWorkspaces(server.deps, new AbortController().signal, [olderNames]);
    const { id } = await storeGenerated(server.deps, factsOf(bytes, 'x'), bytes);
    const clear = { name: 'ก่อนหน้า.csv', sealedName: null };
    await server.owner.updateTable('files').set(clear).where('id', '=', id).execute();
    expect(await nameOf(id)).toBe('ก่อนหน้า.csv');
    await seal();
    expect(await stored(id)).toEqual(clear);
    const edition = { fileNameEdition: 0 };
    await server.owner.updateTable('workspaces').set(edition).where('id', '=', person.workspaceId).execute();
    await seal();
    expect(await stored(id)).toEqual({ name: null, sealedName: expect.any(Buffer) as Buffer });
    expect(await nameOf(id)).toBe('ก่อนหน้า.csv');
  });
});

describe('unencrypted files of earlier releases', () => {
  async function clear(content: Buffer, store: FileStore = server.deps.files) {
    const id = randomUUIDv7();
    const storageKey = `${person.workspaceId}/${id}`;
    await store.put(storageKey, content, { size: content.length, type: 'text/csv' });
    await server.owner
      .insertInto('files')
      .values({ ...factsOf(content, 'before.csv'), id, storageKey, createdAt: new Date('2026-01-01T00:00:00Z') })
      .execute();
    return id;
  }
  const rowOf = (id: string) =>
    server.owner
      .selectFrom('files')
      .select(['sealed', 'storageKey', 'clearKey'])
      .where('id', '=', id)
      .executeTakeFirstOrThrow();
  const round = (signal = new AbortController().signal) => sealOlderFiles(server.deps, signal);
  /** A round a day later. */
  const roundLater = () => {
    const now = () => new Date(server.deps.now().getTime() + 25 * 3_600_000);
    return sealOlderFiles({ ...server.deps, now }, new AbortController().signal);
  };
  const folder = () => join(server.deps.config.dataDir, 'files', person.workspaceId);

  it('are read unchanged, encrypted one after another, and leave nothing in plain text', async () => {
    const content = Buffer.from('ชื่อ,นามสกุล\nสมหญิง,ใจดี\n');
    const id = await clear(content);
    const storageKey = `${person.workspaceId}/${id}`;
    expect(await rowOf(id)).toEqual({ sealed: false, storageKey, clearKey: null });
    expect((await get(server, person, id)).rawPayload.equals(content)).toBe(true);

    expect((await round()).sealed).toBeGreaterThan(0);
    expect(await rowOf(id)).toEqual({ sealed: true, storageKey: `${storageKey}.sealed`, clearKey: storageKey });
    expect((await get(server, person, id)).rawPayload.equals(content)).toBe(true);
    // A reader who started before may continue, and a backup that read the rows before.
    expect((await round()).removed).toBe(0);
    expect((await readdir(folder())).filter((name) => name.startsWith(id)).length).toBe(2);

    expect((await roundLater()).removed).toBeGreaterThan(0);
    expect(await rowOf(id)).toMatchObject({ sealed: true, clearKey: null });
    expect((await readdir(folder())).filter((name) => name.startsWith(id))).toEqual([`${id}.sealed`]);
    expect((await readFile(join(folder(), `${id}.sealed`))).includes('สมหญิง')).toBe(false);
    expect((await get(server, person, id)).rawPayload.equals(content)).toBe(true);
    expect(await roundLater()).toEqual({ sealed: 0, removed: 0 });
  });

  it('are encrypted although a node died in between, and by two nodes at once', async () => {
    const contents = await Promise.all(
      Array.from({ length: 5 }, async () => {
        const content = randomBytes(1000);
        return [await clear(content), content] as const;
      }),
    );
    // Left by the dead node: the file is written, the row does not name it yet.
    await server.deps.files.put(`${person.workspaceId}/${contents[0]![0]}.sealed`, Buffer.from('half'), {
      size: 4,
      type: 'text/csv',
    });
    const aborted = new AbortController();
    aborted.abort();
    expect(await round(aborted.signal)).toEqual({ sealed: 0, removed: 0 });
    await Promise.all([round(), round()]);
    for (const [id, content] of contents) {
      expect((await rowOf(id)).sealed).toBe(true);
      expect((await get(server, person, id)).rawPayload.equals(content)).toBe(true);
    }
    await Promise.all([roundLater(), roundLater()]);
    for (const [id] of contents) expect((await rowOf(id)).clearKey).toBeNull();
  });

  it('with missing bytes block nobody else', async () => {
    const lost = await clear(Buffer.from('x'));
    await server.deps.files.remove(`${person.workspaceId}/${lost}`);
    const id = await clear(Buffer.from('y'));
    await round();
    expect((await rowOf(id)).sealed).toBe(true);
    expect((await rowOf(lost)).sealed).toBe(false);
  });
});

describe('temporary files', () => {
  it('are encrypted on disk, and readable from the start', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pokpong-working-'));
    try {
      const secret = randomBytes(32);
      const files = workingFiles(secret);
      const [path, other] = [join(folder, 'a.part'), join(folder, 'b.part')];
      const write = files.writer(path);
      const written = Buffer.concat([write(Buffer.from('สมหญิง')), write(Buffer.from(',ใจดี'))]);
      await writeFile(path, written);
      expect(written.includes('สมหญิง')).toBe(false);
      const read = async (by: typeof files, file: string) => (await buffer(Readable.from(by.content(file)))).toString();
      expect(await read(files, path)).toBe('สมหญิง,ใจดี');
      expect(await read(workingFiles(secret), path)).toBe('สมหญิง,ใจดี');
      // With another name the bytes differ: no key stream is used twice.
      expect(files.writer(other)(Buffer.from('สมหญิง')).equals(written.subarray(0, 18))).toBe(false);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  });
});

describe('a store', () => {
  it('receives its content already encrypted, whatever writes to it', async () => {
    const store = createFileStore({ dataDir: server.deps.config.dataDir });
    const content = Buffer.from('a,b\n'.repeat(100));
    const { id } = await storeGenerated(server.deps, factsOf(content, 'b.csv'), content);
    expect((await buffer(await store.get(`${person.workspaceId}/${id}`))).includes('a,b')).toBe(false);
  });
});
