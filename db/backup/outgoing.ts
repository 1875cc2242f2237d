import type pg from 'pg';

/** Rows by which an installation calls other systems by itself. A restored copy must not: it stops them. */
export interface OutgoingRows {
  /** Their table, as Postgres names it: a backup of an older release may lack it. */
  readonly table: string;
  /** The statement that stops them; it runs without triggers, after those declared before it. */
  readonly stop: string;
  /** How whoever restores is informed of them; left out for rows that others stand for. */
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

/** Stops them in a database that is being filled with these tables; how many, by their names. */
export async function stopOutgoing(
  client: pg.ClientBase,
  tables: readonly string[],
  outgoing: readonly OutgoingRows[],
): Promise<Stopped[]> {
  const stopped = new Map<string, Stopped>();
  for (const { table, stop, report } of outgoing) {
    const rows = tables.includes(table) ? ((await client.query(stop)).rowCount ?? 0) : 0;
    if (report) stopped.set(report.name, { ...report, rows: rows + (stopped.get(report.name)?.rows ?? 0) });
  }
  return [...stopped.values()];
}
