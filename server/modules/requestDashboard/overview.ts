import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { OVERDUE_SHOWN, type OverdueRecords } from '../../../shared/overview/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { overdueOf } from '../../platform/clock/overdue.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';

/** The state of requests: open ones, those that wait to be confirmed, and rights past the date from receipt. */
export const overview: OverviewPart = {
  permission: 'request.dashboard',
  async card(trx, { workspace: { id } }, moments) {
    const [{ total, open, unassigned }, overdue] = await Promise.all([
      counts(trx, id),
      overdueRights(trx, id, moments),
    ]);
    return {
      state: overdue.total > 0 ? 'overdue' : open > 0 ? 'attention' : total > 0 ? 'inOrder' : 'empty',
      overdue,
      figures: [
        { key: 'open', value: open, weekAgo: null, address: pageAddress('requests', drillDown.open()) },
        { key: 'unassigned', value: unassigned, weekAgo: null, address: pageAddress('requests', { status: 'NEW' }) },
      ],
      address: pageAddress('dsrmDashboard'),
    };
  },
};

/** From the stored monthly counts. */
async function counts(trx: Trx, workspaceId: string): Promise<{ total: number; open: number; unassigned: number }> {
  const { rows } = await sql<{ total: number; open: number; unassigned: number }>`
    select coalesce(sum(requests), 0)::bigint as total,
           coalesce(sum(requests) filter (where status in ('NEW', 'INPROGRESS', 'PENDING')), 0)::bigint as open,
           coalesce(sum(requests) filter (where status = 'NEW'), 0)::bigint as unassigned
      from request_months where workspace_id = ${workspaceId}`.execute(trx);
  return rows[0]!;
}

async function overdueRights(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords> {
  const { total, weekAgo, longest } = await overdueOf(trx, {
    workspaceId,
    kind: 'request.act',
    limit: OVERDUE_SHOWN,
    ...moments,
  });
  const ids = longest.map(({ subjectId }) => subjectId);
  const rows =
    ids.length === 0
      ? []
      : await trx
          .selectFrom('requestRights as r')
          .innerJoin('requests as q', (join) =>
            join.onRef('q.workspaceId', '=', 'r.workspaceId').onRef('q.id', '=', 'r.requestId'),
          )
          .select(['r.id', 'r.nameTh', 'r.nameEn', 'q.id as requestId', 'q.number'])
          .where('r.workspaceId', '=', workspaceId)
          .where('r.id', 'in', ids)
          .execute();
  const found = new Map(rows.map((row) => [row.id, row]));
  return {
    total,
    weekAgo,
    unit: 'days',
    records: longest.flatMap(({ subjectId, dueAt }) => {
      const request = found.get(subjectId);
      if (!request) return [];
      const { requestId, number, nameTh: th, nameEn: en } = request;
      const address = pageAddress('request', { id: requestId });
      return [{ id: subjectId, title: requestReference(number), part: { th, en }, dueAt, address }];
    }),
    address: pageAddress('requests', drillDown.overdue()),
  };
}
