import type pg from 'pg';
import { type Figure, inTurns, median, share, type Turns } from '../../scripts/measure.ts';

/** A page of a list, through its procedure and as plain SQL. */
export interface PageCase {
  name: string;
  /** One call of the procedure. */
  product: () => Promise<{ collection: unknown[] }>;
  /** Run before each call, not measured. */
  before?: () => Promise<unknown>;
  /** The same page: one prepared statement over a plain connection, without row-level security and total. */
  bare: pg.QueryConfig;
}

/** Milliseconds of both. @throws if they return different numbers of rows */
export async function besideBareSql(
  { name, product, before, bare }: PageCase,
  plain: pg.Client,
  turns: Omit<Turns, 'before'>,
): Promise<{ own: number[]; limit: number[] }> {
  let count = 0;
  return inTurns(
    { ...turns, before },
    async () => {
      count = (await product()).collection.length;
    },
    async () => {
      const { rows } = await plain.query(bare);
      if (rows.length !== count) throw new Error(`${name}: ${count} rows instead of ${rows.length}`);
    },
  );
}

/** Median and 99th percentile of a page compared with plain SQL; `goalMs` is the limit of the median. */
export async function pageFigures(
  one: PageCase,
  plain: pg.Client,
  turns: Omit<Turns, 'before'>,
  goalMs?: number,
): Promise<Figure[]> {
  const { own, limit } = await besideBareSql(one, plain, turns);
  const figure = (which: string, of: (values: number[]) => number): Figure => ({
    name: `${one.name}, ${which}`,
    value: of(own),
    unit: 'ms',
    limitName: 'bare SQL, no total',
    limit: of(limit),
    ratio: of(own) / of(limit),
  });
  const goal = goalMs === undefined ? {} : { goal: `under ${goalMs} ms`, met: median(own) < goalMs };
  return [{ ...figure('p50', median), ...goal }, figure('p99', (values) => share(values, 0.99))];
}
