// npm run restore -- FOLDER: puts a backup into an empty database (a new DATA_DIR, or DATABASE_URL).
import { join, resolve } from 'node:path';
import { restore } from '../db/backup/restore.ts';
import { loadConfig } from '../server/platform/config.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachDatabase } from './reach.ts';

const life = lifetime();
try {
  const source = process.argv[2];
  if (source === undefined) {
    console.error('usage: npm run restore -- FOLDER   (a folder that npm run backup wrote)');
    await life.stop(1);
  } else {
    const config = loadConfig(process.env);
    const { tables, files, createdAt } = await restore({
      url: await reachDatabase(config, life),
      filesDir: config.s3 === undefined ? join(config.dataDir, 'files') : undefined,
      source: resolve(source),
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored as of ${createdAt}: ${tables.length} tables with ${rows} rows, ${files.length} files; counts and hashes are equal.`,
    );
    console.log(
      'The master key is not part of a backup: set the MASTER_KEY of the original, or copy its master.key into DATA_DIR, before starting.',
    );
    await life.stop(0);
  }
} catch (error) {
  console.error(failureText(error));
  await life.stop(1);
}
