import { type KyselyPlugin, type RootOperationNode, sql } from 'kysely';
import { type Scope, type Trx, withScope } from '../../db/client.ts';
import type { World } from '../factories.ts';

interface Plan {
  'Relation Name'?: string;
  'Actual Rows': number;
  'Actual Loops': number;
  'Rows Removed by Filter'?: number;
  'Rows Removed by Index Recheck'?: number;
  Plans?: Plan[];
}

/** Rows that a plan read in the tables whose names fit. */
const lookedAt = (plan: Plan, tables: RegExp): number =>
  (tables.test(plan['Relation Name'] ?? '')
    ? plan['Actual Loops'] *
      (plan['Actual Rows'] + (plan['Rows Removed by Filter'] ?? 0) + (plan['Rows Removed by Index Recheck'] ?? 0))
    : 0) + (plan.Plans ?? []).reduce((sum, one) => sum + lookedAt(one, tables), 0);

/**
 * The result of `work`, and how many rows of `tables` its queries read, as counted by Postgres: each is sent once more
 * with `explain analyze`, after all of them, without reading tables through.
 */
export const rowsReadBy = <Result>(
  { deps }: Pick<World, 'deps'>,
  scope: Scope,
  tables: RegExp,
  work: (trx: Trx) => Promise<Result>,
): Promise<{ result: Result; rows: number }> => withScope(deps.db, scope, (trx) => rowsReadIn(trx, tables, work));

/** The same in a transaction of the caller's. */
export async function rowsReadIn<Result>(
  trx: Trx,
  tables: RegExp,
  work: (trx: Trx) => Promise<Result>,
): Promise<{ result: Result; rows: number }> {
  const queries: RootOperationNode[] = [];
  const watch: KyselyPlugin = {
    transformQuery: ({ node }) => {
      queries.push(node);
      return node;
    },
    transformResult: async ({ result }) => result,
  };
  const result = await work(trx.withPlugin(watch) as Trx);
  const plain = trx.withoutPlugins();
  // As with a table of millions: a small one would be read through where the statistics are of the moment before.
  await sql`set local enable_seqscan = off`.execute(plain);
  let rows = 0;
  for (const node of queries) {
    const query = plain.getExecutor().compileQuery(node, { queryId: 'watched' } as never);
    const explained = await plain.executeQuery<{ 'QUERY PLAN': [{ Plan: Plan }] }>({
      ...query,
      sql: `explain (analyze, format json) ${query.sql}`,
    });
    rows += lookedAt(explained.rows[0]!['QUERY PLAN'][0].Plan, tables);
  }
  return { result, rows };
}
