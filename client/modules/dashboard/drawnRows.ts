/** The key of the row of purposes for which nobody is responsible. */
export const NOBODY = 'NONE';

/** The first rows, at most so many; the last of them is that of nobody where it would not be drawn. */
export function drawnRows<Row extends { key: string }>(rows: readonly Row[], most: number): Row[] {
  const nobody = rows.slice(most).find(({ key }) => key === NOBODY);
  return nobody ? [...rows.slice(0, most - 1), nobody] : rows.slice(0, most);
}
