import { isIPv6 } from 'node:net';
import { sql } from 'kysely';
import type { Db } from '../../../db/client.ts';
import { appError } from '../errors.ts';
import type { Deps } from '../trpc/context.ts';
import type { TextOf } from '../../../shared/registry/errors.ts';

/** How often something may be tried: `max` times in any `seconds`. */
export interface Limit {
  readonly name: string;
  readonly max: number;
  readonly seconds: number;
  /** Locale key of the refusal; takes `minutes`. */
  readonly key?: TextOf<'tooMany'>;
}

export const RESET_ACCOUNT: Limit = { name: 'reset.account', max: 5, seconds: 3600 };
export const RESET_ADDRESS: Limit = { name: 'reset.address', max: 30, seconds: 3600 };
export const SIGN_UP_ADDRESS: Limit = { name: 'signUp.address', max: 10, seconds: 3600 };
/** Mails about signing up that one e-mail address is sent: whoever owns it has a link in each. */
export const SIGN_UP_EMAIL: Limit = { name: 'signUp.email', max: 3, seconds: 4 * 3600, key: 'auth:signUpOften' };
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

/**
 * Counts one try of `subject`, for all nodes together: the count is made by one
 * statement in the database. A counted try moves the end of the window, a refused one does not; so no `seconds` ever
 * hold more than `max`, and nobody is locked out for longer by others' refused tries.
 * @throws 429 with `details.seconds` to wait
 */
export async function spend(deps: Parts, limit: Limit, subject: Subject): Promise<void> {
  const now = deps.now();
  const { hits, endsAt } = await count(deps.authDb, keyOf(deps, limit, subject), limit, now);
  if (hits <= limit.max) return;
  // Another node's clock, or a try that began earlier, may set the window's end a moment beyond its length.
  const seconds = Math.min(limit.seconds, Math.max(1, Math.ceil((Date.parse(endsAt) - now.getTime()) / 1000)));
  throw appError('tooMany', {
    ...(limit.key && { text: limit.key }),
    values: { minutes: Math.ceil(seconds / 60) },
    details: { seconds },
  });
}

/** Counts one try as `spend` does, and refuses none. @returns the tries of the window, up to `limit.max` + 1 */
export async function countTries(deps: Parts, limit: Limit, subject: Subject): Promise<number> {
  return (await count(deps.authDb, keyOf(deps, limit, subject), limit, deps.now())).hits;
}

/** The tries of `subject` in the present window; none is counted. */
export async function triesOf(deps: Parts, limit: Limit, subject: Subject): Promise<number> {
  const row = await deps.authDb
    .selectFrom('throttles')
    .select('hits')
    .where('key', '=', keyOf(deps, limit, subject))
    .where('endsAt', '>', deps.now().toISOString())
    .executeTakeFirst();
  return row?.hits ?? 0;
}

function count(authDb: Db, key: string, limit: Limit, now: Date): Promise<{ hits: number; endsAt: string }> {
  const at = now.toISOString();
  return authDb
    .insertInto('throttles')
    .values({ key, hits: 1, endsAt: new Date(now.getTime() + limit.seconds * 1000) })
    .onConflict((conflict) =>
      conflict.column('key').doUpdateSet({
        hits: sql`case when throttles.ends_at <= ${at} then 1 else least(throttles.hits + 1, ${limit.max + 1}) end`,
        endsAt: sql`case when throttles.ends_at <= ${at} or throttles.hits < ${limit.max} then excluded.ends_at else throttles.ends_at end`,
      }),
    )
    .returning(['hits', 'endsAt'])
    .executeTakeFirstOrThrow();
}

/**
 * Takes `calls` tries of a minute at once, for all nodes together; a minute begins with the first. What counts a call of
 * a public route in memory fills itself up from here.
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
    .values({ key: keyOf(deps, { name: 'calls' }, name), hits: calls, endsAt: new Date(now.getTime() + 60_000) })
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
