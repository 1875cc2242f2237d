import type { Expression } from 'kysely';
import type { Db } from '../../../db/client.ts';

/**
 * Accounts that programs act for: rows of the personnel with the status `service`, whose module decides when they act.
 */
export interface ProgramAccounts {
  /** A subquery, as of the statement by which callers are looked up: it has a row while the account may act. */
  active(db: Db, workspaceId: string, personnelId: string | Expression<string>): Expression<unknown>;
}
