import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ConsentAction } from '../../../shared/userConsent/schema.ts';

/** Submissions that are counted together. */
export interface Group {
  readonly version: number;
  readonly action: ConsentAction;
  readonly changed: boolean;
  /** 0: of all sources without a number. */
  readonly sourceId: number;
}

/** Counts of a form, by block of ids or by day in Bangkok (migration 006), in their order. */
export interface Tally {
  readonly buckets: readonly string[];
  readonly groups: readonly Group[];
  /** For each count: its index in `buckets` and in `groups`. */
  readonly bucket: Uint32Array;
  readonly group: Uint32Array;
  /** First the number of submissions, then by bit of the purposes the number that allowed it. */
  readonly counts: readonly Uint32Array[];
  readonly total: number;
}

export type TallyBy = 'block' | 'day';
/** The first possible bucket. */
const FIRST: Record<TallyBy, string> = { block: '00000000-0000-0000-0000-000000000000', day: '0001-01-01' };
/** Larger blocks are about to be split (split_consent_blocks), so their parts are not cached. */
const WIDE_BLOCK = 4000;

interface CacheEntry {
  /** All buckets but the last, which still grows. */
  readonly closed: Tally;
  /** The bucket from which the next reader starts. */
  readonly open: string;
  /** How often submissions of the form had been removed. */
  readonly removals: number;
  readonly bytes: number;
}
const cache = new Map<string, CacheEntry>();
/** Bytes in the cache in total; a form of 5,000,000 submissions takes two to three million. */
const ROOM = 64 * 2 ** 20;
let used = 0;

/**
 * The exact counts of a form: cached except for the last bucket, which is read each time. While none are removed,
 * submissions are only added, so the cache is valid exactly when it and the newly read counts sum up to the form's
 * `submissions`; otherwise everything is read again (an import adds to past days). `db` must have the same snapshot as
 * the reading of `submissions` and `removals`.
 */
export async function tallyOf(
  db: Executor,
  by: TallyBy,
  of: { workspaceId: string; consentId: string; submissions: number; removals: number },
): Promise<readonly Tally[]> {
  const key = `${of.workspaceId} ${of.consentId} ${by}`;
  const known = cache.get(key);
  if (known?.removals === of.removals) {
    const rows = await read(db, by, of, known.open);
    const tail = build(rows, known.closed.groups);
    if (known.closed.total + tail.total === of.submissions) {
      const open = tail.buckets.at(-1);
      if (open === undefined || open === known.open) touch(key, known);
      else keep(key, joined(known.closed, build(rows.slice(0, -1), known.closed.groups)), open, of.removals);
      return [known.closed, tail];
    }
  }
  const rows = await read(db, by, of, FIRST[by]);
  const closed = build(rows.slice(0, -1), []);
  const tail = build(rows.slice(-1), closed.groups);
  const open = tail.buckets[0];
  if (open !== undefined && (by === 'day' || !isWide(closed))) keep(key, closed, open, of.removals);
  return [closed, tail];
}

/**
 * Sums counts by bucket: of the matching groups, the submissions or (`bit`) those that allowed one purpose. Includes
 * buckets with 0.
 */
export function sumsByBucket(
  parts: readonly Tally[],
  matches: (group: Group) => boolean,
  bit?: number,
): { bucket: string; count: number }[] {
  return parts.flatMap((part) => {
    const sums = part.buckets.map((bucket) => ({ bucket, count: 0 }));
    const counts = part.counts[bit === undefined ? 0 : bit + 1];
    if (!counts) return sums;
    const wanted = part.groups.map(matches);
    for (let place = 0; place < counts.length; place += 1)
      if (wanted[part.group[place]!]) sums[part.bucket[place]!]!.count += counts[place]!;
    return sums;
  });
}

/**
 * Iterates over every count: its bucket, its group, the number of submissions and, by a purpose's bit, of those that
 * allowed it.
 */
export function eachCount(
  parts: readonly Tally[],
  visit: (bucket: string, group: Group, submissions: number, granted: (bit: number) => number) => void,
): void {
  for (const { buckets, groups, bucket, group, counts } of parts) {
    const [submissions, ...granted] = counts;
    if (!submissions) continue;
    for (let place = 0; place < submissions.length; place += 1)
      visit(buckets[bucket[place]!]!, groups[group[place]!]!, submissions[place]!, (bit) => granted[bit]?.[place] ?? 0);
  }
}

