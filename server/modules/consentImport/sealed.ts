import type { Trx } from '../../../db/client.ts';
import type { ImportProblem, ImportSheet } from '../../../shared/import/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { SealError } from '../../platform/crypto/envelope.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';

// Samples and first rows of a file name data subjects: in the import's row they are sealed, as they are in submissions.
const CONTEXT = 'imports.columns';
const PROBLEMS = 'imports.problems';
type SheetExcerpt = Pick<ImportSheet, 'columns' | 'preview'>;

/** Without what its cells hold: all that stays of a file whose import has ended. */
export const bare = (sheet: ImportSheet): ImportSheet => {
  const { sealed: _, ...rest } = sheet;
  return { ...rest, columns: sheet.columns.map((column) => ({ ...column, samples: [] })), preview: [] };
};

export async function sealSheet(
  trx: Trx,
  { deps, workspace }: Pick<WorkspaceContext, 'deps' | 'workspace'>,
  sheet: ImportSheet,
): Promise<ImportSheet> {
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  const excerpt: SheetExcerpt = { columns: sheet.columns, preview: sheet.preview };
  return { ...bare(sheet), sealed: key.seal(CONTEXT, JSON.stringify(excerpt)).toString('base64') };
}

export async function openSheet(
  trx: Trx,
  { deps, workspace }: Pick<WorkspaceContext, 'deps' | 'workspace'>,
  sheet: ImportSheet,
): Promise<ImportSheet> {
  const { sealed, ...rest } = sheet;
  if (sealed === undefined) return rest;
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  try {
    return { ...rest, ...(JSON.parse(key.open(CONTEXT, Buffer.from(sealed, 'base64'))) as SheetExcerpt) };
  } catch (error) {
    if (error instanceof SealError) return rest;
    throw error;
  }
}

/** Problems quote cells; whatever column was taken for another, a quoted cell may name somebody. */
export const sealProblems = (key: WorkspaceKey, problems: readonly ImportProblem[]): ImportProblem[] =>
  problems.map((problem) => {
    if (problem.values?.text === undefined) return problem;
    const { text, ...values } = problem.values;
    return { ...problem, values: { ...values, sealed: key.seal(PROBLEMS, String(text)).toString('base64') } };
  });

export async function openProblems(
  trx: Trx,
  { deps, workspace }: Pick<WorkspaceContext, 'deps' | 'workspace'>,
  problems: readonly ImportProblem[],
): Promise<ImportProblem[]> {
  if (!problems.some(({ values }) => values?.sealed !== undefined)) return [...problems];
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  return problems.map((problem) => {
    const { sealed, ...values } = problem.values ?? {};
    return sealed === undefined
      ? problem
      : { ...problem, values: { ...values, text: key.open(PROBLEMS, Buffer.from(String(sealed), 'base64')) } };
  });
}
