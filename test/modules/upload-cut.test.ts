import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { acceptForms, receiveFile } from '../../server/platform/files/receive.ts';
import { holdNewFiles } from '../helpers/pausedFiles.ts';

// What happens to the file of an upload that is interrupted, at the worst moment.

let dataDir: string;
let app: FastifyInstance;
let port: number;
/** Runs before the file is received. */
let before: (request: FastifyRequest) => Promise<unknown>;
/** The result of the last upload. */
let outcome: PromiseWithResolvers<string>;

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'pokpong-test-'));
  await mkdir(join(dataDir, 'incoming'));
  before = async () => {};
  outcome = Promise.withResolvers();
  app = Fastify();
  await acceptForms(app);
  app.post('/', async (request, reply) => {
    await before(request);
    await receiveFile(request, reply, { dataDir, limit: 1000 }).then(
      ({ path }) => outcome.resolve(path),
      (error: { status?: string }) => outcome.resolve(error.status ?? String(error)),
    );
    return '';
  });
  await app.listen({ port: 0, host: '127.0.0.1' });
  port = (app.server.address() as AddressInfo).port;
});
afterEach(async () => {
  await app.close();
  await rm(dataDir, { recursive: true });
});

const incoming = () => readdir(join(dataDir, 'incoming'));
const ENCODED = 'application/x-www-form-urlencoded';
const MULTIPART = 'multipart/form-data; boundary=x';
const PART = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nthe first half';

/** Sends a body, to its end unless it is to be interrupted. */
function send(type: string, body: string, { open = false } = {}) {
  const call = httpRequest({ port, method: 'POST', headers: { 'content-type': type } });
  call.on('error', () => {});
  if (open) call.write(body);
  else call.end(body);
  return call;
}

describe('of an upload leaves no file behind', () => {
  it.each([
    ['whose base64 is none', ENCODED, 'name=a.txt&file=<no base64>'],
    ['whose escape is broken off', ENCODED, 'name=a.txt&file=YWJj%4'],
    ['whose form ends in the middle of the file', MULTIPART, PART],
  ])('%s, even if its file is created only after that', async (_what, type, body) => {
    const disk = holdNewFiles(dataDir);
    try {
      send(type, body);
      await disk.opened;
      // Cancelled meanwhile or not: the disk has completed everything else when it reaches the new file.
      const turns = async () => {
        for (let turn = 0; turn < 50; turn += 1) await incoming();
      };
      await Promise.race([outcome.promise, turns()]);
    } finally {
      disk.release();
    }
    expect(await outcome.promise).toBe('BAD_REQUEST');
    expect(await incoming()).toEqual([]);
  });

  it.each([
    ['multipart', MULTIPART, PART],
    ['encoded', ENCODED, 'name=a.txt&file=YWJj'],
  ])('that was interrupted before anybody listened to it (%s)', async (_what, type, body) => {
    const arrived = Promise.withResolvers<void>();
    before = async (request) => {
      arrived.resolve();
      await new Promise((closed) => request.raw.once('close', closed));
    };
    const call = send(type, body, { open: true });
    await arrived.promise;
    call.destroy();
    expect(await outcome.promise).toBe('BAD_REQUEST');
    expect(await incoming()).toEqual([]);
  });

  it('that was interrupted in the middle of the file', async () => {
    const call = send(MULTIPART, PART, { open: true });
    await expect.poll(incoming).toHaveLength(1);
    call.destroy();
    expect(await outcome.promise).toBe('BAD_REQUEST');
    expect(await incoming()).toEqual([]);
  });
});
