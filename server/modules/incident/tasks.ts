import { emit } from '../../platform/live/emit.ts';
import { assignedTasks } from '../../platform/tasks/assigned.ts';
import { type IncidentStatus, incidentStatus } from '../../../shared/incident/status.ts';
import { statesWith } from '../../../shared/status.ts';
import { insertMove } from './historyQueries.ts';
import { incidentAssignees } from './rules.ts';

/** Incidents that are assigned to somebody and not closed: in response, or waiting for the officer's verification. */
export const openIncidents = assignedTasks({
  module: 'DATA BREACH',
  assignees: incidentAssignees,
  table: 'incidents',
  state: 'status',
  // Statuses in which an incident can have an assignee.
  open: statesWith(incidentStatus, 'assign'),
  counts: (of) => ({ pending: of('RESPONDED'), active: of('ACTIVE') }),
  columns: ['id', 'title', 'status', 'reporterId'],
  async announce(trx, actor, moved, { from, to }) {
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
});
