import { type Trx, withScope } from '../../../db/client.ts';
import type { DB } from '../../../db/types.ts';
import type { Deps } from '../trpc/context.ts';

/** A workspace that gets what it lacks. */
export interface SeededWorkspace {
  workspaceId: string;
  now: Date;
}

/** What every workspace has of a module from the start, and what a later release changes in it. */
export interface SeedPart {
  /** The column of workspaces that stores which edition of it they have. */
  column: Extract<keyof DB['workspaces'], `${string}Edition`>;
  /** The present edition. Increase it, so that a node of the release updates existing workspaces. */
  edition: number;
  /** Writes it, in the transaction that creates the workspace. Without it a new workspace has nothing of it. */
  newWorkspace?(trx: Trx, workspace: SeededWorkspace): Promise<void>;
  /** Updates a workspace of an earlier edition. Without it what a new workspace has is added. */
  olderWorkspace?(trx: Trx, workspace: SeededWorkspace, deps: Deps): Promise<void>;
}

/** Writes what a new workspace has of all modules. */
export async function seedWorkspace(seeds: readonly SeedPart[], trx: Trx, workspace: SeededWorkspace): Promise<void> {
  for (const seed of seeds) await seed.newWorkspace?.(trx, workspace);
  await trx
    .updateTable('workspaces')
    .set(Object.fromEntries(seeds.map(({ column, edition }) => [column, edition])))
    .where('id', '=', workspace.workspaceId)
    .execute();
}

/**
 * Updates the workspaces of an earlier edition, one after another, while the node serves: each completely or not at
 * all; nodes that do it at the same time take turns. Ends between two of them when `signal` is aborted; what is left is
 * done at the next start.
 * @returns number of updates that this call made
 */
export async function updateOlderWorkspaces(
  deps: Deps,
  signal: AbortSignal,
  seeds: readonly SeedPart[] = deps.modules.seeds,
): Promise<number> {
  let updated = 0;
  for (const seed of seeds)
    for (const workspaceId of await workspacesBefore(deps, seed)) {
      if (signal.aborted) return updated;
      updated += await withScope(deps.db, { workspaceId }, (trx) => update(trx, workspaceId, seed, deps));
    }
  return updated;
}

/** The role of sign-in can list all workspaces; their rows are written under row level security. */
async function workspacesBefore({ authDb }: Deps, { column, edition }: SeedPart): Promise<string[]> {
  const rows = await authDb.selectFrom('workspaces').select('id').where(column, '<', edition).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

/** 1 where it was updated, 0 where another node did it. */
async function update(trx: Trx, workspaceId: string, seed: SeedPart, deps: Deps): Promise<number> {
  const { column, edition } = seed;
  const older = await trx
    .selectFrom('workspaces')
    .select('id')
    .where('id', '=', workspaceId)
    .where(column, '<', edition)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!older) return 0;
  const workspace = { workspaceId, now: deps.now() };
  if (seed.olderWorkspace) await seed.olderWorkspace(trx, workspace, deps);
  else await seed.newWorkspace?.(trx, workspace);
  await trx
    .updateTable('workspaces')
    .set({ [column]: edition })
    .where('id', '=', workspaceId)
    .execute();
  return 1;
}
