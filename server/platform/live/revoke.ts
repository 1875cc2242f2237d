import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';

/** Channel on which nodes tell each other that outbox rows were committed; the payload is the newest position. */
export const EVENTS_CHANNEL = 'pokpong_events';
/** Channel on which nodes tell each other that a person's rights changed. */
export const REVOKED_CHANNEL = 'pokpong_revoked';

export interface Revocation {
  readonly userId: string;
  /** One session of the user; left out, all of them. */
  readonly handle?: string;
}

/**
 * Has every node look again at the open sockets of a user, once this transaction has committed: those whose session
 * or membership ended are closed, the others go on under their new role. To be called wherever a session ends, a
 * person is suspended, deactivated or disabled, or a role changes.
 * @example await announceRevocation(trx, { userId, handle })
 */
export async function announceRevocation(trx: Executor, revocation: Revocation): Promise<void> {
  await sql`select pg_notify(${REVOKED_CHANNEL}, ${JSON.stringify(revocation)})`.execute(trx);
}

/** What a payload of `REVOKED_CHANNEL` says, or null when it is none of ours. */
export function parseRevocation(payload: string | undefined): Revocation | null {
  try {
    const value = JSON.parse(payload ?? '') as Partial<Revocation>;
    if (typeof value.userId !== 'string') return null;
    return typeof value.handle === 'string' ? { userId: value.userId, handle: value.handle } : { userId: value.userId };
  } catch {
    return null;
  }
}
