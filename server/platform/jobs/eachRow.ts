import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Deps } from '../trpc/context.ts';

interface WorkedOn {
  readonly id: string;
  /** What `Page.position` reads of it; for rows of which `read` returns some at a time. */
  readonly position?: readonly string[];
}

/** What the rows of a page have in common. */
interface Page {
  /** Where a row is in the order, exactly: a moment that the driver reads is cut to milliseconds. */
  readonly position: RawBuilder<string[]>;
  /** Whether a row is behind the page before. */
  readonly isNext: RawBuilder<SqlBool>;
}

interface Work<Row extends WorkedOn> {
  /** The columns by which `read` sorts: no two rows are alike in all of them. */
  readonly order: readonly string[];
  /** The next rows whose work is due. */
  readonly read: (page: Page) => Promise<readonly Row[]>;
  /** How many `read` returns at most. */
  readonly limit: number;
  /** Rows that are worked on at the same time; left out: one. */
  readonly atOnce?: number;
  /** What the log says of a row that failed. */
  readonly failed: string;
  /** Answers false for a row that is left as it was. */
  readonly work: (row: Row) => Promise<unknown>;
}

/**
 * Does the work of the rows that are due, page by page. One that fails is logged and stepped over: it must not keep all
 * others from their turn.
 * @returns how many neither failed nor were left as they were
 */
export async function eachRow<Row extends WorkedOn>(
  { log }: Pick<Deps, 'log'>,
  signal: AbortSignal | undefined,
  { order, read, limit, atOnce = 1, failed, work }: Work<Row>,
): Promise<number> {
  let done = 0;
  let last: Row | undefined;
  for (let more = true; more && !signal?.aborted;) {
    const rows = await read(pageBehind(last?.position, order));
    for (let at = 0; at < rows.length && !signal?.aborted; at += atOnce) {
      const group = rows.slice(at, at + atOnce);
      const results = await Promise.allSettled(group.map(work));
      for (const [place, result] of results.entries()) {
        if (result.status === 'fulfilled') done += result.value === false ? 0 : 1;
        // Work that is interrupted has not failed.
        else if (!signal?.aborted) log.warn({ err: result.reason, row: group[place]!.id }, failed);
      }
    }
    last = rows.at(-1);
    more = rows.length === limit;
  }
  return done;
}

function pageBehind(last: readonly string[] | undefined, order: readonly string[]): Page {
  const columns = order.map((column) => sql.ref(column));
  return {
    position: sql`array[${sql.join(columns.map((column) => sql`${column}::text`))}]`,
    isNext: last ? sql`(${sql.join(columns)}) > (${sql.join(last)})` : sql`true`,
  };
}
