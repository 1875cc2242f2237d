// Runs an embedded Postgres over the folder in the first argument until it is killed; prints its address on a line.
import { startEmbedded } from '../../db/embedded.ts';

try {
  const embedded = await startEmbedded({ dataDir: process.argv[2] ?? '', fast: true });
  console.log(JSON.stringify({ url: embedded.url, postgres: await embedded.pid() }));
  setInterval(() => {}, 60_000);
} catch (error) {
  console.error((error as Error).message);
  process.exit(1);
}
