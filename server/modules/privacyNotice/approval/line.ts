import { sql } from 'kysely';
import type { Executor } from '../../../../db/client.ts';
import type { ApprovalStatus } from '../../../../shared/approvalLine/schema.ts';

/** The newest line over a notice, without discarded ones. */
export interface NoticeLine {
  readonly lineId: string;
  readonly number: number;
  readonly status: ApprovalStatus;
  readonly recordSha256: string;
  /** The last approver of the round; null while nobody has approved. */
  readonly approver: { readonly name: string; readonly position: string } | null;
}

/** The newest line over a notice that was neither cancelled nor refused; undefined where there is none. */
export async function lineOf(db: Executor, workspaceId: string, noticeId: string): Promise<NoticeLine | undefined> {
  const { rows } = await sql<NoticeLine>`
    select l.id as "lineId", l.number, l.status, l.record_sha256 as "recordSha256", x.approver
      from approval_lines l
      left join lateral (
        select json_build_object('name', p.name, 'position', p.position) as approver
          from approval_steps s join personnel p on (p.workspace_id, p.id) = (s.workspace_id, coalesce(s.acted_by, s.approver_id))
         where s.workspace_id = l.workspace_id and s.line_id = l.id and s.round = l.round and s.status = 'APPROVED'
         order by s.position desc limit 1) x on true
     where l.workspace_id = ${workspaceId} and l.privacy_notice_id = ${noticeId} and l.status not in ('CANCEL', 'REJECTED')
     order by l.number desc limit 1`.execute(db.withoutPlugins());
  return rows[0];
}
