import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
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
import { openStream, sealedSize, sealStream } from '../../server/platform/files/sealedStream.ts';
import { storeGenerated } from '../../server/platform/files/service.ts';
import { createFileStore, type FileStore } from '../../server/platform/files/store.ts';
import { fileUrl } from '../../shared/file.ts';
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
  it('are encrypted on disk, and readable from the start to any position', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'pokpong-working-'));
    try {
      const secret = randomBytes(32);
      const files = workingFiles(secret);
      const [path, other] = [join(folder, 'a.part'), join(folder, 'b.part')];
      const write = files.writer(path);
      const written = Buffer.concat([write(Buffer.from('สมหญิง')), write(Buffer.from(',ใจดี'))]);
      await writeFile(path, written);
      expect(written.includes('สมหญิง')).toBe(false);
      const read = async (by: typeof files, file: string, size?: number) =>
        (await buffer(Readable.from(by.content(file, size)))).toString();
      expect(await read(files, path)).toBe('สมหญิง,ใจดี');
      expect(await read(workingFiles(secret), path, 18)).toBe('สมหญิง');
      expect(await read(files, path, 0)).toBe('');
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
