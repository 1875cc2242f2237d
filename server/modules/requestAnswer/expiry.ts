import { withScope } from '../../../db/client.ts';
import { systemActor } from '../../platform/actor.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { isOpen, transition } from '../../platform/workflow/workflow.ts';
import * as queries from './queries.ts';
import { answerWorkflow } from './workflow.ts';

/** Removes expired packages in every workspace. @returns how many */
export async function expirePackages(deps: Deps, signal: AbortSignal): Promise<number> {
  const workspaces = await deps.authDb.selectFrom('workspaces').select('id').orderBy('id').execute();
  let removed = 0;
  for (const { id: workspaceId } of workspaces) {
    if (signal.aborted) break;
    const due = await withScope(deps.db, { workspaceId }, (trx) =>
      trx
        .selectFrom('requestAnswers')
        .select('id')
        .where('workspaceId', '=', workspaceId)
        .where('status', '=', 'READY')
        .where('expiresAt', '<=', deps.now().toISOString())
        .execute(),
    );
    for (const { id } of due) {
      try {
        await transact(deps, { workspaceId }, async (trx) => {
          const row = await queries.locked(trx, workspaceId, id);
          if (!row || !isOpen(answerWorkflow, row, 'expire')) return;
          await transition(trx, systemActor(deps, workspaceId), answerWorkflow, row, 'expire', {});
          removed += 1;
        });
      } catch (error) {
        // One must not keep the packages of all others.
        deps.log.warn({ err: error, answerId: id }, 'an expired package could not be removed; it is tried again');
      }
    }
  }
  return removed;
}
