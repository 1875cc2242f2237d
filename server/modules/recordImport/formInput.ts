import type { z } from 'zod';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import type { RopaColumn } from '../../../shared/ropa/sheet.ts';
import type { AddProblem } from './facts.ts';

/** A value parsed by the form's schema; an error is reported at its column. */
export function parsed<Schema extends z.ZodType>(
  add: AddProblem,
  schema: Schema,
  value: unknown,
  at: number,
  columnAt: (path: readonly PropertyKey[]) => RopaColumn | null,
): z.output<Schema> | null {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  for (const issue of result.error.issues) {
    const { key, values } = issueKey(issue as IssueLike);
    add(at, columnAt(issue.path), key, values as Record<string, string | number> | undefined);
  }
  return null;
}

/** Values of the columns that the file has, an empty cell as `blank`. */
export function stated<Facts extends object, Key extends keyof Facts>(
  facts: Facts,
  columns: readonly Key[],
  blank: unknown,
): Record<string, unknown> {
  return Object.fromEntries(
    columns.filter((column) => facts[column] !== undefined).map((column) => [column, facts[column] ?? blank]),
  );
}
