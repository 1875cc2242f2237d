import type { PersonnelActor, Actor } from '../../platform/actor.ts';
import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ReportType } from '../../../shared/approvalLine/subject.ts';
import type { ApprovalLineItem, ApprovalStatus, ApprovalStep } from '../../../shared/approvalLine/schema.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import { mayStandIn, openSteps } from './people.ts';
import type { DocumentFacts } from './documentQueries.ts';

/** A line as it is stored. */
export interface LineRow {
  id: string;
  number: number;
  reportType: ReportType;
  applicationId: string | null;
  privacyNoticeId: string | null;
  applicationName: string;
  status: ApprovalStatus;
  round: number;
  description: string;
  fileId: string;
  sha256: string;
  recordSha256: string;
  requesterId: string;
  requestedAt: string;
  decidedAt: string | null;
  reopenedAt: string | null;
  rowVersion: number;
}

const LINE = [
  'id',
  'number',
  'reportType',
  'applicationId',
  'privacyNoticeId',
  'applicationName',
  'status',
  'round',
  'description',
  'fileId',
  'sha256',
  'recordSha256',
  'requesterId',
  'requestedAt',
  'decidedAt',
  'reopenedAt',
  'rowVersion',
] as const;

export const rowVersionOf = async (trx: Trx, workspaceId: string, id: string): Promise<number | undefined> =>
  (
    await trx
      .selectFrom('approvalLines')
      .select('rowVersion')
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .executeTakeFirst()
  )?.rowVersion;

/** The line, locked until the transaction ends. */
export const lock = (trx: Trx, workspaceId: string, id: string): Promise<LineRow | undefined> =>
  trx
    .selectFrom('approvalLines')
    .select(LINE)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst() as Promise<LineRow | undefined>;

/** The same without waiting: `busy` while another transaction has locked it, undefined when it does not exist. */
export async function lockNow(trx: Trx, workspaceId: string, id: string): Promise<LineRow | 'busy' | undefined> {
  const line = await trx
    .selectFrom('approvalLines')
    .select(LINE)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst();
  if (line) return line as LineRow;
  return (await rowVersionOf(trx, workspaceId, id)) === undefined ? undefined : 'busy';
}

export interface ItemRow extends Omit<ApprovalLineItem, 'current' | 'yourTurn'> {
  approver: ApprovalStep['approver'] | null;
  delegate: ApprovalStep['approver'] | null;
  since: string | null;
  applicationId: string | null;
  checkCode: string;
  fileId: string;
  sha256: string;
  recordSha256: string;
  reopenedAt: string | null;
}

