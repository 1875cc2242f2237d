import type { ImportFacts } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { releaseFile } from '../files/service.ts';
import { importAccess, type MovedKind } from './access.ts';
import { rememberMapping } from './remembered.ts';
import type { Counts } from './store.ts';
import { transition } from '../workflow/workflow.ts';

/** What its user does with an import of one kind, whatever its rows hold. */
export function importMoves<Mapping, Summary extends Counts, View extends Pick<ImportFacts, 'rejects'>>(
  kind: MovedKind<Mapping, Summary, View>,
) {
  const { store, existing, withoutCells } = kind;
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
     * Gives up an import that has written nothing; its files are removed.
     * @throws 409 `illegalMove` while it writes or once it has
     */
    cancel: (ctx: WorkspaceContext, { id }: { id: string }): Promise<View> =>
      ctx.transaction(async (trx) => {
        const before = await locked(trx, ctx, id);
        const sheet = withoutCells && { sheet: withoutCells(before.sheet) };
        await transition(trx, actorOf(ctx), store.workflow, before, 'cancel', { ...sheet });
        const own = { workspaceId: ctx.workspace.id, ownerId: id };
        const { table, rejects } = store.files;
        if (before.fileId) await releaseFile(trx, table, { ...own, fileId: before.fileId });
        if (before.rejectsFileId) await releaseFile(trx, rejects, { ...own, fileId: before.rejectsFileId });
        return existing(trx, ctx, id);
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
