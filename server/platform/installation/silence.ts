import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';

/**
 * Whether this installation may call other systems by itself: not while it is silent, as a copy of another one is until
 * an operator states that it takes the place of the original (docs/decisions/118).
 */
export const mayCallOthers = sql<boolean>`exists (select from installation where silent_since is null)`;

/** Since when it is silent; null: it sends. */
export async function silentSince(db: Executor): Promise<string | null> {
  const { silentSince: since } = await db.selectFrom('installation').select('silentSince').executeTakeFirstOrThrow();
  return since;
}

/** Lets a copy take the place of the original. @returns since when it was silent; null: it was not */
export async function takeOver(authDb: Executor): Promise<string | null> {
  const since = await silentSince(authDb);
  await authDb.updateTable('installation').set({ silentSince: null }).execute();
  return since;
}

export const SILENT_COPY =
  'this installation is a copy: it sends no mail, and no report to agents of data subjects. Where it takes the place of the original, run: npm run admin -- take-over';