interface Row {
  readonly bucket: string;
  /**
   * Counts as `version action changed source submissions granted,granted`, separated by `;`: a tenth of the cost of
   * rows.
   */
  readonly counts: string;
}

async function read(
  db: Executor,
  by: TallyBy,
  { workspaceId, consentId }: { workspaceId: string; consentId: string },
  from: string,
): Promise<Row[]> {
  const [table, column] = by === 'block' ? [sql`consent_blocks`, sql`block`] : [sql`consent_days`, sql`day`];
  const first = by === 'block' ? sql`${from}::uuid` : sql`${from}::date`;
  const { rows } = await sql<Row>`
    select ${column}::text as bucket, string_agg(concat_ws(' ', version, action, changed::int, source_id, submissions, array_to_string(granted, ',')), ';') as counts
      from ${table} where workspace_id = ${workspaceId} and consent_id = ${consentId} and ${column} >= ${first}
     group by ${column} order by ${column}`.execute(db);
  return rows;
}

/** Parses counts; groups continue from `known`. */
function build(rows: readonly Row[], known: readonly Group[]): Tally {
  const groups = [...known];
  const places = new Map(
    groups.map(({ version, action, changed, sourceId }, place) => [
      `${version} ${action} ${Number(changed)} ${sourceId}`,
      place,
    ]),
  );
  const bucket: number[] = [];
  const group: number[] = [];
  const counts: number[][] = [[]];
  let total = 0;
  rows.forEach((row, place) => {
    for (const text of row.counts.split(';')) {
      const [version, action, changed, source, submissions, granted = ''] = text.split(' ') as [
        string,
        ConsentAction,
        string,
        string,
        string,
        string?,
      ];
      const name = `${version} ${action} ${changed} ${source}`;
      let own = places.get(name);
      if (own === undefined) {
        own = groups.push({ version: Number(version), action, changed: changed === '1', sourceId: Number(source) }) - 1;
        places.set(name, own);
      }
      const at = bucket.push(place) - 1;
      group.push(own);
      const number = Number(submissions);
      counts[0]![at] = number;
      total += number;
      if (granted !== '') granted.split(',').forEach((one, bit) => ((counts[bit + 1] ??= [])[at] = Number(one)));
    }
  });
  return {
    buckets: rows.map((row) => row.bucket),
    groups,
    bucket: Uint32Array.from(bucket),
    group: Uint32Array.from(group),
    counts: counts.map((list) => Uint32Array.from({ length: bucket.length }, (_none, at) => list[at] ?? 0)),
    total,
  };
}

/** Concatenates two; `second` must have been built on the groups of `first`. */
function joined(first: Tally, second: Tally): Tally {
  const places = first.bucket.length;
  const bucket = new Uint32Array(places + second.bucket.length);
  bucket.set(first.bucket);
  second.bucket.forEach((place, at) => (bucket[places + at] = first.buckets.length + place));
  const group = new Uint32Array(bucket.length);
  group.set(first.group);
  group.set(second.group, places);
  const counts = Array.from({ length: Math.max(first.counts.length, second.counts.length) }, (_none, of) => {
    const all = new Uint32Array(bucket.length);
    if (first.counts[of]) all.set(first.counts[of]);
    if (second.counts[of]) all.set(second.counts[of], places);
    return all;
  });
  return {
    buckets: [...first.buckets, ...second.buckets],
    groups: second.groups,
    bucket,
    group,
    counts,
    total: first.total + second.total,
  };
}

const isWide = (tally: Tally): boolean => sumsByBucket([tally], () => true).some(({ count }) => count > WIDE_BLOCK);

function keep(key: string, closed: Tally, open: string, removals: number): void {
  forget(key);
  const bytes = 1000 + closed.buckets.length * 80 + closed.bucket.length * (8 + 4 * closed.counts.length);
  for (const oldest of cache.keys()) {
    if (used + bytes <= ROOM) break;
    forget(oldest);
  }
  if (used + bytes > ROOM) return;
  cache.set(key, { closed, open, removals, bytes });
  used += bytes;
}

function touch(key: string, known: CacheEntry): void {
  // Most recently used, evicted last.
  if (cache.delete(key)) cache.set(key, known);
}

function forget(key: string): void {
  const known = cache.get(key);
  if (known && cache.delete(key)) used -= known.bytes;
}
