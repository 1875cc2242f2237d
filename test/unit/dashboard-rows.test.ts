import { expect, it } from 'vitest';
import { drawnRows, NOBODY } from '../../client/modules/dashboard/drawnRows.ts';

it('the chart of responsible departments always draws those for which nobody is responsible', () => {
  const keys = (rows: readonly string[], most: number) =>
    drawnRows(
      rows.map((key) => ({ key })),
      most,
    ).map(({ key }) => key);
  expect(keys(['a', 'b', 'c', NOBODY], 3)).toEqual(['a', 'b', NOBODY]);
  expect(keys([NOBODY, 'a', 'b', 'c'], 3)).toEqual([NOBODY, 'a', 'b']);
  expect(keys(['a', 'b', 'c', 'd'], 3)).toEqual(['a', 'b', 'c']);
  expect(keys(['a', NOBODY], 3)).toEqual(['a', NOBODY]);
});
