import type { Trx } from '../../../db/client.ts';
import type { Caller } from '../../platform/actor.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { taskWorkflow } from './workflow.ts';

/** Cancels a waiting or running task; its run notices and stops. @returns false where it has already ended */
export async function cancelTask(trx: Trx, actor: Caller, id: string): Promise<boolean> {
  const task = await trx
    .selectFrom('exportScheduleTasks')
    .select(['workspaceId', 'id', 'organizationId', 'scheduleId', 'consentId', 'runAt', 'since', 'attempts', 'state'])
    .where('workspaceId', '=', actor.workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  return task !== undefined && (await transitionIfOpen(trx, actor, taskWorkflow, task, 'cancel', {})) !== undefined;
}
