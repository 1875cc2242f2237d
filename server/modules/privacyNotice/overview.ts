import { sql } from 'kysely';
import { OVERDUE_LIMIT } from '../../../shared/overview/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { bangkokDay, lastSecondOf } from '../../../shared/bangkok.ts';
import type { OverviewPart } from '../../platform/overview/card.ts';
import { uncoveredCount } from './coverage.ts';

interface Counts {
  total: number;
  published: number;
  drifted: number;
  uncovered: number;
  overdue: number;
}

/**
 * The state of privacy notices, each figure of the list that it leads to: those that no longer match the register,
 * applications without one, due reviews. Drafts that were deleted since and reviews that were finished leave nothing to
 * count: how many there were a week ago is not known.
 */
export const overview: OverviewPart = {
  permission: 'privacyNotice.read',
  async card(trx, { workspace: { id } }, { now }) {
    const today = bangkokDay(now);
    const { rows } = await sql<Counts>`
      select count(*)::int as total,
             (count(*) filter (where not withdrawn and status = 'published'))::int as published,
             (count(*) filter (where not withdrawn and drifted_at is not null))::int as drifted,
             (count(*) filter (where not withdrawn and review_on < ${today}::date))::int as overdue,
             ${uncoveredCount(id, today)} as uncovered
        from privacy_notices where workspace_id = ${id}`.execute(trx.withoutPlugins());
    const counts = rows[0]!;
    const { rows: due } = await sql<{ id: string; name: string; review_on: string }>`
      select id, name, review_on::text from privacy_notices
       where workspace_id = ${id} and not withdrawn and review_on < ${today}::date
       order by review_on, id limit ${OVERDUE_LIMIT}`.execute(trx.withoutPlugins());
    const isOpen = counts.drifted > 0 || counts.uncovered > 0;
    return {
      state: counts.overdue > 0 ? 'overdue' : isOpen ? 'attention' : counts.total === 0 ? 'empty' : 'inOrder',
      overdue: [
        {
          total: counts.overdue,
          weekAgo: null,
          unit: 'days',
          records: due.map((row) => ({
            id: row.id,
            title: row.name,
            dueAt: lastSecondOf(row.review_on),
            address: pageAddress('privacyNotice', { id: row.id }),
          })),
          address: pageAddress('privacyNotices', { dates: 'OVERDUE' }),
        },
      ],
      figures: [
        { key: 'notices', value: counts.total, weekAgo: null, address: pageAddress('privacyNotices') },
        {
          key: 'published',
          value: counts.published,
          weekAgo: null,
          address: pageAddress('privacyNotices', { status: 'PUBLISHED' }),
        },
        {
          key: 'drifted',
          value: counts.drifted,
          weekAgo: null,
          address: pageAddress('privacyNotices', { drifted: 'true' }),
        },
        {
          key: 'uncovered',
          value: counts.uncovered,
          weekAgo: null,
          address: pageAddress('uncoveredApplications'),
        },
      ],
      address: pageAddress('privacyNotices'),
    };
  },
};
