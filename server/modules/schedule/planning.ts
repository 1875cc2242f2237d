import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { nextRun, type Timing } from '../../../shared/schedule/runs.ts';
import { timingOf } from '../../../shared/schedule/schema.ts';
import { eachRow } from '../../platform/jobs/eachRow.ts';
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
  run: async (deps, signal) => {
    await stopEmpty(deps, signal);
    return eachRow(deps, signal, {
      order: ['nextAt', 'id'],
      read: ({ position, isNext }) =>
        deps.systemDb
          .selectFrom('exportSchedules')
          .select(['organizationId', 'id', 'nextAt', 'hour', 'day', position.as('position')])
          .select(sql<Timing['frequency']>`frequency`.as('frequency'))
          .where('nextAt', '<=', deps.now().toISOString())
          .where(isNext)
          .orderBy('nextAt')
          .orderBy('id')
          .limit(BATCH)
          .execute(),
      limit: BATCH,
      failed: 'a run of a schedule could not be planned; it is tried again',
      work: ({ organizationId, id, nextAt, ...timing }) =>
        plan(deps, { organizationId, id, dueAt: nextAt!, timing: timingOf(timing) }),
    });
  },
};

/** Stops schedules whose last form was deleted: otherwise they would silently deliver nothing. */
const stopEmpty = (deps: Deps, signal: AbortSignal): Promise<number> =>
  eachRow(deps, signal, {
    order: ['s.id'],
    read: ({ position, isNext }) =>
      deps.systemDb
        .selectFrom('exportSchedules as s')
        .select(['s.organizationId', 's.id', position.as('position')])
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
        .where(isNext)
        .orderBy('s.id')
        .limit(BATCH)
        .execute(),
    limit: BATCH,
    failed: 'a schedule without forms could not be stopped; it is tried again',
    async work({ organizationId, id }) {
      const [place] = await openWorkspaces(deps, organizationId);
      if (!place) return;
      await transact(deps, place, async (trx) => {
        const row = await lockSchedule(trx, organizationId, id);
        if (row?.consents.length === 0) await stop(deps, trx, { ...place, organizationId, scheduleId: id }, 'noForms');
      });
    },
  });

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
 * Creates a task and its job for each form of a schedule; as the system, since they are of several workspaces. Those of
 * a closed workspace are left out, and a schedule of which no workspace has the console any more delivers nothing:
 * nobody could stop it.
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
 * Makes the tasks that wait for a paused schedule due, as if somebody had started them; as the system, since they are
 * of several workspaces.
 */
export async function attemptWaiting(
  deps: Deps,
  trx: Trx,
  { organizationId, id, at }: { organizationId: string; id: string; at: Date },
): Promise<void> {
  const { rows } = await sql<{ workspaceId: string; id: string; needsJob: boolean }>`
    update export_schedule_tasks t set manual = true, next_at = ${at}
    where t.organization_id = ${organizationId} and t.schedule_id = ${id} and t.state = 'waiting'
    returning t.workspace_id, t.id, ${withoutJob('schedule.deliver', sql.ref('t.id'))} as needs_job`.execute(trx);
  for (const task of rows)
    if (task.needsJob)
      await deps.jobs.send(trx, 'schedule.deliver', { workspaceId: task.workspaceId, id: task.id }, { key: task.id });
}

/**
 * Creates jobs for tasks that are due without one: those to be tried again, and those that end with a stopped schedule.
 * Tasks of a paused schedule are left out.
 */
export const retrySchedule: Schedule = {
  name: 'schedules.retry',
  cron: '* * * * *',
  run: (deps, signal) =>
    eachRow(deps, signal, {
      order: ['t.nextAt', 't.id'],
      async read({ position, isNext }) {
        const { rows } = await sql<{ workspaceId: string; id: string; position: string[] }>`
          select t.workspace_id, t.id, ${position} as position from export_schedule_tasks t
          join export_schedules s on s.organization_id = t.organization_id and s.id = t.schedule_id
          where t.next_at <= ${deps.now().toISOString()}
            and (s.active or t.manual or s.stopped is not null)
            and ${withoutJob('schedule.deliver', sql.ref('t.id'))}
            and ${isNext}
          order by t.next_at, t.id limit ${BATCH}`.execute(deps.systemDb);
        return rows;
      },
      limit: BATCH,
      failed: 'a delivery could not be given a job; it is tried again',
      work: ({ workspaceId, id }) =>
        deps.systemDb
          .transaction()
          .execute((trx) => deps.jobs.send(trx, 'schedule.deliver', { workspaceId, id }, { key: id })),
    }),
};
