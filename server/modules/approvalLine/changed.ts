import type { Trx } from '../../../db/client.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { recordHashes } from './material.ts';
import { everyoneOf } from './people.ts';
import * as queries from './queries.ts';
import { disarm, say, tellRequester } from './turn.ts';

/**
 * Gives lines back whose document no longer tells what the record says (docs/decisions/027). To be called in the
 * transaction that changes the records, after the change. Costs one look at an index for applications without a line.
 */
export async function recordChanged(trx: Trx, actor: WithDeps, applicationIds: readonly string[]): Promise<void> {
  const { workspaceId } = actor;
  if (applicationIds.length === 0) return;
  const lines = await queries.newestOf(trx, workspaceId, applicationIds);
  if (lines.length === 0) return;
  const hashes = await recordHashes(
    trx,
    workspaceId,
    lines.map(({ applicationId }) => applicationId),
  );
  for (const { id, applicationId, recordSha256 } of lines
    .filter((line) => hashes.get(line.applicationId) !== line.recordSha256)
    .sort((a, b) => (a.id < b.id ? -1 : 1))) {
    const line = await queries.lock(trx, workspaceId, id);
    // Somebody was quicker: handed in again, or over.
    if (
      line &&
      line.recordSha256 === recordSha256 &&
      line.applicationId === applicationId &&
      ['NEW', 'PENDING', 'APPROVED'].includes(line.status)
    )
      await reopen(trx, actor, line);
  }
}

/**
 * Marks the newest line of each kind of an application that is about to be deleted: what was approved stays so, as a
 * document whose record is gone; what is still asked for, or sent back, is called off, for there is nothing left to
 * hand in. To be called in the transaction that deletes it, before it does: afterwards no line says whose it was.
 */
export async function recordRemoved(trx: Trx, actor: WithDeps, applicationId: string): Promise<void> {
  const { workspaceId, at } = actor;
  for (const id of await queries.standingOf(trx, workspaceId, applicationId)) {
    const line = await queries.lock(trx, workspaceId, id);
    if (!line || line.status === 'CANCEL' || line.status === 'REJECTED') continue;
    const { requester, approvers, all: everyone } = await everyoneOf(trx, workspaceId, id, at);
    const gone = { field: 'application', old: line.applicationName, new: null };
    const told = { notify: [requester, ...approvers], everyone };
    if (line.status === 'APPROVED') {
      await queries.update(trx, actor, id, { reopenedAt: line.reopenedAt === null ? at : new Date(line.reopenedAt) });
      await say(trx, actor, 'approvalLine.updated', line, { changes: [gone], ...told });
    } else {
      await queries.skipSteps(trx, workspaceId, id);
      await queries.update(trx, actor, id, { status: 'CANCEL', decidedAt: at });
      await disarm(trx, actor, id);
      await say(trx, actor, 'approvalLine.cancelled', line, {
        changes: [{ field: 'approvalStatus', old: line.status, new: 'CANCEL' }, gone],
        ...told,
      });
    }
  }
}

/** Gives a line back to the one who asked for it, to be handed in again with a document of the record as it is now. */
export async function reopen(trx: Trx, actor: WithDeps, line: queries.LineRow): Promise<void> {
  const { workspaceId, at } = actor;
  await queries.skipSteps(trx, workspaceId, line.id);
  await queries.update(trx, actor, line.id, { status: 'REWORKED', reopenedAt: at, decidedAt: null });
  await disarm(trx, actor, line.id);
  const { requester, approvers, all: everyone } = await everyoneOf(trx, workspaceId, line.id, at);
  await tellRequester(trx, actor, line, 'reopened');
  await say(trx, actor, 'approvalLine.reopened', line, {
    changes: [{ field: 'approvalStatus', old: line.status, new: 'REWORKED' }],
    notify: [requester, ...approvers],
    everyone,
  });
}
