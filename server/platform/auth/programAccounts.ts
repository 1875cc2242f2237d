import type { Expression } from 'kysely';
import type { Db } from '../../../db/client.ts';

/**
 * Accounts that programs act for: rows of the personnel with the status `service`, whose module decides when they act.
 */
export interface ProgramAccounts {
  /** A subquery of the statement by which callers are looked up: it has a row while the account may act. */
  active(authDb: Db, workspaceId: string, personnelId: string): Expression<unknown>;
}
