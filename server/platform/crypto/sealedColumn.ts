import type { DB } from '../../../db/types.ts';
import type { Sealer } from './workspaceKey.ts';

/** A column of a workspace's table whose values are sealed, each for its row. Declared in `sealed` of the manifest. */
export interface SealedColumn<Value = unknown> {
  readonly table: keyof DB;
  readonly column: string;
  /** Names it in the seal. */
  readonly context: string;
  /** A value as it is kept in the row of this id. */
  seal(key: Sealer, row: string, value: Value): Buffer;
  /** @throws SealError for what was sealed for another place or changed since */
  open(key: Sealer, row: string, sealed: Buffer): Value;
  /** Whether the sealed values are parts of JSON, in place of the column itself. */
  readonly inJson: boolean;
  /** The same value under the key that seals now. @throws SealError */
  reseal(key: Sealer, row: string, sealed: Buffer): Buffer;
  /** What a row has in the column, with each of the sealed values in it put through `change`. */
  map(content: unknown, change: (sealed: Buffer) => Buffer): unknown;
}

interface Place<Table extends keyof DB> {
  readonly table: Table;
  readonly column: keyof DB[Table] & string;
  /** Names it in the seal, by default `table.column`. */
  readonly context?: string;
  /** Where the sealed values are in the column, by default all of it is one. */
  readonly map?: SealedColumn['map'];
}

/** Declares a column of sealed texts. */
export const sealedText = <Table extends keyof DB>(place: Place<Table>): SealedColumn<string> =>
  sealedColumn(place, { write: (text: string) => text, read: (text) => text });

/** Declares a column of sealed JSON; what it says is not checked again when it is opened. */
export const sealedJson =
  <Value>() =>
  <Table extends keyof DB>(place: Place<Table>): SealedColumn<Value> =>
    sealedColumn(place, { write: (value: Value) => JSON.stringify(value), read: (text) => JSON.parse(text) as Value });

/** A column of a table of the whole installation whose values are sealed under the master key. */
export interface SystemSealedColumn {
  readonly table: keyof DB;
  readonly column: string;
  /** Names it in the seal. */
  readonly context: string;
}

function sealedColumn<Table extends keyof DB, Value>(
  { table, column, context = `${table}.${column}`, map }: Place<Table>,
  { write, read }: { write(value: Value): string; read(text: string): Value },
): SealedColumn<Value> {
  return {
    table,
    column,
    context,
    seal: (key, row, value) => key.seal(context, row, write(value)),
    open: (key, row, sealed) => read(key.open(context, row, sealed)),
    reseal: (key, row, sealed) => key.seal(context, row, key.open(context, row, sealed)),
    inJson: map !== undefined,
    map: map ?? ((content, change) => change(content as Buffer)),
  };
}
