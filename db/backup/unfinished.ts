import pg from 'pg';
import { BackupError } from './manifest.ts';

// A backup of an older schema is stopped in two parts, with migrations between them. Between the parts its rows would
// call other systems, so the database is marked until both are done: no node starts over it.

const MARK = 'unfinished restore';
/** In every schema, and owned by whoever owns the others. */
const TABLE = 'organizations';

export const markUnfinished = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`comment on table ${TABLE} is '${MARK}'`);
export const markFinished = (client: pg.ClientBase): Promise<unknown> =>
  client.query(`comment on table ${TABLE} is null`);

/** @throws BackupError where a restore was interrupted after it had filled the database at `url` */
export async function assertFinished(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url, application_name: 'pokpong start' });
  await client.connect();
  try {
    const { rows } = await client.query<{ mark: string | null }>(
      `select obj_description(to_regclass('public.${TABLE}'), 'pg_class') as mark`,
    );
    if (rows[0]!.mark === MARK)
      throw new BackupError(
        'A restore into this database was interrupted before it had stopped what a copy must not send. Run `npm run admin -- prepare-copy`, then start again.',
      );
  } finally {
    await client.end();
  }
}
