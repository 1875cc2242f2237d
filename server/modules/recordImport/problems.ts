import type { ImportProblem } from '../../../shared/recordImport/schema.ts';
import type { AddProblem } from './facts.ts';

/** Problems by row, and the rows that have one: an application is accepted completely or not at all. */
export function problemList() {
  const list: ImportProblem[] = [];
  const rows = new Set<number>();
  const known = new Set<string>();
  const add: AddProblem = (row, column, key, values) => {
    const entry = JSON.stringify([row, column, key, values]);
    if (known.has(entry)) return;
    known.add(entry);
    rows.add(row);
    list.push({ row, field: column, key, ...(values && Object.keys(values).length > 0 && { values }) });
  };
  return { list, rows, add };
}
export type ProblemList = ReturnType<typeof problemList>;
