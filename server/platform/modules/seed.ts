import type { Trx } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';

/** Rows that every workspace has from the start. */
export interface SeedPart {
  /** Writes them for a new workspace, in the transaction that creates it. */
  newWorkspace(trx: Trx, workspace: { workspaceId: string; now: Date }): Promise<void>;
  /**
   * Brings workspaces of an earlier release what was added since, one after another, while the node serves. Ends
   * between two of them when `signal` is aborted; what is left is done at the next time.
   */
  olderWorkspaces(deps: Deps, signal: AbortSignal): Promise<unknown>;
}

/** Has every module bring older workspaces up. */
export async function bringOlderWorkspaces(deps: Deps, signal: AbortSignal): Promise<void> {
  for (const seed of deps.modules.seeds) await seed.olderWorkspaces(deps, signal);
}
