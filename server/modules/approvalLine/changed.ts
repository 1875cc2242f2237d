import type { Trx } from '../../../db/client.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { recordHashes } from './material.ts';
import { everyoneOf } from './people.ts';
import * as queries from './queries.ts';
import { disarm, say, type Scene, sceneOf, tellRequester } from './turn.ts';

/** Who changes a record, and where. */
export type Editor = Pick<WorkspaceContext, 'deps' | 'workspace' | 'personnel'>;

/**
 * Gives lines back whose document no longer tells what the record says (docs/decisions/027). To be called in the
 * transaction that changes the records, after the change. Costs one look at an index for applications without a line.
 */
export async function recordChanged(trx: Trx, editor: Editor, applicationIds: readonly string[]): Promise<void> {
  const workspaceId = editor.workspace.id;
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
      await reopen(trx, sceneOf(editor), line);
  }
}

/**
 * Marks the newest line of each kind of an application that is about to be deleted: what was approved stays so, as a
 * document whose record is gone; what is still asked for, or sent back, is called off, for there is nothing left to
 * hand in. To be called in the transaction that deletes it, before it does: afterwards no line says whose it was.
 */
export async function recordRemoved(trx: Trx, editor: Editor, applicationId: string): Promise<void> {
  const scene = sceneOf(editor);
  const { workspaceId, at } = scene;
  for (const id of await queries.standingOf(trx, workspaceId, applicationId)) {
    const line = await queries.lock(trx, workspaceId, id);
    if (!line || line.status === 'CANCEL' || line.status === 'REJECTED') continue;
    const { requester, approvers, all: everyone } = await everyoneOf(trx, workspaceId, id, at);
    const gone = { field: 'application', old: line.applicationName, new: null };
    const told = { notify: [requester, ...approvers], everyone };
    if (line.status === 'APPROVED') {
      await queries.update(
        trx,
        { workspaceId, id, at },
        { reopenedAt: line.reopenedAt === null ? at : new Date(line.reopenedAt) },
      );
      await say(trx, scene, 'approvalLine.updated', line, { changes: [gone], ...told });
    } else {
      await queries.skipSteps(trx, workspaceId, id);
      await queries.update(trx, { workspaceId, id, at }, { status: 'CANCEL', decidedAt: at });
      await disarm(trx, scene, id);
      await say(trx, scene, 'approvalLine.cancelled', line, {
        changes: [{ field: 'approvalStatus', old: line.status, new: 'CANCEL' }, gone],
        ...told,
      });
    }
  }
}

/** Gives a line back to the one who asked for it, to be handed in again with a document of the record as it is now. */
export async function reopen(trx: Trx, scene: Scene, line: queries.LineRow): Promise<void> {
  const { workspaceId, at } = scene;
  await queries.skipSteps(trx, workspaceId, line.id);
  await queries.update(trx, { workspaceId, id: line.id, at }, { status: 'REWORKED', reopenedAt: at, decidedAt: null });
  await disarm(trx, scene, line.id);
  const { requester, approvers, all: everyone } = await everyoneOf(trx, workspaceId, line.id, at);
  await tellRequester(trx, scene, line, 'reopened');
  await say(trx, scene, 'approvalLine.reopened', line, {
    changes: [{ field: 'approvalStatus', old: line.status, new: 'REWORKED' }],
    notify: [requester, ...approvers],
    everyone,
  });
}
