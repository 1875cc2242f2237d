import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../shared/dataMapping/fields.ts';
import { wordsOf } from '../../../shared/purpose/fields.ts';
import { type ImportSummary, NAME_LIMIT } from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { roomOf } from '../workspace/limits.ts';
import { count, emptySummary } from './counts.ts';
import { folded, gather, type GatheredApplication, type RowFacts } from './facts.ts';
import type { Known } from './known.ts';
import { EDITED, type StoredVersions } from './met.ts';
import { type Effect, planner } from './planner.ts';
import type { ProblemList } from './problems.ts';
import type { ApplicationPlan } from './resolve.ts';

/** Applications read in one transaction. */
const AT_ONCE = 20;

interface Forecast {
  gathered: GatheredApplication[];
  /** Applications to write, in the order of the file. */
  accepted: ApplicationPlan[];
  summary: ImportSummary;
  problems: ProblemList;
  /** What to add before anything else is written. */
  missing: Known['missing'];
  /** Row versions of the records that the prediction is made from, also of rejected applications. */
  met: StoredVersions;
}

/**
 * Reads every row of the file and predicts the effect of the import, without writing anything.
 * @param options.progress called with the number of processed applications and the total
 * @param options.isEdited whether an application, at its place in the file, may not be written since it was edited
 */
export async function predict(
  ctx: WorkspaceContext,
  rows: readonly RowFacts[],
  problems: ProblemList,
  {
    addMissing,
    progress,
    isEdited,
    signal,
  }: {
    addMissing: boolean;
    progress: (done: number, total: number) => Promise<void> | void;
    isEdited?: (effect: Effect, place: number) => boolean;
    signal: AbortSignal;
  },
): Promise<Forecast> {
  const gathered = gather(rows, problems.add);
  const plan = await planner(ctx, gathered, problems, addMissing);
  let effects: Effect[] = [];
  for (let start = 0; start < gathered.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const some = gathered.slice(start, start + AT_ONCE);
    await ctx.transaction(async (trx) => {
      for (const [place, one] of some.entries()) {
        const effect = await plan.effectOf(trx, one);
        if (!effect) continue;
        effects.push(effect);
        if (isEdited?.(effect, start + place)) problems.add(one.at, null, EDITED);
      }
    });
    await progress(start + some.length, gathered.length);
  }

  const summary = emptySummary();
  summary.over = await rejectOverLimit(ctx, effects, problems);
  effects = withoutRejected(effects, plan.known, problems);
  for (const effect of effects) count(summary, effect);
  summary.rows = rows.length;
  summary.rejected = summary.rows - summary.accepted;
  const used = usedIds(effects);
  // A category that only an attribute needs.
  for (const { id, piiCategoryId } of plan.known.missing) if (used.has(id) && piiCategoryId) used.add(piiCategoryId);
  const missing = plan.known.missing.filter(({ id }) => !addMissing || used.has(id));
  summary.missingCount = missing.length;
  summary.missing = missing.slice(0, NAME_LIMIT).map(({ kind, name }) => ({ kind, name: name.th }));
  return { gathered, accepted: effects.map((effect) => effect.plan), summary, problems, missing, met: plan.met };
}

/**
 * Rejects new applications beyond the package's limit, from the end of the file.
 * @returns the limit, where it is exceeded
 */
async function rejectOverLimit(
  ctx: WorkspaceContext,
  effects: readonly Effect[],
  problems: ProblemList,
): Promise<ImportSummary['over']> {
  const room = await ctx.transaction((trx) => roomOf(trx, ctx.workspace.id, ctx.workspace.tier, 'applications'));
  const wanted = effects.filter(({ outcome }) => outcome === 'created');
  const { limit, used } = room;
  if (limit === null || wanted.length <= Math.max(0, limit - used)) return null;
  for (const { plan } of wanted.slice(Math.max(0, limit - used)))
    problems.add(plan.at, 'applicationName', 'workspace:limit.applications', { limit });
  return { limit, used, wanted: wanted.length };
}

/** Leaves out applications with a problem, those that send data to one of them, and those that send to these. */
function withoutRejected(effects: readonly Effect[], known: Known, problems: ProblemList): Effect[] {
  const names = new Map([...known.expected].map(([name, id]) => [id, name]));
  const idOf = ({ plan: { name } }: Effect) => known.expected.get(folded(name));
  const sends = effects.flatMap((effect) =>
    effect.plan.purposes.flatMap(({ at, draft }) => draft.internalApplicationIds.map((id) => ({ id, at, effect }))),
  );
  const senders = Map.groupBy(sends, ({ id }) => id);
  const rest = new Set(effects.filter(({ plan: { rows } }) => !rows.some((row) => problems.rows.has(row))));
  const here = new Set([...rest].map(idOf));
  let removed = [...names.keys()].filter((id) => !here.has(id));
  while (removed.length > 0) {
    const rejected = removed
      .flatMap((id) => senders.get(id) ?? [])
      .filter(({ effect }) => rest.has(effect))
      .toSorted((one, other) => one.at - other.at);
    for (const { id, at } of rejected)
      problems.add(at, 'internalApplications', 'recordImport:problem.recipientRejected', { name: names.get(id)! });
    removed = rejected.filter(({ effect }) => rest.delete(effect)).flatMap(({ effect }) => idOf(effect) ?? []);
  }
  return [...rest];
}

function usedIds(effects: readonly Effect[]): Set<string> {
  const used = new Set<string>();
  const take = (ids: readonly (string | null | undefined)[]) => ids.forEach((id) => id && used.add(id));
  for (const {
    plan: { fields, purposes: own },
  } of effects) {
    take([fields.lineOfWorkId, fields.dataSourceId, fields.dataControllerId]);
    for (const { draft, lines, places } of own) {
      take([
        ...places.map(({ id }) => id),
        ...wordsOf(draft).flatMap(({ ids }) => ids),
        draft.responsibleDepartmentId,
        draft.purposeCategoryId,
        ...draft.piiCategoryIds,
      ]);
      for (const line of lines ?? [])
        take([...FLOW_WORD_KEYS.map((key) => line[FLOW_WORDS[key].idKey]), ...line.attributeIds]);
    }
  }
  return used;
}
