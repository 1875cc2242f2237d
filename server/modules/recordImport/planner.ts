import type { Trx } from '../../../db/client.ts';
import type { Application } from '../../../shared/application/schema.ts';
import type { Place } from '../../../shared/dataSharing/transfer.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { draftOf, type PurposeContent } from '../../../shared/purpose/schema.ts';
import { type ImportOutcome, mayAdd } from '../../../shared/recordImport/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as dataMapping from '../dataMapping/service.ts';
import * as applications from '../application/service.ts';
import * as purposes from '../purpose/service.ts';
import { fingerprint, isSameApplication, isSamePurpose, type LineEffect, matchLines } from './effect.ts';
import { differing, folded, type GatheredApplication, type PurposeFacts } from './facts.ts';
import { type Known, knownOf } from './known.ts';
import type { StoredVersions } from './met.ts';
import type { ProblemList } from './problems.ts';
import { type ApplicationPlan, planOf, type PurposePlan, type RecordedPurpose } from './resolve.ts';
import { NameResolver } from './resolveNames.ts';

export interface PurposeEffect {
  plan: PurposePlan;
  /** The recorded purpose with its content. */
  before: RecordedPurpose | null;
  /** Written by an earlier application of the file: it will exist by then. */
  comes: boolean;
  linked: boolean;
  same: boolean;
  lines: LineEffect[];
  removed: MappedFlow[];
}

/** The effect of writing a plan. */
export interface Effect {
  plan: ApplicationPlan;
  before: Application | null;
  outcome: Exclude<ImportOutcome, 'rejected'>;
  sameFields: boolean;
  purposes: PurposeEffect[];
  /** Mapping entries of purposes that the file does not mention. */
  remaining: MappedFlow[];
  /** Ids of all recorded mapping entries, in their order. */
  order: string[];
}

/** A purpose that an application of the file has created or changed; `code`: its own in the file, where it is new. */
export interface WrittenPurpose {
  id: string;
  content: PurposeContent;
  code: string | null;
}

/** The facts of a purpose in one application of the file, its first row there, and the fingerprint of its content. */
interface Statement {
  at: number;
  facts: PurposeFacts;
  content: string;
}

