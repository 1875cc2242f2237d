import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { nextRun, type Timing } from '../../../shared/schedule/runs.ts';
import { timingOf } from '../../../shared/schedule/schema.ts';
import { withoutJob } from '../../platform/jobs/lostJobs.ts';
import type { Schedule } from '../../platform/jobs/schedules.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import { openWorkspaces } from './places.ts';
import { lockSchedule } from './queries.ts';
import { stop } from './stopping.ts';

const BATCH = 200;

/**
 * Plans a task for each form of every schedule that is due, once for any number of nodes: the same statement sets the
 * schedule's next run. Runs that were missed while no node was up are made up once.
 */
export const planSchedule: Schedule = {
  name: 'schedules.plan',
  cron: '* * * * *',
  run: async (deps) => {
    await stopEmpty(deps);
    const due = await deps.systemDb
      .selectFrom('exportSchedules')
      .select(['organizationId', 'id', 'nextAt', 'hour', 'day'])
      .select(sql<Timing['frequency']>`frequency`.as('frequency'))
      .where('nextAt', '<=', deps.now().toISOString())
      .orderBy('nextAt')
      .limit(BATCH)
      .execute();
    for (const { organizationId, id, nextAt, ...timing } of due)
      await plan(deps, { organizationId, id, dueAt: nextAt!, timing: timingOf(timing) });
    return due.length;
  },
};

/** Stops schedules whose last form was deleted: otherwise they would silently deliver nothing. */
async function stopEmpty(deps: Deps): Promise<void> {
  const empty = await deps.systemDb
    .selectFrom('exportSchedules as s')
    .select(['s.organizationId', 's.id'])
    .where('s.active', '=', true)
    .where(({ not, exists, selectFrom }) =>
      not(
        exists(
          selectFrom('exportScheduleConsents as c')
            .select('c.consentId')
            .whereRef('c.organizationId', '=', 's.organizationId')
            .whereRef('c.scheduleId', '=', 's.id'),
        ),
      ),
    )
    .limit(BATCH)
    .execute();
  for (const { organizationId, id } of empty) {
    const [place] = await openWorkspaces(deps, organizationId);
    if (!place) continue;
    await transact(deps, place, async (trx) => {
      const row = await lockSchedule(trx, organizationId, id);
      if (row?.consents.length === 0) await stop(deps, trx, { ...place, organizationId, scheduleId: id }, 'noForms');
    });
  }
}

const plan = (
  deps: Deps,
  { organizationId, id, dueAt, timing }: { organizationId: string; id: string; dueAt: string; timing: Timing },
): Promise<void> =>
  deps.systemDb.transaction().execute(async (trx) => {
    const at = deps.now();
    const { numUpdatedRows } = await trx
      .updateTable('exportSchedules')
      .set({ nextAt: nextRun(timing, at) })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('nextAt', '=', dueAt)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await planTasks(deps, trx, { organizationId, id, at, manual: false });
  });

/**
 * Creates a task and its job for each form of a schedule; as the system, since they are of several workspaces. Those of a
 * closed workspace are left out, and a schedule of which no workspace has the console any more delivers nothing: nobody
 * could stop it.
 */
export async function planTasks(
  deps: Deps,
  trx: Trx,
  { organizationId, id, at, manual }: { organizationId: string; id: string; at: Date; manual: boolean },
): Promise<void> {
  if (manual)
    await trx
      .updateTable('exportSchedules')
      .set({ stopped: null })
      .where('organizationId', '=', organizationId)
      .where('id', '=', id)
      .where('stopped', 'is not', null)
      .execute();
  const all = await trx
    .selectFrom('exportScheduleConsents')
    .select(['workspaceId', 'consentId'])
    .where('organizationId', '=', organizationId)
    .where('scheduleId', '=', id)
    .execute();
  const open = new Map((await openWorkspaces(deps, organizationId)).map((place) => [place.workspaceId, place]));
  const forms = all.filter(({ workspaceId }) => open.has(workspaceId));
  if (!forms.some(({ workspaceId }) => open.get(workspaceId)?.hasConsole)) return;
  for (const form of forms) {
    const task = { ...form, id: randomUUIDv7() };
    await trx
      .insertInto('exportScheduleTasks')
      .values({ ...task, organizationId, scheduleId: id, runAt: at, manual, nextAt: at, createdAt: at })
      .execute();
    const { workspaceId } = task;
    await deps.jobs.send(trx, 'schedule.deliver', { workspaceId, id: task.id }, { key: task.id });
  }
}

/**
 * Creates jobs for tasks that are due without one: those to be tried again, and those that end with a stopped schedule.
 * Tasks of a paused schedule are left out.
 */
export const retrySchedule: Schedule = {
  name: 'schedules.retry',
  cron: '* * * * *',
  run: async (deps) => {
    const { rows } = await sql<{ workspaceId: string; id: string }>`
      select t.workspace_id, t.id from export_schedule_tasks t
      join export_schedules s on s.organization_id = t.organization_id and s.id = t.schedule_id
      where t.next_at <= ${deps.now().toISOString()}
        and (s.active or t.manual or s.stopped is not null)
        and ${withoutJob('schedule.deliver', sql.ref('t.id'))}
      order by t.next_at limit ${BATCH}`.execute(deps.systemDb);
    for (const { workspaceId, id } of rows)
      await deps.systemDb
        .transaction()
        .execute((trx) => deps.jobs.send(trx, 'schedule.deliver', { workspaceId, id }, { key: id }));
    return rows.length;
  },
};
