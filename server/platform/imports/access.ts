import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { type ImportFacts, type ImportSheet, OPEN } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import { emit } from '../live/emit.ts';
import type { Counts, ImportStore, Stored } from './store.ts';
import { assertNewest } from '../records/stale.ts';
import { illegalMove } from '../workflow/workflow.ts';
import type { ErrorCode } from '../../../shared/registry/errors.ts';

type NameOf<Code> = Code extends `${infer Name}.unmapped` ? Name : never;
/** Imports that have errors of their own. */
type ImportName = NameOf<ErrorCode>;

/** What the moves of one kind of import need to know of it. */
export interface MovedKind<Mapping, Summary extends Counts, View> {
  store: ImportStore<Mapping, Summary>;
  /** Begins the codes of its refusals: `<name>.unmapped`, `<name>.unchecked`, `<name>.nothing`. */
  name: ImportName;
  /** The event that says that it has come on. */
  progressed: EventName;
  /** An import as its user sees it. @throws 404 */
  existing: (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<View>;
  /** A sheet without what its cells hold, where that may not stay; else it stays. */
  withoutCells?: (sheet: ImportSheet) => ImportSheet;
}

/** Reaches imports of one kind for their user, while no job is at work on them. */
export function importAccess<Mapping, Summary extends Counts, View extends Pick<ImportFacts, 'rejects'>>({
  store,
  progressed,
  existing,
}: MovedKind<Mapping, Summary, View>) {
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
    if (!found) throw appError('NOT_FOUND');
    return found;
  }

  /** An import that its user may change now. @throws 404, 409 `staleEdit`, `illegalMove` */
  async function open(
    trx: Trx,
    ctx: WorkspaceContext,
    { id, rowVersion }: { id: string; rowVersion: number },
  ): Promise<Own> {
    const found = await locked(trx, ctx, id);
    await assertNewest(found, rowVersion, () => existing(trx, ctx, id));
    if (!OPEN.includes(found.status)) throw illegalMove(found.status);
    return found;
  }

  return { moved, queued, locked, open };
}
