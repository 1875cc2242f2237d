import { spawnSync } from 'node:child_process';
import { createHash, randomBytes } from 'node:crypto';
import { createReadStream, createWriteStream, mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { readdir } from 'node:fs/promises';
import { type IncomingMessage, request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { withScope } from '../../db/client.ts';
import { keyFileText } from '../../server/platform/crypto/fileKeys.ts';
import type { Tier } from '../../shared/registry/tiers.ts';
import { buildPerson, sharedServer, buildWorkspace, type Person, type TestServer } from '../factories.ts';
import { sized } from '../size.ts';

const MB = 1024 * 1024;
const ROOT = join(import.meta.dirname, '../..');
const SIZE = sized(24, 200) * MB;

let server: TestServer;
let address: string;
let folder: string;
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'pokpong-size-'));
  server = await sharedServer();
  address = await server.app.listen({ port: 0, host: '127.0.0.1' });
});
afterAll(async () => {
  await server.close();
  rmSync(folder, { recursive: true, force: true });
});

const BLOCK = randomBytes(MB);
/** A file of `size` bytes that is never in memory as one piece. */
async function* content(size: number): AsyncGenerator<Buffer> {
  for (let left = size; left > 0; left -= BLOCK.length) yield left < BLOCK.length ? BLOCK.subarray(0, left) : BLOCK;
}
const START = Buffer.from('--x\r\ncontent-disposition: form-data; name="file"; filename="a.bin"\r\n\r\n');
const END = Buffer.from('\r\n--x--\r\n');
async function* form(source: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  yield START;
  yield* source;
  yield END;
}
const inAddress = (who: Person): string => `?workspace=${who.workspaceId}`;

/** Sends a file of `size` bytes as a stream; returns the response, unread. */
function send(who: Person, call: string, source: AsyncIterable<Buffer>, size: number): Promise<IncomingMessage> {
  return new Promise((done, fail) => {
    const sent = httpRequest(`${address}/encrypt-decrypt-api/v1/${call}`, {
      method: 'POST',
      // A separate connection: the remaining bytes of a refused request must not affect another.
      agent: false,
      headers: {
        authorization: `Bearer ${who.token}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': START.length + size + END.length,
      },
    });
    sent.on('response', done).on('error', fail);
    Readable.from(form(source), { objectMode: false }).pipe(sent);
  });
}
const statusOf = async (answer: Promise<IncomingMessage>): Promise<number | undefined> => {
  const { statusCode } = (await answer).resume();
  return statusCode;
};
const inTier = async (tier: Tier): Promise<Person> =>
  buildPerson(server, { workspaceId: (await buildWorkspace(server, { tier })).id, role: 'DPO' });
const hashOf = async (source: AsyncIterable<Buffer>): Promise<string> => {
  const hash = createHash('sha256');
  for await (const piece of source) hash.update(piece);
  return hash.digest('hex');
};
const incoming = () => readdir(join(server.deps.config.dataDir, 'incoming'));

it('accepts large files both ways, byte by byte, online and offline, and memory does not grow with them', async () => {
  const who = await inTier('Pro');
  const wanted = await hashOf(content(SIZE));
  const sealed = join(folder, 'a.encrypted');
  const opened = join(folder, 'a.bin');
  let peak = 0;
  const before = process.memoryUsage().rss;
  const clock = setInterval(() => (peak = Math.max(peak, process.memoryUsage().rss)), 5);
  try {
    const answer = await send(who, `encrypt-file${inAddress(who)}`, content(SIZE), SIZE);
    expect(answer.statusCode).toBe(200);
    await pipeline(answer, createWriteStream(sealed));
    const { size } = statSync(sealed);
    expect(size).toBe(Number(answer.headers['content-length']));
    const back = await send(who, `decrypt-file${inAddress(who)}`, createReadStream(sealed), size);
    expect(back.statusCode).toBe(200);
    await pipeline(back, createWriteStream(opened));
  } finally {
    clearInterval(clock);
  }
  expect(await hashOf(createReadStream(opened))).toBe(wanted);
  expect((peak - before) / MB).toBeLessThan(150);
  await expect.poll(incoming).toEqual([]);

  const { workspaceId } = who;
  const text = await withScope(server.deps.db, { workspaceId }, async (trx) => {
    const stored = await trx.selectFrom('workspaceKeys').select(['id', 'activeFrom']).execute();
    const key = await server.deps.keyring.workspaceKey(trx, workspaceId);
    return keyFileText({ id: workspaceId, name: 'x' }, key, stored, server.deps.now());
  });
  writeFileSync(join(folder, 'keys.json'), text);
  const offline = join(folder, 'offline.bin');
  const words = ['scripts/decrypt-file.ts', sealed, join(folder, 'keys.json'), offline];
  const run = spawnSync(process.execPath, ['--no-warnings', ...words], { cwd: ROOT, encoding: 'utf8' });
  expect([run.stderr, run.status]).toEqual(['', 0]);
  expect(await hashOf(createReadStream(offline))).toBe(wanted);
});

it('accepts what the tier permits, and only if the address names the workspace', async () => {
  const [basic, standard] = [await inTier('Basic'), await inTier('Standard')];
  const over = 20 * MB + 1;
  expect(await statusOf(send(basic, `encrypt-file${inAddress(basic)}`, content(over), over))).toBe(413);
  expect(await statusOf(send(standard, `encrypt-file${inAddress(standard)}`, content(over), over))).toBe(200);
  const most = 201 * MB;
  expect(await statusOf(send(standard, `encrypt-file${inAddress(standard)}`, content(1), most))).toBe(413);
  expect(await statusOf(send(standard, 'encrypt-file', content(over), over))).toBe(413);
  await expect.poll(incoming).toEqual([]);
});

it('stores two large files of a workspace on its disk at a time, and accepts the next when one is done', async () => {
  const [who, other] = [await inTier('Pro'), await inTier('Pro')];
  const size = 20 * MB + 1;
  const { promise: wait, resolve: goOn } = Promise.withResolvers<void>();
  async function* slow() {
    yield* content(MB);
    await wait;
    yield* content(size - MB);
  }
  const large = (person: Person, source: AsyncIterable<Buffer>) =>
    send(person, `encrypt-file${inAddress(person)}`, source, size);
  const started = [large(who, slow()), large(who, slow())].map(statusOf);
  await expect.poll(async () => (await incoming()).length).toBe(2);
  const refused = await large(who, content(MB));
  refused.destroy();
  expect(refused.statusCode).toBe(429);
  expect(await statusOf(large(other, content(size)))).toBe(200);
  expect(await statusOf(send(who, `encrypt-file${inAddress(who)}`, content(MB), MB))).toBe(200);
  goOn();
  expect(await Promise.all(started)).toEqual([200, 200]);
  await expect.poll(incoming).toEqual([]);
  await expect.poll(() => statusOf(large(who, content(size)))).toBe(200);
});
