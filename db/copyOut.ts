import type { CompiledQuery } from 'kysely';
import pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { openPool, type DatabaseRole, type Scope } from './client.ts';

/** Reads many rows at a fraction of the cost of rows that become objects: for exports. */
export interface CopyOut {
  /**
   * All rows of a query in COPY's binary form (`binaryRows`), in a transaction of its own that sees only `scope`'s
   * rows. They are in memory together: ask for a page at a time.
   */
  read(scope: Scope, query: CompiledQuery): Promise<Buffer>;
  close(): Promise<void>;
}

/** Reads by a pool of at most `max` connections that act as `role`. */
export function openCopyOut(url: string, role: DatabaseRole, max: number): CopyOut {
  const pool = openPool(url, role, max);
  return {
    async read({ workspaceId = '', userId = '' }, query) {
      const copy = `copy (${inlined(query)}) to stdout (format binary)`;
      const client = await pool.connect();
      let broken: boolean = true;
      try {
        // Row-level security counts for a query that is copied as for any other.
        await client.query(
          `begin read only; select set_config('app.workspace_id', ${literal(workspaceId)}, true), set_config('app.user_id', ${literal(userId)}, true)`,
        );
        const pieces: Buffer[] = [];
        for await (const piece of client.query(copyTo(copy)) as AsyncIterable<Buffer>) pieces.push(piece);
        await client.query('commit');
        broken = false;
        return Buffer.concat(pieces);
      } finally {
        client.release(broken);
      }
    },
    close: () => pool.end(),
  };
}

/** The text of a query with its values in it: COPY takes no parameters. */
const inlined = ({ sql, parameters }: CompiledQuery): string =>
  sql.replace(/\$(\d+)/g, (_place, number: string) => literal(parameters[Number(number) - 1]));

/** @throws Error for a value that no literal was written for yet */
function literal(value: unknown): string {
  if (value === null || typeof value === 'boolean') return String(value);
  if (typeof value === 'number' && Number.isFinite(value)) return `(${value})`;
  // A query ends at such a letter, and no text of Postgres has one.
  if (typeof value === 'string' && !value.includes('\0')) return pg.escapeLiteral(value);
  // Of the type that the place has, as a parameter would be.
  if (Array.isArray(value)) return literal(`{${value.map(element).join()}}`);
  if (Buffer.isBuffer(value)) return `'\\x${value.toString('hex')}'::bytea`;
  throw new Error(`a copied query cannot have this value: ${typeof value}`);
}

/** An element of an array, as Postgres reads it. */
const element = (value: unknown): string =>
  value === null ? 'null' : `"${String(value).replaceAll(/["\\]/g, (letter) => `\\${letter}`)}"`;
