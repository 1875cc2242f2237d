import type { ImportSummary } from '../../../shared/recordImport/schema.ts';
import type { RopaColumn } from '../../../shared/ropa/sheet.ts';
import { actorOf } from '../../platform/actor.ts';
import { AppError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { onDisk } from '../../platform/imports/context.ts';
import { refusedColumn } from './columns.ts';
import { files } from './files.ts';
import { interpreterOf } from './foreign/interpreterOf.ts';
import { folded, type GatheredApplication } from './facts.ts';
import { count, emptySummary } from './counts.ts';
import { EDITED, findMet, isEdited } from './met.ts';
import { predict } from './plan.ts';
import { type Effect, planner } from './planner.ts';
import type { ProblemList } from './problems.ts';
import { readRows } from './read.ts';
import { reportRejects } from './rejects.ts';
import { factsOf } from './rows.ts';
import { moveOn, note, type Step } from './step.ts';
import { addMissing, writeApplication, writeShell } from './write.ts';

/**
 * Writes the file: first what the workspace lacks, then application by application, each with its purposes and mapping
 * entries in one transaction that also stores the progress. After a node's end it resumes after the last one.
 */
export async function commit(step: Step): Promise<void> {
  const { ctx, signal, stored } = step;
  const rows = await onDisk(ctx, files.table, stored, (file) => readRows(file, stored.sheet, signal));
  const interpreter = await interpreterOf(ctx, stored.mapping);
  const { facts, problems, skipped } = await factsOf(rows, stored.sheet, stored.mapping, interpreter);
  const data = rows.filter(({ at }) => !skipped.has(at));
  // Started before: the predictions of its first run and the refusals of services are stored in the row.
  const resumed = stored.total !== null;
  if (resumed)
    for (const { row, field, key, values } of stored.problems)
      problems.add(row, field as RopaColumn | null, key, values);
  const met = await ctx.transaction((trx) => findMet(trx, ctx.workspace.id, stored.id));
  // What an earlier run of this import has written has another version by itself.
  const written = new Set(resumed ? stored.summary.shells : []);
  const wasEdited = (effect: Effect, place: number): boolean =>
    met !== null && place >= stored.done && !written.has(folded(effect.plan.name)) && isEdited(met, effect);
  const predicted = await predict(ctx, facts, problems, {
    addMissing: stored.mapping.addMissing,
    progress: () => {},
    isEdited: wasEdited,
    signal,
  });
  const { gathered } = predicted;
  const takes = new Set(predicted.accepted.map(({ name }) => folded(name)));

  const { missing, missingCount, over } = predicted.summary;
  const summary = resumed ? stored.summary : { ...emptySummary(), missing, missingCount, over };
  if (!resumed) stored.problems = [];
  // A later run passes over what this one has refused.
  stored.problems = [
    ...stored.problems.filter(({ key }) => key !== EDITED),
    ...problems.list.filter(({ key }) => key === EDITED),
  ];
  await ctx.transaction((trx) =>
    note(trx, step, {
      summary,
      problems: stored.problems,
      ...(!resumed && { done: 0, total: gathered.length }),
    }),
  );
  if (stored.mapping.addMissing) await addMissing(ctx, predicted.missing);
  const run: Writing = { step, gathered, takes, summary, problems, wasEdited };
  await writeShells(
    run,
    predicted.accepted.flatMap(({ purposes }) => purposes.flatMap(({ draft }) => draft.internalApplicationIds)),
  );
  await writeApplications(run);

  const accepted = gathered.filter(
    (one) => !one.rows.some((row) => problems.rows.has(row)) && takes.has(folded(one.facts.applicationName)),
  );
  const { counts, ...report } = await reportRejects(ctx, stored, { data, facts, skipped, problems }, accepted);
  Object.assign(summary, counts, { accepted: counts.rows - counts.rejected });
  const ended = await moveOn({ ctx, stored }, 'finish', {
    summary,
    ...report,
    done: gathered.length,
    total: gathered.length,
  });
  if (ended) await announceEnd(step, summary);
}

/** The applications of a file that one run writes. */
interface Writing {
  step: Step;
  gathered: readonly GatheredApplication[];
  /** Folded names of the accepted applications. */
  takes: ReadonlySet<string>;
  summary: ImportSummary;
  problems: ProblemList;
  /** Whether an application, at its place in the file, was edited since the check, other than by this import. */
  wasEdited: (effect: Effect, place: number) => boolean;
}

/** Writes application by application, each in one transaction that also stores the progress. */
async function writeApplications({ step, gathered, takes, summary, problems, wasEdited }: Writing): Promise<void> {
  const { ctx, signal, stored, progress } = step;
  const plan = await planner(ctx, gathered, problems, stored.mapping.addMissing);
  for (const [done, one] of gathered.entries()) {
    if (done < stored.done || !takes.has(folded(one.facts.applicationName))) continue;
    signal.throwIfAborted();
    // Counted separately, and added once it is committed.
    const counted = structuredClone(summary);
    const written = await refused(problems, one, () =>
      ctx.transaction(async (trx) => {
        const effect = await plan.effectOf(trx, one);
        if (!effect) return null;
        const isShell = summary.shells.includes(folded(one.facts.applicationName));
        if (!isShell && wasEdited(effect, done)) {
          problems.add(one.at, null, EDITED);
          return null;
        }
        const result = await writeApplication(trx, ctx, effect);
        const outcome = isShell ? 'created' : effect.outcome;
        count(counted, { ...effect, outcome }, result.id);
        await note(trx, step, {
          summary: counted,
          done: done + 1,
          total: gathered.length,
          rowsWritten: counted.accepted,
        });
        return result;
      }),
    );
    if (!written) {
      await keepProblems(step, one, problems);
      continue;
    }
    Object.assign(summary, counted);
    for (const purpose of written.purposes) plan.wrote(purpose);
    await progress(done + 1, gathered.length);
  }
}

async function announceEnd({ ctx, stored }: Step, summary: ImportSummary): Promise<void> {
  const { created, changed } = summary.applications;
  await ctx.transaction((trx) =>
    emit(trx, actorOf(ctx), {
      event: 'import.finished',
      entityId: stored.id,
      subject: stored.fileName,
      changes: [{ field: 'applications', old: null, new: created + changed }],
    }),
  );
}

/** Applications that receive data from others of the file are recorded first, so that these can name them. */
async function writeShells(
  { step, gathered, takes, summary, problems }: Writing,
  receivers: readonly string[],
): Promise<void> {
  const { ctx, stored } = step;
  const plan = await planner(ctx, gathered, problems, stored.mapping.addMissing);
  const wanted = new Set<string>();
  const names = new Map([...plan.known.expected].map(([name, id]) => [id, name]));
  // Placeholder ids from the check have been replaced: the applications are identified by their rows again.
  if (receivers.length === 0) return;
  for (const one of gathered) {
    for (const { facts } of one.purposes)
      for (const name of facts.internalApplications ?? [])
        if (plan.known.expected.has(folded(name))) wanted.add(folded(name));
  }
  if (names.size === 0 || wanted.size === 0) return;
  for (const one of gathered) {
    const name = folded(one.facts.applicationName);
    if (!wanted.has(name) || !takes.has(name)) continue;
    const done = await refused(problems, one, () =>
      ctx.transaction(async (trx) => {
        const effect = await plan.effectOf(trx, one);
        if (!effect || effect.before) return null;
        await writeShell({ ...ctx, transaction: (work) => work(trx) }, effect);
        await note(trx, step, { summary: { ...summary, shells: [...summary.shells, name] } });
        return true;
      }),
    );
    if (done) summary.shells.push(name);
    else await keepProblems(step, one, problems);
  }
}

/** Stores why an application was refused: a later run does not try it again. */
async function keepProblems(step: Step, one: GatheredApplication, problems: ProblemList): Promise<void> {
  const rows = new Set(one.rows);
  const own = problems.list.filter(({ row }) => rows.has(row));
  if (own.length === 0) return;
  step.stored.problems = [...step.stored.problems, ...own];
  await step.ctx.transaction((trx) => note(trx, step, { problems: step.stored.problems }));
}

/** Turns a refusal of a service into a problem of the application's rows; the others continue. */
async function refused<Result>(
  problems: ProblemList,
  one: GatheredApplication,
  work: () => Promise<Result>,
): Promise<Result | null> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof AppError) || error.status === 'SERVICE_UNAVAILABLE') throw error;
    const [issue] = error.problem.issues ?? [];
    problems.add(
      one.at,
      issue ? refusedColumn(issue.path) : null,
      issue?.key ?? error.problem.key ?? 'errors:conflict',
      (issue?.values ?? error.problem.values) as Record<string, string | number> | undefined,
    );
    return null;
  }
}
