import { systemActor } from '../../platform/actor.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { isOpen, transition } from '../../platform/workflow/workflow.ts';
import * as queries from './queries.ts';
import { answerWorkflow } from './workflow.ts';

const AT_ONCE = 100;

/** Removes expired packages in every workspace, those that expired first before the others. @returns how many */
export async function expirePackages(deps: Deps, signal: AbortSignal): Promise<number> {
  let removed = 0;
  let skipped = 0;
  for (let more = true; more && !signal.aborted;) {
    const due = await deps.systemDb
      .selectFrom('requestAnswers')
      .select(['workspaceId', 'id'])
      .where('status', '=', 'READY')
      .where('expiresAt', '<=', deps.now().toISOString())
      .orderBy('expiresAt')
      .orderBy('id')
      .limit(AT_ONCE)
      // Those that could not be removed are still the first.
      .offset(skipped)
      .execute();
    for (const { workspaceId, id } of due) {
      try {
        const isRemoved = await transact(deps, { workspaceId }, async (trx) => {
          const row = await queries.locked(trx, workspaceId, id);
          if (!row || !isOpen(answerWorkflow, row, 'expire')) return false;
          await transition(trx, systemActor(deps, workspaceId), answerWorkflow, row, 'expire', {});
          return true;
        });
        if (isRemoved) removed += 1;
        else skipped += 1;
      } catch (error) {
        // One must not keep the packages of all others.
        skipped += 1;
        deps.log.warn({ err: error, answerId: id }, 'an expired package could not be removed; it is tried again');
      }
    }
    more = due.length === AT_ONCE;
  }
  return removed;
}
