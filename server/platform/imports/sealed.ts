import type { Trx } from '../../../db/client.ts';
import type { ImportProblem, ImportSheet } from '../../../shared/import/schema.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { SealError } from '../crypto/envelope.ts';
import { sealedJson, sealedText } from '../crypto/sealedColumn.ts';
import type { WorkspaceKey } from '../crypto/workspaceKey.ts';

type SheetExcerpt = Pick<ImportSheet, 'columns' | 'preview'>;
type Inside = Pick<WorkspaceContext, 'deps' | 'workspace'>;

const changed = (sealed: string, change: (sealed: Buffer) => Buffer): string =>
  change(Buffer.from(sealed, 'base64')).toString('base64');

/**
 * Samples and first rows of a file name data subjects: in the import's row they are sealed, as they are in submissions.
 */
export const sealedExcerpt = sealedJson<SheetExcerpt>()({
  table: 'imports',
  column: 'columns',
  map(content, change) {
    // Of the record's import it is a list, or holds nothing sealed.
    const { sealed } = content as ImportSheet;
    return sealed === undefined ? content : { ...(content as ImportSheet), sealed: changed(sealed, change) };
  },
});

/** Problems quote cells; whatever column was taken for another, a quoted cell may name somebody. */
export const sealedQuote = sealedText({
  table: 'imports',
  column: 'problems',
  map: (content, change) =>
    (content as ImportProblem[]).map((problem) =>
      problem.values?.sealed === undefined
        ? problem
        : { ...problem, values: { ...problem.values, sealed: changed(String(problem.values.sealed), change) } },
    ),
});

/** Without what its cells hold: all that stays of a file whose import has ended. */
export const bare = (sheet: ImportSheet): ImportSheet => {
  const { sealed: _, ...rest } = sheet;
  return { ...rest, columns: sheet.columns.map((column) => ({ ...column, samples: [] })), preview: [] };
};

/** The sheet as the row of the import `id` has it. */
export async function sealSheet(
  trx: Trx,
  { deps, workspace }: Inside,
  id: string,
  sheet: ImportSheet,
): Promise<ImportSheet> {
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  const sealed = sealedExcerpt.seal(key, id, { columns: sheet.columns, preview: sheet.preview });
  return { ...bare(sheet), sealed: sealed.toString('base64') };
}

/** The sheet of the import `id` in clear. */
export async function openSheet(
  trx: Trx,
  { deps, workspace }: Inside,
  id: string,
  sheet: ImportSheet,
): Promise<ImportSheet> {
  const { sealed, ...rest } = sheet;
  if (sealed === undefined) return rest;
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  try {
    return { ...rest, ...sealedExcerpt.open(key, id, Buffer.from(sealed, 'base64')) };
  } catch (error) {
    if (error instanceof SealError) return rest;
    throw error;
  }
}

/** The problems as the row of the import `id` has them. */
export const sealProblems = (key: WorkspaceKey, id: string, problems: readonly ImportProblem[]): ImportProblem[] =>
  problems.map((problem) => {
    if (problem.values?.text === undefined) return problem;
    const { text, ...values } = problem.values;
    return { ...problem, values: { ...values, sealed: sealedQuote.seal(key, id, String(text)).toString('base64') } };
  });

/** The problems of the import `id` in clear. */
export async function openProblems(
  trx: Trx,
  { deps, workspace }: Inside,
  id: string,
  problems: readonly ImportProblem[],
): Promise<ImportProblem[]> {
  if (!problems.some(({ values }) => values?.sealed !== undefined)) return [...problems];
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  return problems.map((problem) => {
    const { sealed, ...values } = problem.values ?? {};
    return sealed === undefined
      ? problem
      : { ...problem, values: { ...values, text: sealedQuote.open(key, id, Buffer.from(String(sealed), 'base64')) } };
  });
}
