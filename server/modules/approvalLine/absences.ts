import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Absence, createAbsence } from '../../../shared/approvalLine.ts';
import { forgetDeadline, openDeadline } from '../../clock/deadlines.ts';
import { origin, type WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import { emit } from '../../live/emit.ts';
import { oneAtATime } from '../../locks.ts';
import { activeAmong } from './people.ts';
import { manages } from './service.ts';
import * as queries from './settingsQueries.ts';
import { sceneOf, tellStandIn } from './turn.ts';

/** Absences that are over are listed so long, milliseconds. */
const LISTED_MS = 90 * 86_400_000;

/** Absences that are on, to come, or over for less than ninety days: all for Admin and DPO, else those in which the caller has a part. */
export function list(ctx: WorkspaceContext): Promise<{ collection: Absence[] }> {
  return ctx.transaction(async (trx) => {
    const after = new Date(ctx.deps.now().getTime() - LISTED_MS);
    const rows = await queries.absences(trx, ctx.workspace.id, { after, ...(manages(ctx) ? {} : { of: ctx.personnel.id }) });
    return { collection: rows.map((row) => shown(ctx, row)) };
  });
}

/** The deadline at which an absence begins. */
export const beginning = (workspaceId: string, subjectId: string) => ({ workspaceId, kind: 'approval.absence' as const, subjectId });

function shown(ctx: WorkspaceContext, { createdBy: _by, ...row }: queries.AbsenceRow): Absence {
  const now = ctx.deps.now().getTime();
  const active = row.endedAt === null && Date.parse(row.fromAt) <= now && Date.parse(row.untilAt) > now;
  const over = row.endedAt !== null || Date.parse(row.untilAt) <= now;
  return { ...row, active, yours: !over && (row.person.id === ctx.personnel.id || manages(ctx)) };
}

const reads = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<Absence> => shown(ctx, (await queries.absences(trx, ctx.workspace.id, { id }))[0]!);

/**
 * Somebody stands in for a person while he is away: sees the person's lines, is told when it is the person's turn, and may
 * act for him, but for lines in which he has a part of his own. What waits for the person already is told to the other
 * as soon as he stands in. One stands in for one: nobody stands in for somebody through a third.
 * @throws 403 for another person's absence without `approval.settings`; 400 for somebody who is not active, who is the
 * person himself or is away in that time too, for a time that is over, or that overlaps another absence of the person
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createAbsence>): Promise<Absence> {
  const personnelId = input.personnelId ?? ctx.personnel.id;
  const { delegateId, note } = input;
  if (personnelId !== ctx.personnel.id && !manages(ctx)) throw errors.forbidden({ code: 'approvalLine.notYours', key: 'approvalLine:problem.othersAbsence' });
  if (delegateId === personnelId) throw errors.field('delegateId', 'approvalLine:problem.samePerson', 'approvalLine.samePerson');
  const fromAt = new Date(input.fromAt);
  const untilAt = new Date(input.untilAt);
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const scene = sceneOf(ctx);
    if (untilAt <= scene.at) throw errors.field('untilAt', 'approvalLine:problem.absencePast', 'approvalLine.absencePast');
    await oneAtATime(trx, ws, 'approval absences');
    const active = await activeAmong(trx, ws, [personnelId, delegateId]);
    if (!active.has(personnelId)) throw errors.field('personnelId', 'approvalLine:problem.approverInactive', 'approvalLine.approverInactive');
    if (!active.has(delegateId)) throw errors.field('delegateId', 'approvalLine:problem.delegateInactive', 'approvalLine.delegateInactive');
    if (await queries.awayBetween(trx, ws, personnelId, fromAt, untilAt)) throw errors.field('fromAt', 'approvalLine:problem.absenceOverlaps', 'approvalLine.absenceOverlaps');
    if (await queries.awayBetween(trx, ws, delegateId, fromAt, untilAt)) throw errors.field('delegateId', 'approvalLine:problem.delegateAway', 'approvalLine.delegateAway');
    const id = randomUUIDv7();
    await queries.insertAbsence(trx, { workspaceId: ws, id, personnelId, delegateId, fromAt, untilAt, note, createdBy: ctx.personnel.id, createdAt: scene.at });
    await emit(trx, origin(ctx), { event: 'approvalAbsence.changed', entityId: id, recipients: [personnelId, delegateId], notify: [personnelId, delegateId] });
    if (fromAt <= scene.at) await tellStandIn(trx, scene, personnelId, delegateId);
    else await openDeadline(trx, { ...beginning(ws, id), startedAt: scene.at, dueAt: fromAt, alertHours: [], now: scene.at });
    return reads(trx, ctx, id);
  });
}

/** Calls an absence off, now. @throws 404 for one the caller has no part in, 403 for another person's without `approval.settings`, 409 when it is over */
export function end(ctx: WorkspaceContext, { id }: { id: string }): Promise<Absence> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const [row] = await queries.absences(trx, ws, { id, ...(manages(ctx) ? {} : { of: ctx.personnel.id }) });
    if (!row) throw errors.notFound({ code: 'approvalLine.absenceNotFound' });
    if (row.person.id !== ctx.personnel.id && !manages(ctx)) throw errors.forbidden({ code: 'approvalLine.notYours', key: 'approvalLine:problem.othersAbsence' });
    if (!(await queries.endAbsence(trx, ws, id, ctx.deps.now()))) throw errors.conflict({ code: 'approvalLine.absenceOver', key: 'approvalLine:problem.absenceOver' });
    await forgetDeadline(trx, beginning(ws, id));
    const both = [row.person.id, row.delegate.id];
    await emit(trx, origin(ctx), { event: 'approvalAbsence.changed', entityId: id, recipients: both, notify: both });
    return reads(trx, ctx, id);
  });
}
