import { expressionBuilder, sql } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { OPEN_TASKS } from '../../../shared/requestTask/status.ts';
import { assignedTasks } from '../../platform/tasks/assigned.ts';
import { requestAssignees } from '../request/assignees.ts';
import { notifyAssignees } from './announce.ts';
import * as queries from './queries.ts';

/** Open tasks of requests that are assigned to somebody, of rights that are open. */
export const openTasks = assignedTasks({
  module: 'DSRM',
  assignees: requestAssignees,
  table: 'requestTasks',
  partOf: { records: 'requests', column: 'requestId' },
  state: 'status',
  open: OPEN_TASKS,
  condition: (workspaceId) =>
    sql`request_right_id in ${queries.openRights(expressionBuilder<DB, 'requestTasks'>(), workspaceId)}`,
  counts: (of) => ({ pending: 0, active: of(...OPEN_TASKS) }),
  columns: ['id'],
  async announce(trx, actor, moved) {
    const ids = moved.map(({ id }) => id);
    const rows = await queries.byIds(trx, actor.workspaceId, ids);
    for (const own of Map.groupBy(rows, ({ requestId }) => requestId).values())
      await notifyAssignees(trx, actor, own, 'requestTask.assigned');
  },
});
