import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { type ImportFacts, OPEN } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { errors } from '../errors.ts';
import { releaseFile } from '../files/service.ts';
import { emit } from '../live/emit.ts';
import type { Changes, ImportStore, Stored } from './store.ts';

interface Kind<Mapping, Summary, Shown> {
  /** Its words: refusals are `<name>.unchecked` and `<name>.nothing`, in locales `<name>:…`. */
  name: string;
  /** The event that says that it has come on. */
  progressed: EventName;
  /** An import as its user sees it. @throws 404 */
  existing: (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<Shown>;
  /** What else is written when one is given up. */
  onCancel?: (before: Stored<Mapping, Summary>) => Changes<Mapping, Summary>;
}

/** What its user does with an import of one kind, whatever its rows hold, while no job is at work on it. */
export function importMoves<
  Mapping,
  Summary extends { rows: number; accepted: number; rejected: number },
  Shown extends Pick<ImportFacts, 'rejects'>,
>(store: ImportStore<Mapping, Summary>, { name, progressed, existing, onCancel }: Kind<Mapping, Summary, Shown>) {
  type Own = Stored<Mapping, Summary>;
  /** Tells its user's other screens. */
  const moved = (trx: Trx, ctx: WorkspaceContext, id: string) =>
    emit(trx, actorOf(ctx), { event: progressed, entityId: id, recipients: [ctx.personnel.id] });

  /** Leaves the next step to a job, in the same transaction. */
  async function queued(trx: Trx, ctx: WorkspaceContext, id: string): Promise<void> {
    await ctx.deps.jobs.send(trx, 'import.run', { workspaceId: ctx.workspace.id, id }, { key: id });
    await moved(trx, ctx, id);
  }

  /** An import as its row keeps it, held until the transaction ends. @throws 404 */
  async function locked(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Own> {
    const found = await store.find(trx, ctx.workspace.id, id, true);
    if (!found) throw errors.notFound();
    return found;
  }

  /** An import that its user may change now. @throws 404, 409 `staleEdit`, `illegalMove` */
  async function open(
    trx: Trx,
    ctx: WorkspaceContext,
    { id, rowVersion }: { id: string; rowVersion: number },
  ): Promise<Own> {
    const found = await locked(trx, ctx, id);
    if (found.rowVersion !== rowVersion) throw errors.staleEdit(await existing(trx, ctx, id));
    if (!OPEN.includes(found.status)) throw errors.illegalMove();
    return found;
  }

  return {
    moved,
    queued,
    open,

    get: (ctx: WorkspaceContext, { id }: { id: string }): Promise<Shown> =>
      ctx.transaction((trx) => existing(trx, ctx, id)),

    /**
     * Writes what the check found right.
     * @throws 409 `<name>.unchecked` before the check, `<name>.nothing` when no row would be written
     */
    commit: (ctx: WorkspaceContext, input: { id: string; rowVersion: number }): Promise<Shown> =>
      ctx.transaction(async (trx) => {
        const { status, summary } = await open(trx, ctx, input);
        if (status !== 'checked') throw errors.conflict({ code: `${name}.unchecked`, key: `${name}:unchecked` });
        if (summary.accepted === 0) throw errors.conflict({ code: `${name}.nothing`, key: `${name}:nothing` });
        await store.update(trx, ctx.workspace.id, input.id, ctx.deps.now(), {
          status: 'running',
          done: 0,
          total: null,
          rowsWritten: 0,
        });
        await queued(trx, ctx, input.id);
        return existing(trx, ctx, input.id);
      }),

    /**
     * Gives up an import that has written nothing; its files are removed.
     * @throws 409 `illegalMove` while it writes or once it has
     */
    cancel: (ctx: WorkspaceContext, { id }: { id: string }): Promise<Shown> =>
      ctx.transaction(async (trx) => {
        const before = await locked(trx, ctx, id);
        if (['running', 'done', 'cancelled'].includes(before.status)) throw errors.illegalMove();
        await store.update(trx, ctx.workspace.id, id, ctx.deps.now(), { status: 'cancelled', ...onCancel?.(before) });
        const own = { workspaceId: ctx.workspace.id, ownerId: id };
        const { table, rejects } = store.files;
        if (before.fileId) await releaseFile(trx, table, { ...own, fileId: before.fileId });
        if (before.rejectsFileId) await releaseFile(trx, rejects, { ...own, fileId: before.rejectsFileId });
        await moved(trx, ctx, id);
        return existing(trx, ctx, id);
      }),

    /** Rejected rows with their reasons, as a file to correct and import again. @throws 404 when no row was rejected */
    rejects: (ctx: WorkspaceContext, { id }: { id: string }): Promise<NonNullable<Shown['rejects']>> =>
      ctx.transaction(async (trx) => {
        const { rejects: file } = await existing(trx, ctx, id);
        if (!file) throw errors.notFound();
        return file;
      }),
  };
}
