// npm run backup [-- FOLDER]: all data in one folder, while the product runs or not.
import { mkdir } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { backup } from '../db/backup/backup.ts';
import { BackupError } from '../db/backup/manifest.ts';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { keysInUse } from './backupKeys.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachExisting } from './reach.ts';

const life = lifetime();
try {
  const config = await readConfig(process.env);
  const stamp = new Date().toISOString().replace(/[-:]|\..*/g, '');
  const data = resolve(config.dataDir);
  const target = resolve(process.argv[2] ?? join(dirname(data), 'pokpong-backups', `pokpong-${stamp}`));
  if (!config.masterKey && !relative(data, target).startsWith('..'))
    throw new BackupError(
      `${target} lies in DATA_DIR, beside master.key: whoever took the folder would have both. Name another folder.`,
    );
  const url = await reachExisting(config, life);
  await mkdir(dirname(target), { recursive: true });
  const { tables, files, leftOut } = await backup({
    url,
    filesDir: config.s3 === undefined ? join(config.dataDir, 'files') : undefined,
    target,
    keys: await keysInUse(config, url),
  });
  const rows = tables.reduce((sum, table) => sum + table.rows, 0);
  console.log(`${target}\n${tables.length} tables with ${rows} rows, ${files.length} files. Not in it:`);
  for (const thing of leftOut) console.log(`- ${thing}`);
  await life.stop(0);
} catch (error) {
  console.error(failureText(error));
  await life.stop(1);
}
