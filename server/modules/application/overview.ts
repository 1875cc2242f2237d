import { sql } from 'kysely';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { Trx } from '../../../db/client.ts';
import { CUSTOM_PLAN } from '../../../db/statementNames.ts';
import { OVERDUE_LIMIT, type OverdueRecords } from '../../../shared/overview/schema.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { overdueOf } from '../../platform/clock/overdue.ts';
import { lastSecondOf } from '../../../shared/bangkok.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';
import { REVIEW } from './reviewClock.ts';

interface Counts {
  total: number;
  published: number;
  incomplete: number;
}

/**
 * The state of the record of processing: applications, published ones, and those with missing items. Those deleted
 * since leave nothing to count, and a finished review restarts its deadline: how many there were a week ago is not
 * known.
 */
export const overview: OverviewPart = {
  // As in the dashboard: Top Management answers for the figures without access to the record.
  permission: 'dashboard.read',
  async card(trx, { workspace: { id } }, moments) {
    const [overdue, { total, published, incomplete }] = await Promise.all([
      overdueReviews(trx, id, moments),
      counts(trx, id),
    ]);
    return {
      state: total === 0 ? 'empty' : overdue.total > 0 ? 'overdue' : incomplete > 0 ? 'attention' : 'inOrder',
      overdue: [overdue],
      figures: [
        { key: 'applications', value: total, weekAgo: null, address: pageAddress('applications') },
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

/** From the stored totals, and a range of an index. */
async function counts(trx: Trx, workspaceId: string): Promise<Counts> {
  const { rows } = await sql<Counts>`
    with stored as (
      select coalesce(sum(drafts + published), 0)::bigint as total, coalesce(sum(published), 0)::bigint as published
        from record_totals where workspace_id = ${workspaceId} and record = 'applications'
    )
    select stored.total, stored.published,
           (select count(*) from applications where workspace_id = ${workspaceId} and completeness < 100) as incomplete
      from stored ${sql.raw(CUSTOM_PLAN)}`.execute(trx);
  return rows[0]!;
}

/** Records whose review is overdue. */
async function overdueReviews(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords> {
  const { total, longest } = await overdueOf(trx, {
    workspaceId,
    kind: REVIEW,
    limit: OVERDUE_LIMIT,
    ...moments,
  });
  const rows =
    longest.length === 0
      ? []
      : await trx
          .selectFrom('applications')
          .select(['id', 'name', 'reviewOn'])
          .where('workspaceId', '=', workspaceId)
          .where(
            'id',
            'in',
            longest.map(({ subjectId }) => subjectId),
          )
          .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    total,
    weekAgo: null,
    unit: 'days',
    records: longest.flatMap(({ subjectId: id }) => {
      const { name: title, reviewOn } = found.get(id) ?? {};
      if (title === undefined || !reviewOn) return [];
      // The deadline of a review runs out a second later, on the next day.
      return [{ id, title, dueAt: lastSecondOf(reviewOn), address: recordAddress('application', id) }];
    }),
    address: pageAddress('applications', { reviewOverdue: 'true' }),
  };
}
