import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { MINUTE } from '../../../shared/duration.ts';
import { type AppError, appError } from '../errors.ts';
import type { Deps } from '../trpc/context.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';

/** How often something may be tried: `max` times in any `seconds`. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** Of the refusal, with a text that takes `minutes`; `tooMany` by default. */
  readonly code?: ErrorCode;
}

export const RESET_ACCOUNT: Limit = { name: 'reset.account', max: 5, seconds: 3600 };
export const RESET_ADDRESS: Limit = { name: 'reset.address', max: 30, seconds: 3600 };
export const SIGN_UP_ADDRESS: Limit = { name: 'signUp.address', max: 10, seconds: 3600 };
/** Mails about signing up that one e-mail address is sent: whoever owns it has a link in each. */
export const SIGN_UP_EMAIL: Limit = { name: 'signUp.email', max: 3, seconds: 4 * 3600, code: 'auth.signUpOften' };
/** Whole offices behind one address open pages all day; a script that fills the table is stopped. */
export const PAGE_VIEW_ADDRESS: Limit = { name: 'pageView.address', max: 600, seconds: 60 };
export const TOKEN_ADDRESS: Limit = { name: 'token.address', max: 60, seconds: 900 };

/** Who tries: an e-mail address, an IP address; or an account, and from where it is tried. */
type Subject = string | readonly [account: string, from: string];

type Parts = Pick<Deps, 'authDb' | 'keyring' | 'now'>;

// Who tried is not readable in the table, not even by trying addresses against it.
const keyOf = ({ keyring }: Pick<Parts, 'keyring'>, { name }: Pick<Limit, 'name'>, subject: Subject): string =>
  [name, ...[subject].flat().map((part) => keyring.hmac('throttles.key', `${name} ${countedAddress(part)}`))].join(':');

/**
 * One household or server has a whole /64 of IPv6 addresses to try from (RFC 6177): they count as one. An
 * IPv4-mapped IPv6 address counts as the IPv4 address; anything else as itself.
 */
export function countedAddress(subject: string): string {
  if (!isIPv6(subject)) return subject;
  const { hostname } = new URL(`http://[${subject.split('%')[0]}]`);
  const [head = '', tail] = hostname.slice(1, -1).split('::');
  const groups = (text: string | undefined) => (text ? text.split(':') : []);
  const [first, last] = [groups(head), groups(tail)];
  const all = [...first, ...Array.from({ length: 8 - first.length - last.length }, () => '0'), ...last];
  if (all.slice(0, 6).join(':') === '0:0:0:0:0:ffff')
    return [all[6]!, all[7]!].flatMap((group) => [parseInt(group, 16) >> 8, parseInt(group, 16) & 255]).join('.');
  return `${all.slice(0, 4).join(':')}::/64`;
}

/** Slots of a window: a try is forgotten with the last one of its slot, after a tenth of the window more at most. */
const SLOTS = 10;

/**
 * Counts one try of `subject`, for all nodes together, by one statement in the database. A refused try is not counted.
 * So no `seconds` ever hold more than `max`, tries at up to ten elevenths of the rate are never refused, and nobody is
 * locked out for longer by others' refused tries.
 * @throws 429 with `details.seconds` to wait
 */
export async function spend(deps: Parts, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.now();
  const row = await count(deps.authDb, keyOf(deps, limit, subject), limit, now);
  if (row.refused) throw refusal(row, limit, now);
}

/** Refuses what `spend` would refuse; counts none. @throws 429 */
export async function requireLeft(deps: Parts, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.now();
  const row = await read(deps, limit, subject);
  if (row && triesIn(row, limit, now) >= limit.max) throw refusal(row, limit, now);
}

function refusal(row: Tries, limit: Limit, now: Date): AppError {
  // Another node's clock, or a try that began earlier, may set the window's end a moment beyond its length.
  const seconds = Math.min(limit.seconds, Math.max(1, Math.ceil((freeAt(row, limit, now) - now.getTime()) / 1000)));
  return appError(limit.code ?? 'tooMany', {
    values: { minutes: Math.ceil(seconds / 60) },
    details: { seconds },
  });
}

/** Counts one try as `spend` does, and refuses none. @returns the tries of the window, up to `limit.max` + 1 */
export async function countTries(deps: Parts, limit: Limit, subject: Subject): Promise<number> {
  const now = deps.now();
  return triesIn(await count(deps.authDb, keyOf(deps, limit, subject), limit, now), limit, now);
}

/**
 * Whether `subject` reaches the limit for the first time in a window; for what is reported once, however it goes on.
 */
export const isFirstReport = async (deps: Parts, limit: Limit, subject: Subject): Promise<boolean> =>
  (await countTries(deps, { name: `${limit.name}.report`, max: 1, seconds: limit.seconds }, subject)) === 1;

/** The tries of `subject` in the present window; none is counted. */
export async function triesOf(deps: Parts, limit: Limit, subject: Subject): Promise<number> {
  const row = await read(deps, limit, subject);
  return row ? triesIn(row, limit, deps.now()) : 0;
}

