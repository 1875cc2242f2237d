import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { OverviewPart } from '../../platform/overview/card.ts';

interface Counts {
  total: number;
  totalWeekAgo: number;
  published: number;
  incomplete: number;
}

/** How the record of processing stands: applications, those published, those with items missing. */
export const overview: OverviewPart = {
  // As the dashboard: Top Management answers for the figures without opening the record.
  permission: 'dashboard.read',
  async card(trx, { workspace: { id } }, { weekAgo }) {
    const { rows } = await sql<Counts>`
      select count(*) as total,
             count(*) filter (where created_at < ${weekAgo}) as total_week_ago,
             count(*) filter (where status = 'published') as published,
             count(*) filter (where completeness < 100) as incomplete
        from applications where workspace_id = ${id}`.execute(trx);
    const { total, totalWeekAgo, published, incomplete } = rows[0]!;
    return {
      state: total === 0 ? 'empty' : incomplete > 0 ? 'attention' : 'inOrder',
      overdue: null,
      figures: [
        { key: 'applications', value: total, weekAgo: totalWeekAgo, address: pageAddress('applications') },
        {
          key: 'published',
          value: published,
          weekAgo: null,
          address: pageAddress('applications', { status: 'PUBLISHED' }),
        },
        {
          key: 'incomplete',
          value: incomplete,
          weekAgo: null,
          address: pageAddress('applications', { complete: 'false' }),
        },
      ],
      address: pageAddress('applications'),
    };
  },
};
