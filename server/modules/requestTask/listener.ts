import type { Trx } from '../../../db/client.ts';
import { appError } from '../../platform/errors.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { RecordListener } from '../../platform/records/listener.ts';
import { announceTask } from './announce.ts';
import { gatheredFile, proofFile } from './files.ts';
import * as queries from './queries.ts';

/** Releases the proof files of tasks of some requests, and the results of their searches. */
async function giveUpFiles(trx: Trx, workspaceId: string, requestIds: readonly string[]): Promise<void> {
  const tasks = await trx
    .selectFrom('requestTasks')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .where('fileId', 'is not', null)
    .execute();
  await releaseFiles(trx, proofFile, { workspaceId, ownerIds: tasks.map(({ id }) => id) });
  await releaseFiles(trx, gatheredFile, { workspaceId, ownerIds: requestIds });
}

/** What follows for tasks from changes of their requests. */
export const requestListener: RecordListener = {
  /** Tasks of a closed right hold up nobody's leaving: once it is reopened, they may be those of people who left. */
  changed: (trx, actor, ids) => queries.releaseTasks(trx, actor, ids),
  async anonymised(trx, { workspaceId }, ids) {
    await giveUpFiles(trx, workspaceId, ids);
    for (const table of ['requestTasks', 'requestGatherings'] as const)
      await trx
        .deleteFrom(table)
        .where('workspaceId', '=', workspaceId)
        .where('requestId', 'in', [...ids])
        .execute();
  },
  removing: (trx, { workspaceId }, id) => giveUpFiles(trx, workspaceId, [id]),
  /** @throws 409 `requestTask.open`: an answer can be submitted once no task is open */
  async moving(trx, { workspaceId }, { partId, together = [partId], action }) {
    if (action !== 'submit') return;
    const open = await queries.openTasksOf(trx, workspaceId, together);
    if (open.length > 0)
      throw appError('requestTask.open', {
        values: { count: open.length },
        details: { tasks: open.map(({ id }) => id) },
      });
  },
  /** Assignees of open tasks are notified when the time to answer the right runs out. */
  async dueSoon(trx, actor, { partId, hours }) {
    const open = await queries.openTasksOf(trx, actor.workspaceId, [partId]);
    for (const [assigneeId, own] of Map.groupBy(open, (task) => task.assigneeId))
      if (assigneeId)
        await announceTask(trx, actor, own[0]!, hours === 0 ? 'requestTask.overdue' : 'requestTask.dueSoon', {
          notify: [assigneeId],
          count: own.length,
          hours,
        });
  },
};
