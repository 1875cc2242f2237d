import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { ItemRow } from './queries.ts';
import { COLUMNS } from '../../platform/files/bytes.ts';

/**
 * The version that was last approved before this line's round: by an earlier line of the application, or by an earlier
 * round that all had approved.
 */
export async function approvedVersionBefore(
  trx: Trx,
  workspaceId: string,
  line: Pick<ItemRow, 'applicationId' | 'reportType' | 'number'>,
): Promise<number | null> {
  const { rows } = await sql<{ version: number }>`
    select version from (
      select number, round, version from approval_lines
       where workspace_id = ${workspaceId} and application_id = ${line.applicationId} and report_type = ${line.reportType} and number < ${line.number} and status = 'APPROVED'
      union all
      select l.number, r.round, r.version from approval_lines l join approval_rounds r on (r.workspace_id, r.line_id) = (l.workspace_id, l.id)
       where l.workspace_id = ${workspaceId} and l.application_id = ${line.applicationId} and l.report_type = ${line.reportType} and l.number <= ${line.number}
         and (select bool_and(s.status = 'APPROVED') from approval_steps s where s.workspace_id = r.workspace_id and s.line_id = r.line_id and s.round = r.round)) approved
     order by number desc, round desc limit 1`.execute(trx.withoutPlugins());
  return rows[0]?.version ?? null;
}

export interface DocumentFacts {
  applicationId: string | null;
  privacyNoticeId: string | null;
  applicationName: string;
  controllerNameTh: string;
  controllerNameEn: string;
  version: number;
}

/** Facts of its application that a line returns. */
export const applicationFacts = (
  trx: Trx,
  workspaceId: string,
  applicationId: string,
): Promise<DocumentFacts | undefined> =>
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
    ])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.id', '=', applicationId)
    .executeTakeFirst();

/** Facts of a notice that a line returns: its next version while it has a draft. */
export const noticeFacts = (trx: Trx, workspaceId: string, noticeId: string): Promise<DocumentFacts | undefined> =>
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
      sql<number>`n.published_version + (n.status = 'draft')::int`.as('version'),
    ])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.id', '=', noticeId)
    .executeTakeFirst();

/** Assessments of an application. */
export const assessmentsOf = (trx: Trx, workspaceId: string, applicationId: string) =>
  trx
    .selectFrom('dpias')
    .select(['id', 'publishedVersion'])
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
  recordSha256: string | null;
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
        .select(['id', 'subjectId', 'status', 'format', 'fileId', 'createdAt', 'recordSha256'])
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
