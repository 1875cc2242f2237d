import type { ImportStatus } from '../../../shared/recordImport.ts';
import { origin, type WorkspaceContext } from '../../context.ts';
import { attachMade, releaseFile } from '../../files/service.ts';
import { emit } from '../../live/emit.ts';
import * as queries from './queries.ts';

/** Progress is told twice a second at most. */
const PROGRESS_MS = 500;

export interface Step {
  ctx: WorkspaceContext;
  signal: AbortSignal;
  stored: queries.StoredImport;
  /** Says how far the step is. */
  tell(done: number, total: number): Promise<void>;
}

export function teller(ctx: WorkspaceContext, { id }: queries.StoredImport): Step['tell'] {
  let last = Date.now();
  return async (done, total) => {
    if (done < total && Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await ctx.transaction(async (trx) => {
      await queries.update(trx, ctx.workspace.id, id, ctx.deps.now(), { done, total });
      await emit(trx, origin(ctx), { event: 'import.progressed', entityId: id, recipients: [ctx.personnel.id] });
    });
  };
}

/** Moves the import on if it still stands where this step found it: it may have been given up meanwhile. */
export async function moveOn({ ctx, stored }: Pick<Step, 'ctx' | 'stored'>, from: readonly ImportStatus[], changes: queries.ImportChanges): Promise<boolean> {
  return ctx.transaction(async (trx) => {
    const now = await queries.find(trx, ctx.workspace.id, stored.id, true);
    if (!now || !from.includes(now.status)) return false;
    // A file of rejected rows that is replaced has no record any more.
    if (changes.rejectsFileId !== undefined && now.rejectsFileId && now.rejectsFileId !== changes.rejectsFileId) await releaseFile(trx, { workspaceId: ctx.workspace.id, fileId: now.rejectsFileId });
    if (changes.rejectsFileId) await attachMade(trx, { workspaceId: ctx.workspace.id, fileId: changes.rejectsFileId });
    await queries.update(trx, ctx.workspace.id, stored.id, ctx.deps.now(), changes);
    await emit(trx, origin(ctx), { event: 'import.progressed', entityId: stored.id, recipients: [ctx.personnel.id] });
    return true;
  });
}
