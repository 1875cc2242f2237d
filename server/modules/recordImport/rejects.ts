import { fieldName, type ImportField, type ImportProblem, PROBLEM_LIMIT } from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { translate } from '../../platform/i18n.ts';
import { withPlace } from '../../platform/imports/place.ts';
import { keepRejectedRows } from '../../platform/imports/rejects.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import { folded, type RowFacts } from './facts.ts';
import type { ProblemList } from './problems.ts';
import type { StoredImport } from './queries.ts';

/** A problem in one sentence of one language, with its heading. */
function sentenceOf({ field, key, values }: ImportProblem, locale: 'th' | 'en'): string {
  const heading = field === null ? undefined : fieldName(field as ImportField, locale);
  // Problems of cells name their column themselves.
  if (values?.column !== undefined) return translate(locale, key, { ...values, column: heading });
  const text = translate(locale, key, values);
  return heading ? `${heading}: ${text}` : text;
}

const reasons = (problems: readonly ImportProblem[]): string =>
  [
    ...problems.map((problem) => sentenceOf(problem, 'th')),
    ...problems.map((problem) => sentenceOf(problem, 'en')),
  ].join('\n');

/**
 * The rejected rows unchanged, with their problems in both languages, as a workbook to correct. @returns the file's id
 */
function keepRejects(
  ctx: WorkspaceContext,
  stored: StoredImport,
  rows: readonly TableRow[],
  rejected: ReadonlyMap<number, ImportProblem[]>,
): Promise<string> {
  const own = rows.filter(({ at }) => rejected.has(at));
  return keepRejectedRows(
    ctx,
    stored,
    own.map(({ at, cells }) => ({ cells, reasons: reasons((rejected.get(at) ?? []).map(withPlace(stored.sheet))) })),
  );
}

/** Every rejected row with the reason: its own problems, or that another row of its application has one. */
function rejectedRows(
  rows: readonly { at: number }[],
  facts: readonly RowFacts[],
  accepted: readonly { rows: readonly number[] }[],
  problems: ProblemList,
): Map<number, ImportProblem[]> {
  const acceptedRows = new Set(accepted.flatMap((plan) => plan.rows));
  const byRow = new Map<number, ImportProblem[]>();
  for (const problem of problems.list) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const applicationOf = new Map(facts.map(({ at, application }) => [at, folded(application.applicationName)]));
  const firstWrong = new Map<string, number>();
  for (const { at, application } of facts)
    if (byRow.has(at) && !firstWrong.has(folded(application.applicationName)))
      firstWrong.set(folded(application.applicationName), at);
  const rejected = new Map<number, ImportProblem[]>();
  for (const { at } of rows) {
    if (acceptedRows.has(at)) continue;
    const other = firstWrong.get(applicationOf.get(at) ?? '');
    rejected.set(
      at,
      byRow.get(at) ?? [{ row: at, field: null, key: 'recordImport:problem.together', values: { row: other ?? at } }],
    );
  }
  return rejected;
}

/** The data rows of a file, their content, and their problems. */
interface CheckedRows {
  data: readonly TableRow[];
  facts: readonly RowFacts[];
  skipped: ReadonlySet<number>;
  problems: ProblemList;
}

/** Stores the result for rejected rows: their counts, the first problems, and a file to correct them in. */
export async function reportRejects(
  ctx: WorkspaceContext,
  stored: StoredImport,
  { data, facts, skipped, problems }: CheckedRows,
  accepted: readonly { rows: readonly number[] }[],
) {
  const rejected = rejectedRows(data, facts, accepted, problems);
  return {
    counts: { rows: data.length, rejected: rejected.size, skipped: skipped.size, problems: problems.list.length },
    problems: problems.list
      .toSorted((a, b) => a.row - b.row)
      .slice(0, PROBLEM_LIMIT)
      .map(withPlace(stored.sheet)),
    rejectsFileId: rejected.size > 0 ? await keepRejects(ctx, stored, data, rejected) : null,
  };
}
