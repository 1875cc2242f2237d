import { PROBLEM_LIMIT } from '../../../shared/import/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { ImportFailure, onDisk } from '../../platform/imports/context.ts';
import { runStep } from '../../platform/imports/run.ts';
import { bare, sealProblems, sealSheet } from '../../platform/imports/sealed.ts';
import { nameOf } from '../../platform/records/names.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import { checkRows, count, nothingWritten } from './check.ts';
import { commit } from './commit.ts';
import { files } from './files.ts';
import { type Form, formOf } from './form.ts';
import * as queries from './queries.ts';
import type { Step } from './queries.ts';
import { readRows, readSheet } from './read.ts';
import { keepRejects } from './rejects.ts';

/** Does the pending step of an import of requests: reads the file, checks its rows, or writes them (`runStep`). */
export const runRequestImport = (deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> =>
  runStep(
    deps,
    { workspaceId, id, signal },
    {
      store: queries.store,
      progressReporter: queries.progressReporter,
      permission: 'request.manage',
      work: async (step) => {
        const { ctx, stored } = step;
        const { form, key } = await ctx.transaction(async (trx) => ({
          form: await formOf(trx, ctx, stored.targetId!),
          key: await deps.keyring.workspaceKey(trx, workspaceId),
        }));
        if (!form) throw new ImportFailure('formGone');
        if (stored.status === 'checking') await check(step, form, key);
        else if (stored.status === 'running') await commit(step, form, key);
        else await read(step);
      },
      failure: {
        event: 'requestImport.failed',
        subject: async (trx, { targetId }) => (await nameOf(trx, workspaceId, 'requestForms', targetId!)) ?? '',
        withoutCells: bare,
      },
    },
  );

async function read({ ctx, signal, stored }: Step): Promise<void> {
  const chosen =
    stored.sheet.sheets.length > 0 ? { sheet: stored.sheet.sheet, headingRow: stored.sheet.headingRow } : null;
  const { sheet, mapping, total } = await onDisk(ctx, files.table, stored, (file) => readSheet(file, chosen, signal));
  const sealed = await ctx.transaction((trx) => sealSheet(trx, ctx, stored.id, sheet));
  await queries.moveOn({ ctx, stored }, 'finishReading', {
    sheet: sealed,
    mapping,
    summary: nothingWritten({ rows: total }),
    problems: [],
    done: total,
    total,
  });
}

/** Checks every row, and predicts the effect of the import; writes nothing but the file of rejected rows. */
async function check({ ctx, signal, stored }: Step, form: Form, key: WorkspaceKey): Promise<void> {
  const now = ctx.deps.now();
  const rows = await onDisk(ctx, files.table, stored, (file) => readRows(file, stored.sheet, signal));
  const { candidates, rejected, rejectedHash, skipped } = checkRows(rows, { form, stored, now });
  const known = await ctx.transaction((trx) =>
    requests.importedOf(
      trx,
      { workspaceId: ctx.workspace.id, key, requestFormId: form.id },
      candidates.map(({ row }) => row.reference),
    ),
  );
  const problems = rejected.flatMap((one) => one.problems);
  const summary = nothingWritten({
    rows: rows.length - skipped,
    rejected: rejected.length,
    skipped,
    unchanged: known.size,
    problems: problems.length,
    checkedAt: now.toISOString(),
    rejectedHash,
  });
  for (const { row } of candidates) if (!known.has(row.reference)) count(summary, row, form, now);
  await queries.moveOn({ ctx, stored }, 'finishChecking', {
    summary,
    problems: sealProblems(key, stored.id, problems.slice(0, PROBLEM_LIMIT)),
    rejectsFileId: await keepRejects(ctx, stored, rejected),
    done: rows.length,
    total: rows.length,
  });
}
