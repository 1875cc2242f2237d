import { createServer, connect, type AddressInfo, type Socket } from 'node:net';

/** A proxy to a database that can be shut: open connections are closed, new ones refused. */
export interface DatabaseDoor {
  readonly url: string;
  shut(): Promise<void>;
  close(): Promise<void>;
}

/** Opens a proxy to the database at `url`. */
export async function openDatabaseDoor(url: string): Promise<DatabaseDoor> {
  const behind = new URL(url);
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    const inner = connect(Number(behind.port || 5432), behind.hostname);
    for (const one of [socket, inner]) {
      sockets.add(one);
      one.on('error', () => {});
      one.on('close', () => {
        sockets.delete(one);
        socket.destroy();
        inner.destroy();
      });
    }
    socket.pipe(inner).pipe(socket);
  });
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve);
  });
  const through = new URL(url);
  // Not by the Unix socket, which would bypass it.
  through.searchParams.delete('host');
  through.hostname = '127.0.0.1';
  through.port = String((server.address() as AddressInfo).port);
  const shut = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      for (const socket of sockets) socket.destroy();
    });
  return { url: through.href, shut, close: async () => (server.listening ? shut() : undefined) };
}
