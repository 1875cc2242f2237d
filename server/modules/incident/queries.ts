import type { Actor, PersonnelActor } from '../../platform/actor.ts';
import { randomUUIDv7 } from 'node:crypto';
import type { Executor, Trx } from '../../../db/client.ts';
import {
  type BreachKind,
  reportFactsOf,
  REPORT_FACTS,
  type IncidentActivity,
  type IncidentCause,
  type IncidentDecision,
  type IncidentFields,
  type IncidentMove,
  type IncidentSource,
  type IncidentStatus,
} from '../../../shared/incident/schema.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import { oneAtATime } from '../../platform/database/locks.ts';

const COLUMNS = [
  'id',
  'number',
  ...REPORT_FACTS,
  'status',
  'reporter',
  'reporterId',
  'assigneeId',
  'attachmentId',
  'riskLevel',
  'riskDescription',
  'resolution',
  'lateReason',
  'submittedAt',
  'acceptedAt',
  'containedAt',
  'authorityNotifiedAt',
  'subjectsNotifiedAt',
  'notifiedLate',
  'respondedAt',
  'resolvedAt',
  'updatedBy',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const;

/** An incident as its row tells it, with the names of people and of the attachment. */
export async function find(db: Executor, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('incidents as i')
    .leftJoin('personnel as r', (join) =>
      join.onRef('r.workspaceId', '=', 'i.workspaceId').onRef('r.id', '=', 'i.reporterId'),
    )
    .leftJoin('personnel as a', (join) =>
      join.onRef('a.workspaceId', '=', 'i.workspaceId').onRef('a.id', '=', 'i.assigneeId'),
    )
    .leftJoin('personnel as u', (join) =>
      join.onRef('u.workspaceId', '=', 'i.workspaceId').onRef('u.id', '=', 'i.updatedBy'),
    )
    .leftJoin('files as f', (join) =>
      join.onRef('f.workspaceId', '=', 'i.workspaceId').onRef('f.id', '=', 'i.attachmentId'),
    )
    .select(COLUMNS.map((column) => `i.${column}` as const))
    .select([
      'r.name as reporterName',
      'a.name as assigneeName',
      'u.name as updatedByName',
      'f.name as fileName',
      'f.size as fileSize',
    ])
    .where('i.workspaceId', '=', workspaceId)
    .where('i.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  return {
    ...row,
    source: row.source as IncidentSource,
    status: row.status as IncidentStatus,
    cause: row.cause as IncidentCause,
    breachKinds: row.breachKinds as BreachKind[],
    riskLevel: row.riskLevel as RiskLevel | null,
  };
}
export type IncidentRow = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Nobody else changes the incident until the transaction ends. */
export async function lock(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

/**
 * The workspace's next number; whoever asks after this one waits until the transaction ends, so that none is left out.
 */
export async function nextNumber(trx: Trx, workspaceId: string): Promise<number> {
  await oneAtATime(trx, workspaceId, 'incident.number');
  const last = await trx
    .selectFrom('incidents')
    .select('number')
    .where('workspaceId', '=', workspaceId)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst();
  return (last?.number ?? 0) + 1;
}

/** The columns of a report's fields; links, reporter and attachment apart. */
export const columnsOf = (
  fields: Omit<IncidentFields, 'reporter' | 'applicationIds' | 'dataSubjectGroupIds' | 'purposeIds' | 'piiCategoryIds'>,
) => {
  const facts = reportFactsOf(fields);
  return {
    ...facts,
    discoveredAt: new Date(facts.discoveredAt),
    occurredAt: new Date(facts.occurredAt),
    attachmentId: fields.attachmentId,
  };
};

export async function insert(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  incident: {
    number: number;
    status: IncidentStatus;
    reporter: Buffer;
    submittedAt: Date | null;
    fields: Parameters<typeof columnsOf>[0];
  },
): Promise<void> {
  const { number, status, reporter, submittedAt, fields } = incident;
  await trx
    .insertInto('incidents')
    .values({
      workspaceId,
      id,
      number,
      status,
      reporter,
      submittedAt,
      ...columnsOf(fields),
      reporterId: by,
      createdBy: by,
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** How many reports of the public form came in since this moment. */
export const publicReports = async (trx: Trx, workspaceId: string, since: Date): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom('incidents')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('createdAt', '>=', since.toISOString())
        .where('reporterId', 'is', null)
        .where('createdBy', 'is', null)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** How many reports this person has handed in since this moment. */
export const submittedBy = async (trx: Trx, workspaceId: string, personnelId: string, since: Date): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom('activityLogs')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('actorId', '=', personnelId)
        .where('event', '=', 'incident.submitted')
        .where('createdAt', '>=', since.toISOString())
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Alarms of reports of the public form that nobody has accepted, told since this moment. */
export const publicAlarms = async (trx: Trx, workspaceId: string, since: Date): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom('activityLogs as l')
        .innerJoin('incidents as i', (join) =>
          join.onRef('i.workspaceId', '=', 'l.workspaceId').onRef('i.id', '=', 'l.entityId'),
        )
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('l.workspaceId', '=', workspaceId)
        .where('l.createdAt', '>=', since.toISOString())
        .where('l.event', 'in', ['incident.dueSoon', 'incident.overdue'])
        .where('i.reporterId', 'is', null)
        .where('i.acceptedAt', 'is', null)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** The earliest moment at which anybody was told of an incident; null when nobody was. */
export const firstTold = async (trx: Trx, workspaceId: string, id: string): Promise<string | null> =>
  (
    await trx
      .selectFrom('incidentNotifications')
      .select((eb) => eb.fn.min('notifiedAt').as('at'))
      .where('workspaceId', '=', workspaceId)
      .where('incidentId', '=', id)
      .where('status', '=', 'SENT')
      .executeTakeFirstOrThrow()
  ).at;

/** Whether the authority was told late, by the clock as it ended. */
export async function writeLate(trx: Trx, workspaceId: string, id: string, notifiedLate: boolean): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ notifiedLate })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** @returns the step as `movesOf` tells it, but for the name behind it */
export async function insertMove(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  move: { action: string; from: IncidentStatus; to: IncidentStatus; reason?: string },
): Promise<Omit<IncidentMove, 'by'>> {
  const { action, from, to, reason = '' } = move;
  const moveId = randomUUIDv7();
  await trx
    .insertInto('incidentMoves')
    .values({ workspaceId, id: moveId, incidentId: id, action, fromStatus: from, toStatus: to, reason, by, at })
    .execute();
  return { id: moveId, action, from, to, reason, at: at.toISOString() };
}

const person = (id: string | null, name: string | null) => (id ? { id, name: name ?? '' } : null);

/** Steps, oldest first. */
export async function movesOf(db: Executor, workspaceId: string, id: string): Promise<IncidentMove[]> {
  const rows = await db
    .selectFrom('incidentMoves as m')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'm.workspaceId').onRef('p.id', '=', 'm.by'))
    .select(['m.id', 'm.action', 'm.fromStatus', 'm.toStatus', 'm.reason', 'm.at', 'm.by', 'p.name'])
    .where('m.workspaceId', '=', workspaceId)
    .where('m.incidentId', '=', id)
    .orderBy('m.at')
    .orderBy('m.id')
    .execute();
  return rows.map(({ fromStatus, toStatus, by, name, ...move }) => ({
    ...move,
    from: fromStatus,
    to: toStatus,
    by: person(by, name),
  }));
}

/** @returns the decision as `decisionsOf` tells it, but for the name behind it */
export async function insertDecision(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  decision: Pick<IncidentDecision, 'riskLevel' | 'description' | 'factors' | 'severity'>,
): Promise<Omit<IncidentDecision, 'by'>> {
  const { riskLevel, description, factors, severity } = decision;
  const decisionId = randomUUIDv7();
  await trx
    .insertInto('incidentDecisions')
    .values({
      workspaceId,
      id: decisionId,
      incidentId: id,
      riskLevel,
      description,
      factors: JSON.stringify(factors),
      severity: severity && JSON.stringify(severity),
      by,
      at,
    })
    .execute();
  return { id: decisionId, riskLevel, description, factors, severity, at: at.toISOString() };
}

/** Decisions on the risk, newest first. */
export async function decisionsOf(db: Executor, workspaceId: string, id: string): Promise<IncidentDecision[]> {
  const rows = await db
    .selectFrom('incidentDecisions as d')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'd.workspaceId').onRef('p.id', '=', 'd.by'))
    .select(['d.id', 'd.riskLevel', 'd.description', 'd.factors', 'd.severity', 'd.at', 'd.by', 'p.name'])
    .where('d.workspaceId', '=', workspaceId)
    .where('d.incidentId', '=', id)
    .orderBy('d.at', 'desc')
    .orderBy('d.id', 'desc')
    .execute();
  return rows.map(({ riskLevel, factors, severity, by, name, ...decision }) => ({
    ...decision,
    riskLevel: riskLevel as RiskLevel,
    factors: factors as unknown as IncidentDecision['factors'],
    severity: severity as unknown as IncidentDecision['severity'],
    by: person(by, name),
  }));
}

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
  by: person(createdBy, name),
});

/** Activities in the order in which they happened. */
export const activitiesOf = async (
  db: Executor,
  workspaceId: string,
  incidentId: string,
): Promise<IncidentActivity[]> =>
  (await activities(db, workspaceId, incidentId).orderBy('a.at').orderBy('a.id').execute()).map(activityOf);

/** How many activities an incident holds. */
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

/** Of which incident an activity is, and who recorded it. */
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
 * Says anew since when an incident is contained: its newest activity of containment. The row version stays: nobody who
 * edits the facts has missed anything.
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
