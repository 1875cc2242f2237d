import { type ExpressionBuilder, type Insertable, sql } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { RequestStage } from '../../../shared/request/stage.ts';
import { TASK_KINDS, type TaskKind } from '../../../shared/requestTask/kinds.ts';
import type { RegisterFacts } from '../../../shared/requestTask/register.ts';
import { OPEN_TASKS, type TaskStatus } from '../../../shared/requestTask/status.ts';
import type { Actor } from '../../platform/actor.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { NAME_COLUMNS, withName } from '../../platform/files/name.ts';
import { thai } from '../../platform/list/list.ts';
import { requestAssignees } from '../request/assignees.ts';

const withNames = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('requestTasks as t')
    .innerJoin('requestRights as r', (join) =>
      join.onRef('r.workspaceId', '=', 't.workspaceId').onRef('r.id', '=', 't.requestRightId'),
    )
    .innerJoin('requests as q', (join) =>
      join.onRef('q.workspaceId', '=', 't.workspaceId').onRef('q.id', '=', 't.requestId'),
    )
    .leftJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 't.workspaceId').onRef('a.id', '=', 't.applicationId'),
    )
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 't.workspaceId').onRef('p.id', '=', 't.assigneeId'),
    )
    .leftJoin('personnel as c', (join) =>
      join.onRef('c.workspaceId', '=', 't.workspaceId').onRef('c.id', '=', 't.closedBy'),
    )
    .select(['t.id', 't.requestId', 't.requestRightId', 't.kind', 't.applicationId', 't.proposed', 't.register'])
    .select(['t.registerVersion', 't.status', 't.assigneeId', 't.details', 't.groundCode', 't.fileId', 't.closedBy'])
    .select(['t.closedAt', 't.rowVersion', 't.createdAt', 't.updatedAt', 'q.number'])
    // Of an application that was deleted, the task has the name.
    .select((eb) => eb.fn.coalesce('a.name', 't.applicationName').as('applicationName'))
    .select(['r.code', 'r.nameTh', 'r.nameEn', 'r.stage', 'r.position', 'r.assigneeId as rightAssigneeId'])
    .select(['t.dropped', 'p.name as assigneeName', 'c.name as closedByName'])
    .where('t.workspaceId', '=', workspaceId);

type Row = Awaited<ReturnType<ReturnType<typeof withNames>['execute']>>[number];
/** A task with its right and the names of its references. */
export interface TaskRow extends Omit<Row, 'kind' | 'status' | 'register' | 'code' | 'stage'> {
  readonly kind: TaskKind;
  readonly status: TaskStatus;
  readonly register: RegisterFacts | null;
  readonly code: RightCode | null;
  readonly stage: RequestStage;
}
const asTask = (row: Row): TaskRow => row as unknown as TaskRow;

/** Tasks of one request: by right, in the order of creation, those of one application in the order of work. */
export async function tasksOf(db: Executor, workspaceId: string, requestId: string): Promise<TaskRow[]> {
  const rows = await withNames(db, workspaceId)
    .where('t.requestId', '=', requestId)
    .orderBy('r.position')
    .orderBy('t.createdAt')
    .orderBy(sql`coalesce(a.name, t.application_name) collate thai`)
    .orderBy('t.applicationId')
    .orderBy('t.id')
    .execute();
  const rank = ({ position, createdAt, applicationId, applicationName }: TaskRow) =>
    `${position} ${createdAt} ${applicationId ?? applicationName}`;
  return rows
    .map(asTask)
    .sort((a, b) => (rank(a) === rank(b) ? TASK_KINDS.indexOf(a.kind) - TASK_KINDS.indexOf(b.kind) : 0));
}

/** Some tasks, in no order. */
export const byIds = async (db: Executor, workspaceId: string, ids: readonly string[]): Promise<TaskRow[]> =>
  ids.length === 0
    ? []
    : (
        await withNames(db, workspaceId)
          .where('t.id', 'in', [...ids])
          .execute()
      ).map(asTask);

/** The request of a task, and who created it. */
export const originOf = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('requestTasks')
    .select(['requestId', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

/** Ids of the rights that are not closed: nothing is left to do for the others until they are reopened. */
export const openRights = (eb: ExpressionBuilder<DB, 'requestTasks'>, workspaceId: string) =>
  eb
    .selectFrom('requestRights')
    .select('requestRights.id')
    .where('requestRights.workspaceId', '=', workspaceId)
    .where('requestRights.closedAt', 'is', null);

/** Open tasks of a right. */
export const openTasksOf = async (db: Executor, workspaceId: string, rightIds: readonly string[]): Promise<TaskRow[]> =>
  (
    await withNames(db, workspaceId)
      .where('t.requestRightId', 'in', [...rightIds])
      .where('t.status', 'in', OPEN_TASKS)
      .orderBy('t.id')
      .execute()
  ).map(asTask);

/** Takes open tasks of open rights of some requests from those who cannot do them any more. */
export async function releaseTasks(trx: Trx, { workspaceId, at }: Actor, requestIds: readonly string[]): Promise<void> {
  await trx
    .updateTable('requestTasks')
    .set((eb) => ({ assigneeId: null, updatedAt: at, rowVersion: eb('rowVersion', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('requestId', 'in', [...requestIds])
    .where('status', 'in', OPEN_TASKS)
    .where('assigneeId', 'is not', null)
    .where('assigneeId', 'not in', activePersonnel(trx, workspaceId, requestAssignees.roles).select('id'))
    .where('requestRightId', 'in', (eb) => openRights(eb, workspaceId))
    .execute();
}

export const insertTasks = async (trx: Trx, rows: readonly Insertable<DB['requestTasks']>[]): Promise<void> => {
  if (rows.length > 0)
    await trx
      .insertInto('requestTasks')
      .values([...rows])
      .execute();
};

/** The applications and groups that a request searches. */
export async function scopeOf(
  db: Executor,
  workspaceId: string,
  requestId: string,
): Promise<{ groupIds: string[]; applicationIds: string[] }> {
  const row = await db
    .selectFrom('requestScopes')
    .select(['groupIds', 'applicationIds'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', requestId)
    .executeTakeFirst();
  return row ?? { groupIds: [], applicationIds: [] };
}

/** Some groups of data subjects, by name. */
export async function groupsByIds(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<{ id: string; name: { th: string; en: string } }[]> {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('catalogueItems')
    .select(['id', 'nameTh as th', 'nameEn as en'])
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'dataSubjectGroup')
    .where('id', 'in', [...ids])
    .orderBy(thai('nameTh'))
    .orderBy('id')
    .execute();
  return rows.map(({ id, ...name }) => ({ id, name }));
}

export async function writeScope(
  trx: Trx,
  actor: { workspaceId: string; personnelId: string | null; at: Date },
  requestId: string,
  scope: { groupIds: string[]; applicationIds: string[] },
): Promise<void> {
  const stamp = { updatedBy: actor.personnelId, updatedAt: actor.at };
  await trx
    .insertInto('requestScopes')
    .values({ workspaceId: actor.workspaceId, requestId, ...scope, ...stamp })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'requestId']).doUpdateSet({ ...scope, ...stamp }))
    .execute();
}

/** The proof file of a task. */
export const fileOf = async (db: Executor, key: Sealer, workspaceId: string, fileId: string) => {
  const row = await db
    .selectFrom('files')
    .select(['id', ...NAME_COLUMNS, 'size', 'type', 'sha256'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .executeTakeFirst();
  return row && withName(key, row);
};
