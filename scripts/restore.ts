// npm run restore -- FOLDER [--unsigned] [--takes-over-files]: puts a backup into an empty database (a new DATA_DIR, or
// DATABASE_URL).
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError, type ManifestKeys } from '../db/backup/manifest.ts';
import { restore } from '../db/backup/restore.ts';
import { createKeyring } from '../server/platform/crypto/keyring.ts';
import { collectModules } from '../server/platform/modules/registry.ts';
import type { Config } from '../server/platform/config.ts';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { TAKES_OVER_FILES } from './adminCommands.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachDatabase } from './reach.ts';
import { stoppedText } from './stopped.ts';

const life = lifetime();
try {
  const [source, ...flags] = process.argv.slice(2);
  const unsigned = flags.includes('--unsigned');
  const takesOverFiles = flags.includes(TAKES_OVER_FILES);
  if (source === undefined) {
    console.error(
      'usage: npm run restore -- FOLDER   (a folder that npm run backup wrote; with --unsigned one without a signature; with --takes-over-files it goes on with the files of the original in S3)',
    );
    await life.stop(1);
  } else {
    const config = await readConfig(process.env);
    const { modules } = await import('../server/modules/index.ts');
    const { tables, files, createdAt, stopped } = await restore({
      url: await reachDatabase(config, life),
      filesDir: config.s3 === undefined ? join(config.dataDir, 'files') : undefined,
      source: resolve(source),
      keys: unsigned ? null : keysOf(config),
      outgoing: collectModules(modules).outgoing,
      takesOverFiles,
    });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    console.log(
      `Restored as of ${createdAt}: ${tables.length} tables with ${rows} rows, ${files.length} files; counts and hashes are equal.`,
    );
    console.log(stoppedText(stopped, { bucket: config.s3?.bucket, takesOverFiles }).join('\n'));
    await life.stop(0);
  }
} catch (error) {
  console.error(failureText(error));
  await life.stop(1);
}

/** The keys of the original, by which its backup is known. @throws BackupError before a new one could be made */
function keysOf(config: Config): ManifestKeys {
  if (!config.masterKey && !existsSync(join(config.dataDir, 'master.key')))
    throw new BackupError(
      `The backup is known by the master key, which is not part of it: set the MASTER_KEY of the original, or copy its master.key into ${resolve(config.dataDir)}, then try again.`,
    );
  return createKeyring(config).backup;
}
