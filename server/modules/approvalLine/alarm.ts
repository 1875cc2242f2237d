import type { Trx } from '../../../db/client.ts';
import type { Deps } from '../../context.ts';
import * as queries from './queries.ts';
import { arm, say, tellTurn } from './turn.ts';

/**
 * Reminds the one whose turn it is, and who stands in for him, and waits for the next period: once in each. Runs in the
 * transaction that marks the deadline fired, so that of two nodes one reminds.
 */
export async function alarm(deps: Deps, trx: Trx, { workspaceId, subjectId, at }: { workspaceId: string; subjectId: string; at: Date }): Promise<void> {
  // Whoever acts holds the line and waits for its deadline, which this transaction holds: so it does not wait for the line.
  const line = await queries.lockNow(trx, workspaceId, subjectId);
  if (line === 'busy') throw new Error('somebody acts on the approval line at this moment');
  if (!line || (line.status !== 'NEW' && line.status !== 'PENDING')) return;
  const scene = { deps, workspaceId, actorId: null, at };
  await queries.markReminded(trx, workspaceId, line.id, at);
  const asked = await tellTurn(trx, scene, line, 'reminder');
  await say(trx, scene, 'approvalLine.reminded', line, { notify: asked });
  await arm(trx, scene, line.id, at);
}
