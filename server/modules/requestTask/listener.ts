import type { Trx } from '../../../db/client.ts';
import { isClosed, type RequestStage } from '../../../shared/request/stage.ts';
import { appError } from '../../platform/errors.ts';
import { releaseFiles } from '../../platform/files/release.ts';
import type { PartsMoved, RecordListener } from '../../platform/records/listener.ts';
import { notifyAssignees, refreshTasks } from './announce.ts';
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

const isOver = (stage: string): boolean => isClosed(stage as RequestStage);

/** Those of `tasks` whose right was closed, or reopened. Its own assignee is notified of the right itself. */
function affected({ parts }: PartsMoved, tasks: readonly queries.TaskRow[], closed: boolean): queries.TaskRow[] {
  const ids = parts.filter(({ from, to }) => isOver(from) !== closed && isOver(to) === closed).map(({ id }) => id);
  return tasks.filter(
    ({ requestRightId, assigneeId, rightAssigneeId }) => ids.includes(requestRightId) && assigneeId !== rightAssigneeId,
  );
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
  /** Assignees of open tasks are notified when the right ends or is reopened; other moves update their screens. */
  async moved(trx, actor, moved) {
    const ids = moved.parts.map(({ id }) => id);
    const open = await queries.openTasksOf(trx, actor.workspaceId, ids);
    const assigned = open.filter(({ assigneeId }) => assigneeId !== null);
    await refreshTasks(trx, actor, assigned);
    await notifyAssignees(trx, actor, affected(moved, assigned, true), 'requestTask.closed');
    await notifyAssignees(trx, actor, affected(moved, assigned, false), 'requestTask.reopened');
  },
  /** Assignees of open tasks are notified when the time to answer the rights runs out. */
  async dueSoon(trx, actor, { partIds, hours }) {
    const open = await queries.openTasksOf(trx, actor.workspaceId, partIds);
    const event = hours === 0 ? 'requestTask.overdue' : 'requestTask.dueSoon';
    await notifyAssignees(trx, actor, open, event, { hours });
  },
};

/** Tasks keep the name of an application that is deleted; the plan proposes to close those that are open. */
export const applicationListener: RecordListener = {
  async removing(trx, { workspaceId }, applicationId) {
    await trx
      .updateTable('requestTasks as t')
      .from('applications as a')
      .set((eb) => ({ applicationName: eb.ref('a.name') }))
      .whereRef('a.workspaceId', '=', 't.workspaceId')
      .whereRef('a.id', '=', 't.applicationId')
      .where('t.workspaceId', '=', workspaceId)
      .where('t.applicationId', '=', applicationId)
      .execute();
  },
};
