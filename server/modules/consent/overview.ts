import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import type { OverviewPart } from '../../platform/overview/card.ts';
import { isInForce } from './queries.ts';

interface Counts {
  total: number;
  totalWeekAgo: number;
  open: number;
  drafts: number;
  subjects: number;
}

/** The state of consent: forms, those that accept answers today, drafts, and the data subjects who answered. */
export const overview: OverviewPart = {
  permission: 'consent.dashboard',
  async card(trx, { workspace: { id } }, { now, weekAgo }) {
    const { rows } = await sql<Counts>`
      select count(*) as total,
             count(*) filter (where created_at < ${weekAgo}) as total_week_ago,
             count(*) filter (where ${isInForce(bangkokDay(now))}) as open,
             count(*) filter (where status = 'draft') as drafts,
             (select coalesce(sum(subjects), 0)::bigint from consent_counters where workspace_id = ${id}) as subjects
        from consents where workspace_id = ${id}`.execute(trx);
    const { total, totalWeekAgo, open, drafts, subjects } = rows[0]!;
    return {
      state: total === 0 ? 'empty' : drafts > 0 ? 'attention' : 'inOrder',
      overdue: [],
      figures: [
        { key: 'forms', value: total, weekAgo: totalWeekAgo, address: pageAddress('consents') },
        {
          key: 'open',
          value: open,
          weekAgo: null,
          address: pageAddress('consents', { inForce: 'true' }),
        },
        { key: 'drafts', value: drafts, weekAgo: null, address: pageAddress('consents', { status: 'DRAFT' }) },
        { key: 'subjects', value: subjects, weekAgo: null, address: pageAddress('consentDashboard') },
      ],
      address: pageAddress('consentDashboard'),
    };
  },
};
