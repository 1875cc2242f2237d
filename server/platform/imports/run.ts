import type { Trx } from '../../../db/client.ts';
import type { ImportSheet } from '../../../shared/import/schema.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { type Deps, transact, type WorkspaceContext } from '../trpc/context.ts';
import { asAppError } from '../errors.ts';
import { removeFile } from '../files/remove.ts';
import { contextOf, ImportFailure, WorkspaceClosed } from './context.ts';
import { emit } from '../live/emit.ts';
import { ownedBy, type Run, Superseded } from './step.ts';
import type { Counts, ImportStore, Stored } from './store.ts';
import { TableError } from './table.ts';
import { transition } from '../workflow/workflow.ts';

/** Runs of one step that may take their node down. */
const MAX_ATTEMPTS = 5;

/** What a step is of one kind of import. */
export interface StepOf<Mapping, Summary extends Counts> {
  store: ImportStore<Mapping, Summary>;
  progressReporter: (ctx: WorkspaceContext, stored: Stored<Mapping, Summary>) => Run<Mapping, Summary>['progress'];
  /** What whoever asked for the import must still hold. */
  permission: Permission;
  work: (step: Run<Mapping, Summary>) => Promise<unknown>;
  failure: {
    /** The event that says that it failed, and what it names. */
    event: EventName;
    subject: (trx: Trx, stored: Stored<Mapping, Summary>) => string | Promise<string>;
    /** Codes of errors that only this kind meets: keys of its locales `failure`. */
    code?: (error: unknown) => string | undefined;
    /** A sheet without what its cells hold, where that may not stay. */
    withoutCells?: (sheet: ImportSheet) => ImportSheet;
  };
}

/**
 * Does the step that an import waits for. A step that was cut off is started again; of an import of another kind, one
 * that waits for nothing, or of a workspace that is closed, it does nothing.
 * @throws what a second try may mend: the node stops, the database or the file store is away, a deadlock
 */
export async function runStep<Mapping, Summary extends Counts>(
  deps: Deps,
  { workspaceId, id, signal }: { workspaceId: string; id: string; signal: AbortSignal },
  step: StepOf<Mapping, Summary>,
): Promise<void> {
  const { store, progressReporter, permission, work } = step;
  const stored = await transact(deps, { workspaceId }, (trx) => store.claim(trx, workspaceId, id, deps.now()));
  if (!stored) return;
  try {
    if (stored.attempts > MAX_ATTEMPTS) throw new ImportFailure('interrupted');
    const ctx = await contextOf(
      deps,
      { workspaceId, personnelId: stored.requestedBy.id, permission, locale: stored.locale },
      signal,
    );
    await work({ ctx, signal, stored, progress: progressReporter(ctx, stored) });
  } catch (error) {
    if (error instanceof Superseded) return;
    const isClosed = error instanceof WorkspaceClosed;
    if (signal.aborted || isClosed || asAppError(error)?.status === 'SERVICE_UNAVAILABLE') {
      await transact(deps, { workspaceId }, (trx) => store.giveBack(trx, workspaceId, stored)).catch(() => {});
      // It is given a job again once the workspace is open (jobRecords.ts).
      if (isClosed) return;
      throw error;
    }
    // Somebody edited the same records at the same moment. It counts as a run, so that it cannot go on for ever.
    if (asAppError(error)?.problem.code === 'concurrent') throw error;
    await noteFailure(deps, workspaceId, stored, step, error);
  }
}

/** Says in the import why it could not be done, unless it was given up or taken over meanwhile. */
async function noteFailure<Mapping, Summary extends Counts>(
  deps: Deps,
  workspaceId: string,
  stored: Stored<Mapping, Summary>,
  { store, failure: { event, subject, code: codeOf, withoutCells } }: StepOf<Mapping, Summary>,
  error: unknown,
): Promise<void> {
  const code =
    error instanceof ImportFailure
      ? error.code
      : error instanceof TableError
        ? error.reason
        : (codeOf?.(error) ?? 'internal');
  deps.log[code === 'internal' ? 'error' : 'info']({ err: error, importId: stored.id, code }, 'an import failed');
  await transact(deps, { workspaceId }, async (trx) => {
    const now = await ownedBy(trx, store, { workspaceId, id: stored.id, attempts: stored.attempts }, 'fail');
    if (!now) return;
    const actor = { deps, workspaceId, personnelId: stored.requestedBy.id, at: deps.now() };
    const sheet = withoutCells && { sheet: withoutCells(now.sheet) };
    await transition(trx, actor, store.workflow, now, 'fail', { errorCode: code, ...sheet });
    // A failed import is not gone on with: another one begins with its own file.
    if (withoutCells && now.fileId) await removeFile(trx, { workspaceId, fileId: now.fileId });
    await emit(trx, actor, { event, entityId: stored.id, subject: await subject(trx, stored) });
  });
}
