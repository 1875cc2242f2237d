// npm run dev: the client with hot reload in front of the server, which restarts on every change.
import { execFileSync, spawn } from 'node:child_process';
import { join } from 'node:path';
import getPort from 'get-port';
import { createServer } from 'vite';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { ROOT } from './client.ts';
import { readyDatabase } from './database.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { SERVER_PATHS } from './serverPaths.ts';

const life = lifetime();
try {
  const config = await readConfig(process.env);
  const database = await readyDatabase(config, life.onStop);
  const behind = await getPort({ host: '127.0.0.1' });
  const target = `http://127.0.0.1:${behind}`;

  // In a process of its own, as the client is: a build makes the whole process a production one.
  execFileSync(process.execPath, [join('scripts', 'build.ts'), 'embeds'], {
    cwd: ROOT,
    stdio: 'inherit',
    env: { ...process.env, NODE_ENV: 'production' },
  });
  const server = spawn(process.execPath, ['--watch', '--watch-preserve-output', join('scripts', 'serve.ts')], {
    cwd: ROOT,
    stdio: ['ignore', 'inherit', 'inherit'],
    env: {
      ...process.env,
      HOST: '127.0.0.1',
      PORT: String(behind),
      DATABASE_URL: database.url,
      DATA_DIR: config.dataDir,
      PUBLIC_URL: config.publicUrl ?? `http://localhost:${config.port}`,
    },
  });
  life.onStop(
    () =>
      new Promise((resolve) => {
        server.once('exit', resolve);
        server.kill('SIGTERM');
      }),
  );

  const client = await createServer({
    root: join(ROOT, 'client'),
    configFile: join(ROOT, 'vite.config.ts'),
    server: {
      host: config.host,
      port: config.port,
      strictPort: true,
      proxy: { [SERVER_PATHS]: { target, ws: true } },
    },
  });
  life.onStop(() => client.close());
  await client.listen();
  client.printUrls();
  for (const { email } of database.demoAccounts) console.log(`  ${email}  ${config.demoPassword}`);
} catch (error) {
  if (!life.stopping()) {
    console.error(failureText(error));
    await life.stop(1);
  }
}
