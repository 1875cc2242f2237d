import { randomUUIDv7 } from 'node:crypto';
import { withScope } from '../../db/client.ts';
import { oneAtATime } from '../../server/platform/database/locks.ts';
import { sealReporter } from '../../server/modules/incident/reporter.ts';
import { dueAfter, nextThreshold } from '../../shared/clock.ts';
import type { ActivityPhase } from '../../shared/incident/activity.ts';
import type { Reporter } from '../../shared/incident/fields.ts';
import type { BreachKind, IncidentCause, IncidentSource } from '../../shared/incident/schema.ts';
import type { IncidentStatus } from '../../shared/incident/status.ts';
import type { RiskLevel } from '../../shared/incident/riskLevel.ts';
import type { World } from '../factories.ts';
import { sealedBefore } from './sealedBefore.ts';

export interface IncidentOverrides {
  title?: string;
  number?: number;
  source?: IncidentSource;
  status?: IncidentStatus;
  reporter?: Reporter;
  /** null: by the public form. */
  reporterId?: string | null;
  assigneeId?: string | null;
  cause?: IncidentCause;
  breachKinds?: readonly BreachKind[];
  riskLevel?: RiskLevel | null;
  sensitive?: boolean | null;
  subjectCount?: number | null;
  recordCount?: number | null;
  affectedSystems?: string;
  /** '' is possible in a report of the public form. */
  actionsTaken?: string;
  attachmentId?: string | null;
  /** Omitted, or empty for `applicationIds` and `dataSubjectGroupIds` only: a name whose record was deleted. */
  applicationIds?: readonly string[];
  dataSubjectGroupIds?: readonly string[];
  purposeIds?: readonly string[];
  piiCategoryIds?: readonly string[];
  /** No application and no data-subject group, like a public report. */
  bare?: true;
  createdAt?: Date | string;
  discoveredAt?: Date | string;
  occurredAt?: Date | string;
  authorityNotifiedAt?: Date | string | null;
  containedAt?: Date | string | null;
  /** Hours of its clock; by default 72 hours from the earlier start, with alerts 24 hours and 1 hour before. */
  hours?: number;
  startedAt?: Date | string;
  alertHours?: readonly number[];
}

export interface BuiltIncident {
  id: string;
  number: number;
  dueAt: Date;
}

const GROWN: readonly IncidentStatus[] = ['ACTIVE', 'RESPONDED', 'RESOLVED'];
const HOUR = 3_600_000;

/**
 * An incident with its links and its clock, inserted directly into the tables. From ACTIVE on its risk is POSSIBLE_RISK
 * by default; for a RESOLVED one the authority was notified in time.
 */
