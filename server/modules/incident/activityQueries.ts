import { namedOf } from '../../platform/records/names.ts';
import type { Actor, PersonnelActor } from '../../platform/actor.ts';
import type { Executor, Trx } from '../../../db/client.ts';
import type { IncidentActivity } from '../../../shared/incident/activity.ts';

const activities = (db: Executor, workspaceId: string, incidentId: string) =>
  db
    .selectFrom('incidentActivities as a')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'a.workspaceId').onRef('p.id', '=', 'a.createdBy'),
    )
    .select([
      'a.id',
      'a.phase',
      'a.at',
      'a.detail',
      'a.createdAt',
      'a.updatedAt',
      'a.rowVersion',
      'a.createdBy',
      'p.name',
    ])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.incidentId', '=', incidentId);

type ActivityRow = Awaited<ReturnType<ReturnType<typeof activities>['execute']>>[number];

const activityOf = ({ phase, createdBy, name, ...activity }: ActivityRow): IncidentActivity => ({
  ...activity,
  phase: phase as IncidentActivity['phase'],
  by: namedOf(createdBy, name),
});

/** Activities in the order in which they happened. */
export const activitiesOf = async (
  db: Executor,
  workspaceId: string,
  incidentId: string,
): Promise<IncidentActivity[]> =>
  (await activities(db, workspaceId, incidentId).orderBy('a.at').orderBy('a.id').execute()).map(activityOf);

/** How many activities an incident has. */
export const countActivities = async (db: Executor, workspaceId: string, incidentId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('incidentActivities')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('incidentId', '=', incidentId)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Characters of all texts of an incident's activities. */
export const activityText = async (db: Executor, workspaceId: string, incidentId: string): Promise<number> =>
  Number(
    (
      await db
        .selectFrom('incidentActivities')
        .select((eb) => eb.fn.sum<number | null>(eb.fn<number>('length', ['detail'])).as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('incidentId', '=', incidentId)
        .executeTakeFirstOrThrow()
    ).total,
  );

export async function findActivity(
  db: Executor,
  workspaceId: string,
  incidentId: string,
  activityId: string,
): Promise<IncidentActivity | undefined> {
  const row = await activities(db, workspaceId, incidentId).where('a.id', '=', activityId).executeTakeFirst();
  return row && activityOf(row);
}

/** The incident of an activity, and who recorded it. */
export const ownerOfActivity = (
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<{ incidentId: string; createdBy: string | null } | undefined> =>
  db
    .selectFrom('incidentActivities')
    .select(['incidentId', 'createdBy'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();

interface ActivityFields {
  phase: IncidentActivity['phase'];
  at: string;
  detail: string;
}

export async function insertActivity(
  trx: Trx,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  incidentId: string,
  { phase, detail, at: happened }: ActivityFields,
): Promise<void> {
  await trx
    .insertInto('incidentActivities')
    .values({
      workspaceId,
      id,
      incidentId,
      phase,
      detail,
      at: new Date(happened),
      createdBy: by,
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

export async function updateActivity(
  trx: Trx,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  { phase, detail, at: happened }: ActivityFields,
): Promise<void> {
  await trx
    .updateTable('incidentActivities')
    .set((eb) => ({
      phase,
      detail,
      at: new Date(happened),
      updatedBy: by,
      updatedAt: at,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

export async function removeActivity(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx.deleteFrom('incidentActivities').where('workspaceId', '=', workspaceId).where('id', '=', id).execute();
}

/**
 * Updates the time of an incident's containment: that of its newest activity of containment. The row version stays: no
 * editor of the incident's fields has missed a change.
 */
export async function settleContainment(trx: Trx, { workspaceId, at }: Actor, id: string): Promise<void> {
  await trx
    .updateTable('incidents')
    .set((eb) => ({
      containedAt: eb
        .selectFrom('incidentActivities as a')
        .select((of) => of.fn.max('a.at').as('at'))
        .where('a.workspaceId', '=', workspaceId)
        .where('a.incidentId', '=', id)
        .where('a.phase', '=', 'CONTAINMENT'),
      updatedAt: at,
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
