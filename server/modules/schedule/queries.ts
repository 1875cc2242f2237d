import { type Insertable, sql } from 'kysely';
import type { z } from 'zod';
import { jsonArrayFrom } from 'kysely/helpers/postgres';
import type { DB, Trx } from '../../../db/client.ts';
import { type Problem, STOPPING } from '../../../shared/schedule/problems.ts';
import type { DeliveryTask, listTasks as listTasksInput, Schedule } from '../../../shared/schedule/schema.ts';
import { containing, pageOf } from '../../platform/list/list.ts';

type Values = Insertable<DB['exportSchedules']>;

const schedules = (trx: Trx, organizationId: string) =>
  trx.selectFrom('exportSchedules as s').where('s.organizationId', '=', organizationId);

const columns = (query: ReturnType<typeof schedules>) =>
  query
    .select(['s.id', 's.name', 's.hour', 's.day', 's.host', 's.port', 's.username', 's.folder', 's.active'])
    .select(['s.encryptionKey', 's.hostKey', 's.createdAt', 's.updatedAt', 's.rowVersion'])
    .select((where) => [
      sql<Schedule['frequency']>`s.frequency`.as('frequency'),
      sql<Schedule['content']>`s.content`.as('content'),
      sql<Schedule['format']>`s.format`.as('format'),
      sql<Schedule['locale']>`s.locale`.as('locale'),
      sql<Problem | null>`s.stopped`.as('stopped'),
      sql<Schedule['signIn']>`s.sign_in`.as('signIn'),
      jsonArrayFrom(
        where
          .selectFrom('exportScheduleConsents as c')
          // Single-word names: keys within JSON stay as the database has them.
          .select(['c.workspaceId as workspace', 'c.consentId as form'])
          .whereRef('c.organizationId', '=', 's.organizationId')
          .whereRef('c.scheduleId', '=', 's.id')
          .orderBy('c.consentId'),
      ).as('consents'),
    ]);

export type ScheduleRow = NonNullable<Awaited<ReturnType<typeof findSchedule>>>;

/** All schedules of an organisation whose name, host or folder contains the text. */
export async function listSchedules(trx: Trx, organizationId: string, text: string) {
  let filtered = schedules(trx, organizationId);
  if (text)
    filtered = filtered.where((eb) =>
      eb.or((['s.name', 's.host', 's.folder'] as const).map((column) => eb(column, 'ilike', containing(text)))),
    );
  return columns(filtered).execute();
}

export const findSchedule = (trx: Trx, organizationId: string, id: string) =>
  columns(schedules(trx, organizationId).where('s.id', '=', id)).executeTakeFirst();

export const isThere = async (trx: Trx, organizationId: string, id: string): Promise<boolean> =>
  (await schedules(trx, organizationId).select('s.id').where('s.id', '=', id).executeTakeFirst()) !== undefined;

export async function lockSchedule(trx: Trx, organizationId: string, id: string) {
  await schedules(trx, organizationId).select('s.id').where('s.id', '=', id).forUpdate().execute();
  return findSchedule(trx, organizationId, id);
}

/** When a schedule runs next; null: it does not run. */
export const nextAtOf = async (trx: Trx, organizationId: string, id: string): Promise<string | null> =>
  (await schedules(trx, organizationId).select('s.nextAt').where('s.id', '=', id).executeTakeFirstOrThrow()).nextAt;

