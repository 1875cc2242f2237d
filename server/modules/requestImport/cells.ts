import type { ImportProblem } from '../../../shared/import/schema.ts';
import { issueKey, type IssueLike } from '../../../shared/issues.ts';
import type { RequestField, RequestMapping } from '../../../shared/requestImport/schema.ts';
import { original } from '../../platform/exports/neutral.ts';
import type { TableRow } from '../../platform/imports/table.ts';

/** A row while it is read: its cells by the fields that they fill, and their problems. */
export class Cells {
  readonly row: number;
  readonly problems: ImportProblem[] = [];
  readonly #cells: readonly string[];
  readonly #fields: RequestMapping['fields'];

  constructor({ at, cells }: TableRow, fields: RequestMapping['fields']) {
    this.row = at;
    this.#cells = cells;
    this.#fields = fields;
  }

  /** The content of a field's column; empty where it has none. */
  text(field: RequestField): string {
    const index = this.#fields[field];
    return index === undefined ? '' : original(this.#cells[index] ?? '').trim();
  }

  /** A problem of a field, by its short name under `requestImport:problem`; `quotes`: with the content of the cell. */
  problem(field: RequestField, key: string, { quotes, ...values }: { quotes?: string } & Record<string, string> = {}) {
    const text = quotes && (quotes.length > 60 ? `${quotes.slice(0, 60)}…` : quotes);
    this.#add(field, `requestImport:problem.${key}`, { ...values, ...(text && { text }) });
  }

  /** A field that a rule refused. */
  refused(field: RequestField, issue: IssueLike): void {
    const { key, values } = issueKey(issue);
    this.#add(field, key, (values ?? {}) as NonNullable<ImportProblem['values']>);
  }

  #add(field: RequestField, key: string, values: NonNullable<ImportProblem['values']>): void {
    this.problems.push({ row: this.row, field, key, ...(Object.keys(values).length > 0 && { values }) });
  }
}
