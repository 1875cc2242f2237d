import type { Trx } from '../../../db/client.ts';
import type { Application } from '../../../shared/application.ts';
import type { MappedFlow } from '../../../shared/dataMapping.ts';
import type { PurposeContent, PurposeDraft } from '../../../shared/purpose.ts';
import { type ImportCounts, type ImportOutcome, type ImportProblem, type ImportSummary, importSummary, NAMES_KEPT } from '../../../shared/recordImport.ts';
import type { WorkspaceContext } from '../../context.ts';
import * as flowQueries from '../application/flowQueries.ts';
import * as applications from '../application/service.ts';
import * as purposes from '../purpose/service.ts';
import { roomOf } from '../workspace/limits.ts';
import { isSameApplication, isSamePurpose, type LineEffect, matchLines, samePurpose } from './effect.ts';
import { type AddProblem, type FactPath, folded, gather, type GatheredApplication, type RowFacts } from './facts.ts';
import { type Known, knownOf } from './known.ts';
import { type ApplicationPlan, type PurposePlan, resolver } from './resolve.ts';

export interface PurposeEffect {
  plan: PurposePlan;
  /** Recorded before, with what it said. */
  before: { id: string; rowVersion: number; status: string; content: PurposeContent } | null;
  linked: boolean;
  same: boolean;
  lines: LineEffect[];
  removed: MappedFlow[];
}

/** What writing a plan would do. */
export interface Effect {
  plan: ApplicationPlan;
  before: Application | null;
  outcome: Exclude<ImportOutcome, 'rejected'>;
  sameFields: boolean;
  purposes: PurposeEffect[];
  /** Lines of purposes that the file says nothing of. */
  kept: MappedFlow[];
  /** Ids of all recorded lines, in their order. */
  order: string[];
}

/** Problems by row, with the rows that have one: an application is taken as a whole or not at all. */
export function problemList() {
  const list: ImportProblem[] = [];
  const rows = new Set<number>();
  const seen = new Set<string>();
  const add: AddProblem = (row, path, key, values) => {
    const entry = JSON.stringify([row, path, key, values]);
    if (seen.has(entry)) return;
    seen.add(entry);
    rows.add(row);
    list.push({ row, field: path, key, ...(values && Object.keys(values).length > 0 && { values }) });
  };
  return { list, rows, add };
}
export type ProblemList = ReturnType<typeof problemList>;

/** Titles of the workspace's purposes, for those that several applications share. */
type Titles = Map<string, { id: string | null; draft?: PurposeDraft }[]>;
async function titlesOf(trx: Trx, workspaceId: string): Promise<Titles> {
  const rows = await trx.selectFrom('purposes').select(['id', 'titleTh']).where('workspaceId', '=', workspaceId).orderBy('id').execute();
  const titles: Titles = new Map();
  for (const { id, titleTh } of rows) titles.set(folded(titleTh), [...(titles.get(folded(titleTh)) ?? []), { id }]);
  return titles;
}

export interface Planner {
  known: Known;
  /** What writing one application would do, as the record is now; null where something is wrong, told in `problems`. */
  effectOf(trx: Trx, gathered: GatheredApplication): Promise<Effect | null>;
  /** Notes a purpose that was written, for the applications after it. */
  wrote(title: string, id: string): void;
}

