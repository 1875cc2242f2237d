import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { UserConsentFilters } from '../../../shared/userConsent/schema.ts';
import { lowestUuidAt } from '../../platform/database/uuidTime.ts';
import type { Form } from './forms.ts';
import {
  both,
  bitOf,
  copied,
  countersOf,
  countOf,
  type Direction,
  type IdRange,
  inRange,
  ofForm,
  rowsIn,
  rowsOf,
  sourcesOf,
  type UserConsentRow,
} from './queries.ts';
import { type Group, sumsByBucket, tallyOf } from './tally.ts';

/** Filters in terms of the stored rows. */
export interface Narrowing {
  readonly workspaceId: string;
  readonly consentId: string;
  readonly range: IdRange;
  readonly where: RawBuilder<SqlBool>;
  /**
   * How the stored counts give the matching ones; undefined where they cannot: one data subject, a source without a
   * number.
   */
  readonly counted?: { readonly matches: (group: Group) => boolean; readonly bit?: number };
  /** Nothing can match. */
  readonly nothing?: true;
}

/** Ids are in the order of their times. */
export const lowestAt = (at: string): string => lowestUuidAt(Date.parse(at));
export const rangeOf = ({ from, to }: Pick<UserConsentFilters, 'from' | 'to'>): IdRange => ({
  ...(from ? { from: lowestAt(from) } : {}),
  ...(to ? { to: lowestAt(to) } : {}),
});

/** The filters in terms of a form. `uid`: the keyed hash of the uid that they name. */
export async function narrowing(
  db: Executor,
  workspaceId: string,
  form: Form,
  filters: UserConsentFilters,
  uid?: Buffer,
): Promise<Narrowing> {
  const { version, action, purposeId, source } = filters;
  const conditions: RawBuilder<SqlBool>[] = [ofForm(workspaceId, form.id)];
  const base = { workspaceId, consentId: form.id, range: rangeOf(filters) };
  if (version !== undefined) conditions.push(sql`c.version = ${version}`);
  if (action === 'CHANGED') conditions.push(sql`c.changed`);
  else if (action) conditions.push(sql`c.action = ${action}`);
  let bit: number | undefined;
  if (purposeId) {
    bit = await bitOf(db, workspaceId, form.id, purposeId);
    if (bit === undefined) return { ...base, where: both(...conditions), nothing: true };
    conditions.push(sql`c.granted & ${2 ** bit}::bigint <> 0`);
  }
  let sourceId: number | undefined;
  if (source !== undefined) {
    sourceId = (await sourcesOf(db, workspaceId, form.id)).find(({ name }) => name === source)?.id;
    conditions.push(
      sourceId === undefined ? sql`c.source_id = 0 and c.source = ${source}` : sql`c.source_id = ${sourceId}`,
    );
  }
  if (uid) conditions.push(sql`c.uid = ${uid}`);
  const where = both(...conditions);
  if (uid || (source !== undefined && sourceId === undefined)) return { ...base, where };
  const matches = (group: Group) =>
    (version === undefined || group.version === version) &&
    (!action || (action === 'CHANGED' ? group.changed : group.action === action)) &&
    (sourceId === undefined || group.sourceId === sourceId);
  return { ...base, where, counted: { matches, ...(bit === undefined ? {} : { bit }) } };
}

/** Consecutive ids with the number of matching submissions among them. */
interface Stretch {
  readonly from: string;
  readonly to: string;
  readonly count: number;
}
/** Above every id. */
const END = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/**
 * The blocks of a form inside the range, oldest first, each with its exact count; for blocks that the range cuts, rows
 * are counted.
 */
async function stretchesOf(
  db: Executor,
  { workspaceId, consentId, range, where, counted }: Narrowing & { counted: NonNullable<Narrowing['counted']> },
): Promise<Stretch[]> {
  const { submissions, removals } = await countersOf(db, workspaceId, consentId);
  const parts = await tallyOf(db, 'block', { workspaceId, consentId, submissions, removals });
  const sums = sumsByBucket(parts, counted.matches, counted.bit);
  const from = range.from ?? '';
  const to = range.to ?? END;
  const stretches: Stretch[] = [];
  for (let place = 0; place < sums.length; place += 1) {
    const { bucket, count } = sums[place]!;
    const next = sums[place + 1]?.bucket ?? END;
    if (count === 0 || next <= from || bucket >= to) continue;
    const cut = { from: bucket < from ? from : bucket, to: next > to ? to : next };
    const complete = cut.from === bucket && cut.to === next;
    stretches.push({ ...cut, count: complete ? count : await countOf(db, both(where, inRange(cut))) });
  }
  return stretches;
}

/**
 * How many submissions match, and one page of them in the order of their times: the cost anywhere in a history of
 * millions is that of summing its blocks and reading those of the page. `db` must have one snapshot (repeatable read).
 */
export async function pageOf(
  db: Executor,
  narrow: Narrowing,
  { direction, limit, offset }: { direction: Direction; limit: number; offset: number },
): Promise<{ total: number; rows: UserConsentRow[] }> {
  const { where, range, counted, nothing } = narrow;
  if (nothing) return { total: 0, rows: [] };
  if (!counted) {
    const inside = both(where, inRange(range));
    return { total: await countOf(db, inside), rows: await rowsOf(db, inside, { direction, limit, offset }) };
  }
  const stretches = await stretchesOf(db, { ...narrow, counted });
  const total = stretches.reduce((sum, { count }) => sum + count, 0);
  if (offset >= total) return { total, rows: [] };
  const needed: Stretch[] = [];
  let skip = offset;
  let found = 0;
  for (const stretch of direction === 'ASC' ? stretches : stretches.toReversed()) {
    if (needed.length === 0 && skip >= stretch.count) {
      skip -= stretch.count;
      continue;
    }
    needed.push(stretch);
    found += stretch.count;
    if (found >= skip + limit) break;
  }
  const ranges = merged(needed);
  const page = { direction, limit, offset: skip };
  const [only] = ranges;
  return {
    total,
    rows:
      only && ranges.length === 1
        ? await rowsOf(db, both(where, inRange(closedAt(only))), page)
        : await rowsIn(db, ranges, where, page),
  };
}

/** No upper bound beyond the last block: the highest id itself can occur. */
const closedAt = ({ from, to }: { from: string; to: string }): IdRange => (to === END ? { from } : { from, to });

/** Joins adjacent stretches. */
function merged(stretches: readonly Stretch[]): { from: string; to: string }[] {
  const ranges: { from: string; to: string }[] = [];
  for (const { from, to } of stretches.toSorted((a, b) => (a.from < b.from ? -1 : 1))) {
    const last = ranges.at(-1);
    if (last?.to === from) last.to = to;
    else ranges.push({ from, to });
  }
  return ranges;
}

/** How many submissions match; exact. */
export async function totalOf(db: Executor, narrow: Narrowing): Promise<number> {
  if (narrow.nothing) return 0;
  if (!narrow.counted) return countOf(db, both(narrow.where, inRange(narrow.range)));
  return (await stretchesOf(db, { ...narrow, counted: narrow.counted })).reduce((sum, { count }) => sum + count, 0);
}

/**
 * The query of the matching submissions after one of them (or from the first), oldest first, in the form of `copied`.
 */
export const rowsAfter = (
  { where, range, nothing }: Narrowing,
  last: string | undefined,
  limit: number,
): RawBuilder<unknown> =>
  copied(
    nothing ? sql`false` : both(where, inRange(range), last === undefined ? sql`true` : sql`c.id > ${last}::uuid`),
    limit,
  );
