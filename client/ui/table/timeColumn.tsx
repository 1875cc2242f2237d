import { RelativeTime } from '../RelativeTime.tsx';
import type { Column } from './types.ts';

/** A column of moments; the row has the moment under the column's own id. */
export const timeColumn = <const Id extends string>(
  id: Id,
  header: string,
  { defaultHidden = false, priority = 2 }: Pick<Column<never>, 'defaultHidden' | 'priority'> = {},
): Column<{ readonly [Name in Id]: string | null }> => ({
  id,
  header,
  defaultHidden,
  priority,
  cell: (row) => (row[id] === null ? '–' : <RelativeTime value={row[id]} />),
});
