import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { POSTGRES_PACKAGE } from '../db/embedded/programs.ts';
import { ROOT } from './client.ts';

/** Releases of Postgres beside the installed one that the product supports, as npm has them. */
const RELEASES: Record<string, string> = {
  15: '15.18.0-beta.17',
  16: '16.14.0-beta.17',
  17: '17.10.0-beta.17',
};

/** Their numbers, oldest first. */
export const OLDER_POSTGRES = Object.keys(RELEASES);

/** What is tried on each of them: submissions of consent, clocks, live events, search, backup. */
export const TESTS_OF_POSTGRES = [
  'test/modules/backup.test.ts',
  'test/modules/backup-roles.test.ts',
  'test/modules/clock-engine.test.ts',
  'test/modules/consent-ingest.test.ts',
  'test/modules/consent-statistics.test.ts',
  'test/modules/live.test.ts',
  'test/modules/postgres.test.ts',
  'test/modules/record-search.test.ts',
  'test/modules/workspace-deletion.test.ts',
];

/**
 * The folder of another release's package. It is downloaded at the first time, into a cache that no start of the
 * product looks at.
 * @throws when there is no such release, or npm cannot fetch it
 */
export function olderPostgres(release: string): string {
  const version = RELEASES[release];
  if (version === undefined) throw new Error(`--postgres takes one of ${OLDER_POSTGRES.join(', ')}`);
  const cache = join(ROOT, 'node_modules', '.cache', 'pokpong', `postgres-${version}`);
  const folder = join(cache, 'node_modules', POSTGRES_PACKAGE);
  if (existsSync(join(folder, 'package.json'))) return folder;
  console.log(`Downloading Postgres ${release} for its tests …`);
  const flags = ['--no-save', '--no-audit', '--no-fund', '--loglevel=error', '--prefix', cache];
  const { status } = spawnSync('npm', ['install', ...flags, `${POSTGRES_PACKAGE}@${version}`], { stdio: 'inherit' });
  if (status !== 0) throw new Error(`npm could not fetch ${POSTGRES_PACKAGE}@${version}`);
  return folder;
}