/** Reads the workspace's names once; the record itself is read application by application. */
export async function planner(ctx: WorkspaceContext, gathered: readonly GatheredApplication[], problems: ProblemList, addMissing: boolean): Promise<Planner> {
  const ws = ctx.workspace.id;
  const known = await ctx.transaction((trx) => knownOf(trx, ws));
  const titles = await ctx.transaction((trx) => titlesOf(trx, ws));
  for (const { facts } of gathered) if (!known.application(facts.name)) known.expect(facts.name);
  const resolve = resolver(known, problems.add, addMissing);

  /** A purpose of another application that says the same under the same title: the two share it. */
  async function shared(trx: Trx, draft: PurposeDraft): Promise<{ id: string | null } | undefined> {
    for (const candidate of titles.get(folded(draft.title.th)) ?? []) {
      if (candidate.id === null) {
        if (candidate.draft && samePurpose(candidate.draft, draft)) return candidate;
      } else if (isSamePurpose(draft, (await purposes.existing(trx, ctx, candidate.id)).content)) return candidate;
    }
    return undefined;
  }

  return {
    known,
    wrote: (title, id) => void titles.set(folded(title), [{ id }, ...(titles.get(folded(title)) ?? []).filter((one) => one.id !== null && one.id !== id)]),
    async effectOf(trx, one) {
      const found = known.application(one.facts.name);
      const before = found ? (await applications.existing(trx, ctx, found.id)).application : null;
      const linked = new Map<string, NonNullable<PurposeEffect['before']>>();
      for (const { id } of before?.purposes ?? []) {
        const { content, rowVersion, status } = await purposes.existing(trx, ctx, id);
        if (!linked.has(folded(content.title.th))) linked.set(folded(content.title.th), { id, content, rowVersion, status });
      }
      const plan = resolve.application(one, { application: before, purposes: linked });
      if (plan === null || one.rows.some((row) => problems.rows.has(row))) return null;

      const flows = before ? await flowQueries.list(trx, ws, before.id) : [];
      const effects: PurposeEffect[] = [];
      for (const purpose of plan.purposes) {
        let own = purpose.id === null ? null : (linked.get(folded(purpose.draft.title.th)) ?? null);
        const isLinked = own !== null;
        if (own === null) {
          const other = await shared(trx, purpose.draft);
          if (other?.id) {
            const { content, rowVersion, status } = await purposes.existing(trx, ctx, other.id);
            own = { id: other.id, content, rowVersion, status };
          } else if (!other) titles.set(folded(purpose.draft.title.th), [...(titles.get(folded(purpose.draft.title.th)) ?? []), { id: null, draft: purpose.draft }]);
        }
        const recorded = flows.filter((flow) => flow.purpose.id === own?.id);
        const { effects: lines, removed } = purpose.lines ? matchLines(purpose.lines, purpose.draft, recorded) : { effects: [], removed: [] };
        effects.push({ plan: { ...purpose, id: own?.id ?? null }, before: own, linked: isLinked, same: own !== null && isSamePurpose(purpose.draft, own.content), lines, removed });
      }
      const named = new Set(effects.filter(({ plan: { lines } }) => lines !== null).map(({ before: own }) => own?.id));
      const sameFields = before !== null && isSameApplication(plan.fields, before);
      const same = sameFields && effects.every((effect) => effect.linked && effect.same && effect.removed.length === 0 && effect.lines.every((line) => line.same));
      return { plan, before, outcome: before === null ? 'created' : same ? 'unchanged' : 'changed', sameFields, purposes: effects, kept: flows.filter((flow) => !named.has(flow.purpose.id)), order: flows.map(({ id }) => id) };
    },
  };
}

const tally = (): ImportCounts => ({ created: 0, changed: 0, unchanged: 0, removed: 0 });

/** Adds what an application's writing does to the counts. */
export function count(summary: ImportSummary, { plan, before, outcome, sameFields, purposes: own }: Effect, id: string | null = before?.id ?? null): void {
  summary.accepted += plan.rows.length;
  summary.applications[outcome] += 1;
  let opened = false;
  for (const purpose of own) {
    const kind = purpose.before === null ? 'created' : purpose.same ? 'unchanged' : 'changed';
    summary.purposes[kind] += 1;
    if (kind === 'changed' && purpose.before?.status === 'published') note(summary.reopened, purpose.before.content.title.th);
    for (const line of purpose.lines) summary.lines[line.same ? 'unchanged' : line.id === null ? 'created' : 'changed'] += 1;
    summary.lines.removed += purpose.removed.length;
    if (!purpose.linked || purpose.removed.length > 0 || purpose.lines.some((line) => !line.same)) opened = true;
  }
  if (before?.status === 'published' && (opened || !sameFields)) note(summary.reopened, before.name);
  if (summary.outcomes.length < NAMES_KEPT) summary.outcomes.push({ id, name: plan.name, outcome });
}
const note = (names: string[], name: string): void => {
  if (names.length < NAMES_KEPT && !names.includes(name)) names.push(name);
};

export const emptySummary = (): ImportSummary => ({ ...importSummary.parse({}), applications: tally(), purposes: tally(), lines: tally() });

export interface Foretold {
  gathered: GatheredApplication[];
  /** Applications that will be written, in the order of the file. */
  accepted: ApplicationPlan[];
  summary: ImportSummary;
  problems: ProblemList;
  /** What is to be added before anything else is written. */
  missing: Known['missing'];
}

/**
 * Goes through every row of the file and tells what importing it would do, without writing anything.
 * @param options.progress called with the applications done and their number
 */
