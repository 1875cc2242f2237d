import {
  type BinaryOperationNode,
  type CompiledQuery,
  type DatabaseConnection,
  type DatabaseIntrospector,
  type Dialect,
  type DialectAdapter,
  type Driver,
  type Kysely,
  OperatorNode,
  PostgresAdapter,
  PostgresDriver,
  PostgresIntrospector,
  PostgresQueryCompiler,
  PrimitiveValueListNode,
  type QueryCompiler,
  type QueryResult,
  type TransactionSettings,
} from 'kysely';
import type pg from 'pg';
import type { StatementNames } from './statementNames.ts';

/** A statement was prepared before its tables were changed. */
const isStale = (error: unknown): boolean =>
  (error as { code?: string }).code === '0A000' && (error as Error).message.includes('cached plan');
/** A statement that was prepared is not there, or is there already: a pooler gave us another connection. */
const isLost = (error: unknown): boolean => ['26000', '42P05'].includes((error as { code?: string }).code ?? '');

/**
 * Kysely's dialect of Postgres over a pool whose statements are prepared under `names`, and whose transactions begin
 * together with their first statement where it has no values of its own.
 */
export class PreparedDialect implements Dialect {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;

  constructor(pool: pg.Pool, names: StatementNames) {
    this.#pool = pool;
    this.#names = names;
  }

  createDriver(): Driver {
    return new PreparedDriver(this.#pool, this.#names);
  }

  createQueryCompiler(): QueryCompiler {
    return new ArrayCompiler();
  }

  createAdapter(): DialectAdapter {
    return new PostgresAdapter();
  }

  createIntrospector(db: Kysely<unknown>): DatabaseIntrospector {
    return new PostgresIntrospector(db);
  }
}

/** A list of values is sent as one array, so that a text is the same however many they are. */
class ArrayCompiler extends PostgresQueryCompiler {
  protected override visitBinaryOperation(node: BinaryOperationNode): void {
    const { leftOperand, operator, rightOperand } = node;
    const name = OperatorNode.is(operator) ? operator.operator : '';
    if ((name !== 'in' && name !== 'not in') || !PrimitiveValueListNode.is(rightOperand))
      return super.visitBinaryOperation(node);
    this.visitNode(leftOperand);
    this.append(name === 'in' ? ' = any(' : ' <> all(');
    this.appendValue(rightOperand.values);
    this.append(')');
  }
}

class PreparedDriver implements Driver {
  readonly #pool: pg.Pool;
  readonly #names: StatementNames;
  readonly #standard: PostgresDriver;
  readonly #connections = new WeakMap<pg.PoolClient, Connection>();

  constructor(pool: pg.Pool, names: StatementNames) {
    this.#standard = new PostgresDriver({ pool });
    this.#pool = pool;
    this.#names = names;
  }

  async init(): Promise<void> {}

  async acquireConnection(): Promise<Connection> {
    const client = await this.#pool.connect();
    let connection = this.#connections.get(client);
    if (!connection) this.#connections.set(client, (connection = new Connection(client, this.#names)));
    return connection;
  }

  async beginTransaction(connection: Connection, { isolationLevel, accessMode }: TransactionSettings): Promise<void> {
    const level = isolationLevel ? ` isolation level ${isolationLevel}` : '';
    connection.startTransaction(`begin${level}${accessMode ? ` ${accessMode}` : ''}`);
  }

  async commitTransaction(connection: Connection): Promise<void> {
    if (connection.end()) await this.#standard.commitTransaction(connection);
  }

  async rollbackTransaction(connection: Connection): Promise<void> {
    if (connection.end()) await connection.rollback();
  }

  async releaseConnection(connection: Connection): Promise<void> {
    connection.release();
  }

  destroy(): Promise<void> {
    return this.#pool.end();
  }
}

/** An answer with its columns. */
export interface DialectResult<Row> extends QueryResult<Row> {
  readonly fields: readonly pg.FieldDef[];
}

class Connection implements DatabaseConnection {
  readonly #client: pg.PoolClient;
  readonly #names: StatementNames;
  /** What begins the transaction, not yet sent. */
  #beginning: string | null = null;
  #isInTransaction = false;
  /** All that the transaction has sent, while it is one message without values. */
  #opening: string | null = null;
  #isBroken = false;

  constructor(client: pg.PoolClient, names: StatementNames) {
    this.#client = client;
    this.#names = names;
  }

  startTransaction(statement: string): void {
    this.#beginning = statement;
  }

  /** Leaves the transaction. @returns whether Postgres has to be notified, since it was sent anything */
  end(): boolean {
    const wasSent = this.#isInTransaction;
    this.#beginning = null;
    this.#isInTransaction = false;
    this.#opening = null;
    return wasSent;
  }

  async rollback(): Promise<void> {
    try {
      await this.#client.query('rollback');
    } catch {
      // What is left of the transaction ends with the connection.
      this.#isBroken = true;
    }
  }

  release(): void {
    this.#client.release(this.#isBroken);
  }

  async executeQuery<Row>(compiled: CompiledQuery): Promise<DialectResult<Row>> {
    try {
      const { command, rowCount, rows, fields } = await this.#send(compiled);
      // Kysely asks whether the transaction was committed.
      if (command === 'COMMIT' || command === 'ROLLBACK') return { rows: [{ command } as Row], fields };
      const writes = command === 'INSERT' || command === 'UPDATE' || command === 'DELETE' || command === 'MERGE';
      return { rows: (rows ?? []) as Row[], fields, ...(writes && { numAffectedRows: BigInt(rowCount ?? 0) }) };
    } catch (error) {
      // The stack of the driver's own errors ends at the socket.
      if (error instanceof Error) error.stack += `\n${new Error('sent').stack?.split('\n').slice(1).join('\n')}`;
      throw error;
    }
  }

  streamQuery<Row>(): AsyncIterableIterator<QueryResult<Row>> {
    throw new Error('Rows are read in pages, not as a stream.');
  }

  async #send({ sql, parameters }: CompiledQuery): Promise<pg.QueryResult> {
    if (this.#beginning !== null) {
      const beginning = this.#beginning;
      this.#beginning = null;
      this.#isInTransaction = true;
      this.#opening = parameters.length === 0 ? `${beginning}; ${sql}` : beginning;
      const answer = await this.#client.query(this.#opening);
      // Several statements in one message have an answer each.
      if (parameters.length === 0) return (answer as unknown as pg.QueryResult[]).at(-1)!;
    }
    const values = parameters as unknown[];
    const answer = await this.#sendPrepared(sql, values);
    this.#opening = null;
    return answer;
  }

  async #sendPrepared(text: string, values: unknown[]): Promise<pg.QueryResult> {
    const name = this.#names.nameOf(text);
    if (name === undefined) return this.#client.query(text, values);
    try {
      return await this.#client.query({ name, text, values });
    } catch (error) {
      if (isStale(error)) this.#names.renew();
      else if (isLost(error)) this.#names.switchOff();
      else throw error;
      // A failed statement ends its transaction, which is started again unless it has done something.
      if (this.#isInTransaction) {
        if (this.#opening === null) throw error;
        await this.#client.query('rollback');
        await this.#client.query(this.#opening);
      }
      return this.#client.query({ name: this.#names.nameOf(text), text, values } as pg.QueryConfig);
    }
  }
}
