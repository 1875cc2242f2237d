import { CompiledQuery, type DatabaseConnection, type KyselyProps, type QueryResult, Transaction } from 'kysely';
import type { FieldDef } from 'pg';
import type { Trx } from './client.ts';
import type { DialectResult } from './dialect.ts';
import type { DB } from './types.ts';
import { parserOf } from './values.ts';

interface Waiting {
  readonly statement: CompiledQuery;
  readonly resolve: (result: QueryResult<never>) => void;
  readonly reject: (error: unknown) => void;
}
type Row = Record<string, unknown>;

/** Parts of a transaction other than its executor, which begin and end it. */
const UNUSED = { config: {}, driver: {}, dialect: {} } as Omit<KyselyProps, 'executor'>;

/** What a statement answers, known since it was first sent alone. */
const columnsOf = new Map<string, readonly FieldDef[]>();
const MOST_COLUMNS = 2000;

/** Statements that only read, and whose place among the others does not matter. */
const mayJoin = ({ sql }: CompiledQuery): boolean =>
  /^\s*(select|with)\b/i.test(sql) && !/\b(insert|update|delete|merge|set_config)\b/i.test(sql);

/**
 * Runs `work`, which only reads, and sends the statements that it waits for at the same time (`Promise.all`) to
 * Postgres as one: each way there and back costs more than most of them. The rows are those that each statement alone
 * would answer, value for value. A statement is sent alone until its columns are known, which is once.
 */
export async function together<Result>(trx: Trx, work: (trx: Trx) => Promise<Result>): Promise<Result> {
  const executor = trx.getExecutor();
  let waiting: Waiting[] = [];
  let isOver = false;
  const sent = new Set<Promise<void>>();
  const flush = () => {
    const batch = waiting;
    waiting = [];
    const answered = executor
      .provideConnection((connection) => answer(connection, batch))
      .catch((error: unknown) => batch.forEach(({ reject }) => reject(error)))
      .finally(() => sent.delete(answered));
    sent.add(answered);
  };
  const collector: DatabaseConnection = {
    executeQuery: <Answer>(statement: CompiledQuery) =>
      new Promise<QueryResult<Answer>>((resolve, reject) => {
        if (isOver) return reject(new Error('The reading is over.'));
        // Once everything that can go on has gone on, and sent what it has to send.
        if (waiting.length === 0) process.nextTick(flush);
        waiting.push({ statement, resolve: resolve as unknown as Waiting['resolve'], reject });
      }),
    streamQuery() {
      throw new Error('Rows are read in pages, not as a stream.');
    },
  };
  const collecting = executor.withConnectionProvider({ provideConnection: (consumer) => consumer(collector) });
  try {
    return await work(new Transaction<DB>({ ...UNUSED, executor: collecting }));
  } finally {
    // Where one part has failed the others may still be under way: the transaction does not end before them.
    isOver = true;
    if (waiting.length > 0) flush();
    await Promise.all(sent);
  }
}

async function answer(connection: DatabaseConnection, batch: readonly Waiting[]): Promise<void> {
  const joined = batch.filter(({ statement }) => columnsOf.has(statement.sql) && mayJoin(statement));
  const alone = joined.length > 1 ? batch.filter((one) => !joined.includes(one)) : batch;
  for (const one of alone) await answerAlone(connection, one);
  if (joined.length > 1) await answerJoined(connection, joined);
}

async function answerAlone(connection: DatabaseConnection, { statement, resolve, reject }: Waiting): Promise<void> {
  try {
    const result = (await connection.executeQuery<never>(statement)) as DialectResult<never>;
    if (columnsOf.size < MOST_COLUMNS && mayJoin(statement)) columnsOf.set(statement.sql, result.fields);
    resolve(result);
  } catch (error) {
    reject(error);
  }
}

async function answerJoined(connection: DatabaseConnection, batch: readonly Waiting[]): Promise<void> {
  try {
    const { rows } = await connection.executeQuery<Row>(joinedOf(batch.map(({ statement }) => statement)));
    for (const [place, { statement, resolve }] of batch.entries())
      resolve({ rows: rowsOf(rows[0]![`r${place}`] as (string | null)[][] | null, columnsOf.get(statement.sql)!) });
  } catch (error) {
    // Their columns may be others by now.
    for (const { statement, reject } of batch) {
      columnsOf.delete(statement.sql);
      reject(error);
    }
  }
}

/** One statement whose columns are the answers of the others: rows of values as Postgres writes them. */
function joinedOf(statements: readonly CompiledQuery[]): CompiledQuery {
  const parameters: unknown[] = [];
  const parts = statements.map((statement, place) => {
    const names = columnsOf.get(statement.sql)!.map((_, column) => `c${column}`);
    const text = statement.sql.replaceAll(/\$(\d+)/g, (_, number) => `$${Number(number) + parameters.length}`);
    parameters.push(...statement.parameters);
    const values = names.map((name) => `${name}::text`);
    return `(select json_agg(array[${values.join()}]) from (${text}\n) as q (${names.join()})) as r${place}`;
  });
  return CompiledQuery.raw(`select ${parts.join(',\n')}`, parameters);
}

function rowsOf(answered: (string | null)[][] | null, columns: readonly FieldDef[]): never[] {
  const parsers = columns.map(({ dataTypeID }) => parserOf(dataTypeID));
  return (answered ?? []).map((values) =>
    Object.fromEntries(
      columns.map(({ name }, column) => {
        const value = values[column]!;
        return [name, value === null ? null : parsers[column]!(value)];
      }),
    ),
  ) as never[];
}
