import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { addActivity, Incident, IncidentActivity, removeActivity, updateActivity } from '../../../shared/incident.ts';
import { writing, type WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { type Change, masked } from '../../live/emit.ts';
import * as queries from './queries.ts';
import { locked, standingOf } from './record.ts';
import { assertMove, assertPast } from './rules.ts';
import { actingOf, tell } from './tell.ts';

/** Activities that an incident holds: all of them come with it. */
const MOST = 500;

/** Runs `work` on an incident that is being responded to by the caller. @throws 404, 409 `illegalMove`, 403 */
function responding<Result>(ctx: WorkspaceContext, id: string, work: (trx: Trx, incident: Incident) => Promise<Result>): Promise<Result> {
  return ctx.transaction(async (trx) => {
    const incident = await locked(trx, ctx, { id });
    assertMove(ctx, standingOf(incident), 'respond');
    return work(trx, incident);
  });
}

const settled = (trx: Trx, ctx: WorkspaceContext, id: string) => queries.settleContainment(trx, { workspaceId: ctx.workspace.id, id, at: ctx.deps.now() });

/** What was written of it, as the activity log keeps it: free text may name people. */
const shown = ({ phase, at, detail }: Pick<IncidentActivity, 'phase' | 'at' | 'detail'>) => ({ phase, at: new Date(at).toISOString(), detail });
function changesOf(before: IncidentActivity | null, after: Pick<IncidentActivity, 'phase' | 'at' | 'detail'> | null): Change[] {
  const [old, now] = [before && shown(before), after && shown(after)];
  const fields: Change[] = (['phase', 'at'] as const).flatMap((field) => (old?.[field] === now?.[field] ? [] : [{ field, old: old?.[field] ?? null, new: now?.[field] ?? null }]));
  return old?.detail === now?.detail ? fields : [...fields, { field: 'detail', old: masked(old?.detail), new: masked(now?.detail) }];
}

/** Keeps an activity of the response. @throws 400 for one that lies in the future, 409 `incident.tooManyActivities` */
export function add(ctx: WorkspaceContext, input: z.output<typeof addActivity>): Promise<IncidentActivity> {
  return responding(ctx, input.id, async (trx, incident) => {
    assertPast(ctx.deps.now(), { at: input.at });
    if (incident.activities.length >= MOST) throw errors.conflict({ code: 'incident.tooManyActivities', key: 'incident:refusal.tooManyActivities', values: { most: MOST } });
    const id = randomUUIDv7();
    await queries.insertActivity(trx, writing(ctx, id), incident.id, input);
    await settled(trx, ctx, incident.id);
    await tell(trx, actingOf(ctx), standingOf(incident), { event: 'incident.activityAdded', changes: changesOf(null, input) });
    return existing(trx, ctx, incident.id, id);
  });
}

/** @throws 404, 409 `staleEdit` with the newer activity, 400 for one that lies in the future */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateActivity>): Promise<IncidentActivity> {
  return responding(ctx, input.id, async (trx, incident) => {
    const before = await existing(trx, ctx, incident.id, input.aid);
    if (before.rowVersion !== input.rowVersion) throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: before } });
    assertPast(ctx.deps.now(), { at: input.at });
    const changes = changesOf(before, input);
    if (changes.length === 0) return before;
    await queries.updateActivity(trx, writing(ctx, input.aid), input);
    await settled(trx, ctx, incident.id);
    await tell(trx, actingOf(ctx), standingOf(incident), { event: 'incident.activityChanged', changes });
    return existing(trx, ctx, incident.id, input.aid);
  });
}

/** Takes an activity back; the activity log keeps that it was there. @throws 404 */
export function remove(ctx: WorkspaceContext, input: z.output<typeof removeActivity>): Promise<{ id: string }> {
  return responding(ctx, input.id, async (trx, incident) => {
    const before = await existing(trx, ctx, incident.id, input.aid);
    await queries.removeActivity(trx, ctx.workspace.id, input.aid);
    await settled(trx, ctx, incident.id);
    await tell(trx, actingOf(ctx), standingOf(incident), { event: 'incident.activityRemoved', changes: changesOf(before, null) });
    return { id: input.aid };
  });
}

async function existing(trx: Trx, ctx: WorkspaceContext, incidentId: string, id: string): Promise<IncidentActivity> {
  const found = await queries.findActivity(trx, ctx.workspace.id, incidentId, id);
  if (!found) throw errors.notFound({ code: 'incident.activityNotFound' });
  return found;
}
