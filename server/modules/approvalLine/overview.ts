import { sql } from 'kysely';
import { PENDING_APPROVAL } from '../../../shared/approvalLine/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { OverviewPart } from '../../platform/overview/card.ts';

interface Counts {
  total: number;
  pending: number;
  pendingWeekAgo: number;
  reminded: number;
  approved: number;
  approvedWeekAgo: number;
}

/** The state of approvals: documents that await somebody, those with a reminder, those approved. */
export const overview: OverviewPart = {
  permission: 'approval.settings',
  async card(trx, { workspace: { id } }, { weekAgo }) {
    const open = [...PENDING_APPROVAL];
    const { rows } = await sql<Counts>`
      select count(*) as total,
             count(*) filter (where status = any(${open}::text[])) as pending,
             count(*) filter (where requested_at < ${weekAgo} and (status = any(${open}::text[]) or decided_at >= ${weekAgo})) as pending_week_ago,
             count(*) filter (where status = 'APPROVED') as approved,
             count(*) filter (where status = 'APPROVED' and decided_at < ${weekAgo}) as approved_week_ago,
             (select count(*) from approval_steps s where s.workspace_id = ${id} and s.status = 'CURRENT' and s.reminded_at is not null) as reminded
        from approval_lines where workspace_id = ${id}`.execute(trx);
    const counts = rows[0]!;
    return {
      state: counts.total === 0 ? 'empty' : counts.pending > 0 ? 'attention' : 'inOrder',
      overdue: null,
      figures: [
        {
          key: 'pending',
          value: counts.pending,
          weekAgo: counts.pendingWeekAgo,
          address: pageAddress('approvalLine', { status: 'OPEN' }),
        },
        { key: 'reminded', value: counts.reminded, weekAgo: null, address: null },
        {
          key: 'approved',
          value: counts.approved,
          weekAgo: counts.approvedWeekAgo,
          address: pageAddress('approvalLine', { status: 'APPROVED' }),
        },
      ],
      address: pageAddress('approvalLine'),
    };
  },
};
