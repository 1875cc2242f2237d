import type { RequestStage } from '../../../shared/request/stage.ts';
import { rightStage } from '../../../shared/request/stage.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { statesWith } from '../../../shared/status.ts';
import { emit } from '../../platform/live/emit.ts';
import { assignedTasks } from '../../platform/tasks/assigned.ts';
import { requestAssignees } from './assignees.ts';
import { settle } from './announce.ts';
import { insertMove } from './workflow.ts';
import * as queries from './rows.ts';

/** Open rights that are assigned to somebody. */
export const openRights = assignedTasks({
  module: 'DSRM',
  assignees: requestAssignees,
  table: 'requestRights',
  partOf: { records: 'requests', column: 'requestId' },
  state: 'stage',
  open: [...statesWith(rightStage, 'assign'), 'APPROVE'],
  counts: (of) => ({ pending: of('WAITING', 'APPROVE'), active: of('WORK') }),
  columns: ['id', 'requestId', 'stage'],
  async announce(trx, actor, moved, { from, to }) {
    const { workspaceId } = actor;
    const key = await actor.deps.keyring.workspaceKey(trx, workspaceId);
    for (const { id, requestId, stage } of moved) {
      const at = stage as RequestStage;
      await insertMove(trx, actor, { id, requestId }, { action: 'assign', from: at, to: at, key, reason: '' });
    }
    for (const requestId of new Set(moved.map((right) => right.requestId))) {
      await settle(trx, actor, requestId);
      const found = await queries.find(trx, workspaceId, requestId);
      await emit(trx, actor, {
        event: 'request.assigned',
        entityId: requestId,
        subject: requestReference(found!.number),
        recipients: [from, to],
        notify: [to],
      });
      await emit(trx, actor, { event: 'requestDashboard.changed', entityId: requestId });
    }
  },
});
