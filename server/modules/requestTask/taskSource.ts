import { OPEN_TASKS } from '../../../shared/requestTask/status.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import { ASSIGNEE_ROLES, assertAssignable } from '../request/assignees.ts';
import { announceAssigned } from './announce.ts';
import * as queries from './queries.ts';

/** Open tasks of requests that are assigned to somebody, of rights that are open. */
export const openTasks: TaskSource = {
  module: 'DSRM',
  roles: ASSIGNEE_ROLES,
  async count(trx, workspaceId, personnelId) {
    const rows = await trx
      .selectFrom('requestTasks')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', personnelId)
      .where('status', 'in', OPEN_TASKS)
      .where('requestRightId', 'in', (eb) => queries.openRights(eb, workspaceId))
      .groupBy('status')
      .execute();
    return { pending: 0, active: rows.reduce((sum, { count }) => sum + Number(count), 0) };
  },
  async reassign(trx, actor, from, to) {
    const { workspaceId } = actor;
    const moved = await trx
      .updateTable('requestTasks')
      .set((eb) => ({
        assigneeId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', from)
      .where('status', 'in', OPEN_TASKS)
      .where('requestRightId', 'in', (eb) => queries.openRights(eb, workspaceId))
      .returning('id')
      .execute();
    if (moved.length === 0) return;
    await assertAssignable(trx, workspaceId, to, 'reassignTo');
    const rows = await queries.byIds(
      trx,
      workspaceId,
      moved.map(({ id }) => id),
    );
    for (const own of Map.groupBy(rows, ({ requestId }) => requestId).values()) await announceAssigned(trx, actor, own);
  },
};
