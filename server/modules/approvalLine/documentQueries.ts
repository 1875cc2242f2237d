import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ItemRow } from './queries.ts';
import { COLUMNS } from '../../platform/files/bytes.ts';

/** A published version, or the draft after it where `fromDraft`. */
export interface DocumentVersion {
  version: number;
  fromDraft: boolean | null;
}

/**
 * What was last approved before this line's round: by an earlier line of the application, or by an earlier round that
 * all had approved.
 */
export async function approvedBefore(
  trx: Trx,
  workspaceId: string,
  line: Pick<ItemRow, 'applicationId' | 'reportType' | 'number'>,
): Promise<DocumentVersion | undefined> {
  const { rows } = await sql<DocumentVersion>`
    select version, from_draft as "fromDraft" from (
      select number, round, version, from_draft from approval_lines
       where workspace_id = ${workspaceId} and application_id = ${line.applicationId} and report_type = ${line.reportType} and number < ${line.number} and status = 'APPROVED'
      union all
      select l.number, r.round, r.version, r.from_draft from approval_lines l join approval_rounds r on (r.workspace_id, r.line_id) = (l.workspace_id, l.id)
       where l.workspace_id = ${workspaceId} and l.application_id = ${line.applicationId} and l.report_type = ${line.reportType} and l.number <= ${line.number}
         and (select bool_and(s.status = 'APPROVED') from approval_steps s where s.workspace_id = r.workspace_id and s.line_id = r.line_id and s.round = r.round)) approved
     order by number desc, round desc limit 1`.execute(trx.withoutPlugins());
  return rows[0];
}

/** What a line states of the record that its document is of. */
interface SubjectFacts {
  applicationId: string | null;
  privacyNoticeId: string | null;
  applicationName: string;
  controllerNameTh: string;
  controllerNameEn: string;
}
export type DocumentFacts = SubjectFacts & DocumentVersion;

/** What the record is now: its newest published version, 0 without one, and whether it has a draft. */
export interface CurrentVersion {
  version: number;
  isDraft: boolean;
}
interface CurrentFacts extends SubjectFacts, CurrentVersion {
  /** A notice that is withdrawn: nothing of it can be published. */
  isWithdrawn: boolean;
}

/** Facts of its application that a line returns. */
export const applicationFacts = (
  trx: Trx,
  workspaceId: string,
  applicationId: string,
): Promise<CurrentFacts | undefined> =>
  trx
    .selectFrom('applications as a')
    .innerJoin('dataControllers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'a.workspaceId').onRef('c.id', '=', 'a.dataControllerId'),
    )
    .select([
      'a.id as applicationId',
      sql<string | null>`null::uuid`.as('privacyNoticeId'),
      'a.name as applicationName',
      'c.nameTh as controllerNameTh',
      'c.nameEn as controllerNameEn',
      'a.publishedVersion as version',
      sql<boolean>`a.status = 'draft'`.as('isDraft'),
      sql<boolean>`false`.as('isWithdrawn'),
    ])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', '=', applicationId)
    .executeTakeFirst();

/** Facts of a notice that a line returns. */
export const noticeFacts = (trx: Trx, workspaceId: string, noticeId: string): Promise<CurrentFacts | undefined> =>
  trx
    .selectFrom('privacyNotices as n')
    .innerJoin('dataControllers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'n.workspaceId').onRef('c.id', '=', 'n.dataControllerId'),
    )
    .select([
      sql<string | null>`null::uuid`.as('applicationId'),
      'n.id as privacyNoticeId',
      'n.name as applicationName',
      'c.nameTh as controllerNameTh',
      'c.nameEn as controllerNameEn',
      'n.publishedVersion as version',
      sql<boolean>`n.status = 'draft'`.as('isDraft'),
      'n.withdrawn as isWithdrawn',
    ])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.id', '=', noticeId)
    .executeTakeFirst();

/** Whether the document of a line is of a notice that is withdrawn. */
export async function isWithdrawn(
  trx: Trx,
  workspaceId: string,
  { privacyNoticeId }: { privacyNoticeId: string | null },
): Promise<boolean> {
  if (privacyNoticeId === null) return false;
  return (await noticeFacts(trx, workspaceId, privacyNoticeId))?.isWithdrawn === true;
}

/** Assessments of an application. */
export const assessmentsOf = (trx: Trx, workspaceId: string, applicationId: string) =>
  trx
    .selectFrom('dpias')
    .select(['id', 'publishedVersion as version', sql<boolean>`status <> 'PUBLISHED'`.as('isDraft')])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .execute();

export interface ExportRow {
  id: string;
  subjectId: string | null;
  status: string;
  format: string;
  fileId: string | null;
  createdAt: string;
  /** The state of the record that it is of; null in exports of an earlier release. */
  recordSha256: string | null;
  recordVersion: number | null;
  recordFromDraft: boolean | null;
}

/** The newest export of this kind of one of these records. */
export const newestExport = async (
  trx: Trx,
  workspaceId: string,
  kind: string,
  subjectIds: readonly string[],
): Promise<ExportRow | undefined> =>
  subjectIds.length === 0
    ? undefined
    : trx
        .selectFrom('exports')
        .select(['id', 'subjectId', 'status', 'format', 'fileId', 'createdAt'])
        .select(['recordSha256', 'recordVersion', 'recordFromDraft'])
        .where('workspaceId', '=', workspaceId)
        .where('kind', '=', kind)
        .where('subjectId', 'in', subjectIds)
        .orderBy('createdAt', 'desc')
        .orderBy('id', 'desc')
        .limit(1)
        .executeTakeFirst();

/** The format of a line's document; where the export no longer exists, by the extension of the file name. */
export const documentOf = (trx: Trx, workspaceId: string, fileId: string) =>
  trx
    .selectFrom('files')
    .select(COLUMNS)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', fileId)
    .executeTakeFirstOrThrow();
