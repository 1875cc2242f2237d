import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Actor } from '../../platform/actor.ts';
import type { Executor, Trx } from '../../../db/client.ts';
import {
  type BreachKind,
  reportFactsOf,
  REPORT_FACTS,
  type IncidentCause,
  type IncidentFields,
  type IncidentSource,
} from '../../../shared/incident/schema.ts';
import type { IncidentStatus } from '../../../shared/incident/status.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { excessReports } from './clock.ts';

const COLUMNS = [
  'id',
  'number',
  ...REPORT_FACTS,
  'reporterAwareAt',
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

/** An incident as it is stored, with the names of people and of the attachment. */
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
      'f.sealedName',
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

/** Locks the incident until the transaction ends. */
export async function lock(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('incidents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

/** The workspace's next number; a second caller waits until the transaction ends, so that no number is skipped. */
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

/** The columns of a report's fields, without links, reporter and attachment. */
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
    reporterAwareAt: Date | null;
    fields: Parameters<typeof columnsOf>[0];
  },
): Promise<void> {
  const { fields, ...rest } = incident;
  await trx
    .insertInto('incidents')
    .values({
      workspaceId,
      id,
      ...rest,
      ...columnsOf(fields),
      reporterId: by,
      createdBy: by,
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** How many public reports were received since this moment, submitted or waiting to be submitted. */
export const publicReports = async (
  trx: Trx,
  workspaceId: string,
  { since, submitted }: { since: Date; submitted: boolean },
): Promise<number> =>
  Number(
    (
      await trx
        .selectFrom('incidents')
        .select((eb) => eb.fn.countAll<number>().as('total'))
        .where('workspaceId', '=', workspaceId)
        .where('createdAt', '>=', since.toISOString())
        .where('reporterId', 'is', null)
        .where('createdBy', 'is', null)
        .where('submittedAt', submitted ? 'is not' : 'is', null)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** How many reports this person has submitted since this moment. */
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

/** Alarms of public reports that nobody has accepted, since this moment, of those `which`. */
const alarmsOf = async (trx: Trx, workspaceId: string, since: Date, which: RawBuilder<SqlBool>): Promise<number> =>
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
        .where(which)
        .executeTakeFirstOrThrow()
    ).total,
  );

/** Without those of reports beyond the limit that nobody has dealt with, which write no mail. */
export const publicAlarms = (trx: Trx, workspaceId: string, since: Date): Promise<number> =>
  alarmsOf(trx, workspaceId, since, sql`i.id not in (${excessReports(workspaceId)})`);

/** Those of reports beyond the limit that nobody has dealt with. */
export const excessAlarms = (trx: Trx, workspaceId: string, since: Date): Promise<number> =>
  alarmsOf(trx, workspaceId, since, sql`i.id in (${excessReports(workspaceId)})`);

/** The earliest notification of an incident; null without one. */
export const firstNotifiedAt = async (trx: Trx, workspaceId: string, id: string): Promise<string | null> =>
  (
    await trx
      .selectFrom('incidentNotifications')
      .select((eb) => eb.fn.min('notifiedAt').as('at'))
      .where('workspaceId', '=', workspaceId)
      .where('incidentId', '=', id)
      .where('status', '=', 'SENT')
      .executeTakeFirstOrThrow()
  ).at;

/** Stores whether the authority was notified late, by the ended deadline. */
export async function writeNotifiedLate(
  trx: Trx,
  workspaceId: string,
  id: string,
  notifiedLate: boolean,
): Promise<void> {
  await trx
    .updateTable('incidents')
    .set({ notifiedLate })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}
