import type { Trx } from '../../../db/client.ts';
import type { ImportAction } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { removeFile } from '../files/remove.ts';
import { attachGenerated } from '../files/service.ts';
import { emit } from '../live/emit.ts';
import { isOpen, transition } from '../workflow/workflow.ts';
import type { Counts, ImportStore, Stored } from './store.ts';
import type { Changes } from './workflow.ts';

/** Progress is announced twice a second at most. */
const PROGRESS_MS = 500;

/** One run of what an import waits for. */
export interface Run<Mapping, Summary> {
  ctx: WorkspaceContext;
  signal: AbortSignal;
  stored: Stored<Mapping, Summary>;
  /** Announces how far the step is. @throws TakenOver once another run has started, or the import was given up */
  progress(done: number, total: number): Promise<void>;
}

/** Another run of the import has started, or it was given up: this one ends, and leaves everything as it is. */
export class Superseded extends Error {
  constructor() {
    super('another run has taken the import over');
    this.name = 'TakenOver';
  }
}

/**
 * The import, locked, if this run of it is still the newest and may make the move: it may have been given up, or taken
 * over by another run.
 */
export async function ownedBy<Mapping, Summary extends Counts>(
  trx: Trx,
  store: ImportStore<Mapping, Summary>,
  { workspaceId, id, attempts }: { workspaceId: string; id: string; attempts: number },
  action: ImportAction,
): Promise<Stored<Mapping, Summary> | undefined> {
  const now = await store.find(trx, workspaceId, id, true);
  return now?.attempts === attempts && isOpen(store.workflow, now, action) ? now : undefined;
}

/** How runs of one kind of import write what they come to. */
export function importSteps<Mapping, Summary extends Counts>(store: ImportStore<Mapping, Summary>) {
  type Own = Stored<Mapping, Summary>;
  const rowOf = (ctx: WorkspaceContext, id: string) => ({ workspaceId: ctx.workspace.id, id, at: ctx.deps.now() });

  function progressReporter(ctx: WorkspaceContext, { id, attempts }: Own): Run<Mapping, Summary>['progress'] {
    let last = Date.now();
    return async (done, total) => {
      if (done < total && Date.now() - last < PROGRESS_MS) return;
      last = Date.now();
      await ctx.transaction(async (trx) => {
        if (!(await store.update(trx, rowOf(ctx, id), { done, total }, attempts))) throw new Superseded();
        await emit(trx, actorOf(ctx), { event: store.progressed, entityId: id, recipients: [ctx.personnel.id] });
      });
    };
  }

  /**
   * Writes what a run has come to within `trx`.
   * @throws when another run has taken the import over: nothing of `trx` may stay
   */
  async function note(
    trx: Trx,
    { ctx, stored }: { ctx: WorkspaceContext; stored: Own },
    changes: Changes<Mapping, Summary>,
  ): Promise<void> {
    if (!(await store.update(trx, rowOf(ctx, stored.id), changes, stored.attempts))) throw new Superseded();
  }

  /**
   * Moves the import on if this run still owns it. `beside` is done in the same transaction. @returns whether it did
   */
  async function moveOn(
    { ctx, stored }: { ctx: WorkspaceContext; stored: Own },
    action: ImportAction,
    changes: Changes<Mapping, Summary>,
    beside?: (trx: Trx) => Promise<unknown>,
  ): Promise<boolean> {
    return ctx.transaction(async (trx) => {
      const run = { workspaceId: ctx.workspace.id, id: stored.id, attempts: stored.attempts };
      const now = await ownedBy(trx, store, run, action);
      if (!now) return false;
      await transition(trx, actorOf(ctx), store.workflow, now, action, changes);
      // Only now: a file that no import names would never be swept.
      if (changes.rejectsFileId)
        await attachGenerated(trx, store.files.rejects, {
          workspaceId: ctx.workspace.id,
          ownerId: stored.id,
          fileId: changes.rejectsFileId,
          at: ctx.deps.now(),
        });
      // A file of rejected rows that is replaced has no record any more by which it would be guarded.
      if (changes.rejectsFileId !== undefined && now.rejectsFileId && now.rejectsFileId !== changes.rejectsFileId)
        await removeFile(trx, { workspaceId: ctx.workspace.id, fileId: now.rejectsFileId });
      await beside?.(trx);
      return true;
    });
  }

  return { progressReporter, note, moveOn };
}
