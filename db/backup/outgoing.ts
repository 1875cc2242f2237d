import type pg from 'pg';

/**
 * Rows by which an installation calls other systems by itself, or by whose old secrets these call it. A copy of it must
 * do neither: it stops them.
 */
export interface OutgoingRows {
  /** Their table, as Postgres names it: a backup of an older release may lack it. */
  readonly table: string;
  /** Columns that it had not from the beginning, and the statement needs: an older backup may lack them too. */
  readonly columns?: readonly string[];
  /** The statement that stops them; it runs without triggers, after those declared before it. */
  readonly stop: string;
  /** How whoever restores is informed of them; left out for rows that others, or a text of its own, stand for. */
  readonly report?: Report;
}

interface Report {
  /** The rows, in the plural. */
  readonly name: string;
  /** Whether people can resume them, or they end. */
  readonly outcome: 'paused' | 'ended';
}

/** Rows that were stopped. */
export interface Stopped extends Report {
  readonly rows: number;
}

/**
 * Stops them in a database that is being filled, or is a copy.
 * @returns how many rows of each name were stopped, and what the schema of the database does not have yet
 */
export async function stopOutgoing(
  client: pg.ClientBase,
  outgoing: readonly OutgoingRows[],
): Promise<{ stopped: Stopped[]; later: OutgoingRows[] }> {
  const stopped: Stopped[] = [];
  const later: OutgoingRows[] = [];
  for (const one of outgoing) {
    const isKnown = await hasColumns(client, one);
    if (!isKnown) later.push(one);
    const rows = isKnown ? ((await client.query(one.stop)).rowCount ?? 0) : 0;
    if (one.report) stopped.push({ ...one.report, rows });
  }
  return { stopped: summed(stopped), later };
}

/** Counts of the same name together. */
export function summed(all: readonly Stopped[]): Stopped[] {
  const sums = new Map<string, Stopped>();
  for (const one of all) sums.set(one.name, { ...one, rows: one.rows + (sums.get(one.name)?.rows ?? 0) });
  return [...sums.values()];
}

async function hasColumns(client: pg.ClientBase, { table, columns = [] }: OutgoingRows): Promise<boolean> {
  const { rows } = await client.query<{ known: boolean }>(
    `select to_regclass('public.' || $1) is not null and not exists (
       select from unnest($2::text[]) as wanted where wanted not in (
         select attname from pg_attribute where attrelid = to_regclass('public.' || $1) and not attisdropped)) as known`,
    [table, columns],
  );
  return rows[0]!.known;
}
