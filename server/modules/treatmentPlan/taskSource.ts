import { OPEN_PLANS } from '../../../shared/treatmentPlan/status.ts';
import { assignedTasks } from '../../platform/tasks/assigned.ts';
import { announcePlan } from './announce.ts';
import { planAssignees } from './assignees.ts';
import * as queries from './queries.ts';

/** Open treatment plans that are assigned to somebody. */
export const openPlans = assignedTasks({
  module: 'DPIA',
  assignees: planAssignees,
  table: 'treatmentPlans',
  state: 'status',
  open: OPEN_PLANS,
  counts: (of) => ({ pending: of('PENDING'), active: of('NEW', 'INPROGRESS') }),
  stamp: ({ personnelId, at }) => ({ assignedBy: personnelId, assignedAt: at }),
  columns: ['id'],
  async announce(trx, actor, moved, { from, to }) {
    const ids = moved.map(({ id }) => id);
    for (const row of await queries.byIds(trx, actor.workspaceId, ids))
      await announcePlan(trx, actor, row, 'treatmentPlan.assigned', { formerly: from, notify: [to] });
  },
});
