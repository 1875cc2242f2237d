// npm run backup [-- FOLDER]: all data in one folder, while the product runs or not.
import { mkdir } from 'node:fs/promises';
import { dirname, join, resolve } from 'node:path';
import { backup } from '../db/backup/backup.ts';
import { loadConfig } from '../server/platform/config.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachDatabase } from './reach.ts';

const life = lifetime();
try {
  const config = loadConfig(process.env);
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '');
  const target = resolve(process.argv[2] ?? join(config.dataDir, 'backups', `pokpong-${stamp}`));
  await mkdir(dirname(target), { recursive: true });
  const { tables, files, leftOut } = await backup({
    url: await reachDatabase(config, life),
    filesDir: config.s3 === undefined ? join(config.dataDir, 'files') : undefined,
    target,
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${target}\n${tables.length} tables with ${rows} rows, ${files.length} files. Not in it:`);
  for (const thing of leftOut) console.log(`- ${thing}`);
  await life.stop(0);
} catch (error) {
  console.error(failureText(error));
  await life.stop(1);
}
