import type { Trx } from '../../../db/client.ts';
import { forgetDeadline } from '../../clock/deadlines.ts';
import type { Deps } from '../../context.ts';
import { beginning } from './absences.ts';
import { activeAmong } from './people.ts';
import * as queries from './queries.ts';
import * as settings from './settingsQueries.ts';
import { arm, say, tellStandIn, tellTurn } from './turn.ts';

interface Fired {
  workspaceId: string;
  subjectId: string;
  at: Date;
}

/**
 * Reminds the one whose turn it is, and who stands in for him, and waits for the next period: once in each. Runs in the
 * transaction that marks the deadline fired, so that of two nodes one reminds. Where the workspace has no approval lines
 * any more it only waits on, and reminds once it has them again.
 */
export async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: Fired): Promise<void> {
  // Whoever acts holds the line and waits for its deadline, which this transaction holds: so it does not wait for the line.
  const line = await queries.lockNow(trx, workspaceId, subjectId);
  if (line === 'busy') throw new Error('somebody acts on the approval line at this moment');
  if (!line || (line.status !== 'NEW' && line.status !== 'PENDING')) return;
  const scene = { deps, workspaceId, actorId: null, at };
  if (await queries.isOn(trx, workspaceId)) {
    await queries.markReminded(trx, workspaceId, line.id, at);
    const asked = await tellTurn(trx, scene, line, 'reminder');
    await say(trx, scene, 'approvalLine.reminded', line, { notify: asked });
  }
  await arm(trx, scene, line.id, at);
}

/** An absence begins: who stands in is told of what waits. */
export async function absenceBegins(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: Fired): Promise<void> {
  await forgetDeadline(trx, beginning(workspaceId, subjectId));
  const [absence] = await settings.absences(trx, workspaceId, { id: subjectId });
  if (!absence || absence.endedAt !== null || Date.parse(absence.untilAt) <= at.getTime()) return;
  const { person, delegate } = absence;
  if (!(await queries.isOn(trx, workspaceId)) || !(await activeAmong(trx, workspaceId, [delegate.id])).has(delegate.id)) return;
  await tellStandIn(trx, { deps, workspaceId, actorId: null, at }, person.id, delegate.id);
}
