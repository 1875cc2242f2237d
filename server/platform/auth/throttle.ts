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

/** Quality promise "Sign-in": ten passwords evaluated an account in fifteen minutes. */
export const SIGN_IN_ACCOUNT: Limit = { name: 'signIn.account', max: 10, seconds: 900 };
/** An office may sit behind one address. */
export const SIGN_IN_ADDRESS: Limit = { name: 'signIn.address', max: 100, seconds: 900 };
export const RESET_ACCOUNT: Limit = { name: 'reset.account', max: 5, seconds: 3600 };
export const RESET_ADDRESS: Limit = { name: 'reset.address', max: 30, seconds: 3600 };
export const SIGN_UP_ADDRESS: Limit = { name: 'signUp.address', max: 10, seconds: 3600 };
/** Whole offices behind one address open pages all day; a script that fills the table is stopped. */
export const PAGE_VIEW_ADDRESS: Limit = { name: 'pageView.address', max: 600, seconds: 60 };
export const TOKEN_ADDRESS: Limit = { name: 'token.address', max: 60, seconds: 900 };

type Parts = Pick<Deps, 'authDb' | 'keyring' | 'now'>;

// Who tried is not readable in the table, not even by trying addresses against it.
const keyOf = ({ keyring }: Pick<Parts, 'keyring'>, limit: Limit, subject: string): string =>
  `${limit.name}:${keyring.hmac('throttles.key', `${limit.name} ${counted(subject)}`)}`;

/**
 * One household or server has a whole /64 of IPv6 addresses to try from (RFC 6177): they count as one. An
 * IPv4-mapped IPv6 address counts as the IPv4 address; anything else as itself.
 */
function counted(subject: string): string {
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
 * Counts one try of `subject` (an e-mail address, an IP address), for all nodes together: the count is made by one
 * statement in the database. A counted try moves the end of the window, a refused one does not; so no `seconds` ever
 * hold more than `max`, and nobody is locked out for longer by others' refused tries.
 * @throws 429 with `details.seconds` to wait
 */
export async function spend(deps: Parts, limit: Limit, subject: string): Promise<void> {
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

/** Forgets the tries of `subject`, once it has proved itself. */
export async function forgive(deps: Parts, limit: Limit, subject: string): Promise<void> {
  await deps.authDb
    .deleteFrom('throttles')
    .where('key', '=', keyOf(deps, limit, subject))
    .execute();
}
