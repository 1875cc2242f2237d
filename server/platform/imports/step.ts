import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { ImportStatus } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { attachGenerated, removeFile } from '../files/service.ts';
import { emit } from '../live/emit.ts';
import type { Changes, ImportStore, Stored } from './store.ts';

/** Progress is told twice a second at most. */
const PROGRESS_MS = 500;

/** One run of what an import waits for. */
export interface Run<Mapping, Summary> {
  ctx: WorkspaceContext;
  signal: AbortSignal;
  stored: Stored<Mapping, Summary>;
  /** Says how far the step is. @throws TakenOver once another run has begun, or the import was given up */
  progress(done: number, total: number): Promise<void>;
}

/** Another run of the import has begun, or it was given up: this one ends, and leaves everything as it is. */
export class Superseded extends Error {
  constructor() {
    super('another run has taken the import over');
    this.name = 'TakenOver';
  }
}

/** How runs of one kind of import write what they come to. `progressed` is the event that says so. */
export function importSteps<Mapping, Summary extends { rows: number; accepted: number; rejected: number }>(
  store: ImportStore<Mapping, Summary>,
  progressed: EventName,
) {
  type Own = Stored<Mapping, Summary>;
  const announceChange = (trx: Trx, ctx: WorkspaceContext, id: string) =>
    emit(trx, actorOf(ctx), { event: progressed, entityId: id, recipients: [ctx.personnel.id] });

  function progressReporter(ctx: WorkspaceContext, { id, attempts }: Own): Run<Mapping, Summary>['progress'] {
    let last = Date.now();
    return async (done, total) => {
      if (done < total && Date.now() - last < PROGRESS_MS) return;
      last = Date.now();
      await ctx.transaction(async (trx) => {
        if (!(await store.update(trx, ctx.workspace.id, id, ctx.deps.now(), { done, total }, attempts)))
          throw new Superseded();
        await announceChange(trx, ctx, id);
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
    if (!(await store.update(trx, ctx.workspace.id, stored.id, ctx.deps.now(), changes, stored.attempts)))
      throw new Superseded();
  }

  /**
   * Moves the import on if it still stands where this step found it: it may have been given up meanwhile. `beside` is
   * done in the same transaction.
   */
  async function moveOn(
    { ctx, stored }: { ctx: WorkspaceContext; stored: Own },
    from: readonly ImportStatus[],
    changes: Changes<Mapping, Summary>,
    beside?: (trx: Trx) => Promise<unknown>,
  ): Promise<boolean> {
    return ctx.transaction(async (trx) => {
      const now = await store.find(trx, ctx.workspace.id, stored.id, true);
      if (!now || !from.includes(now.status)) return false;
      if (!(await store.update(trx, ctx.workspace.id, stored.id, ctx.deps.now(), changes, stored.attempts)))
        return false;
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
        await removeFile(trx, ctx.deps, { workspaceId: ctx.workspace.id, fileId: now.rejectsFileId });
      await announceChange(trx, ctx, stored.id);
      await beside?.(trx);
      return true;
    });
  }

  return { progressReporter, note, moveOn };
}
