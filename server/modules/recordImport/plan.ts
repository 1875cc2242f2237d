import type { Trx } from '../../../db/client.ts';
import type { Application } from '../../../shared/application/schema.ts';
import { FLOW_WORD_KEYS, FLOW_WORDS } from '../../../shared/dataMapping/fields.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { type PurposeDraft, wordsOf } from '../../../shared/purpose/fields.ts';
import {
  mayAdd,
  type ImportCounts,
  type ImportOutcome,
  type ImportProblem,
  type ImportSummary,
  importSummary,
  NAMES_KEPT,
} from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as dataMapping from '../dataMapping/service.ts';
import * as applications from '../application/service.ts';
import * as purposes from '../purpose/service.ts';
import { roomOf } from '../workspace/limits.ts';
import { isSameApplication, isSamePurpose, type LineEffect, matchLines, samePurpose } from './effect.ts';
import { folded, gather, type GatheredApplication, type PurposeFacts, type RowFacts } from './facts.ts';
import { type Known, knownOf } from './known.ts';
import type { ProblemList } from './problems.ts';
import { type ApplicationPlan, type PurposePlan, type RecordedPurpose, resolver } from './resolve.ts';

export interface PurposeEffect {
  plan: PurposePlan;
  /** Recorded before, with what it said. */
  before: RecordedPurpose | null;
  /** Written by an application before this one of the file: it is there when this one comes. */
  comes: boolean;
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
  remaining: MappedFlow[];
  /** Ids of all recorded lines, in their order. */
  order: string[];
}

