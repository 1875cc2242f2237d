import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { assignedTasks } from '../../platform/tasks/assigned.ts';
import { type IncidentStatus, incidentStatus } from '../../../shared/incident/status.ts';
import { statesWith } from '../../../shared/status.ts';
import { announce } from './announce.ts';
import { AUTHORITY, openDueOf } from './clock.ts';
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
  columns: ['id', 'number', 'title', 'status', 'reporterId', 'assigneeId'],
  async announce(trx, actor, moved, { from, to }) {
    const ids = moved.map(({ id }) => id);
    const clocks = await deadlinesOf(trx, actor.workspaceId, AUTHORITY, ids);
    for (const { status, ...incident } of moved) {
      await insertMove(trx, actor, incident.id, {
        action: 'assign',
        from: status as IncidentStatus,
        to: status as IncidentStatus,
      });
      const clock = clocks.get(incident.id);
      await announce(trx, actor, incident, 'incident.assigned', {
        changes: [{ field: 'assigneeId', old: from, new: to }],
        formerly: [from],
        notify: [to],
        mail: { step: 'assigned', to: [to], dueAt: clock && openDueOf(clock) },
      });
    }
  },
});
