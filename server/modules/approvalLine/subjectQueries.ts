import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { PENDING_APPROVAL } from '../../../shared/approvalLine/schema.ts';
import type { DocumentSubject, ReportType } from '../../../shared/approvalLine/subject.ts';

/** The column that refers to the record of a line's document. */
const columnOf = (reportType: ReportType) => (reportType === 'NOTICE' ? 'privacyNoticeId' : 'applicationId');

/** The open line over this document. */
export const openLineOf = async (
  trx: Trx,
  workspaceId: string,
  { reportType, subjectId }: DocumentSubject,
): Promise<string | null> =>
  (
    await trx
      .selectFrom('approvalLines')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where(columnOf(reportType), '=', subjectId)
      .where('reportType', '=', reportType)
      .where('status', 'in', [...PENDING_APPROVAL, 'REWORKED'])
      .executeTakeFirst()
  )?.id ?? null;

/**
 * The newest line over the document of each of these, where it is open or approved, without discarded ones. An approved
 * one that is marked (`reopened_at`) is left out: what it approved is deleted, and nothing can be submitted again.
 */
export async function newestOf(
  trx: Trx,
  workspaceId: string,
  subjectIds: readonly string[],
  reportType: ReportType,
): Promise<{ id: string; subjectId: string; recordSha256: string }[]> {
  const subject = sql.ref(reportType === 'NOTICE' ? 'privacy_notice_id' : 'application_id');
  const { rows } = await sql<{ id: string; subjectId: string; recordSha256: string }>`
    select id, subject as "subjectId", record_sha256 as "recordSha256" from (
      select distinct on (subject) id, subject, record_sha256, status from (
        select id, ${subject} as subject, record_sha256, status, number from approval_lines
         where workspace_id = ${workspaceId} and ${subject} = any(${subjectIds}::uuid[]) and report_type = ${reportType} and status not in ('CANCEL', 'REJECTED')
           and not (status = 'APPROVED' and reopened_at is not null)) standing
       order by subject, number desc) l
     where status = 'APPROVED' or status in (${sql.join(PENDING_APPROVAL.map((status) => sql.lit(status)))})`.execute(
    trx.withoutPlugins(),
  );
  return rows;
}

/**
 * The newest line of each kind over an application or a notice that was neither discarded nor rejected, in the order in
 * which lines are locked.
 */
export async function standingOf(
  trx: Trx,
  workspaceId: string,
  of: 'applicationId' | 'privacyNoticeId',
  subjectId: string,
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from (select distinct on (report_type) id from approval_lines where workspace_id = ${workspaceId} and ${sql.ref(of)} = ${subjectId} and status not in ('CANCEL', 'REJECTED') order by report_type, number desc) l order by id`.execute(
    trx,
  );
  return rows.map(({ id }) => id);
}

/**
 * The newest line over a document of one assessment that was neither discarded nor rejected: by the export that was
 * submitted, or, where that is gone, by the hash of the assessment.
 */
export async function standingOfDpia(
  trx: Trx,
  workspaceId: string,
  { id, applicationId, sha256 }: { id: string; applicationId: string; sha256: string },
): Promise<string | undefined> {
  const { rows } = await sql<{ id: string }>`
    select l.id from approval_lines l left join exports e on (e.workspace_id, e.id) = (l.workspace_id, l.export_id)
     where l.workspace_id = ${workspaceId} and l.application_id = ${applicationId} and l.report_type = 'DPIA'
       and l.status not in ('CANCEL', 'REJECTED')
       and case when e.id is null then l.record_sha256 = ${sha256} else e.subject_id = ${id} end
     order by l.number desc limit 1`.execute(trx);
  return rows[0]?.id;
}
