import { sql } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { TableWith } from './rows.ts';

/** A table that links a record to others: `owner` names the record, `column` what it is linked to. */
interface LinkTable<Table extends TableWith<'workspaceId'>> {
  readonly table: Table;
  readonly owner: keyof DB[Table] & string;
  readonly column: keyof DB[Table] & string;
  /** The table keeps the order of the links in a column `position`. */
  readonly ordered?: boolean;
}

/**
 * Makes the links of a record, which were `before`, those of `after`: only those that differ are written, so that what
 * hangs on the others stays and nothing is counted twice. To be called while the record is locked.
 */
export async function writeLinks<Table extends TableWith<'workspaceId'>>(
  trx: Trx,
  { table, owner, column, ordered = false }: LinkTable<Table>,
  { workspaceId, id }: { workspaceId: string; id: string },
  before: readonly string[],
  after: readonly string[],
): Promise<void> {
  const remaining = new Set(after);
  const removed = before.filter((linked) => !remaining.has(linked));
  if (removed.length > 0)
    await sql`
      delete from ${sql.table(table)}
       where ${sql.ref('workspaceId')} = ${workspaceId} and ${sql.ref(owner)} = ${id} and ${sql.ref(column)} = any(${removed}::uuid[])`.execute(
      trx,
    );
  const stored = new Set(before);
  // Places are written over where they differ, so that an order with a gap in it is put right as well.
  const wanted = ordered && before.join() !== after.join() ? after : after.filter((linked) => !stored.has(linked));
  if (wanted.length === 0) return;
  const key = sql.join([sql.ref('workspaceId'), sql.ref(owner), sql.ref(column)]);
  await (
    ordered
      ? sql`
        insert into ${sql.table(table)} as stored (${key}, position)
        select ${workspaceId}, ${id}, link.id, link.place - 1 from unnest(${wanted}::uuid[]) with ordinality as link (id, place)
            on conflict (${key}) do update set position = excluded.position where stored.position <> excluded.position`
      : sql`
        insert into ${sql.table(table)} (${key}) select ${workspaceId}, ${id}, link.id from unnest(${wanted}::uuid[]) as link (id)`
  ).execute(trx);
}
