import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import { type IncidentStatus, incidentStatus } from '../../../shared/incident/status.ts';
import { statesWith } from '../../../shared/status.ts';
import { insertMove } from './historyQueries.ts';

/** Statuses in which an incident can have an assignee. */
const OPEN = statesWith(incidentStatus, 'assign');

/** Incidents that are assigned to somebody and not closed: in response, or waiting for the officer's verification. */
export const openIncidents: TaskSource = {
  module: 'DATA BREACH',
  roles: PERMISSIONS['incident.respond'].roles,
  async count(trx, workspaceId, personnelId) {
    const rows = await trx
      .selectFrom('incidents')
      .select((eb) => ['status', eb.fn.countAll<number>().as('count')])
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', personnelId)
      .where('status', 'in', OPEN)
      .groupBy('status')
      .execute();
    const of = (status: string) => Number(rows.find((row) => row.status === status)?.count ?? 0);
    return { pending: of('RESPONDED'), active: of('ACTIVE') };
  },
  async reassign(trx, actor, from, to) {
    const { workspaceId } = actor;
    const moved = await trx
      .updateTable('incidents')
      .set((eb) => ({
        assigneeId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('assigneeId', '=', from)
      .where('status', 'in', OPEN)
      .returning(['id', 'title', 'status', 'reporterId'])
      .execute();
    if (moved.length === 0) return;
    const successor = await trx
      .selectFrom('personnel')
      .select('role')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', to)
      .executeTakeFirst();
    const roles: readonly Role[] = PERMISSIONS['incident.respond'].roles;
    if (!successor || !roles.includes(successor.role as Role))
      throw appError('incident.assignee', { at: 'reassignTo' });
    for (const { id, title, status, reporterId } of moved) {
      await insertMove(trx, actor, id, {
        action: 'assign',
        from: status as IncidentStatus,
        to: status as IncidentStatus,
      });
      const recipients = [...new Set([reporterId, from, to].filter((one): one is string => one !== null))];
      await emit(trx, actor, {
        event: 'incident.assigned',
        entityId: id,
        subject: title,
        changes: [{ field: 'assigneeId', old: from, new: to }],
        recipients,
        notify: [to],
      });
      await emit(trx, actor, { event: 'incidentDashboard.changed', entityId: id });
    }
  },
};