const read = (deps: Parts, limit: Limit, subject: Subject): Promise<Tries | undefined> =>
  deps.authDb
    .selectFrom('throttles')
    .select(['hits', 'earlier', 'beginsAt', 'endsAt', 'refused'])
    .where('key', '=', keyOf(deps, limit, subject))
    .where('endsAt', '>', deps.now().toISOString())
    .executeTakeFirst();

interface Tries {
  readonly hits: number;
  readonly earlier: readonly number[];
  readonly beginsAt: string;
  readonly endsAt: string;
  readonly refused: boolean;
}

const slotMs = ({ seconds }: Limit): number => (seconds * 1000) / SLOTS;

/** The slots that count at `now`, newest first. */
function slotsAt({ hits, earlier, beginsAt }: Tries, limit: Limit, now: Date): number[] {
  const elapsed = Math.max(0, Math.floor((now.getTime() - Date.parse(beginsAt)) / slotMs(limit)));
  return [hits, ...earlier].slice(0, Math.max(0, SLOTS + 1 - elapsed));
}

/** The tries that count at `now`, and one more where the newest was refused. */
function triesIn(row: Tries, limit: Limit, now: Date): number {
  const tries = slotsAt(row, limit, now).reduce((sum, one) => sum + one, 0);
  return tries < limit.max ? tries : limit.max + Number(row.refused);
}

/** When the oldest of the tries that count at `now` is forgotten, in ms. */
function freeAt(row: Tries, limit: Limit, now: Date): number {
  const oldest = slotsAt(row, limit, now).findLastIndex((one) => one > 0);
  return Math.min(Date.parse(row.endsAt), Date.parse(row.beginsAt) + (SLOTS + 1 - oldest) * slotMs(limit));
}

/** Once no try was counted for a window (`ends_at`), all are forgotten; before, those of slots that lie behind it. */
async function count(authDb: Db, key: string, limit: Limit, now: Date): Promise<Tries> {
  const [at, endsAt] = [now.toISOString(), new Date(now.getTime() + limit.seconds * 1000).toISOString()];
  const [kept, seconds] = [sql.lit(SLOTS + 1), sql`${limit.seconds / SLOTS}::float8`];
  const { rows } = await sql<Tries>`
    insert into throttles as t (key, hits, begins_at, ends_at) values (${key}, 1, ${at}::timestamptz, ${endsAt}::timestamptz)
    on conflict (key) do update set (hits, earlier, begins_at, ends_at, refused) = (
      select slots[1] + is_counted::int, slots[2:], begins, case when is_counted then excluded.ends_at else t.ends_at end, not is_counted
        from (select t.ends_at <= excluded.begins_at as is_over, floor(extract(epoch from excluded.begins_at - t.begins_at) / ${seconds}) as passed) as a
        cross join lateral (select case when is_over then ${kept} else least(${kept}, greatest(0, passed))::int end as elapsed) as b
        cross join lateral (select (array_fill(0, array[elapsed]) || t.hits || t.earlier)[1:${kept}] as slots,
          case when is_over then excluded.begins_at else t.begins_at + elapsed * ${seconds} * interval '1 second' end as begins) as c
        cross join lateral (select coalesce(sum(tries), 0) < ${limit.max}::int as is_counted from unnest(slots) as tries) as d)
    returning hits, earlier, begins_at, ends_at, refused`.execute(authDb);
  return rows[0]!;
}

/**
 * Takes `calls` tries of a minute at once, for all nodes together; a minute begins with the first. What counts a call
 * of a public route in memory fills itself up from here.
 */
export async function takeCalls(
  deps: Parts,
  name: string,
  calls: number,
  max: number,
): Promise<{ granted: number; seconds: number }> {
  const now = deps.now();
  const at = now.toISOString();
  const { hits, endsAt } = await deps.authDb
    .insertInto('throttles')
    .values({ key: keyOf(deps, { name: 'calls' }, name), hits: calls, endsAt: new Date(now.getTime() + MINUTE) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttles.ends_at <= ${at} then ${calls} else least(throttles.hits, ${max}) + ${calls} end`,
        endsAt: sql`case when throttles.ends_at <= ${at} then excluded.ends_at else throttles.ends_at end`,
      }),
    )
    .returning(['hits', 'endsAt'])
    .executeTakeFirstOrThrow();
  const seconds = Math.min(60, Math.max(1, (Date.parse(endsAt) - now.getTime()) / 1000));
  return { granted: Math.min(calls, Math.max(0, max - (hits - calls))), seconds };
}

/** Forgets the tries of `subject`, once it has proved itself. */
export async function forgive(deps: Parts, limit: Limit, subject: Subject): Promise<void> {
  await deps.authDb
    .deleteFrom('throttles')
    .where('key', '=', keyOf(deps, limit, subject))
    .execute();
}

/** Forgets the tries of an account, from wherever they came. */
export async function forgiveAll(deps: Parts, limit: Limit, account: string): Promise<void> {
  await deps.authDb
    .deleteFrom('throttles')
    .where(sql<boolean>`starts_with(key, ${`${keyOf(deps, limit, account)}:`})`)
    .execute();
}
