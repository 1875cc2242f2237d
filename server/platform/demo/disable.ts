import type { Deps } from '../trpc/context.ts';
import { endSessionsOfUser } from '../auth/sessions.ts';
import { USERS } from './people.ts';

/**
 * Disables the accounts of the demo, whose password stands in the README, and ends their sessions: a database that was
 * tried out may go into production, its way in may not.
 * @returns addresses of those that were open until now
 */
export async function disableDemoAccounts({ authDb, now }: Pick<Deps, 'authDb' | 'now'>): Promise<string[]> {
  const disabled = await authDb
    .updateTable('users')
    .set({ disabledAt: now(), passwordHash: null })
    .where(
      'id',
      'in',
      USERS.map(({ id }) => id),
    )
    .where('disabledAt', 'is', null)
    .returning(['id', 'email'])
    .execute();
  for (const { id } of disabled) await endSessionsOfUser(authDb, id);
  return disabled.map(({ email }) => email).toSorted();
}
