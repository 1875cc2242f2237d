import type { Deps } from '../../platform/trpc/context.ts';
import type { AppError } from '../../platform/errors.ts';
import { onDisk } from '../../platform/imports/context.ts';
import { runStep } from '../../platform/imports/run.ts';
import { files } from './files.ts';
import { commit } from './commit.ts';
import { predict } from './plan.ts';
import * as queries from './queries.ts';
import { readRows, readSheet } from './read.ts';
import { reportRejects } from './rejects.ts';
import { factsOf } from './rows.ts';
import { moveOn, type Step, progressReporter } from './step.ts';

/**
 * Does the step that an import waits for: reads the file, checks its rows, or writes them (`runStep`). What is written
 * stays written and is not written twice.
 */
export const runImport = (deps: Deps, workspaceId: string, id: string, signal: AbortSignal): Promise<void> =>
  runStep(
    deps,
    { workspaceId, id, signal },
    {
      store: queries.store,
      progressReporter,
      permission: 'ropa.write',
      work: (step) =>
        step.stored.status === 'checking' ? check(step) : step.stored.status === 'running' ? commit(step) : read(step),
      failure: {
        event: 'import.failed',
        subject: (_, stored) => stored.fileName,
        // More words than a workspace may have of its own.
        code: (error) =>
          /\.(limit|attributeLimit)$/.test((error as AppError).problem?.code ?? '') ? 'words' : undefined,
      },
    },
  );

async function read({ ctx, signal, stored }: Step): Promise<void> {
  const chosen = stored.sheet.sheets.length > 0 ? stored.sheet : null;
  const found = await onDisk(ctx, files.table, stored, (file) => readSheet(file, chosen, signal));
  const { sheet, mapping, total } = found;
  await moveOn({ ctx, stored }, 'finishReading', {
    sheet,
    mapping,
    summary: { ...stored.summary, rows: total },
    problems: [],
    done: total,
    total,
  });
}

async function check({ ctx, signal, stored, progress }: Step): Promise<void> {
  const rows = await onDisk(ctx, files.table, stored, (file) => readRows(file, stored.sheet, signal));
  const { facts, problems, skipped } = factsOf(rows, stored.mapping);
  const predicted = await predict(ctx, facts, problems, {
    addMissing: stored.mapping.addMissing,
    progress,
    signal,
  });
  const data = rows.filter(({ at }) => !skipped.has(at));
  const { counts, ...report } = await reportRejects(
    ctx,
    stored,
    { data, facts, skipped, problems },
    predicted.accepted,
  );
  await moveOn({ ctx, stored }, 'finishChecking', {
    summary: { ...predicted.summary, ...counts },
    ...report,
    done: data.length,
    total: data.length,
  });
}
