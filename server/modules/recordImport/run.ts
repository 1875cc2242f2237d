import type { Deps } from '../../platform/trpc/context.ts';
import { type ImportMapping, importMapping, TEXTS_LISTED } from '../../../shared/recordImport/schema.ts';
import type { AppError } from '../../platform/errors.ts';
import { onDisk } from '../../platform/imports/context.ts';
import { findMapping, type MoveColumn } from '../../platform/imports/remembered.ts';
import { runStep } from '../../platform/imports/run.ts';
import { files } from './files.ts';
import { commit } from './commit.ts';
import { interpreterOf } from './foreign/interpreterOf.ts';
import { predict } from './plan.ts';
import * as queries from './queries.ts';
import { readRows, readSheet } from './read.ts';
import { reportRejects } from './rejects.ts';
import { factsOf } from './rows.ts';
import { moveOn, type Step, progressReporter } from './step.ts';

/**
 * Does the pending step of an import: reads the file, checks its rows, or writes them (`runStep`). Written rows stay,
 * and are not written twice.
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
        // More values than a workspace can have of its own.
        code: (error) =>
          /\.(limit|attributeLimit)$/.test((error as AppError).problem?.code ?? '') ? 'words' : undefined,
      },
    },
  );

async function read({ ctx, signal, stored }: Step): Promise<void> {
  const chosen = stored.sheet.sheets.length > 0 ? stored.sheet : null;
  const found = await onDisk(ctx, files.table, stored, (file) => readSheet(file, chosen, signal));
  const { sheet, mapping, total } = found;
  const remembered = await ctx.transaction((trx) =>
    findMapping(trx, { workspaceId: ctx.workspace.id, kind: queries.store.kind, columns: sheet.columns }),
  );
  await moveOn({ ctx, stored }, 'finishReading', {
    sheet: { ...sheet, remembered: remembered?.remembered ?? null },
    mapping: remembered ? movedMapping(importMapping.parse(remembered.mapping), remembered.move) : mapping,
    summary: { ...stored.summary, rows: total },
    problems: [],
    done: total,
    total,
  });
}

/** Adapts the mapping of an earlier file to one whose columns are in other positions. */
function movedMapping(mapping: ImportMapping, move: MoveColumn): ImportMapping {
  const moved = (columns: readonly number[]) => columns.map(move).filter((column) => column !== undefined);
  const fields = Object.entries(mapping.fields).flatMap(([field, column]) => {
    const place = move(column);
    return place === undefined ? [] : [[field, place] as const];
  });
  const more = Object.entries(mapping.more).map(([field, columns]) => [field, moved(columns)] as const);
  return {
    ...mapping,
    fields: Object.fromEntries(fields),
    more: Object.fromEntries(more),
    notes: moved(mapping.notes),
  };
}

async function check({ ctx, signal, stored, progress }: Step): Promise<void> {
  const rows = await onDisk(ctx, files.table, stored, (file) => readRows(file, stored.sheet, signal));
  const interpreter = await interpreterOf(ctx, stored.mapping);
  const { facts, problems, skipped } = await factsOf(rows, stored.sheet, stored.mapping, interpreter);
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
  const texts = interpreter?.met ?? [];
  await moveOn({ ctx, stored }, 'finishChecking', {
    summary: { ...predicted.summary, ...counts, texts: texts.slice(0, TEXTS_LISTED), textCount: texts.length },
    // Rows are written with the names under which they were checked, even if the workspace was renamed meanwhile.
    ...(interpreter && { mapping: { ...stored.mapping, values: interpreter.settledValues(stored.mapping) } }),
    ...report,
    met: predicted.met,
    done: data.length,
    total: data.length,
  });
}