const person = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is null then null else json_build_object('id', ${alias}.id, 'name', ${alias}.name, 'position', ${alias}.position) end`,
  );

/** The delegate of the approver of step `s` at a moment. */
const standIn = (at: Date) => sql`
  lateral (select d.id, d.name, d.position from approval_absences x join personnel d on (d.workspace_id, d.id) = (x.workspace_id, x.delegate_id) and d.status = 'active'
            where x.workspace_id = s.workspace_id and x.personnel_id = s.approver_id and x.ended_at is null and x.from_at <= ${at} and x.until_at > ${at} and ${mayStandIn(sql`d.id`)}
            order by x.from_at desc, x.id limit 1)`;

/** Lines as lists return them, in the order of `ids`. */
export async function itemsOf(trx: Trx, workspaceId: string, ids: readonly string[], at: Date): Promise<ItemRow[]> {
  const { rows } = await sql<ItemRow>`
    select l.id, l.number, l.report_type as "reportType", json_build_object('id', l.application_id, 'name', l.application_name) as application, l.application_id as "applicationId", l.privacy_notice_id as "privacyNoticeId",
           json_build_object('th', l.controller_name_th, 'en', l.controller_name_en) as "dataController", l.version, l.from_draft as "fromDraft", l.description, l.status, l.round, ${person('r')} as requester,
           l.requested_at as "requestedAt", l.decided_at as "decidedAt", l.updated_at as "updatedAt", l.reopened_at as "reopenedAt", l.row_version as "rowVersion",
           l.check_code as "checkCode", l.file_id as "fileId", l.sha256, l.record_sha256 as "recordSha256",
           ${person('a')} as approver, ${person('d')} as delegate, s.since, counts.approved as "approvedSteps", counts.steps, counts.approvers
      from approval_lines l
      join personnel r on (r.workspace_id, r.id) = (l.workspace_id, l.requester_id)
      cross join lateral (select count(*)::int as steps, count(*) filter (where c.status = 'APPROVED')::int as approved,
                                 coalesce(json_agg(json_build_object('name', n.name, 'status', c.status) order by c.position), '[]') as approvers
                            from approval_steps c join personnel n on (n.workspace_id, n.id) = (c.workspace_id, c.approver_id)
                           where c.workspace_id = l.workspace_id and c.line_id = l.id and c.round = l.round) counts
      left join approval_steps s on s.workspace_id = l.workspace_id and s.line_id = l.id and s.status = 'CURRENT'
      left join personnel a on (a.workspace_id, a.id) = (s.workspace_id, s.approver_id)
      left join ${standIn(at)} d on true
     where l.workspace_id = ${workspaceId} and l.id = any(${ids}::uuid[])`.execute(trx.withoutPlugins());
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => byId.get(id)).filter((row) => row !== undefined);
}

/** All steps of all rounds, in order; a current delegate is only named at the step whose turn it is. */
export async function historyOf(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<ApprovalStep[]> {
  const { rows } = await sql<ApprovalStep>`
    select s.round, s.position, ${person('a')} as approver, s.status, ${person('b')} as "actedBy", case when s.status in (${openSteps}) then ${person('d')} end as delegate,
           s.comment, s.since, s.acted_at as "actedAt", s.reminded_at as "remindedAt"
      from approval_steps s
      join personnel a on (a.workspace_id, a.id) = (s.workspace_id, s.approver_id)
      left join personnel b on (b.workspace_id, b.id) = (s.workspace_id, s.acted_by) and s.acted_by <> s.approver_id
      left join ${standIn(at)} d on true
     where s.workspace_id = ${workspaceId} and s.line_id = ${lineId} order by s.round, s.position`.execute(
    trx.withoutPlugins(),
  );
  return rows;
}

/** Changes the line and increments its row version. */
export async function update(
  trx: Trx,
  { workspaceId, at }: Actor,
  id: string,
  set: Partial<
    Omit<LineRow, 'id' | 'requestedAt' | 'decidedAt' | 'reopenedAt'> & {
      decidedAt: Date | null;
      reopenedAt: Date | null;
      requestedAt: Date;
      exportId: string;
      version: number;
      fromDraft: boolean | null;
      applicationName: string;
      controllerNameTh: string;
      controllerNameEn: string;
    }
  >,
): Promise<void> {
  await trx
    .updateTable('approvalLines')
    .set((eb) => ({ ...set, updatedAt: at, rowVersion: eb('rowVersion', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** What a line and each of its completed rounds have in the same columns. */
const OF_A_ROUND = ['round', 'fileId', 'sha256', 'recordSha256', 'version', 'fromDraft', 'requestedAt'] as const;

/** Stores what a round decided on, before its line moves on to the next. */
export async function keepRound(trx: Trx, workspaceId: string, lineId: string): Promise<void> {
  await trx
    .insertInto('approvalRounds')
    .columns(['workspaceId', 'lineId', ...OF_A_ROUND])
    .expression((eb) =>
      eb
        .selectFrom('approvalLines')
        .select(['workspaceId', 'id', ...OF_A_ROUND])
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', lineId),
    )
    .execute();
}

/** The completed rounds of a line, in order, with the document of each. */
export const roundsOf = (trx: Trx, workspaceId: string, lineId: string) =>
  trx
    .selectFrom('approvalRounds as r')
    .innerJoin('files as f', (join) => join.onRef('f.workspaceId', '=', 'r.workspaceId').onRef('f.id', '=', 'r.fileId'))
    .select(['r.round', 'r.requestedAt', 'r.version', 'r.fromDraft', 'r.sha256', 'f.id', 'f.name', 'f.sealedName'])
    .select(['f.type', 'f.size'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.lineId', '=', lineId)
    .orderBy('r.round')
    .execute();

/** The next number of the workspace; the caller has locked it. */
export async function nextNumber(trx: Trx, workspaceId: string): Promise<number> {
  const { last } = await trx
    .selectFrom('approvalLines')
    .select((eb) => eb.fn.max('number').as('last'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return (last ?? 0) + 1;
}

export async function insert(
  trx: Trx,
  { workspaceId, personnelId: by, at }: PersonnelActor,
  id: string,
  line: {
    number: number;
    reportType: ReportType;
    description: string;
    exportId: string;
    fileId: string;
    sha256: string;
    recordSha256: string;
    checkCode: string;
  } & DocumentFacts,
): Promise<void> {
  await trx
    .insertInto('approvalLines')
    .values({ workspaceId, id, ...line, requesterId: by, requestedAt: at, createdAt: at, updatedAt: at })
    .execute();
}

/** Whether the workspace has approval lines at all, for work without a caller. */
export async function isOn(trx: Trx, workspaceId: string): Promise<boolean> {
  const { flags } = await trx
    .selectFrom('workspaces')
    .select('flags')
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return (flags as Partial<Flags>).approvalLineEnable === true;
}

/** The organisation that the workspace belongs to. */
export async function organizationName(trx: Trx, workspaceId: string): Promise<string> {
  const { rows } = await sql<{
    name: string;
  }>`select o.name from workspaces w join organizations o on o.id = w.organization_id where w.id = ${workspaceId}`.execute(
    trx.withoutPlugins(),
  );
  return rows[0]!.name;
}
