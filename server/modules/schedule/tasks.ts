import type { z } from 'zod';
import { isoTime } from '../../../db/values.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { done } from '../../../shared/auth/schema.ts';
import type { List } from '../../../shared/list.ts';
import { PROBLEMS } from '../../../shared/schedule/problems.ts';
import type { bySchedule, byTask, DeliveryTask, listTasks, Schedule } from '../../../shared/schedule/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { emitIn, type Organization, organizationsOf } from '../../platform/auth/places.ts';
import { appError } from '../../platform/errors.ts';
import { namesOf } from '../../platform/records/names.ts';
import type { SignedInContext } from '../../platform/trpc/context.ts';
import { cancelTask } from './cancelling.ts';
import { attemptWaiting, planTasks } from './planning.ts';
import * as queries from './queries.ts';
import { assertOwn, existing } from './reading.ts';
import { viewOf } from './view.ts';

/** One page of a schedule's deliveries, all of those that the caller can cancel; newest first. @throws 404 */
export async function list(ctx: SignedInContext, input: z.output<typeof listTasks>): Promise<List<DeliveryTask>> {
  for (const { id, place, owned } of await organizationsOf(ctx, input.ws)) {
    const nameOf = new Map(owned.map(({ workspace }) => [workspace.id, workspace.name]));
    const [found, page] = await place.read((trx) =>
      Promise.all([queries.isThere(trx, id, input.id), queries.listTasks(trx, id, [...nameOf.keys()], input)]),
    );
    if (!found) continue;
    const formOf = await formNames(owned, page.collection);
    return { ...page, collection: page.collection.map((row) => taskOf(row, nameOf, formOf)) };
  }
  throw appError('schedule.notFound');
}

/** Names of forms, read in each workspace. */
async function formNames(owned: Organization['owned'], rows: readonly queries.TaskRow[]): Promise<Map<string, string>> {
  const names = new Map<string, string>();
  for (const place of owned) {
    const ids = rows.filter(({ workspaceId }) => workspaceId === place.workspace.id).map(({ consentId }) => consentId);
    if (ids.length === 0) continue;
    const found = await place.read((trx) => namesOf(trx, place.workspace.id, 'consents', ids));
    for (const [id, name] of found) names.set(id, name);
  }
  return names;
}

function taskOf(
  { workspaceId, consentId, fileId, runAt, since, nextAt, createdAt, finishedAt, bytes, ...row }: queries.TaskRow,
  workspaces: ReadonlyMap<string, string>,
  forms: ReadonlyMap<string, string>,
): DeliveryTask {
  const time = (text: string | null) => text && isoTime(text);
  return {
    ...row,
    workspace: { id: workspaceId, name: workspaces.get(workspaceId) ?? '' },
    consent: { id: consentId, name: forms.get(consentId) ?? '' },
    runAt: isoTime(runAt),
    since: time(since),
    nextAt: time(nextAt),
    bytes: bytes === null ? null : Number(bytes),
    reportCode: row.problem && PROBLEMS[row.problem].code,
    fileUrl: fileId && fileUrl(workspaceId, fileId),
    createdAt: isoTime(createdAt),
    finishedAt: time(finishedAt),
  };
}

/**
 * Starts a delivery now, whether or not the schedule is active; its next run does not change. What waits because the
 * schedule is paused is attempted now in its place. For a stopped schedule this confirms that somebody has looked at
 * the reason.
 * @throws 404, 403 `schedule.elsewhere`, 400 `schedule.hostKey`, 409 `schedule.noForms`, `schedule.resting`,
 * `schedule.running` while a delivery has not ended
 */
export async function run(ctx: SignedInContext, input: z.output<typeof bySchedule>): Promise<Schedule> {
  const { organization } = await existing(ctx, input);
  const { deps } = ctx;
  const { place, id: organizationId } = organization;
  return place.transaction(async (trx) => {
    await oneAtATime(trx, organizationId, `schedule ${input.id}`);
    const row = await queries.findSchedule(trx, organizationId, input.id);
    if (!row) throw appError('schedule.notFound');
    assertOwn(ctx, row, organization);
    if (row.hostKey === null) throw appError('schedule.hostKey');
    if (row.consents.length === 0) throw appError('schedule.noForms');
    const view = viewOf({ ...row, stopped: null }, organization, deps.now());
    if (view.resting) throw appError('schedule.resting');
    const open = await queries.openStatesOf(trx, organizationId, input.id);
    const isPaused = !row.active && row.stopped === null;
    if (open.length > 0 && !(isPaused && open.every((state) => state === 'waiting')))
      throw appError('schedule.running');
    const { at } = actorOf(place);
    const concerned = row.consents.map(({ workspace }) => workspace);
    await emitIn(trx, organization, concerned, { event: 'schedule.started', entityId: row.id, subject: row.name });
    // Last, since its transaction is another one: nothing is delivered that is not in the log.
    const delivery = { organizationId, id: row.id, at };
    await deps.systemDb
      .transaction()
      .execute((system) =>
        open.length > 0
          ? attemptWaiting(deps, system, delivery)
          : planTasks(deps, system, { ...delivery, manual: true }),
      );
    return view;
  });
}

/**
 * Cancels a waiting or running delivery of a workspace of which the caller is an Admin. @throws 404; 409
 * `schedule.ended`
 */
export async function cancel(
  ctx: SignedInContext,
  { ws, id, taskId }: z.output<typeof byTask>,
): Promise<z.infer<typeof done>> {
  for (const { id: organizationId, place, owned } of await organizationsOf(ctx, ws)) {
    const task = await place.read((trx) => queries.findTask(trx, organizationId, id, taskId));
    const own = task && owned.find(({ workspace }) => workspace.id === task.workspaceId);
    if (!own) continue;
    // By the console that they come from: the workspace of the delivery may have lost its own, or be closed.
    const actor = { ...actorOf(own), standing: place.standing };
    await own.transaction(async (trx) => {
      if (!(await cancelTask(trx, actor, taskId))) throw appError('schedule.ended');
    });
    return { done: true };
  }
  throw appError('schedule.taskNotFound');
}
