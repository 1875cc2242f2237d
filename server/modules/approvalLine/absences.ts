import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { Absence, createAbsence } from '../../../shared/approvalLine/absence.ts';
import { DAY } from '../../../shared/duration.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { forgetDeadline, openDeadline } from '../../platform/clock/deadlines.ts';
import { type Actor, actorOf, type PersonnelActor, type WithDeps } from '../../platform/actor.ts';
import { lockActiveAmong } from '../../platform/auth/personnel.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { partnersOf } from './people.ts';
import { manages } from './readers.ts';
import * as queries from './settingsQueries.ts';
import { announceReturn, announceStandIn } from './turn.ts';

/** Whoever appoints delegates. */
type Manager = WithDeps<PersonnelActor>;

/** Changes of a workspace's absences take turns by this name. */
const ABSENCES = 'approval absences';
/** How long past absences are listed, milliseconds. */
const LISTED_MS = 90 * DAY;
/** Current and future absences of one person. */
const MOST_COMING = 20;
/** How far ahead an absence may start, milliseconds: two years. */
const AHEAD_MS = 2 * 366 * DAY;
/**
 * Each absence notifies several people: enough for somebody who enters a department's holidays, too few for a script.
 */
const CREATE_PERSON: Limit = { name: 'approvalAbsence.person', max: 30, seconds: 3600 };

/**
 * Current absences, then future ones, soonest first, then those that ended less than ninety days ago. Admin and DPO get
 * all, others only those that they are part of. At most five hundred, and in addition all current and future ones of
 * the caller.
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

/** The deadline of the start of an absence, and then of its end. */
export const turning = (workspaceId: string, subjectId: string) => ({
  workspaceId,
  kind: 'approval.absence' as const,
  subjectId,
});

/** Schedules another notification for the end of a current absence. */
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
  absenceOf(ctx, (await queries.absence(trx, ctx.workspace.id, id, ctx.deps.now()))!);

/**
 * Appoints a delegate for a person while they are away. The delegate can read the person's lines, is notified when it
 * is the person's turn, and may act for them, except in lines in which the delegate has their own part. Lines that
 * already await the person are notified to the delegate when the absence starts. A delegate cannot be represented by a
 * third person.
 * @throws 403 for another person's absence without `approval.settings`; 400 for a delegate who is not active, is the
 * person themselves or is away in that time too, for a time that is over, that starts more than two years ahead, or
 * that overlaps another absence of the person, or in which they are another's delegate; 409
 * `approvalLine.tooManyAbsences`; 429 after thirty an hour
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
    // In this order: somebody who leaves hands their delegations over after their own record.
    const active = await lockActiveAmong(trx, ws, [personnelId, delegateId]);
    await oneAtATime(trx, ws, ABSENCES);
    if (!active.has(personnelId)) throw appError('approvalLine.approverInactive', { at: 'personnelId' });
    if (!active.has(delegateId)) throw appError('approvalLine.delegateInactive', { at: 'delegateId' });
    if ((await queries.countComing(trx, ws, personnelId, actor.at)) >= MOST_COMING)
      throw appError('approvalLine.tooManyAbsences', { values: { most: MOST_COMING } });
    if (await queries.awayBetween(trx, ws, personnelId, fromAt, untilAt))
      throw appError('approvalLine.absenceOverlaps', { at: 'fromAt' });
    if (await queries.awayBetween(trx, ws, delegateId, fromAt, untilAt))
      throw appError('approvalLine.delegateAway', { at: 'delegateId' });
    const delegation = (await queries.delegationsOf(trx, ws, personnelId, actor.at)).find(
      (other) => new Date(other.fromAt) < untilAt && new Date(other.untilAt) > fromAt,
    );
    if (delegation)
      throw appError('approvalLine.delegateOfAnother', { at: 'fromAt', values: { name: delegation.name } });
    return reads(trx, ctx, await appoint(trx, actor, { personnelId, delegateId, fromAt, untilAt, note }));
  });
}

interface Appointment {
  readonly personnelId: string;
  readonly delegateId: string;
  readonly fromAt: Date;
  readonly untilAt: Date;
  readonly note: string;
}

/** Stores an absence, notifies both people, and schedules its start or end. @returns its id */
async function appoint(trx: Trx, actor: Manager, absence: Appointment): Promise<string> {
  const { workspaceId, personnelId: createdBy, at } = actor;
  const { personnelId, delegateId, fromAt, untilAt } = absence;
  const id = randomUUIDv7();
  await queries.insertAbsence(trx, { workspaceId, id, ...absence, createdBy, createdAt: at });
  await changed(trx, actor, 'approvalAbsence.changed', id, [personnelId, delegateId]);
  if (fromAt <= at) {
    await waitForEnd(trx, workspaceId, id, { fromAt, untilAt, at });
    await announceStandIn(trx, actor, personnelId, delegateId);
  } else
    await openDeadline(trx, { ...turning(workspaceId, id), startedAt: at, dueAt: fromAt, alertHours: [], now: at });
  return id;
}

/**
 * Makes somebody else the delegate, for the time that remains, wherever a person who leaves is one.
 * @throws 400 at `reassignTo` when that person is the absent one, or is away in that time too
 */
export async function handOverDelegations(trx: Trx, actor: Manager, from: string, to: string): Promise<void> {
  const { workspaceId, at } = actor;
  await oneAtATime(trx, workspaceId, ABSENCES);
  for (const delegation of await queries.delegationsOf(trx, workspaceId, from, at)) {
    const { id, personnelId, name, note } = delegation;
    const fromAt = new Date(Math.max(Date.parse(delegation.fromAt), at.getTime()));
    const untilAt = new Date(delegation.untilAt);
    if (personnelId === to || (await queries.awayBetween(trx, workspaceId, to, fromAt, untilAt)))
      throw appError('approvalLine.heirAway', { at: 'reassignTo', values: { name } });
    await queries.endAbsence(trx, workspaceId, id, at);
    await forgetDeadline(trx, turning(workspaceId, id));
    await appoint(trx, actor, { personnelId, delegateId: to, fromAt, untilAt, note });
  }
}

/**
 * Ends an absence now.
 * @throws 404 for one the caller has no part in, 403 for another person's without `approval.settings`, 409 when it is
 * over
 */
export function end(ctx: WorkspaceContext, { id }: { id: string }): Promise<Absence> {
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const row = await queries.absence(trx, ws, id, actor.at, manages(ctx) ? undefined : ctx.personnel.id);
    if (!row) throw appError('approvalLine.absenceNotFound');
    if (row.person.id !== ctx.personnel.id && !manages(ctx)) throw appError('approvalLine.notYours');
    if (!(await queries.endAbsence(trx, ws, id, actor.at))) throw appError('approvalLine.absenceOver');
    await forgetDeadline(trx, turning(ws, id));
    const isUnderWay = Date.parse(row.fromAt) <= actor.at.getTime();
    const event = isUnderWay ? 'approvalAbsence.ended' : 'approvalAbsence.cancelled';
    await changed(trx, actor, event, id, [row.person.id, row.delegate.id]);
    if (isUnderWay) await announceReturn(trx, actor, row.person.id, row.delegate.id);
    return reads(trx, ctx, id);
  });
}

/** Notifies both people, and updates the screens of everyone who can see the absence. */
async function changed(
  trx: Trx,
  actor: Actor,
  event: EventName,
  id: string,
  both: [person: string, delegate: string],
): Promise<void> {
  const recipients = [...new Set([...both, ...(await partnersOf(trx, actor.workspaceId, both[0]))])];
  await emit(trx, actor, { event, entityId: id, recipients, notify: both });
}
