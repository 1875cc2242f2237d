import type { Generated, Transaction } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import type { PersonnelActor } from '../actor.ts';

/** Tables of the schema that have all of these columns. */
export type TableWith<Column extends string> = {
  [Table in keyof DB]: [Column] extends [keyof DB[Table]] ? Table : never;
}[keyof DB];

/** Tables whose rows are edited by people, over a `rowVersion`. */
export type RecordTable = TableWith<
  'workspaceId' | 'id' | 'rowVersion' | 'createdBy' | 'updatedBy' | 'createdAt' | 'updatedAt'
>;

interface RecordRow {
  workspaceId: string;
  id: string;
  rowVersion: Generated<number>;
  createdBy: string | null;
  updatedBy: string | null;
  createdAt: Date;
  updatedAt: Date;
}

/** Every such table by what they have in common; their other columns are typed where they are declared. */
const records = (trx: Trx) => trx as unknown as Transaction<Record<string, RecordRow>>;

/**
 * Locks a row for the rest of the transaction. While it may be deleted nobody refers to it; while it only changes
 * others may, so that writers of both never wait for each other.
 */
export async function lockRow(
  trx: Trx,
  table: RecordTable,
  workspaceId: string,
  id: string,
  to: 'change' | 'delete',
): Promise<void> {
  const row = records(trx).selectFrom(table).select('id').where('workspaceId', '=', workspaceId).where('id', '=', id);
  await (to === 'delete' ? row.forUpdate() : row.forNoKeyUpdate()).execute();
}

export async function insertRow(
  trx: Trx,
  table: RecordTable,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  columns: object,
): Promise<void> {
  await records(trx)
    .insertInto(table)
    .values({ workspaceId, id, ...columns, createdBy: by, updatedBy: by, createdAt: at, updatedAt: at })
    .execute();
}

/** Writes these columns and counts as an edit of the record: whoever began before it is stale. */
export async function updateRow(
  trx: Trx,
  table: RecordTable,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  columns: object,
): Promise<void> {
  await records(trx)
    .updateTable(table)
    .set((eb) => ({ ...columns, rowVersion: eb('rowVersion', '+', 1), updatedBy: by, updatedAt: at }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function deleteRow(trx: Trx, table: RecordTable, workspaceId: string, id: string): Promise<void> {
  await records(trx).deleteFrom(table).where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}
