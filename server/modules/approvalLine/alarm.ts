import type { Trx } from '../../../db/client.ts';
import { approvalStatus } from '../../../shared/approvalLine/schema.ts';
import { statesWith } from '../../../shared/status.ts';
import { forgetDeadline } from '../../platform/clock/deadlines.ts';
import type { AlarmFacts } from '../../platform/clock/clockKind.ts';
import { systemActor } from '../../platform/actor.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { emit } from '../../platform/live/emit.ts';
import { turning, waitForEnd } from './absences.ts';
import { activeAmong, partnersOf } from './people.ts';
import * as queries from './queries.ts';
import * as stepQueries from './stepQueries.ts';
import * as settings from './settingsQueries.ts';
import { startReminder, announce, announceReturn, announceStandIn, mailTurn } from './turn.ts';

/** While somebody is asked to decide. */
const ASKED = statesWith(approvalStatus, 'approve');

/**
 * Reminds the one whose turn it is, and who stands in for them, and waits for the next period: once in each. Runs in
 * the transaction that marks the deadline fired, so that of two nodes one reminds. Where the workspace has no approval
 * lines any more it only waits on, and reminds once it has them again.
 */
export async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: AlarmFacts): Promise<void> {
  // Whoever acts holds the line and waits for its deadline, which this transaction holds: so it does not wait for the
  // line.
  const line = await queries.lockNow(trx, workspaceId, subjectId);
  if (line === 'busy') throw new Error('somebody acts on the approval line at this moment');
  if (!line || !ASKED.includes(line.status)) return;
  const actor = systemActor(deps, workspaceId, at);
  if (await queries.isOn(trx, workspaceId)) {
    await stepQueries.markReminded(trx, workspaceId, line.id, at);
    const recipients = await mailTurn(trx, actor, line, 'reminder');
    await announce(trx, actor, 'approvalLine.reminded', line, { notify: recipients });
  }
  await startReminder(trx, actor, line.id, at);
}

/**
 * An absence begins, or ends: who stands in is notified of what waits, or the person that it is theirs alone again, and
 * every screen that shows it follows. Of one that was over before anybody was notified that it began, nobody hears.
 */
export async function absenceTurns(
  deps: Deps,
  trx: Trx,
  { workspaceId, subjectId, dueAt, at }: AlarmFacts,
): Promise<void> {
  const key = turning(workspaceId, subjectId);
  const absence = await settings.absence(trx, workspaceId, subjectId);
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
