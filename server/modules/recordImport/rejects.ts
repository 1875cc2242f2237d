import type { ImportProblem } from '../../../shared/recordImport/schema.ts';
import { headingOf, type RopaColumn } from '../../../shared/ropa/sheet.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { translate } from '../../platform/i18n.ts';
import { keepRejectedRows } from '../../platform/imports/rejects.ts';
import type { TableRow } from '../../platform/imports/table.ts';
import { withPlace } from './place.ts';
import type { StoredImport } from './queries.ts';

/** A problem in one sentence of one language, with the heading it is under. */
function sentenceOf({ field, key, values }: ImportProblem, locale: 'th' | 'en'): string {
  const heading = field === null ? undefined : headingOf(field as RopaColumn, locale);
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
 * The rejected rows as they stand in the file, with what is wrong with each in both languages, as a workbook to
 * correct. Answers the file's id.
 */
export function keepRejects(
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