export async function foretell(
  ctx: WorkspaceContext,
  rows: readonly RowFacts[],
  problems: ProblemList,
  { addMissing, progress, signal }: { addMissing: boolean; progress: (done: number, total: number) => Promise<void> | void; signal: AbortSignal },
): Promise<Foretold> {
  const gathered = gather(rows, problems.add);
  const plan = await planner(ctx, gathered, problems, addMissing);
  let effects: Effect[] = [];
  if (!plan.known.hasController) for (const one of gathered) problems.add(one.at, 'application.dataController', 'application:noDataController');
  for (const [done, one] of gathered.entries()) {
    signal.throwIfAborted();
    const effect = await ctx.transaction((trx) => plan.effectOf(trx, one));
    if (effect) effects.push(effect);
    await progress(done + 1, gathered.length);
  }

  const summary = emptySummary();
  // Newest applications beyond what the package allows, the last of the file first.
  const room = await ctx.transaction((trx) => roomOf(trx, ctx.workspace.id, ctx.workspace.tier, 'applications'));
  const wanted = effects.filter(({ outcome }) => outcome === 'created');
  const allowed = room.limit === null ? Number.POSITIVE_INFINITY : Math.max(0, room.limit - room.used);
  if (wanted.length > allowed) {
    summary.over = { limit: room.limit!, used: room.used, wanted: wanted.length };
    for (const { plan: { at } } of wanted.slice(allowed)) problems.add(at, 'application.name', 'workspace:limit.applications', { limit: room.limit! });
  }
  // An application that sends data to one that is not taken cannot be taken itself, nor those that send to it.
  for (;;) {
    const before = effects.length;
    effects = effects.filter(({ plan: { rows: own } }) => !own.some((row) => problems.rows.has(row)));
    const here = new Set(effects.map(({ plan: { name } }) => plan.known.expected.get(folded(name))));
    const gone = new Map([...plan.known.expected].filter(([, id]) => !here.has(id)).map(([name, id]) => [id, name]));
    for (const { plan: own } of effects) {
      for (const { at, draft } of own.purposes) {
        for (const id of draft.internalApplicationIds) if (gone.has(id)) problems.add(at, 'purpose.internalApplications', 'recordImport:problem.recipientRejected', { name: gone.get(id)! });
      }
    }
    if (effects.length === before && !effects.some(({ plan: { rows: own } }) => own.some((row) => problems.rows.has(row)))) break;
  }

  for (const effect of effects) count(summary, effect);
  summary.rows = rows.length;
  summary.rejected = summary.rows - summary.accepted;
  const used = usedIds(effects);
  const missing = plan.known.missing.filter(({ id }) => !addMissing || used.has(id));
  summary.missingCount = missing.length;
  summary.missing = missing.slice(0, NAMES_KEPT).map(({ kind, name }) => ({ kind, name }));
  return { gathered, accepted: effects.map((effect) => effect.plan), summary, problems, missing };
}

function usedIds(effects: readonly Effect[]): Set<string> {
  const used = new Set<string>();
  const take = (ids: readonly (string | null)[]) => ids.forEach((id) => id && used.add(id));
  for (const { plan: { fields, purposes: own } } of effects) {
    take([fields.lineOfWorkId, fields.dataSourceId]);
    for (const { draft, lines } of own) {
      take([...draft.dataSubjectGroupIds, ...draft.storageSystemIds, ...draft.destructionMethodIds, ...draft.securityMeasureIds, draft.responsibleDepartmentId]);
      for (const line of lines ?? []) take([line.dataSubjectGroupId, line.channelId, line.storageSystemId, line.destructionMethodId, ...line.attributeIds]);
    }
  }
  return used;
}

/** Every row that is not taken, with what is wrong with it: its own problems, or that another row of its application has one. */
export function rejectedRows(rows: readonly { at: number }[], facts: readonly RowFacts[], accepted: readonly ApplicationPlan[], problems: ProblemList): Map<number, ImportProblem[]> {
  const taken = new Set(accepted.flatMap((plan) => plan.rows));
  const byRow = new Map<number, ImportProblem[]>();
  for (const problem of problems.list) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const applicationOf = new Map(facts.map(({ at, application }) => [at, folded(application.name)]));
  const firstWrong = new Map<string, number>();
  for (const { at, application } of facts) if (byRow.has(at) && !firstWrong.has(folded(application.name))) firstWrong.set(folded(application.name), at);
  const rejected = new Map<number, ImportProblem[]>();
  for (const { at } of rows) {
    if (taken.has(at)) continue;
    const other = firstWrong.get(applicationOf.get(at) ?? '');
    rejected.set(at, byRow.get(at) ?? [{ row: at, field: null, key: 'recordImport:problem.together', values: { row: other ?? at } }]);
  }
  return rejected;
}

export type { FactPath };
