import type { z } from 'zod';
import type { ConsentField, ConsentMapping } from '../../../shared/consentImport/schema.ts';
import type { ImportProblem } from '../../../shared/import/schema.ts';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import { original } from '../../platform/exports/neutral.ts';
import type { TableRow } from '../../platform/imports/table.ts';

/** Text that a problem quotes; never of the person that the row is about. */
export const quoted = (text: string): string => (text.length > 60 ? `${text.slice(0, 60)}…` : text);

/** A row while it is read: its cells by the fields that they fill, and their problems. */
export class RowCells {
  readonly row: number;
  readonly problems: ImportProblem[] = [];
  readonly #cells: readonly string[];
  readonly #fields: ConsentMapping['fields'];

  constructor({ at, cells }: TableRow, fields: ConsentMapping['fields']) {
    this.row = at;
    this.#cells = cells;
    this.#fields = fields;
  }

  /** The content of a column. */
  at(index: number): string {
    return original(this.#cells[index] ?? '').trim();
  }

  /** The content of a field's column; empty where it has none. */
  cell(field: ConsentField): string {
    const index = this.#fields[field];
    return index === undefined ? '' : this.at(index);
  }

  /** `key`: a locale key, or its short form under `consentImport:problem`. */
  problem(field: string | null, key: string, values?: ImportProblem['values']): void {
    this.problems.push({
      row: this.row,
      field,
      key: key.includes(':') ? key : `consentImport:problem.${key}`,
      ...(values && { values }),
    });
  }

  refused(field: string, issue: z.core.$ZodIssue): void {
    const { key, values } = issueKey(issue as IssueLike);
    this.problem(field, key, values as ImportProblem['values']);
  }

  /** A text that follows its rule, or, with a problem, unchanged. */
  checked(field: ConsentField, rule: Pick<z.ZodType<string>, 'safeParse'>, text: string): string {
    const result = rule.safeParse(text);
    if (result.success) return result.data;
    this.refused(field, result.error.issues[0]!);
    return text;
  }
}
