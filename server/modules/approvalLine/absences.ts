import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Absence, createAbsence } from '../../../shared/approvalLine/schema.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { lockActiveAmong, partnersOf } from './people.ts';
import { manages } from './readers.ts';
import * as queries from './settingsQueries.ts';
import { announceReturn, announceStandIn } from './turn.ts';

const DAY = 86_400_000;
/** Absences that are over are listed so long, milliseconds. */
const LISTED_MS = 90 * DAY;
/** Absences of one person that are on or to come. */
const MOST_COMING = 20;
/** How far ahead an absence may begin, milliseconds: two years. */
const AHEAD_MS = 2 * 366 * DAY;
/** Each tells several people: a person writes down a department's holidays, a script is stopped. */
const CREATE_PERSON: Limit = { name: 'approvalAbsence.person', max: 30, seconds: 3600 };

/**
 * Absences that are on, then those to come, soonest first, then those over for less than ninety days: all for Admin and
 * DPO, else those in which the caller has a part. Five hundred at most, and beside them what is on or to come of the
 * caller's own.
 */
export function list(ctx: WorkspaceContext): Promise<{ collection: Absence[] }> {
  return ctx.transaction(async (trx) => {
    const at = ctx.deps.now();
    const after = new Date(at.getTime() - LISTED_MS);
    const rows = await queries.absenceList(trx, ctx.workspace.id, {
      at,
      after,
      me: ctx.personnel.id,
      all: manages(ctx),
    });
    return { collection: rows.map((row) => absenceOf(ctx, row)) };
  });
}

/** The deadline at which an absence begins, and then at which it ends. */
export const turning = (workspaceId: string, subjectId: string) => ({
  workspaceId,
  kind: 'approval.absence' as const,
  subjectId,
});

/** Lets an absence that is on be notified of once more when it ends. */
export const waitForEnd = (
  trx: Trx,
  workspaceId: string,
  id: string,
  { fromAt, untilAt, at }: { fromAt: Date; untilAt: Date; at: Date },
): Promise<void> =>
  openDeadline(trx, { ...turning(workspaceId, id), startedAt: fromAt, dueAt: untilAt, alertHours: [], now: at });

function absenceOf(ctx: WorkspaceContext, { createdBy: _by, ...row }: queries.AbsenceRow): Absence {
  const now = ctx.deps.now().getTime();
  const active = row.endedAt === null && Date.parse(row.fromAt) <= now && Date.parse(row.untilAt) > now;
  const over = row.endedAt !== null || Date.parse(row.untilAt) <= now;
  return { ...row, active, yours: !over && (row.person.id === ctx.personnel.id || manages(ctx)) };
}

const reads = async (trx: Trx, ctx: WorkspaceContext, id: string): Promise<Absence> =>
  absenceOf(ctx, (await queries.absence(trx, ctx.workspace.id, id))!);

/**
 * Somebody stands in for a person while they are away: sees the person's lines, is notified when it is the person's
 * turn, and may act for them, but for lines in which they have a part of their own. What waits for the person already
 * is told to the other as soon as they stand in. One stands in for one: nobody stands in for somebody through a third.
 * @throws 403 for another person's absence without `approval.settings`; 400 for somebody who is not active, who is the
 * person themselves or is away in that time too, for a time that is over, that begins over two years ahead, or that
 * overlaps another absence of the person; 409 `approvalLine.tooManyAbsences`; 429 after thirty an hour
 */
export async function create(ctx: WorkspaceContext, input: z.output<typeof createAbsence>): Promise<Absence> {
  const personnelId = input.personnelId ?? ctx.personnel.id;
  const { delegateId, note } = input;
  if (personnelId !== ctx.personnel.id && !manages(ctx)) throw appError('approvalLine.notYours');
  if (delegateId === personnelId) throw appError('approvalLine.samePerson', { at: 'delegateId' });
  const fromAt = new Date(input.fromAt);
  const untilAt = new Date(input.untilAt);
  const ws = ctx.workspace.id;
  await spend(ctx.deps, CREATE_PERSON, ctx.personnel.id);
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    if (fromAt.getTime() > actor.at.getTime() + AHEAD_MS)
      throw appError('approvalLine.absenceTooFar', { at: 'fromAt' });
    if (untilAt <= actor.at) throw appError('approvalLine.absencePast', { at: 'untilAt' });
    await oneAtATime(trx, ws, 'approval absences');
    const active = await lockActiveAmong(trx, ws, [personnelId, delegateId]);
    if (!active.has(personnelId)) throw appError('approvalLine.approverInactive', { at: 'personnelId' });
    if (!active.has(delegateId)) throw appError('approvalLine.delegateInactive', { at: 'delegateId' });
    if ((await queries.countComing(trx, ws, personnelId, actor.at)) >= MOST_COMING)
      throw appError('approvalLine.tooManyAbsences', { values: { most: MOST_COMING } });
    if (await queries.awayBetween(trx, ws, personnelId, fromAt, untilAt))
      throw appError('approvalLine.absenceOverlaps', { at: 'fromAt' });
    if (await queries.awayBetween(trx, ws, delegateId, fromAt, untilAt))
      throw appError('approvalLine.delegateAway', { at: 'delegateId' });
    const id = randomUUIDv7();
    await queries.insertAbsence(trx, {
      workspaceId: ws,
      id,
      personnelId,
      delegateId,
      fromAt,
      untilAt,
      note,
      createdBy: ctx.personnel.id,
      createdAt: actor.at,
    });
    await changed(trx, ctx, id, [personnelId, delegateId]);
    if (fromAt <= actor.at) {
      await waitForEnd(trx, ws, id, { fromAt, untilAt, at: actor.at });
      await announceStandIn(trx, actor, personnelId, delegateId);
    } else
      await openDeadline(trx, {
        ...turning(ws, id),
        startedAt: actor.at,
        dueAt: fromAt,
        alertHours: [],
        now: actor.at,
      });
    return reads(trx, ctx, id);
  });
}

/**
 * Calls an absence off, now.
 * @throws 404 for one the caller has no part in, 403 for another person's without `approval.settings`, 409 when it is
 * over
 */
export function end(ctx: WorkspaceContext, { id }: { id: string }): Promise<Absence> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const row = await queries.absence(trx, ws, id, manages(ctx) ? undefined : ctx.personnel.id);
    if (!row) throw appError('approvalLine.absenceNotFound');
    if (row.person.id !== ctx.personnel.id && !manages(ctx)) throw appError('approvalLine.notYours');
    const actor = actorOf(ctx);
    if (!(await queries.endAbsence(trx, ws, id, actor.at))) throw appError('approvalLine.absenceOver');
    await forgetDeadline(trx, turning(ws, id));
    await changed(trx, ctx, id, [row.person.id, row.delegate.id]);
    if (Date.parse(row.fromAt) <= actor.at.getTime()) await announceReturn(trx, actor, row.person.id, row.delegate.id);
    return reads(trx, ctx, id);
  });
}

/** Tells the two, and the screens of everyone who sees who stands in. */
async function changed(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  both: [person: string, delegate: string],
): Promise<void> {
  const recipients = [...new Set([...both, ...(await partnersOf(trx, ctx.workspace.id, both[0]))])];
  await emit(trx, actorOf(ctx), { event: 'approvalAbsence.changed', entityId: id, recipients, notify: both });
}
