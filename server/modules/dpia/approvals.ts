import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { DpiaApproval, DpiaContent } from '../../../shared/dpia/content.ts';
import { contentHash } from '../../platform/crypto/canonical.ts';

/**
 * SHA-256 (hex) of what people wrote in an assessment and of its framework, which an approval refers to. Publishing
 * changes neither; the register can change independently, which is stated beside the assessment.
 */
export const dpiaHash = ({ draft, framework }: Pick<DpiaContent, 'draft' | 'framework'>): string =>
  contentHash({ draft, framework });

/**
 * Who has approved this content of the assessment, earliest first: in rounds of lines of its application that no
 * approver of the round declined. Of a discarded line, a round counts once all of its approvers had approved.
 */
export async function approvalsOf(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  content: Pick<DpiaContent, 'draft' | 'framework'>,
): Promise<DpiaApproval[]> {
  const hash = dpiaHash(content);
  const { rows } = await sql<Omit<DpiaApproval, 'at'> & { at: string }>`
    select l.number as line, coalesce(a.name, p.name) as name, coalesce(a.position, p.position) as position,
           coalesce(s.acted_role, a.role, p.role) as role, case when a.id <> p.id then p.name end as "standsInFor",
           s.acted_at as at
      from approval_lines l
      join approval_steps s on (s.workspace_id, s.line_id) = (l.workspace_id, l.id)
      join personnel p on (p.workspace_id, p.id) = (s.workspace_id, s.approver_id)
      left join personnel a on (a.workspace_id, a.id) = (s.workspace_id, s.acted_by)
     where l.workspace_id = ${workspaceId} and l.application_id = ${applicationId} and l.report_type = 'DPIA'
       and s.status = 'APPROVED'
       and (s.round = l.round and l.record_sha256 = ${hash}
            or exists (select from approval_rounds r
                        where (r.workspace_id, r.line_id, r.round) = (s.workspace_id, s.line_id, s.round)
                          and r.record_sha256 = ${hash}))
       and not exists (select from approval_steps o
                        where (o.workspace_id, o.line_id, o.round) = (s.workspace_id, s.line_id, s.round)
                          and (o.status in ('REJECTED', 'REWORKED') or l.status = 'CANCEL' and o.status <> 'APPROVED'))
     order by s.acted_at, l.number, s.position`.execute(db.withoutPlugins());
  return rows.map(({ at, ...row }) => ({ ...row, at: new Date(at).toISOString() }));
}
