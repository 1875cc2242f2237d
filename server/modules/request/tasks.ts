import type { RequestStage } from '../../../shared/request/stage.ts';
import { rightStage } from '../../../shared/request/stage.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { statesWith } from '../../../shared/status.ts';
import { emit } from '../../platform/live/emit.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import { ASSIGNEE_ROLES, assertAssignable } from './assignees.ts';
import { settle } from './announce.ts';
import { insertMove } from './workflow.ts';
import * as queries from './queries.ts';

const OPEN: readonly RequestStage[] = [...statesWith(rightStage, 'assign'), 'APPROVE'];

/** Open rights that are assigned to somebody. */
export const openRights: TaskSource = {
  module: 'DSRM',
  roles: ASSIGNEE_ROLES,
  async count(trx, workspaceId, personnelId) {
    const rows = await trx
      .selectFrom('requestRights')
      .select((eb) => ['stage', eb.fn.countAll<number>().as('count')])
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', personnelId)
      .where('stage', 'in', OPEN)
      .groupBy('stage')
      .execute();
    const of = (...stages: RequestStage[]) =>
      rows
        .filter(({ stage }) => stages.includes(stage as RequestStage))
        .reduce((sum, { count }) => sum + Number(count), 0);
    return { pending: of('WAITING', 'APPROVE'), active: of('WORK') };
  },
  async reassign(trx, actor, from, to) {
    const { workspaceId } = actor;
    const moved = await trx
      .updateTable('requestRights')
      .set((eb) => ({
        assigneeId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', from)
      .where('stage', 'in', OPEN)
      .returning(['id', 'requestId', 'stage'])
      .execute();
    if (moved.length === 0) return;
    await assertAssignable(trx, workspaceId, to, 'reassignTo');
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
};