/** Titles of the workspace's purposes, for those that several applications share. */
type Titles = Map<string, { id: string | null; code?: string | null; draft?: PurposeDraft }[]>;
async function titlesOf(trx: Trx, workspaceId: string): Promise<Titles> {
  const rows = await trx
    .selectFrom('purposes')
    .select(['id', 'titleTh'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id')
    .execute();
  const titles: Titles = new Map();
  for (const { id, titleTh } of rows) titles.set(folded(titleTh), [...(titles.get(folded(titleTh)) ?? []), { id }]);
  return titles;
}

export interface Planner {
  known: Known;
  /** What writing one application would do, as the record is now; null where something is wrong, told in `problems`. */
  effectOf(trx: Trx, gathered: GatheredApplication): Promise<Effect | null>;
  /** Notes a purpose that was written, for the applications after it. */
  wrote(written: { id: string; title: string; code: string | null }): void;
}

/** Reads the workspace's names once; the record itself is read application by application. */
export async function planner(
  ctx: WorkspaceContext,
  gathered: readonly GatheredApplication[],
  problems: ProblemList,
  addMissing: boolean,
): Promise<Planner> {
  const ws = ctx.workspace.id;
  const known = await ctx.transaction((trx) => knownOf(trx, ws));
  const titles = await ctx.transaction((trx) => titlesOf(trx, ws));
  const ids = new Set([...titles.values()].flat().map(({ id }) => id));
  /** Purposes of the file, by their codes there, that were written in this run or will be. */
  const codes = new Map<string, string | null>();
  for (const { facts } of gathered) if (!known.application(facts.applicationName)) known.expect(facts.applicationName);
  const resolve = resolver(known, problems.add, { wanted: addMissing, may: (kind) => mayAdd(ctx.standing, kind) });

  async function read(trx: Trx, id: string): Promise<RecordedPurpose> {
    const { content, rowVersion, status } = await purposes.existing(trx, ctx, id);
    return { id, content, rowVersion, status };
  }
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
    wrote({ id, title, code }) {
      ids.add(id);
      if (code) codes.set(code, id);
      titles.set(folded(title), [
        { id },
        ...(titles.get(folded(title)) ?? []).filter((one) => one.id !== null && one.id !== id),
      ]);
    },
    async effectOf(trx, one) {
      const found = known.application(one.facts.applicationName);
      const before = found ? await applications.existing(trx, ctx, found.id) : null;
      const linked: RecordedPurpose[] = [];
      for (const { id } of before?.purposes ?? []) linked.push(await read(trx, id));
      const byCode = new Map<string, RecordedPurpose>();
      for (const {
        facts: { purposeCode: code },
      } of one.purposes) {
        const id = code ? (codes.get(code) ?? (ids.has(code) ? code : null)) : null;
        if (code && id) byCode.set(code, linked.find((own) => own.id === id) ?? (await read(trx, id)));
      }
      const claimed = new Set([...byCode.values()].map(({ id }) => id));
      const purposeOf = (facts: PurposeFacts): RecordedPurpose | undefined =>
        (facts.purposeCode ? byCode.get(facts.purposeCode) : undefined) ??
        linked.find(({ id, content }) => !claimed.has(id) && folded(content.title.th) === folded(facts.titleTh));
      const plan = resolve.application(one, { application: before, purposeOf });
      if (plan === null || one.rows.some((row) => problems.rows.has(row))) return null;

      const flows = before
        ? (await dataMapping.get({ ...ctx, transaction: (work) => work(trx) }, { id: before.id })).flows
        : [];
      const effects: PurposeEffect[] = [];
      for (const [place, purpose] of plan.purposes.entries()) {
        let own = purposeOf(one.purposes[place]!.facts) ?? null;
        let comes = own !== null || (purpose.code !== null && codes.has(purpose.code));
        if (!comes) {
          const other = await shared(trx, purpose.draft);
          if (other?.id) own = await read(trx, other.id);
          else if (!other) {
            titles.set(folded(purpose.draft.title.th), [
              ...(titles.get(folded(purpose.draft.title.th)) ?? []),
              { id: null, draft: purpose.draft },
            ]);
            if (purpose.code) codes.set(purpose.code, null);
          }
          comes = other !== undefined;
        }
        const recorded = flows.filter((flow) => flow.purpose.id === own?.id);
        const { effects: lines, removed } = purpose.lines
          ? matchLines(purpose.lines, purpose.draft, recorded)
          : { effects: [], removed: [] };
        effects.push({
          plan: purpose,
          before: own,
          comes,
          linked: linked.some(({ id }) => id === own?.id),
          same: own !== null && isSamePurpose(purpose.draft, own.content),
          lines,
          removed,
        });
      }
      const named = new Set(effects.filter(({ plan: { lines } }) => lines !== null).map(({ before: own }) => own?.id));
      const sameFields = before !== null && isSameApplication(plan.fields, before);
      const same =
        sameFields &&
        effects.every(
          (effect) =>
            effect.linked && effect.same && effect.removed.length === 0 && effect.lines.every((line) => line.same),
        );
      return {
        plan,
        before,
        outcome: before === null ? 'created' : same ? 'unchanged' : 'changed',
        sameFields,
        purposes: effects,
        remaining: flows.filter((flow) => !named.has(flow.purpose.id)),
        order: flows.map(({ id }) => id),
      };
    },
  };
}

/** Applications read in one transaction. */
const AT_ONCE = 20;

const tally = (): ImportCounts => ({ created: 0, changed: 0, unchanged: 0, removed: 0 });

/** Adds what an application's writing does to the counts. */
export function count(
  summary: ImportSummary,
  { plan, before, outcome, sameFields, purposes: own }: Effect,
  id: string | null = before?.id ?? null,
): void {
  summary.accepted += plan.rows.length;
  summary.applications[outcome] += 1;
  let opened = false;
  for (const purpose of own) {
    const kind =
      purpose.before === null ? (purpose.comes ? 'unchanged' : 'created') : purpose.same ? 'unchanged' : 'changed';
    summary.purposes[kind] += 1;
    if (kind === 'changed' && purpose.before?.status === 'published')
      note(summary.reopened, purpose.before.content.title.th);
    for (const line of purpose.lines)
      summary.lines[line.same ? 'unchanged' : line.id === null ? 'created' : 'changed'] += 1;
    summary.lines.removed += purpose.removed.length;
    if (!purpose.linked || purpose.removed.length > 0 || purpose.lines.some((line) => !line.same)) opened = true;
  }
  if (before?.status === 'published' && (opened || !sameFields)) note(summary.reopened, before.name);
  if (summary.outcomes.length < NAMES_KEPT) summary.outcomes.push({ id, name: plan.name, outcome });
}
const note = (names: string[], name: string): void => {
  if (names.length < NAMES_KEPT && !names.includes(name)) names.push(name);
};

export const emptySummary = (): ImportSummary => ({
  ...importSummary.parse({}),
  applications: tally(),
  purposes: tally(),
  lines: tally(),
});

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
export async function predict(
  ctx: WorkspaceContext,
  rows: readonly RowFacts[],
  problems: ProblemList,
  {
    addMissing,
    progress,
    signal,
  }: { addMissing: boolean; progress: (done: number, total: number) => Promise<void> | void; signal: AbortSignal },
): Promise<Foretold> {
  const gathered = gather(rows, problems.add);
  const plan = await planner(ctx, gathered, problems, addMissing);
  let effects: Effect[] = [];
  for (let start = 0; start < gathered.length; start += AT_ONCE) {
    signal.throwIfAborted();
    const some = gathered.slice(start, start + AT_ONCE);
    await ctx.transaction(async (trx) => {
      for (const one of some) {
        const effect = await plan.effectOf(trx, one);
        if (effect) effects.push(effect);
      }
    });
    await progress(start + some.length, gathered.length);
  }

  const summary = emptySummary();
  // Newest applications beyond what the package allows, the last of the file first.
  const room = await ctx.transaction((trx) => roomOf(trx, ctx.workspace.id, ctx.workspace.tier, 'applications'));
  const wanted = effects.filter(({ outcome }) => outcome === 'created');
  const allowed = room.limit === null ? Number.POSITIVE_INFINITY : Math.max(0, room.limit - room.used);
  if (wanted.length > allowed) {
    summary.over = { limit: room.limit!, used: room.used, wanted: wanted.length };
    for (const {
      plan: { at },
    } of wanted.slice(allowed))
      problems.add(at, 'applicationName', 'workspace:limit.applications', { limit: room.limit! });
  }
  // An application that sends data to one that is not taken cannot be taken itself, nor those that send to it.
  for (;;) {
    const before = effects.length;
    effects = effects.filter(({ plan: { rows: own } }) => !own.some((row) => problems.rows.has(row)));
    const here = new Set(effects.map(({ plan: { name } }) => plan.known.expected.get(folded(name))));
    const removed = new Map([...plan.known.expected].filter(([, id]) => !here.has(id)).map(([name, id]) => [id, name]));
    for (const { plan: own } of effects) {
      for (const { at, draft } of own.purposes) {
        for (const id of draft.internalApplicationIds)
          if (removed.has(id))
            problems.add(at, 'internalApplications', 'recordImport:problem.recipientRejected', {
              name: removed.get(id)!,
            });
      }
    }
    if (
      effects.length === before &&
      !effects.some(({ plan: { rows: own } }) => own.some((row) => problems.rows.has(row)))
    )
      break;
  }

  for (const effect of effects) count(summary, effect);
  summary.rows = rows.length;
  summary.rejected = summary.rows - summary.accepted;
  const used = usedIds(effects);
  // A category that only an attribute needs.
  for (const { id, piiCategoryId } of plan.known.missing) if (used.has(id) && piiCategoryId) used.add(piiCategoryId);
  const missing = plan.known.missing.filter(({ id }) => !addMissing || used.has(id));
  summary.missingCount = missing.length;
  summary.missing = missing.slice(0, NAMES_KEPT).map(({ kind, name }) => ({ kind, name: name.th }));
  return { gathered, accepted: effects.map((effect) => effect.plan), summary, problems, missing };
}

function usedIds(effects: readonly Effect[]): Set<string> {
  const used = new Set<string>();
  const take = (ids: readonly (string | null | undefined)[]) => ids.forEach((id) => id && used.add(id));
  for (const {
    plan: { fields, purposes: own },
  } of effects) {
    take([fields.lineOfWorkId, fields.dataSourceId, fields.dataControllerId]);
    for (const { draft, lines } of own) {
      take([
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

/**
 * Every row that is not taken, with what is wrong with it: its own problems, or that another row of its application has
 * one.
 */
export function rejectedRows(
  rows: readonly { at: number }[],
  facts: readonly RowFacts[],
  accepted: readonly { rows: readonly number[] }[],
  problems: ProblemList,
): Map<number, ImportProblem[]> {
  const acceptedRows = new Set(accepted.flatMap((plan) => plan.rows));
  const byRow = new Map<number, ImportProblem[]>();
  for (const problem of problems.list) byRow.set(problem.row, [...(byRow.get(problem.row) ?? []), problem]);
  const applicationOf = new Map(facts.map(({ at, application }) => [at, folded(application.applicationName)]));
  const firstWrong = new Map<string, number>();
  for (const { at, application } of facts)
    if (byRow.has(at) && !firstWrong.has(folded(application.applicationName)))
      firstWrong.set(folded(application.applicationName), at);
  const rejected = new Map<number, ImportProblem[]>();
  for (const { at } of rows) {
    if (acceptedRows.has(at)) continue;
    const other = firstWrong.get(applicationOf.get(at) ?? '');
    rejected.set(
      at,
      byRow.get(at) ?? [{ row: at, field: null, key: 'recordImport:problem.together', values: { row: other ?? at } }],
    );
  }
  return rejected;
}
