import type { Selectable } from 'kysely';
import type { DB, Trx } from '../../../db/client.ts';
import { HOUR, MINUTE } from '../../../shared/duration.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { transitionIfOpen } from '../../platform/workflow/workflow.ts';
import { openWorkspaces } from './places.ts';
import { findSchedule } from './queries.ts';
import { type Task, taskWorkflow } from './workflow.ts';

const POSTPONED_MS = MINUTE;
/** How long a task of a schedule waits that no workspace has the console for. */
const RESTING_MS = HOUR;

/** A task that a run has started. The number of the attempt distinguishes it from a run that was given up. */
export type Claim = Task &
  Pick<Selectable<DB['exportScheduleTasks']>, 'fileId' | 'fileName' | 'fileSettings' | 'bytes' | 'sha256' | 'manifest'>;

/**
 * Starts a task that is due, or that a stopped node left running; undefined where there is none. A task of a paused
 * schedule waits until that resumes, unless somebody started it by hand. A task of a form whose previous delivery has
 * not ended is postponed, since it delivers the changes after that one. So is one of a schedule of which no workspace
 * has the console. One whose form was removed from the schedule since is cancelled.
 */
export async function start(trx: Trx, actor: WithDeps, id: string): Promise<Claim | undefined> {
  const { workspaceId, at } = actor;
  const due = await trx
    .selectFrom('exportScheduleTasks as t')
    .innerJoin('exportSchedules as s', (join) =>
      join.onRef('s.organizationId', '=', 't.organizationId').onRef('s.id', '=', 't.scheduleId'),
    )
    .leftJoin('exportScheduleConsents as c', (join) =>
      join
        .onRef('c.workspaceId', '=', 't.workspaceId')
        .onRef('c.scheduleId', '=', 't.scheduleId')
        .onRef('c.consentId', '=', 't.consentId'),
    )
    .select(['t.workspaceId', 't.id', 't.organizationId', 't.scheduleId', 't.consentId', 't.runAt', 't.since'])
    .select(['t.attempts', 't.state', 't.fileId', 't.fileName', 't.fileSettings', 't.bytes', 't.sha256', 't.manifest'])
    .select(['t.manual', 's.active', 's.stopped', 'c.consentId as form'])
    .where('t.workspaceId', '=', workspaceId)
    .where('t.id', '=', id)
    .where('t.nextAt', '<=', at.toISOString())
    .forUpdate('t')
    .executeTakeFirst();
  if (!due) return undefined;
  const { manual, active, stopped, form, ...task } = due;
  if (form === null) {
    await transitionIfOpen(trx, actor, taskWorkflow, task, 'cancel', {});
    return undefined;
  }
  if (!active && !manual && stopped === null) return postpone(trx, actor, task);
  if (await isResting(trx, actor, task)) return postpone(trx, actor, task, new Date(at.getTime() + RESTING_MS));
  const others = trx
    .selectFrom('exportScheduleTasks')
    .where('workspaceId', '=', workspaceId)
    .where('scheduleId', '=', task.scheduleId)
    .where('consentId', '=', task.consentId)
    .where('runAt', '<', task.runAt);
  if (await others.select('id').where('nextAt', 'is not', null).executeTakeFirst())
    return postpone(trx, actor, task, new Date(at.getTime() + POSTPONED_MS));
  const before = await others
    .select((eb) => eb.fn.max('runAt').as('at'))
    .where('state', '=', 'delivered')
    .executeTakeFirst();
  const since = task.since ?? before?.at ?? null;
  if (!(await transitionIfOpen(trx, actor, taskWorkflow, task, 'start', { since }))) return undefined;
  return { ...task, state: 'running', attempts: task.attempts + 1, since };
}

/** Whether none of a schedule's workspaces is open and has the console. */
async function isResting(trx: Trx, { deps }: WithDeps, { organizationId, scheduleId }: Task): Promise<boolean> {
  const consents = (await findSchedule(trx, organizationId, scheduleId))?.consents ?? [];
  const used = new Set(consents.map(({ workspace }) => workspace));
  const open = await openWorkspaces(deps, organizationId);
  return !open.some(({ workspaceId, hasConsole }) => hasConsole && used.has(workspaceId));
}

async function postpone(trx: Trx, actor: WithDeps, task: Task, nextAt?: Date): Promise<undefined> {
  await transitionIfOpen(trx, actor, taskWorkflow, task, 'postpone', { nextAt });
}
