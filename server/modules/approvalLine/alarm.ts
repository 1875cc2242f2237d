import type { Trx } from '../../../db/client.ts';
import { approvalStatus } from '../../../shared/approvalLine/schema.ts';
import { statesWith } from '../../../shared/status.ts';
import { forgetDeadline } from '../../platform/clock/deadlines.ts';
import type { AlarmFacts } from '../../platform/clock/clockKind.ts';
import { systemActor } from '../../platform/actor.ts';
import { activeAmong } from '../../platform/auth/personnel.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';
import { turning, waitForEnd } from './absences.ts';
import { isWithdrawn } from './documentQueries.ts';
import { partnersOf } from './people.ts';
import * as queries from './queries.ts';
import * as stepQueries from './stepQueries.ts';
import * as settings from './settingsQueries.ts';
import { startReminder, announce, announceReturn, announceStandIn, mailTurn } from './turn.ts';

/** Statuses in which somebody is asked to decide. */
const AWAITING = statesWith(approvalStatus, 'approve');

/**
 * Reminds the approver whose turn it is, and their delegate, then schedules the next reminder: one in each period. Runs
 * in the transaction that marks the deadline as fired, so that only one node reminds. While the workspace has no
 * approval lines, or the notice is withdrawn, it only schedules the next one.
 */
export async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: AlarmFacts): Promise<void> {
  // Whoever acts locks the line first and then its deadline, which this transaction has locked: so the line is not
  // waited for.
  const line = await queries.lockNow(trx, workspaceId, subjectId);
  if (line === 'busy') throw new Error('somebody acts on the approval line at this moment');
  if (!line || !AWAITING.includes(line.status)) return;
  const actor = systemActor(deps, workspaceId, at);
  if ((await queries.isOn(trx, workspaceId)) && !(await isWithdrawn(trx, workspaceId, line))) {
    await stepQueries.markReminded(trx, workspaceId, line.id, at);
    const recipients = await mailTurn(trx, actor, line, 'reminder');
    await announce(trx, actor, 'approvalLine.reminded', line, { notify: recipients });
  }
  await startReminder(trx, actor, line.id, at);
}

/**
 * The start or end of an absence: the delegate is notified of what awaits them, or the person that it is theirs alone
 * again, and open screens are updated. An absence that ended before its start was notified is not notified at all.
 */
export async function absenceTurns(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, dueAt, at }: AlarmFacts,
): Promise<void> {
  const key = turning(workspaceId, subjectId);
  const absence = await settings.absence(trx, workspaceId, subjectId, at);
  if (!absence || absence.endedAt !== null) return forgetDeadline(trx, key);
  const { person, delegate } = absence;
  const [fromAt, untilAt] = [new Date(absence.fromAt), new Date(absence.untilAt)];
  const over = untilAt <= at;
  if (over) await forgetDeadline(trx, key);
  else await waitForEnd(trx, workspaceId, subjectId, { fromAt, untilAt, at });
  if ((over && dueAt <= fromAt) || !(await activeAmong(trx, workspaceId, [delegate.id])).has(delegate.id)) return;
  const actor = systemActor(deps, workspaceId, at);
  const recipients = [...new Set([person.id, delegate.id, ...(await partnersOf(trx, workspaceId, person.id))])];
  await emit(trx, actor, {
    event: over ? 'approvalAbsence.ended' : 'approvalAbsence.began',
    entityId: subjectId,
    recipients,
    notify: [delegate.id],
  });
  await (over ? announceReturn : announceStandIn)(trx, actor, person.id, delegate.id);
}
