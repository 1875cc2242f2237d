import { type SelectQueryBuilder, sql } from 'kysely';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';

/** Where a reading of a log has come to: the last line read, its time to the microsecond as Postgres keeps it. */
export interface Cursor {
  readonly at: string;
  readonly id: string;
}

/** Lines that are read at a time, when all of them are read. */
const PAGE = 1000;

/** The next lines of a reading of all that `query` gives, newest first; the table has `created_at` and `id`. */
export function linesAfter<DB, TB extends keyof DB, Line>(
  query: SelectQueryBuilder<DB, TB, Line>,
  after: Cursor | undefined,
  limit: number,
): SelectQueryBuilder<DB, TB, Line & { at: string }> {
  const left = after
    ? query.where(sql<boolean>`(created_at, id) < (${after.at}::timestamptz, ${after.id}::uuid)`)
    : query;
  return left
    .select(sql<string>`created_at::text`.as('at'))
    .orderBy(sql`created_at`, 'desc')
    .orderBy(sql`id`, 'desc')
    .limit(limit)
    .modifyEnd(sql.raw(CUSTOM_PLAN)) as SelectQueryBuilder<DB, TB, Line & { at: string }>;
}

/**
 * Every line of a log, a page at a time: as quick at its end as at its beginning.
 * @param read the next lines, at most `limit`; each call may be a transaction of its own
 */
export async function* readPages<Line extends Cursor>(
  read: (after: Cursor | undefined, limit: number) => Promise<readonly Line[]>,
): AsyncGenerator<readonly Line[]> {
  let after: Cursor | undefined;
  do {
    const lines = await read(after, PAGE);
    yield lines;
    const last = lines.at(-1);
    after = lines.length === PAGE && last ? { at: last.at, id: last.id } : undefined;
  } while (after);
}
