import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';

/**
 * Lets one transaction at a time through for this workspace and matter, until it ends. For limits that are counted
 * before they are used up.
 */
export async function oneAtATime(trx: Trx, workspaceId: string, matter: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${matter} ${workspaceId}`}, 0))`.execute(trx);
}

/** Whether a database error is the violation of this unique index. */
export const violates = (error: unknown, index: string): boolean =>
  error instanceof Error &&
  (error as { code?: string }).code === '23505' &&
  (error as { constraint?: string }).constraint === index;