/** Ids of the workspace's purposes by their titles, to find those that several applications share. */
type Titles = Map<string, string[]>;
async function titlesOf(trx: Trx, workspaceId: string): Promise<Titles> {
  const rows = await trx
    .selectFrom('purposes')
    .select(['id', 'titleTh'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('id')
    .execute();
  const titles: Titles = new Map();
  for (const { id, titleTh } of rows) entryOf(titles, folded(titleTh), () => []).push(id);
  return titles;
}

function entryOf<Key, Value>(map: Map<Key, Value>, key: Key, create: () => Value): Value {
  let value = map.get(key);
  if (value === undefined) map.set(key, (value = create()));
  return value;
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
  for (const { facts } of gathered) if (!known.application(facts.applicationName)) known.expect(facts.applicationName);
  const names = new NameResolver(known, problems.add, {
    wanted: addMissing,
    may: (kind) => mayAdd(ctx.standing, kind),
  });
  return new Planner(ctx, names, titles, problems);
}

/** Predicts the effect of writing an application of the file, considering the earlier ones. */
class Planner {
  readonly known: Known;
  readonly #ctx: WorkspaceContext;
  readonly #names: NameResolver;
  readonly #problems: ProblemList;
  readonly #titles: Titles;
  readonly #ids: Set<string>;
  /**
   * Recorded purposes by title and content, each title read when the file first names it: a file can repeat one often.
   */
  readonly #recorded = new Map<string, Map<string, string[]>>();
  /** Contents of the purposes by title that earlier applications of the file will write. */
  readonly #expected = new Map<string, Set<string>>();
  /** Purposes of the file, by their codes there, that this run has written or will write. */
  readonly #codes = new Map<string, string | null>();
  /** What the file first states of each purpose: several applications can state the same one. */
  readonly #stated = new Map<string, Statement>();
  /** Row versions of what was read, as each was first read: of applications by folded names, of purposes by ids. */
  readonly #versions = { applications: new Map<string, number>(), purposes: new Map<string, number>() };

  constructor(ctx: WorkspaceContext, names: NameResolver, titles: Titles, problems: ProblemList) {
    this.known = names.known;
    this.#ctx = ctx;
    this.#names = names;
    this.#problems = problems;
    this.#titles = titles;
    this.#ids = new Set([...titles.values()].flat());
  }

  /** Row versions of the records that were read, also for applications that are rejected. */
  get met(): StoredVersions {
    return { applications: [...this.#versions.applications], purposes: [...this.#versions.purposes] };
  }

  /** Registers a written purpose, for later applications. */
  wrote({ id, content, code }: WrittenPurpose): void {
    const title = folded(content.title.th);
    this.#expected.delete(title);
    const recorded = this.#recorded.get(title);
    if (recorded) entryOf(recorded, fingerprint(draftOf(content)), () => []).unshift(id);
    else if (!this.#ids.has(id)) entryOf(this.#titles, title, () => []).push(id);
    this.#ids.add(id);
    if (code) this.#codes.set(code, id);
  }

  /** The effect of writing one application, by the current record; null where there are `problems`. */
  async effectOf(trx: Trx, one: GatheredApplication): Promise<Effect | null> {
    const ctx = this.#ctx;
    const found = this.known.application(one.facts.applicationName);
    const before = found ? await applications.existing(trx, ctx, found.id) : null;
    if (before) entryOf(this.#versions.applications, folded(one.facts.applicationName), () => before.rowVersion);
    const linked: RecordedPurpose[] = [];
    for (const { id } of before?.purposes ?? []) linked.push(await this.#read(trx, id));
    const purposeOf = await this.#recordedPurposes(trx, one, linked);
    const flows = before
      ? (await dataMapping.get({ ...ctx, transaction: (work) => work(trx) }, { id: before.id })).flows
      : [];
    const plan = planOf(this.#names, one, { application: before, purposeOf, flows });
    for (const [place, purpose] of plan?.purposes.entries() ?? []) {
      const { facts } = one.purposes[place]!;
      const id = purposeOf(facts)?.id ?? purpose.code;
      if (id !== null) this.#compare(id, purpose, facts);
    }
    if (plan === null || one.rows.some((row) => this.#problems.rows.has(row))) return null;

    const effects: PurposeEffect[] = [];
    for (const [place, purpose] of plan.purposes.entries()) {
      const { facts } = one.purposes[place]!;
      const origin = await this.#origin(trx, purpose, purposeOf(facts) ?? null);
      // One that it shares by its content too: a later application of the file can change it.
      if (origin.before) this.#statement(origin.before.id, purpose, facts);
      effects.push(purposeEffect(purpose, origin, linked, flows));
    }
    const named = new Set(effects.filter(({ plan: { lines } }) => lines !== null).map(({ before: own }) => own?.id));
    const sameFields = before !== null && isSameApplication(plan.fields, before);
    const moved = plan.purposes.some(({ places }) =>
      places.some(({ id: system, place }) => !samePlace(place, this.known.storagePlace(system))),
    );
    const same =
      sameFields &&
      !moved &&
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
  }

  async #read(trx: Trx, id: string): Promise<RecordedPurpose> {
    const { content, rowVersion, status } = await purposes.existing(trx, this.#ctx, id);
    entryOf(this.#versions.purposes, id, () => rowVersion);
    return { id, content, rowVersion, status };
  }

  /** Finds the recorded purposes that match those of the file: by code, otherwise the linked one of the same title. */
  async #recordedPurposes(
    trx: Trx,
    one: GatheredApplication,
    linked: readonly RecordedPurpose[],
  ): Promise<(facts: PurposeFacts) => RecordedPurpose | undefined> {
    const byCode = new Map<string, RecordedPurpose>();
    for (const {
      facts: { purposeCode: code },
    } of one.purposes) {
      const id = code ? (this.#codes.get(code) ?? (this.#ids.has(code) ? code : null)) : null;
      if (code && id) byCode.set(code, linked.find((own) => own.id === id) ?? (await this.#read(trx, id)));
    }
    const claimed = new Set([...byCode.values()].map(({ id }) => id));
    return (facts) =>
      (facts.purposeCode ? byCode.get(facts.purposeCode) : undefined) ??
      linked.find(({ id, content }) => !claimed.has(id) && folded(content.title.th) === folded(facts.titleTh));
  }

  /** What the file first states of a purpose, by its recorded id or its code; without one, it is this. */
  #statement(id: string, { at, draft }: PurposePlan, facts: PurposeFacts): Statement {
    return entryOf(this.#stated, id, () => ({ at, facts, content: fingerprint(draft) }));
  }

  /** Reports where an application states other facts of a purpose than an earlier one, whose edit it would undo. */
  #compare(id: string, purpose: PurposePlan, facts: PurposeFacts): void {
    const first = this.#statement(id, purpose, facts);
    if (first.content === fingerprint(purpose.draft)) return;
    for (const column of differing(first.facts, facts))
      this.#problems.add(purpose.at, column, 'recordImport:problem.differs', { row: first.at });
    // Columns that only this one has are compared with the next.
    first.facts = { ...facts, ...first.facts };
  }

  /** The recorded purpose that a planned one updates or shares; without one, it is registered as a future one. */
  async #origin(trx: Trx, { code, draft }: PurposePlan, recorded: RecordedPurpose | null): Promise<Origin> {
    if (recorded !== null || (code !== null && this.#codes.has(code))) return { before: recorded, comes: true };
    const title = folded(draft.title.th);
    const content = fingerprint(draft);
    const shared = await this.#shared(trx, title, content);
    const expected = entryOf(this.#expected, title, () => new Set<string>());
    if (shared || expected.has(content)) return { before: shared ?? null, comes: true };
    expected.add(content);
    if (code) this.#codes.set(code, null);
    return { before: null, comes: false };
  }

  /** A purpose of another application with the same title and content: both share it. */
  async #shared(trx: Trx, title: string, content: string): Promise<RecordedPurpose | undefined> {
    const candidates = (await this.#recordedOf(trx, title)).get(content) ?? [];
    while (candidates.length > 0) {
      const purpose = await this.#read(trx, candidates[0]!);
      if (fingerprint(draftOf(purpose.content)) === content) return purpose;
      // It was edited since it was read.
      candidates.shift();
    }
    return undefined;
  }

  /** The recorded purposes of a title by their contents, in the order of their ids. */
  async #recordedOf(trx: Trx, title: string): Promise<Map<string, string[]>> {
    let recorded = this.#recorded.get(title);
    if (recorded) return recorded;
    recorded = new Map();
    for (const id of this.#titles.get(title) ?? []) {
      const { content } = await this.#read(trx, id);
      entryOf(recorded, fingerprint(draftOf(content)), () => []).push(id);
    }
    this.#recorded.set(title, recorded);
    return recorded;
  }
}

const samePlace = (stated: Place, recorded: Place = {}): boolean =>
  (stated.country ?? null) === (recorded.country ?? null) &&
  (stated.safeguard ?? null) === (recorded.safeguard ?? null);

type Origin = Pick<PurposeEffect, 'before' | 'comes'>;

/** The effect of writing a purpose in an application with these purposes and mapping entries. */
function purposeEffect(
  plan: PurposePlan,
  { before, comes }: Origin,
  linked: readonly RecordedPurpose[],
  flows: readonly MappedFlow[],
): PurposeEffect {
  const recorded = flows.filter((flow) => flow.purpose.id === before?.id);
  const { effects: lines, removed } = plan.lines
    ? matchLines(plan.lines, plan.draft, recorded)
    : { effects: [], removed: [] };
  return {
    plan,
    before,
    comes,
    linked: linked.some(({ id }) => id === before?.id),
    same: before !== null && isSamePurpose(plan.draft, before.content),
    lines,
    removed,
  };
}
