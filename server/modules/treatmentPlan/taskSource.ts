import { OPEN_PLANS } from '../../../shared/treatmentPlan/status.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import { announcePlan } from './announce.ts';
import { ASSIGNEE_ROLES, assertAssignable } from './assignees.ts';
import * as queries from './queries.ts';

/** Open treatment plans that are assigned to somebody. */
export const openPlans: TaskSource = {
  module: 'DPIA',
  roles: ASSIGNEE_ROLES,
  async count(trx, workspaceId, personnelId) {
    const rows = await trx
      .selectFrom('treatmentPlans')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', personnelId)
      .where('status', 'in', [...OPEN_PLANS])
      .groupBy('status')
      .execute();
    const of = (...statuses: string[]) =>
      rows.filter(({ status }) => statuses.includes(status)).reduce((sum, { count }) => sum + Number(count), 0);
    return { pending: of('PENDING'), active: of('NEW', 'INPROGRESS') };
  },
  async reassign(trx, actor, from, to) {
    const { workspaceId } = actor;
    const moved = await trx
      .updateTable('treatmentPlans')
      .set((eb) => ({
        assigneeId: to,
        assignedBy: actor.personnelId,
        assignedAt: actor.at,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', from)
      .where('status', 'in', [...OPEN_PLANS])
      .returning('id')
      .execute();
    if (moved.length === 0) return;
    await assertAssignable(trx, workspaceId, to, 'reassignTo');
    const rows = await queries.byIds(
      trx,
      workspaceId,
      moved.map(({ id }) => id),
    );
    for (const row of rows)
      await announcePlan(trx, actor, row, 'treatmentPlan.assigned', { formerly: from, notify: [to] });
  },
};
