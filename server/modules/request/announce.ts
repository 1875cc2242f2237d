import { sql } from 'kysely';
import { idsOf } from '../../platform/records/names.ts';
import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { requestStatusOf } from '../../../shared/request/stage.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { emitAll, emitRelease } from '../../platform/live/emit.ts';
import { partsMoved, recordsChanged } from '../../platform/records/listener.ts';
import { RIGHT } from './clock.ts';
import * as queries from './rows.ts';
import { isOver } from './workflow.ts';

type Right = Pick<queries.RightRow, 'id' | 'assigneeId' | 'stage'>;

interface Announced {
  readonly id: string;
  readonly number: number;
  readonly rights: readonly Right[];
}

/** Events after which the assignees of the rights that moved have something to do, or nothing any more. */
const FOR_ASSIGNEES: readonly EventName[] = [
  'request.assigned',
  'request.reverted',
  'request.reopened',
  'request.questionSent',
  'request.questionLapsed',
  'request.approved',
  'request.rejected',
  'request.closedAsDuplicate',
  'request.withdrawn',
];

/**
 * Writes an event of a request to the activity log and the live stream, by its number alone: neither names the data
 * subject. Listeners of other modules are called for a change, except for creation and deletion, which have their own
 * calls. `rights`: as they are now; `formerly`: former assignees; `moved`: the rights that the event is about, as they
 * were before, whose assignees are notified where it concerns them, and those who no longer are.
 */
export async function announce(
  trx: Trx,
  actor: WithDeps,
  { id, number, rights }: Announced,
  event: EventName,
  { formerly = [], moved }: { formerly?: readonly (string | null)[]; moved?: readonly Right[] } = {},
): Promise<void> {
  const assignees = idsOf(rights.map(({ assigneeId }) => assigneeId));
  const movedIds = moved?.map((right) => right.id) ?? [];
  const ofMoved = idsOf(rights.map((right) => (movedIds.includes(right.id) ? right.assigneeId : null)));
  await emitAll(trx, actor, [
    {
      event,
      entityId: id,
      subject: requestReference(number),
      changes: moved === undefined || rights.length === 1 ? [] : [{ field: 'rights', old: null, new: moved.length }],
      recipients: idsOf([...assignees, ...formerly]),
      notify: FOR_ASSIGNEES.includes(event) ? ofMoved : [],
    },
    { event: 'requestDashboard.changed', entityId: id },
  ]);
  if (event === 'request.assigned') {
    const facts = { event: 'request.released', entityId: id, subject: requestReference(number) } as const;
    await emitRelease(trx, actor, facts, formerAssignees(rights, moved));
  }
  if (!['request.received', 'request.imported', 'request.removed'].includes(event))
    await recordsChanged(trx, actor, 'request', [id]);
  if (moved)
    await partsMoved(trx, actor, 'request', {
      id,
      parts: moved.map((before) => ({ id: before.id, from: before.stage, to: stageOf(rights, before) })),
    });
}

const stageOf = (rights: readonly Right[], before: Right) =>
  (rights.find((right) => right.id === before.id) ?? before).stage;

/** Those who were the assignees of rights that moved, and no longer are. */
const formerAssignees = (rights: readonly Right[], moved: readonly Right[] = []): (string | null)[] =>
  moved
    .filter(({ id, assigneeId }) => !rights.some((right) => right.id === id && right.assigneeId === assigneeId))
    .map(({ assigneeId }) => assigneeId);

/** When the last of its rights was closed. */
const lastClosing = (rights: readonly queries.RightRow[]): Date =>
  new Date(Math.max(...rights.map(({ closedAt }) => Date.parse(closedAt!))));

/**
 * Updates a request from the stages of its rights: its status, its earliest due moment, and whether it is closed.
 * @returns its current rights
 */
export async function settle(
  trx: Trx,
  { workspaceId, personnelId, at }: Actor,
  id: string,
): Promise<queries.RightRow[]> {
  const rights = await queries.rightsOf(trx, workspaceId, [id]);
  const stages = rights.map(({ stage }) => stage);
  await trx
    .updateTable('requests')
    .set((eb) => ({
      status: requestStatusOf(stages),
      closedAt: isOver(stages) ? lastClosing(rights) : null,
      dueAt: sql<Date | null>`(select min(due_at) from deadlines where workspace_id = ${workspaceId} and kind = ${RIGHT} and subject_id = any(${rights.map((right) => right.id)}::uuid[]) and ended_at is null and stopped_at is null)`,
      updatedBy: personnelId,
      updatedAt: at,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  return rights;
}
