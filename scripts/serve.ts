// The server alone over an existing database: npm run dev restarts it on every change.
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { startServer } from '../server/main.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';

const life = lifetime();
try {
  const config = await readConfig(process.env);
  if (config.databaseUrl === undefined) throw new Error('serve needs DATABASE_URL');
  const server = await startServer(config, { databaseUrl: config.databaseUrl });
  life.onStop(() => server.close());
  if (server.firstLink) console.log(`Nobody can sign in yet: ${server.firstLink.url}`);
} catch (error) {
  console.error(failureText(error));
  await life.stop(1);
}