export async function countSchedules(trx: Trx, organizationId: string): Promise<number> {
  const row = await schedules(trx, organizationId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Whether another schedule of the organisation has this name. */
export async function isNamed(trx: Trx, organizationId: string, name: string, but: string | null): Promise<boolean> {
  let same = schedules(trx, organizationId).where(sql<boolean>`lower(s.name) = lower(${name})`);
  if (but !== null) same = same.where('s.id', '!=', but);
  return (await same.select('s.id').executeTakeFirst()) !== undefined;
}

export const insertSchedule = (trx: Trx, row: Values) => trx.insertInto('exportSchedules').values(row).execute();

export const updateSchedule = (
  trx: Trx,
  { organizationId, id, ...values }: Partial<Values> & { organizationId: string; id: string },
) =>
  trx
    .updateTable('exportSchedules')
    .set(values)
    .where('organizationId', '=', organizationId)
    .where('id', '=', id)
    .execute();

export const deleteSchedule = (trx: Trx, organizationId: string, id: string) =>
  trx.deleteFrom('exportSchedules').where('organizationId', '=', organizationId).where('id', '=', id).execute();

/** Replaces the forms of a schedule. */
export async function setConsents(
  trx: Trx,
  schedule: { organizationId: string; scheduleId: string },
  consents: readonly { workspaceId: string; consentId: string }[],
): Promise<void> {
  await trx
    .deleteFrom('exportScheduleConsents')
    .where('organizationId', '=', schedule.organizationId)
    .where('scheduleId', '=', schedule.scheduleId)
    .execute();
  await trx
    .insertInto('exportScheduleConsents')
    .values(consents.map((consent) => ({ ...consent, ...schedule })))
    .execute();
}

/** Those of the forms that a workspace has. */
export async function consentsOf(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('consents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...ids])
    .execute();
  return rows.map(({ id }) => id);
}

export const secretOf = async (trx: Trx, organizationId: string, id: string): Promise<Buffer | undefined> =>
  (await schedules(trx, organizationId).select('s.secret').where('s.id', '=', id).executeTakeFirst())?.secret;

/** What a task delivers, and where. */
export type Order = NonNullable<Awaited<ReturnType<typeof findOrder>>>;

/** undefined where the schedule or the form does not exist, or the schedule no longer delivers the form. */
export const findOrder = (
  trx: Trx,
  task: { organizationId: string; scheduleId: string; workspaceId: string; consentId: string },
) =>
  trx
    .selectFrom('exportSchedules as s')
    .innerJoin('consents as f', (join) =>
      join.on('f.workspaceId', '=', task.workspaceId).on('f.id', '=', task.consentId),
    )
    .innerJoin('exportScheduleConsents as c', (join) =>
      join
        .onRef('c.workspaceId', '=', 'f.workspaceId')
        .onRef('c.scheduleId', '=', 's.id')
        .onRef('c.consentId', '=', 'f.id'),
    )
    .innerJoin('workspaces as w', 'w.id', 'f.workspaceId')
    .select(['s.name', 's.encryptionKey', 's.host', 's.port', 's.username', 's.folder', 's.secret', 's.hostKey'])
    .select([
      'f.name as form',
      'w.name as workspace',
      sql<Schedule['content']>`s.content`.as('content'),
      sql<Schedule['format']>`s.format`.as('format'),
      sql<Schedule['locale']>`s.locale`.as('locale'),
      sql<Schedule['signIn']>`s.sign_in`.as('signIn'),
      sql<Problem | null>`s.stopped`.as('stopped'),
    ])
    .where('s.organizationId', '=', task.organizationId)
    .where('s.id', '=', task.scheduleId)
    .executeTakeFirst();

const tasks = (trx: Trx, organizationId: string, scheduleId: string) =>
  trx
    .selectFrom('exportScheduleTasks')
    .where('organizationId', '=', organizationId)
    .where('scheduleId', '=', scheduleId);

const taskColumns = (query: ReturnType<typeof tasks>) =>
  query
    .select(['id', 'workspaceId', 'consentId', 'runAt', 'manual', 'since', 'fileName', 'rows', 'bytes', 'sha256'])
    .select(['attempts', 'nextAt', 'fileId', 'createdAt', 'finishedAt'])
    .select([
      sql<DeliveryTask['state']>`state`.as('state'),
      sql<Problem | null>`problem`.as('problem'),
      sql<DeliveryTask['log']>`log`.as('log'),
    ]);
export type TaskRow = Awaited<ReturnType<typeof listTasks>>['collection'][number];

/** One page of the tasks of a schedule in some workspaces. */
export function listTasks(
  trx: Trx,
  organizationId: string,
  workspaceIds: readonly string[],
  input: z.output<typeof listTasksInput>,
) {
  let filtered = tasks(trx, organizationId, input.id).where('workspaceId', 'in', [...workspaceIds]);
  if (input.query) filtered = filtered.where('fileName', 'ilike', containing(input.query));
  if (input.state !== 'ALL') filtered = filtered.where('state', '=', input.state);
  return pageOf(
    filtered,
    input,
    taskColumns,
    { createdAt: sql.ref('exportScheduleTasks.createdAt') },
    sql.ref('exportScheduleTasks.id'),
  );
}

/** The states, each once, of its tasks that have not ended: waiting or running. */
export const openStatesOf = async (trx: Trx, organizationId: string, scheduleId: string): Promise<string[]> => {
  const open = tasks(trx, organizationId, scheduleId).where('nextAt', 'is not', null);
  return (await open.select('state').distinct().execute()).map(({ state }) => state);
};

interface RunOf {
  readonly organizationId: string;
  readonly scheduleId: string;
  readonly runAt: string;
}
const tasksOfRun = (trx: Trx, { organizationId, scheduleId, runAt }: RunOf) =>
  tasks(trx, organizationId, scheduleId).where('runAt', '=', runAt);

/** Whether a task of a run is waiting or running. */
export const isRunOpen = async (trx: Trx, run: RunOf): Promise<boolean> =>
  (await tasksOfRun(trx, run).select('id').where('nextAt', 'is not', null).executeTakeFirst()) !== undefined;

/**
 * How many tasks of a run failed, by workspace and problem, without those of a stopped schedule, which is announced
 * separately.
 */
export const failuresOf = (trx: Trx, run: RunOf) =>
  tasksOfRun(trx, run)
    .select(['workspaceId', sql<Problem>`problem`.as('problem'), sql<number>`count(*)::int`.as('count')])
    .where('state', '=', 'failed')
    .where('problem', 'is not', null)
    .where('problem', 'not in', [...STOPPING])
    .groupBy(['workspaceId', 'problem'])
    .orderBy('count', 'desc')
    .orderBy('workspaceId')
    .orderBy('problem')
    .execute();

/** A task by its id alone, with its workspace. */
export const findTask = (trx: Trx, organizationId: string, scheduleId: string, id: string) =>
  tasks(trx, organizationId, scheduleId).select('workspaceId').where('id', '=', id).executeTakeFirst();

/** Forms of a workspace whose name contains the text. */
export function formsNamed(trx: Trx, workspaceId: string, text: string) {
  let filtered = trx.selectFrom('consents').select(['id', 'name']).where('workspaceId', '=', workspaceId);
  if (text) filtered = filtered.where('name', 'ilike', containing(text));
  return filtered.execute();
}
