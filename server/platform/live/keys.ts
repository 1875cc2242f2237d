import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';

/** Channel on which nodes tell each other that a key was replaced. */
export const KEYS_CHANNEL = 'pokpong_keys';

/** Has every node look at the keys again, and say which master keys it has, once this transaction has committed. */
export async function announceKeys(trx: Executor): Promise<void> {
  await sql`select pg_notify(${KEYS_CHANNEL}, '')`.execute(trx);
}
