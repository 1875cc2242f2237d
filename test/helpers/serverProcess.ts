// The complete product as one node in a separate process, to be measured: on request it reports its CPU time and number
// of queries.
import pg from 'pg';
import { loadConfig } from '../../server/platform/config.ts';
import { startServer } from '../../server/main.ts';

export type ServerReport = { port: number } | { cpuMs: number; queries: number };

if (process.send) {
  let queries = 0;
  const send = pg.Client.prototype.query;
  pg.Client.prototype.query = function counted(this: pg.Client, ...args: unknown[]) {
    queries += 1;
    return (send as (...all: unknown[]) => unknown).apply(this, args);
  } as typeof send;
  const [databaseUrl = '', dataDir = ''] = process.argv.slice(2);
  const server = await startServer(
    loadConfig({ NODE_ENV: 'test', LOG_LEVEL: 'silent', DATA_DIR: dataDir, PORT: '0' }),
    { databaseUrl },
  );
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send!({ cpuMs: (user + system) / 1000, queries } satisfies ServerReport);
  });
  process.on('disconnect', () => process.exit(0));
  process.send({ port: Number(new URL(server.address).port) } satisfies ServerReport);
}
