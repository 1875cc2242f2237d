import { type Insertable, sql } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';

export async function insert(executor: Executor, link: Insertable<DB['signUps']>): Promise<void> {
  await executor.insertInto('signUps').values(link).execute();
}

/** A link that can be used. */
export const findOpen = (executor: Executor, tokenHash: string, now: Date) =>
  executor
    .selectFrom('signUps')
    .select(['email', 'organizationName', 'workspaceName', 'name', 'whileEmpty'])
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .executeTakeFirst();

/** Uses a link up. False when somebody was quicker. */
export async function use(trx: Trx, tokenHash: string, now: Date): Promise<boolean> {
  const used = await trx
    .updateTable('signUps')
    .set({ usedAt: now })
    .where('tokenHash', '=', tokenHash)
    .where('usedAt', 'is', null)
    .where('expiresAt', '>', now.toISOString())
    .returning('tokenHash')
    .executeTakeFirst();
  return used !== undefined;
}

/** Uses up what else was sent to an address, and after the first organisation every other link for it. */
export async function useOthers(
  trx: Trx,
  { email, whileEmpty, at }: { email: string; whileEmpty: boolean; at: Date },
): Promise<void> {
  await trx
    .updateTable('signUps')
    .set({ usedAt: at })
    .where('usedAt', 'is', null)
    .where(({ or, eb }) => or([eb('email', '=', email), ...(whileEmpty ? [eb('whileEmpty', '=', true)] : [])]))
    .execute();
}

/** Whether nobody can sign in: the accounts of a demo that production has disabled do not count. */
export async function isEmpty(executor: Executor): Promise<boolean> {
  const somebody = await executor
    .selectFrom('users')
    .select('id')
    .where('disabledAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return somebody === undefined;
}

/** Has whoever makes the first organisation wait for another who is at it, until the transaction ends. */
export async function lockFirst(trx: Trx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtext('pokpong first organisation'))`.execute(trx);
}
