import type { Trx } from '../../../db/client.ts';
import type { ImportStatus } from '../../../shared/recordImport.ts';
import { origin, type WorkspaceContext } from '../../context.ts';
import { attachMade, removeFile } from '../../files/service.ts';
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

export function teller(ctx: WorkspaceContext, { id, attempts }: queries.StoredImport): Step['tell'] {
  let last = Date.now();
  return async (done, total) => {
    if (done < total && Date.now() - last < PROGRESS_MS) return;
    last = Date.now();
    await ctx.transaction(async (trx) => {
      if (await queries.update(trx, ctx.workspace.id, id, ctx.deps.now(), { done, total }, attempts))
        await emit(trx, origin(ctx), { event: 'import.progressed', entityId: id, recipients: [ctx.personnel.id] });
    });
  };
}

/** Writes what a run has come to within `trx`. @throws when another run has taken the import over: nothing of `trx` may stay */
export async function note(trx: Trx, { ctx, stored }: Pick<Step, 'ctx' | 'stored'>, changes: queries.ImportChanges): Promise<void> {
  if (!(await queries.update(trx, ctx.workspace.id, stored.id, ctx.deps.now(), changes, stored.attempts))) throw new TakenOver();
}

/** Another run of the import has begun: this one ends, and leaves everything to it. */
export class TakenOver extends Error {
  constructor() {
    super('another run has taken the import over');
    this.name = 'TakenOver';
  }
}

/** Moves the import on if it still stands where this step found it: it may have been given up meanwhile. */
export async function moveOn({ ctx, stored }: Pick<Step, 'ctx' | 'stored'>, from: readonly ImportStatus[], changes: queries.ImportChanges): Promise<boolean> {
  return ctx.transaction(async (trx) => {
    const now = await queries.find(trx, ctx.workspace.id, stored.id, true);
    if (!now || !from.includes(now.status)) return false;
    if (changes.rejectsFileId) await attachMade(trx, { workspaceId: ctx.workspace.id, fileId: changes.rejectsFileId });
    if (!(await queries.update(trx, ctx.workspace.id, stored.id, ctx.deps.now(), changes, stored.attempts))) return false;
    // A file of rejected rows that is replaced has no record any more by which it would be guarded.
    if (changes.rejectsFileId !== undefined && now.rejectsFileId && now.rejectsFileId !== changes.rejectsFileId) await removeFile(trx, ctx.deps, { workspaceId: ctx.workspace.id, fileId: now.rejectsFileId });
    await emit(trx, origin(ctx), { event: 'import.progressed', entityId: stored.id, recipients: [ctx.personnel.id] });
    return true;
  });
}
