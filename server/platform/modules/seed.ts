import type { Trx } from '../../../db/client.ts';

/** Rows that every workspace has from the start. */
export interface SeedPart {
  /** Writes them for a new workspace, in the transaction that creates it. */
  newWorkspace(trx: Trx, workspace: { workspaceId: string; now: Date }): Promise<void>;
  /** Brings workspaces of an earlier release what was added since. Called at the start, after the migrations. */
  olderWorkspaces(databaseUrl: string): Promise<unknown>;
}
