// npm run restore -- FOLDER [--unsigned] [--takes-over-files]: puts a backup into an empty database (a new DATA_DIR, or
// DATABASE_URL).
import { existsSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { BackupError, type ManifestKeys } from '../db/backup/manifest.ts';
import type { Stopped } from '../db/backup/outgoing.ts';
import { restore } from '../db/backup/restore.ts';
import { createKeyring } from '../server/platform/crypto/keyring.ts';
import { collectModules } from '../server/platform/modules/registry.ts';
import type { Config } from '../server/platform/config.ts';
import { readConfig } from '../server/platform/crypto/keyServices/unwrap.ts';
import { failureText } from './failure.ts';
import { lifetime } from './lifetime.ts';
import { reachDatabase } from './reach.ts';

const life = lifetime();
try {
  const [source, ...flags] = process.argv.slice(2);
  const unsigned = flags.includes('--unsigned');
  const takesOverFiles = flags.includes('--takes-over-files');
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
    console.log(
      'Sessions, links for new passwords and invitations are left out: people sign in again, and whoever was invited is invited again.',
    );
    console.log(
      'API keys that were revoked or rotated after this backup work again as they did then: revoke them again on the page Integrations.',
    );
    const paused = textOf(stopped, 'paused');
    if (paused)
      console.log(
        `Paused: ${paused}, so that a copy delivers nothing and reads no mailbox of the original. Where this is the installation that is used, Admins resume them.`,
      );
    const ended = textOf(stopped, 'ended');
    if (ended)
      console.log(
        `Not sent: ${ended} that were waiting, since the original has sent most of them. Records show such mails as failed and can send them again.`,
      );
    if (config.s3)
      console.log(
        takesOverFiles
          ? `The bucket ${config.s3.bucket} is now the one of this installation: the original must not run any more.`
          : `This copy does not start with the bucket of the original, whose files it would remove. Give it a bucket without the file "installation", or restore with --takes-over-files where it takes the place of the original.`,
      );
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

/** Which rows were stopped with this outcome, and how many of each; '' where there were none. */
function textOf(stopped: readonly Stopped[], outcome: Stopped['outcome']): string {
  const those = stopped.filter((one) => one.outcome === outcome);
  const list = new Intl.ListFormat('en');
  return those.some(({ rows }) => rows > 0) ? list.format(those.map(({ rows, name }) => `${rows} ${name}`)) : '';
}
