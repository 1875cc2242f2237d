import { AT_WORK, type ImportFacts } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import { type Deps, transact, type WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { releaseFile } from '../files/service.ts';
import { importAccess, type MovedKind } from './access.ts';
import { removeFiles } from './expiry.ts';
import { rememberMapping } from './remembered.ts';
import { bare } from './sealed.ts';
import type { Counts } from './store.ts';
import { illegalMove, transition } from '../workflow/workflow.ts';

/** What its user does with an import of one kind, whatever its rows hold. */
export function importMoves<Mapping, Summary extends Counts, View extends Pick<ImportFacts, 'rejects'>>(
  kind: MovedKind<Mapping, Summary, View>,
) {
  const { store, existing } = kind;
  const { locked, open } = importAccess(kind);
  return {
    get: (ctx: WorkspaceContext, { id }: { id: string }): Promise<View> =>
      ctx.transaction((trx) => existing(trx, ctx, id)),

    /**
     * Writes what the check found right.
     * @throws 409 `<name>.unchecked` before the check, `<name>.nothing` when no row would be written
     */
    commit: (ctx: WorkspaceContext, input: { id: string; rowVersion: number }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await open(trx, ctx, input, 'commit');
        if (before.summary.accepted === 0) throw appError(`${store.name}.nothing`);
        const progress = { done: 0, total: null, rowsWritten: 0 };
        await transition(trx, actorOf(ctx), store.workflow, before, 'commit', progress);
        if (kind.remembers)
          await rememberMapping(
            trx,
            { workspaceId: ctx.workspace.id, kind: store.kind, columns: before.sheet.columns },
            { mapping: before.mapping, by: ctx.personnel.id, at: ctx.deps.now() },
          );
        return existing(trx, ctx, input.id);
      }),

    /**
     * Gives up an import; its files go, with what its row quotes of them. What one that failed had written stays.
     * @throws 409 `illegalMove` while it writes or once it is done
     */
    cancel: (ctx: WorkspaceContext, { id }: { id: string }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await locked(trx, ctx, id);
        await transition(trx, actorOf(ctx), store.workflow, before, 'cancel', { sheet: bare(before.sheet) });
        const own = { workspaceId: ctx.workspace.id, ownerId: id };
        const { table, rejects } = store.files;
        if (before.fileId) await releaseFile(trx, table, { ...own, fileId: before.fileId });
        if (before.rejectsFileId) await releaseFile(trx, rejects, { ...own, fileId: before.rejectsFileId });
        return existing(trx, ctx, id);
      }),

    /**
     * Removes what is left of the file of an import; one that waits for its user is given up with it.
     * @throws 409 `illegalMove` while a job is at work
     */
    removeFiles: (ctx: WorkspaceContext, { id }: { id: string }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await locked(trx, ctx, id);
        if (AT_WORK.includes(before.status)) throw illegalMove(before.status);
        await removeFiles(trx, actorOf(ctx), store, before);
        return existing(trx, ctx, id);
      }),

    /** The same once the file has had its time, in the name of whoever requested the import. @returns whether it had */
    expire: (deps: Deps, workspaceId: string, id: string): Promise<boolean> =>
      transact(deps, { workspaceId }, async (trx) => {
        const before = await store.find(trx, workspaceId, id, true);
        const at = deps.now();
        if (!before?.filesUntil || Date.parse(before.filesUntil) > at.getTime()) return false;
        if (AT_WORK.includes(before.status)) return false;
        await removeFiles(trx, { deps, workspaceId, personnelId: before.requestedBy.id, at }, store, before);
        return true;
      }),

    /** Rejected rows with their reasons, as a file to correct and import again. @throws 404 when no row was rejected */
    rejects: (ctx: WorkspaceContext, { id }: { id: string }): Promise<NonNullable<View['rejects']>> =>
      ctx.transaction(async (trx) => {
        const { rejects: file } = await existing(trx, ctx, id);
        if (!file) throw appError('NOT_FOUND');
        return file;
      }),
  };
}
