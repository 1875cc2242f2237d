import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { afterEach, expect, it } from 'vitest';
import { s3Store } from '../../server/platform/files/s3Store.ts';

let server: Server;
afterEach(
  () =>
    new Promise<void>((closed) => {
      server.close(() => closed());
      server.closeAllConnections();
    }),
);

/** A store on a service that answers like this, with a limit on silence. */
async function storeOn(answer: RequestListener, socketTimeout: number) {
  server = createServer(answer);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const { port } = server.address() as AddressInfo;
  const place = { bucket: 'files', prefix: '', endpoint: `http://127.0.0.1:${port}`, region: 'us-east-1' };
  const keys = { accessKeyId: 'key', secretAccessKey: 'secret' };
  return s3Store({ ...place, ...keys }, { connectionTimeout: 30_000, socketTimeout });
}

it('a call that the service does not answer fails', async () => {
  const store = await storeOn(() => {}, 100);
  const failed = { name: 'TimeoutError' };
  await expect(store.get('workspace/file')).rejects.toMatchObject(failed);
  await expect(store.remove('workspace/file')).rejects.toMatchObject(failed);
  const facts = { size: 1, type: 'text/plain' };
  await expect(store.put('workspace/file', Buffer.from('x'), facts)).rejects.toMatchObject(failed);
});

it('a call that fails leaves open nothing that it read from', async () => {
  const store = await storeOn(() => {}, 100);
  const source = new PassThrough();
  source.write('half');
  await expect(store.put('workspace/file', source, { size: 10, type: 'text/plain' })).rejects.toThrow();
  expect(source.destroyed).toBe(true);
});

it('a body that ends in the middle without an end of the connection fails', async () => {
  const store = await storeOn((_request, response) => {
    response.writeHead(200, { 'content-length': 10 });
    response.write('half');
  }, 3000);
  await expect(buffer(await store.get('workspace/file'))).rejects.toMatchObject({ name: 'TimeoutError' });
});
