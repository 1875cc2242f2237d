import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type {
  addActivity,
  IncidentActivity,
  removeActivity,
  updateActivity,
} from '../../../shared/incident/activity.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, masked } from '../../platform/live/emit.ts';
import type * as queries from './queries.ts';
import * as activityQueries from './activityQueries.ts';
import { lockedRow } from './record.ts';
import { assertPast, holdFor } from './rules.ts';
import { announce } from './announce.ts';
import { assertNewest } from '../../platform/records/stale.ts';

/** Maximum number of activities of an incident, which are all read with it; their texts have a limit too. */
const MOST = 500;
const MOST_TEXT = 500_000;

/** Runs `work` on an incident to which the caller responds. @throws 404, 409 `illegalMove`, 403 */
function responding<Result>(
  ctx: WorkspaceContext,
  id: string,
  work: (trx: Trx, incident: queries.IncidentRow) => Promise<Result>,
): Promise<Result> {
  return ctx.transaction(async (trx) => {
    const incident = await lockedRow(trx, ctx, id);
    await holdFor(trx, actorOf(ctx), incident, 'respond');
    return work(trx, incident);
  });
}

const settled = (trx: Trx, ctx: WorkspaceContext, id: string) =>
  activityQueries.settleContainment(trx, actorOf(ctx), id);

/** As the database counts: by code point. */
const lettersOf = (text: string): number => [...text].length;

/** @throws 409 `incident.activitiesTooLong` when `more` characters would exceed the limit of all texts */
async function assertTextFits(trx: Trx, ctx: WorkspaceContext, incidentId: string, more: number): Promise<void> {
  if (more <= 0 || (await activityQueries.activityText(trx, ctx.workspace.id, incidentId)) + more <= MOST_TEXT) return;
  throw appError('incident.activitiesTooLong', { values: { most: MOST_TEXT } });
}

/** The text fields in the activity log, which masks free text because it can name people. */
const loggedFields = ({ phase, at, detail }: Pick<IncidentActivity, 'phase' | 'at' | 'detail'>) => ({
  phase,
  at: new Date(at).toISOString(),
  detail,
});
function changesOf(
  before: IncidentActivity | null,
  after: Pick<IncidentActivity, 'phase' | 'at' | 'detail'> | null,
): Change[] {
  const [old, now] = [before && loggedFields(before), after && loggedFields(after)];
  const fields: Change[] = (['phase', 'at'] as const).flatMap((field) =>
    old?.[field] === now?.[field] ? [] : [{ field, old: old?.[field] ?? null, new: now?.[field] ?? null }],
  );
  return old?.detail === now?.detail
    ? fields
    : [...fields, { field: 'detail', old: masked(old?.detail), new: masked(now?.detail) }];
}

/**
 * Stores an activity of the response; the same `key` again returns the stored one.
 * @throws 400 for one in the future, 409 `incident.tooManyActivities`, `incident.activitiesTooLong`
 */
export function add(ctx: WorkspaceContext, input: z.output<typeof addActivity>): Promise<IncidentActivity> {
  return responding(ctx, input.id, async (trx, incident) => {
    const there = input.key === undefined ? undefined : await keyed(trx, ctx, incident.id, input.key);
    // Somebody has changed it since: it is not overwritten.
    if (there) return there.rowVersion > 1 ? there : save(trx, ctx, incident, there, input);
    assertPast(ctx.deps.now(), { at: input.at });
    if ((await activityQueries.countActivities(trx, ctx.workspace.id, incident.id)) >= MOST)
      throw appError('incident.tooManyActivities', { values: { most: MOST } });
    await assertTextFits(trx, ctx, incident.id, lettersOf(input.detail));
    const actor = actorOf(ctx);
    const id = input.key ?? randomUUIDv7();
    const { phase, detail } = input;
    const at = actor.at.toISOString();
    await activityQueries.insertActivity(trx, actor, id, incident.id, input);
    await settled(trx, ctx, incident.id);
    await announce(trx, actor, incident, 'incident.activityAdded', { changes: changesOf(null, input) });
    return {
      id,
      phase,
      at: new Date(input.at).toISOString(),
      detail,
      by: { id: ctx.personnel.id, name: ctx.personnel.name },
      createdAt: at,
      updatedAt: at,
      rowVersion: 1,
    };
  });
}

/** @throws 404, 409 `staleEdit` with the newer activity, `incident.activitiesTooLong`, 400 for one in the future */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateActivity>): Promise<IncidentActivity> {
  return responding(ctx, input.id, async (trx, incident) => {
    const before = await existing(trx, ctx, incident.id, input.aid);
    await assertNewest(before, input.rowVersion);
    return save(trx, ctx, incident, before, input);
  });
}

async function save(
  trx: Trx,
  ctx: WorkspaceContext,
  incident: queries.IncidentRow,
  before: IncidentActivity,
  input: Pick<IncidentActivity, 'phase' | 'at' | 'detail'>,
): Promise<IncidentActivity> {
  const changes = changesOf(before, input);
  if (changes.length === 0) return before;
  assertPast(ctx.deps.now(), { at: input.at });
  await assertTextFits(trx, ctx, incident.id, lettersOf(input.detail) - lettersOf(before.detail));
  const actor = actorOf(ctx);
  await activityQueries.updateActivity(trx, actor, before.id, input);
  await settled(trx, ctx, incident.id);
  await announce(trx, actor, incident, 'incident.activityChanged', { changes });
  return {
    ...before,
    phase: input.phase,
    at: new Date(input.at).toISOString(),
    detail: input.detail,
    updatedAt: actor.at.toISOString(),
    rowVersion: before.rowVersion + 1,
  };
}

/**
 * Deletes an activity; the activity log names it.
 * @throws 404, 409 `staleEdit` with the newer activity
 */
export function remove(ctx: WorkspaceContext, input: z.output<typeof removeActivity>): Promise<{ id: string }> {
  return responding(ctx, input.id, async (trx, incident) => {
    const before = await existing(trx, ctx, incident.id, input.aid);
    await assertNewest(before, input.rowVersion);
    const actor = actorOf(ctx);
    await activityQueries.removeActivity(trx, ctx.workspace.id, input.aid);
    await settled(trx, ctx, incident.id);
    await announce(trx, actor, incident, 'incident.activityRemoved', { changes: changesOf(before, null) });
    return { id: input.aid };
  });
}

/**
 * The stored activity of a key; undefined for a new one.
 * @throws 404 for an id of somebody else's activity, or of another incident
 */
async function keyed(
  trx: Trx,
  ctx: WorkspaceContext,
  incidentId: string,
  key: string,
): Promise<IncidentActivity | undefined> {
  const owner = await activityQueries.ownerOfActivity(trx, ctx.workspace.id, key);
  if (!owner) return undefined;
  if (owner.createdBy !== ctx.personnel.id) throw appError('incident.activityNotFound');
  return existing(trx, ctx, incidentId, key);
}

async function existing(trx: Trx, ctx: WorkspaceContext, incidentId: string, id: string): Promise<IncidentActivity> {
  const found = await activityQueries.findActivity(trx, ctx.workspace.id, incidentId, id);
  if (!found) throw appError('incident.activityNotFound');
  return found;
}
