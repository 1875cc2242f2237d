import type { ImportProblem } from '../../../shared/import/schema.ts';
import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { REQUEST_FIELDS } from '../../../shared/requestImport/schema.ts';
import { translate } from '../../platform/i18n.ts';
import { keepRejectedRows } from '../../platform/imports/rejects.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { Checked } from './check.ts';
import type { StoredImport } from './queries.ts';
import { headingOf } from './read.ts';

/** A problem in one sentence of one language, with its heading. */
function sentenceOf({ field, key, values }: ImportProblem, locale: Locale): string {
  const text = translate(locale, key, values);
  const known = REQUEST_FIELDS.find((one) => one === field);
  return known ? `${headingOf(known, locale)}: ${text}` : text;
}

/** Stores rejected rows with their reasons as a workbook. @returns the file's id; null when there are none */
export const keepRejects = async (
  ctx: WorkspaceContext,
  stored: StoredImport,
  rejected: Checked['rejected'],
): Promise<string | null> =>
  rejected.length === 0
    ? null
    : keepRejectedRows(
        ctx,
        stored,
        rejected.map(({ row: { cells }, problems }) => ({
          cells,
          reasons: LOCALES.flatMap((locale) => problems.map((problem) => sentenceOf(problem, locale))).join('\n'),
        })),
      );