export async function buildIncident(
  { owner, deps }: World,
  workspaceId: string,
  overrides: IncidentOverrides = {},
): Promise<BuiltIncident> {
  const { status = 'PENDING', reporterId = null, assigneeId = null, hours = 72, alertHours = [24, 1] } = overrides;
  const id = randomUUIDv7();
  const at = (value: Date | string | null | undefined, otherwise: Date) => (value ? new Date(value) : otherwise);
  const createdAt = at(overrides.createdAt, deps.now());
  const discoveredAt = at(overrides.discoveredAt, createdAt);
  const occurredAt = at(overrides.occurredAt, new Date(discoveredAt.getTime() - HOUR));
  const grown = GROWN.includes(status);
  const riskLevel = overrides.riskLevel === undefined ? (grown ? 'POSSIBLE_RISK' : null) : overrides.riskLevel;
  const unchecked = reporterId === null && !grown;
  const startedAt = at(overrides.startedAt, unchecked || createdAt < discoveredAt ? createdAt : discoveredAt);
  const dueAt = new Date(dueAfter(startedAt.getTime(), hours));
  const notifiedAt =
    overrides.authorityNotifiedAt === undefined && status === 'RESOLVED' && riskLevel !== 'NO_RISK'
      ? createdAt
      : overrides.authorityNotifiedAt
        ? new Date(overrides.authorityNotifiedAt)
        : null;
  const late = notifiedAt !== null && notifiedAt > dueAt;
  const reporter = overrides.reporter ?? {
    firstName: 'สมหญิง',
    lastName: 'รายงานเหตุ',
    phone: '0812345678',
    email: 'reporter@test.example',
  };
  const sealed = await withScope(deps.db, { workspaceId }, async (trx) =>
    sealReporter(await deps.keyring.workspaceKey(trx, workspaceId), id, reporter),
  );

  const number = await owner.transaction().execute(async (trx) => {
    // Several may be built concurrently.
    await oneAtATime(trx, workspaceId, 'incident.number');
    const last = await trx
      .selectFrom('incidents')
      .select((eb) => eb.fn.max('number').as('last'))
      .where('workspaceId', '=', workspaceId)
      .executeTakeFirst();
    const number = overrides.number ?? (last?.last ?? 0) + 1;
    await trx
      .insertInto('incidents')
      .values({
        workspaceId,
        id,
        number,
        title: overrides.title ?? `เหตุละเมิด ${number}`,
        source: overrides.source ?? 'MANUAL_REPORT',
        status,
        reporter: sealed,
        reporterId,
        assigneeId,
        cause: overrides.cause ?? 'UNKNOWN',
        breachKinds: [...(overrides.breachKinds ?? ['CONFIDENTIALITY'])],
        discoveredAt,
        occurredAt,
        description: 'ส่งอีเมลผิดคน',
        affectedSystems: overrides.affectedSystems ?? '',
        actionsTaken: overrides.actionsTaken ?? 'เรียกอีเมลคืน',
        attachmentId: overrides.attachmentId ?? null,
        subjectCount: overrides.subjectCount ?? null,
        recordCount: overrides.recordCount ?? null,
        sensitive: overrides.sensitive === undefined ? false : overrides.sensitive,
        riskLevel,
        riskDescription: riskLevel ? 'ประเมินแล้ว' : '',
        resolution: status === 'RESPONDED' || status === 'RESOLVED' ? 'แก้ไขแล้ว' : '',
        submittedAt: status === 'WAITING' ? null : createdAt,
        acceptedAt: grown ? createdAt : null,
        containedAt: overrides.containedAt ? new Date(overrides.containedAt) : null,
        authorityNotifiedAt: notifiedAt,
        notifiedLate: late,
        respondedAt: status === 'RESPONDED' || status === 'RESOLVED' ? createdAt : null,
        resolvedAt: status === 'RESOLVED' ? createdAt : null,
        createdBy: reporterId,
        updatedBy: reporterId,
        createdAt,
        updatedAt: createdAt,
      })
      .execute();
    return number;
  });

  const deleted = [{ id: null, nameTh: 'รายการที่ลบแล้ว', nameEn: 'Deleted' }];
  const named = async (
    table: 'applications' | 'purposes' | 'piiCategories' | 'catalogueItems',
    ids: readonly string[] = [],
  ) => {
    const rows =
      ids.length === 0
        ? []
        : await owner
            .selectFrom(table as 'piiCategories')
            .selectAll()
            .where('id', 'in', ids)
            .execute();
    return ids.map((one) => {
      const row = rows.find((found) => found.id === one) as unknown as Record<string, string>;
      return {
        id: one,
        nameTh: row['nameTh'] ?? row['titleTh'] ?? row['name']!,
        nameEn: row['nameEn'] ?? row['titleEn'] ?? row['name']!,
      };
    });
  };
  const orDeleted = <Row>(rows: Row[]) => (rows.length > 0 || overrides.bare ? rows : deleted);
  const links = [
    ...orDeleted(await named('applications', overrides.applicationIds)).map((one, position) => ({
      kind: 'application',
      column: 'applicationId',
      position,
      ...one,
    })),
    ...orDeleted(await named('catalogueItems', overrides.dataSubjectGroupIds)).map((one, position) => ({
      kind: 'dataSubjectGroup',
      column: 'catalogueItemId',
      position,
      ...one,
    })),
    ...(await named('purposes', overrides.purposeIds)).map((one, position) => ({
      kind: 'purpose',
      column: 'purposeId',
      position,
      ...one,
    })),
    ...(await named('piiCategories', overrides.piiCategoryIds)).map((one, position) => ({
      kind: 'piiCategory',
      column: 'piiCategoryId',
      position,
      ...one,
    })),
  ];
  for (const { kind, column, position, id: record, nameTh, nameEn } of links) {
    await owner
      .insertInto('incidentLinks')
      .values({ workspaceId, incidentId: id, kind, position, nameTh, nameEn, [column]: record } as never)
      .execute();
  }

  const stopped = status === 'REJECTED';
  const ended = notifiedAt
    ? { endedAt: notifiedAt, outcome: late ? 'late' : 'met' }
    : riskLevel === 'NO_RISK'
      ? { endedAt: createdAt, outcome: 'notNeeded' }
      : null;
  const next = nextThreshold(dueAt.getTime(), alertHours, null, startedAt.getTime()).nextAt;
  await owner
    .insertInto('deadlines')
    .values({
      workspaceId,
      id: randomUUIDv7(),
      kind: 'incident.authority',
      subjectId: id,
      startedAt,
      dueAt,
      alertHours: [...alertHours],
      createdAt,
      stoppedAt: stopped ? createdAt : null,
      endedAt: ended?.endedAt ?? null,
      outcome: ended?.outcome ?? null,
      firesAt: ended || stopped || next === null ? null : new Date(next),
    })
    .execute();
  return { id, number, dueAt };
}

/** An activity of an incident; `contained_at` is that of the newest containment. */
export async function buildActivity(
  { owner, deps }: World,
  workspaceId: string,
  incidentId: string,
  overrides: { phase?: ActivityPhase; at?: Date | string; detail?: string; by?: string } = {},
): Promise<string> {
  const id = randomUUIDv7();
  const { phase = 'CONTAINMENT', detail = 'ปิดระบบ', by = null } = overrides;
  const at = new Date(overrides.at ?? deps.now());
  await owner
    .insertInto('incidentActivities')
    .values({
      workspaceId,
      id,
      incidentId,
      phase,
      at,
      detail,
      createdBy: by,
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
  if (phase === 'CONTAINMENT')
    await owner
      .updateTable('incidents')
      .set({ containedAt: at })
      .where('id', '=', incidentId)
      .where((eb) => eb.or([eb('containedAt', 'is', null), eb('containedAt', '<', at.toISOString())]))
      .execute();
  return id;
}

/** Sets a reporter of an incident who can also be decrypted in rows that a test copies from it. */
export async function shareReporter(
  { deps, owner }: Pick<World, 'deps' | 'owner'>,
  { workspaceId, id }: { workspaceId: string; id: string },
): Promise<void> {
  const key = await withScope(deps.db, { workspaceId }, (trx) => deps.keyring.workspaceKey(trx, workspaceId));
  const reporter = { firstName: 'สมหญิง', lastName: 'รายงานเหตุ', phone: '0812345678', email: 'reporter@test.example' };
  await owner
    .updateTable('incidents')
    .set({ reporter: sealedBefore(key, 'incidents.reporter', JSON.stringify(reporter)) })
    .where('id', '=', id)
    .execute();
}
