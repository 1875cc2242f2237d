import { RelativeTime } from '../RelativeTime.tsx';
import type { Column } from './types.ts';

/** A column of moments; the row has the moment under the column's own name. */
export const timeColumn = <const Id extends string>(
  id: Id,
  header: string,
  { defaultHidden = false } = {},
): Column<{ readonly [Name in Id]: string | null }> => ({
  id,
  header,
  defaultHidden,
  cell: (row) => (row[id] === null ? '–' : <RelativeTime value={row[id]} />),
});
