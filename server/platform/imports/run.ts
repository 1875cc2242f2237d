import type { Permission } from '../../../shared/registry/permissions.ts';
import { type Deps, transact, type WorkspaceContext } from '../trpc/context.ts';
import { asAppError } from '../errors.ts';
import { contextOf, ImportFailure } from './context.ts';
import { type Run, TakenOver } from './step.ts';
import type { Counts, ImportStore, Stored } from './store.ts';

/** Runs of one step that may take their node down. */
const MAX_ATTEMPTS = 5;

/** What a step is of one kind of import. */
export interface StepOf<Mapping, Summary extends Counts> {
  store: ImportStore<Mapping, Summary>;
  teller: (ctx: WorkspaceContext, stored: Stored<Mapping, Summary>) => Run<Mapping, Summary>['tell'];
  /** What whoever asked for the import must still hold. */
  permission: Permission;
  work: (step: Run<Mapping, Summary>) => Promise<unknown>;
  /** Says in the import why it could not be done. */
  failed: (stored: Stored<Mapping, Summary>, error: unknown) => Promise<void>;
}

/**
 * Does the step that an import waits for. A step that was cut off is begun again; of an import of another kind, or one
 * that waits for nothing, it does nothing.
 * @throws what a second try may mend: the node stops, the database or the file store is away
 */
export async function runStep<Mapping, Summary extends Counts>(
  deps: Deps,
  { workspaceId, id, signal }: { workspaceId: string; id: string; signal: AbortSignal },
  { store, teller, permission, work, failed }: StepOf<Mapping, Summary>,
): Promise<void> {
  const stored = await transact(deps, { workspaceId }, (trx) => store.begin(trx, workspaceId, id, deps.now()));
  if (!stored) return;
  try {
    if (stored.attempts > MAX_ATTEMPTS) throw new ImportFailure('interrupted');
    const ctx = await contextOf(
      deps,
      { workspaceId, personnelId: stored.requestedBy.id, permission, locale: stored.locale },
      signal,
    );
    await work({ ctx, signal, stored, tell: teller(ctx, stored) });
  } catch (error) {
    if (error instanceof TakenOver) return;
    if (signal.aborted || asAppError(error)?.status === 'SERVICE_UNAVAILABLE') {
      await transact(deps, { workspaceId }, (trx) => store.giveBack(trx, workspaceId, stored)).catch(() => {});
      throw error;
    }
    await failed(stored, error);
  }
}
