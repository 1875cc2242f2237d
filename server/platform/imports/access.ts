import type { Trx } from '../../../db/client.ts';
import type { ImportAction, ImportFacts, ImportSheet } from '../../../shared/import/schema.ts';
import { actorOf } from '../actor.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { appError } from '../errors.ts';
import type { Counts, ImportStore, Stored } from './store.ts';
import { assertNewest } from '../records/stale.ts';
import { assertMove } from '../workflow/workflow.ts';

/** What the moves of one kind of import need to know of it. */
export interface MovedKind<Mapping, Summary extends Counts, View> {
  store: ImportStore<Mapping, Summary>;
  /** An import as its user sees it. @throws 404 */
  existing: (trx: Trx, ctx: WorkspaceContext, id: string) => Promise<View>;
  /** Whether the next file with the same headings is read by the mapping of this one. */
  remembers?: true;
  /** A sheet without what its cells hold, where the row may not quote them; else they stay until it is cancelled. */
  withoutCells?: (sheet: ImportSheet) => ImportSheet;
}

/** Reaches imports of one kind for their user. */
export function importAccess<Mapping, Summary extends Counts, View extends Pick<ImportFacts, 'rejects'>>({
  store,
  existing,
}: MovedKind<Mapping, Summary, View>) {
  type Own = Stored<Mapping, Summary>;

  /** An import as its row keeps it, held until the transaction ends. @throws 404 */
  async function locked(trx: Trx, ctx: WorkspaceContext, id: string): Promise<Own> {
    const found = await store.find(trx, ctx.workspace.id, id, true);
    if (!found) throw appError('NOT_FOUND');
    return found;
  }

  /** The same for a move over `rowVersion`. @throws 404, 409 `staleEdit`, and where the move is not open */
  async function open(
    trx: Trx,
    ctx: WorkspaceContext,
    { id, rowVersion }: { id: string; rowVersion: number },
    action: ImportAction,
  ): Promise<Own> {
    const found = await locked(trx, ctx, id);
    await assertNewest(found, rowVersion, () => existing(trx, ctx, id));
    assertMove(actorOf(ctx), store.workflow, found, action);
    return found;
  }

  return { locked, open };
}
