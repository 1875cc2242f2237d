import { idsOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { Actor } from '../../platform/actor.ts';
import { emit, emitAll } from '../../platform/live/emit.ts';
import type { TaskRow } from './queries.ts';

type Announced = Pick<TaskRow, 'id' | 'requestId' | 'number' | 'assigneeId' | 'rightAssigneeId'>;

/**
 * Writes an event of a task with the number of its request only: it contains neither the data subject nor any text.
 * `formerly`: the former assignee; `notify`: who is notified in the bell; `count`: the number of tasks.
 */
export async function announceTask(
  trx: Trx,
  actor: Actor,
  { id, number, assigneeId, rightAssigneeId }: Announced,
  event: EventName & `requestTask.${string}`,
  {
    formerly,
    notify = [],
    count = 1,
    hours,
  }: { formerly?: string | null; notify?: readonly (string | null)[]; count?: number; hours?: number } = {},
): Promise<void> {
  await emit(trx, actor, {
    event,
    entityId: id,
    subject: requestReference(number),
    changes: [
      ...(count > 1 ? [{ field: 'tasks', old: null, new: count }] : []),
      ...(hours ? [{ field: 'hoursLeft', old: null, new: hours }] : []),
    ],
    recipients: idsOf([assigneeId, rightAssigneeId, formerly]),
    notify: idsOf(notify),
  });
}

/** What assignees are notified of. */
type ForAssignees = EventName &
  `requestTask.${'assigned' | 'released' | 'reopened' | 'closed' | 'dueSoon' | 'overdue'}`;

/** Notifies each assignee once of their tasks: several of one request are one entry of their bell. */
export async function notifyAssignees(
  trx: Trx,
  actor: Actor,
  tasks: readonly Announced[],
  event: ForAssignees,
  { hours }: { hours?: number } = {},
): Promise<void> {
  for (const [assigneeId, own] of Map.groupBy(tasks, (task) => task.assigneeId))
    if (assigneeId)
      await announceTask(trx, actor, own[0]!, event, {
        notify: [assigneeId],
        count: own.length,
        ...(hours !== undefined && { hours }),
      });
}

/** Updates the screens on which their assignees, and those of their rights, look at tasks. */
export async function refreshTasks(trx: Trx, actor: Actor, tasks: readonly Announced[]): Promise<void> {
  if (tasks.length === 0) return;
  await emitAll(
    trx,
    actor,
    tasks.map(({ id, assigneeId, rightAssigneeId }) => ({
      event: 'requestTask.moved',
      entityId: id,
      recipients: idsOf([assigneeId, rightAssigneeId]),
    })),
  );
}
