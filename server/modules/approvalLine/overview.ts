import { sql } from 'kysely';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { PENDING_APPROVAL } from '../../../shared/approvalLine/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { OverviewPart } from '../../platform/overview/card.ts';

interface Counts {
  hasLines: boolean;
  pending: number;
  pendingWeekAgo: number;
  reminded: number;
  approved: number;
  approvedWeekAgo: number;
  returned: boolean;
}

/**
 * The state of approvals: documents that await somebody, those with a reminder, those approved. Of a line that was with
 * its requester since then, the state of a week ago is not known.
 */
export const overview: OverviewPart = {
  permission: 'approval.settings',
  // What was decided since then stands at the end of its order of changes, and the other counts are of one status.
  async card(trx, { workspace: { id } }, { weekAgo }) {
    const open = [...PENDING_APPROVAL];
    const { rows } = await sql<Counts>`
      with open as (
        select count(*) as lines, count(*) filter (where requested_at < ${weekAgo}) as requested_before
          from approval_lines where workspace_id = ${id} and status = any(${open}::text[])
      ), approved as (
        select count(*) as lines from approval_lines where workspace_id = ${id} and status = 'APPROVED'
      ), decided as (
        select count(*) filter (where status = 'APPROVED') as approved,
               count(*) filter (where requested_at < ${weekAgo} and status <> all(${open}::text[])) as requested_before
          from approval_lines where workspace_id = ${id} and updated_at >= ${weekAgo} and decided_at >= ${weekAgo}
      )
      select exists (select from approval_lines where workspace_id = ${id}) as has_lines,
             open.lines as pending,
             open.requested_before + decided.requested_before as pending_week_ago,
             approved.lines as approved,
             approved.lines - decided.approved as approved_week_ago,
             exists (select from approval_lines l
                      where l.workspace_id = ${id} and l.updated_at >= ${weekAgo} and l.created_at < ${weekAgo}
                        and (l.status = 'REWORKED' or l.requested_at >= ${weekAgo} or l.status = 'CANCEL' and (
                          l.reopened_at is not null
                          or exists (select from approval_steps r
                                      where r.workspace_id = l.workspace_id and r.line_id = l.id and r.round = l.round
                                        and r.status = 'REWORKED')))) as returned,
             (select count(*) from approval_steps s where s.workspace_id = ${id} and s.status = 'CURRENT' and s.reminded_at is not null) as reminded
        from open, approved, decided ${sql.raw(CUSTOM_PLAN)}`.execute(trx);
    const counts = rows[0]!;
    return {
      state: !counts.hasLines ? 'empty' : counts.pending > 0 ? 'attention' : 'inOrder',
      overdue: [],
      figures: [
        {
          key: 'pending',
          value: counts.pending,
          weekAgo: counts.returned ? null : counts.pendingWeekAgo,
          address: pageAddress('approvalLine', { status: 'OPEN' }),
        },
        {
          key: 'reminded',
          value: counts.reminded,
          weekAgo: null,
          address: pageAddress('approvalLine', { status: 'OPEN' }),
        },
        {
          key: 'approved',
          value: counts.approved,
          weekAgo: counts.returned ? null : counts.approvedWeekAgo,
          address: pageAddress('approvalLine', { status: 'APPROVED' }),
        },
      ],
      address: pageAddress('approvalLine'),
    };
  },
};
