import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { OVERDUE_LIMIT, type OverdueRecords } from '../../../shared/overview/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import { isClosed, REQUEST_STAGES, STATUS_OF } from '../../../shared/request/stage.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { overdueOf } from '../../platform/clock/overdue.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';

/**
 * The state of requests: open ones, those that wait to be confirmed, and rights past the first of their dates. Not
 * compared while one was deleted since: what it counted for a week ago is not known.
 */
export const overview: OverviewPart = {
  permission: 'request.dashboard',
  async card(trx, { workspace: { id } }, moments) {
    const [{ total, open, unassigned }, overdue, since, isAnyDeleted] = await Promise.all([
      counts(trx, id),
      overdueRights(trx, id, moments),
      changesSince(trx, id, moments.weekAgo),
      deletedSince(trx, id, moments.weekAgo),
    ]);
    const before = (weekAgo: number | null) => (isAnyDeleted ? null : weekAgo);
    return {
      state: overdue.total > 0 ? 'overdue' : open > 0 ? 'attention' : total > 0 ? 'inOrder' : 'empty',
      overdue: [{ ...overdue, weekAgo: before(overdue.weekAgo) }],
      figures: [
        {
          key: 'open',
          value: open,
          weekAgo: before(open + since.open),
          address: pageAddress('requests', drillDown.open()),
        },
        {
          key: 'unassigned',
          value: unassigned,
          weekAgo: before(unassigned + since.unassigned),
          address: pageAddress('requests', { status: 'NEW' }),
        },
      ],
      address: pageAddress('requestDashboard'),
    };
  },
};

/** Stages of a right while its request is open, and while nobody has started on it. */
const OPEN_STAGES = REQUEST_STAGES.filter((stage) => !isClosed(stage));
const NEW_STAGES = REQUEST_STAGES.filter((stage) => STATUS_OF[stage] === 'NEW');
/** A request is open as long as one of its rights is. */
const isOpenNow = sql`status = any(${[...new Set(OPEN_STAGES.map((stage) => STATUS_OF[stage]))]}::text[])`;

/** From the stored monthly counts. */
async function counts(trx: Trx, workspaceId: string): Promise<{ total: number; open: number; unassigned: number }> {
  const { rows } = await sql<{ total: number; open: number; unassigned: number }>`
    select coalesce(sum(requests), 0)::bigint as total,
           coalesce(sum(requests) filter (where ${isOpenNow}), 0)::bigint as open,
           coalesce(sum(requests) filter (where status = 'NEW'), 0)::bigint as unassigned
      from request_months where workspace_id = ${workspaceId}`.execute(trx);
  return rows[0]!;
}

/**
 * The differences between the numbers of open requests, and of those nobody has started on, at `since` and now: of the
 * requests that changed since then, those that were minus those that are. The stage of a right at that time is the one
 * that its first later move started from.
 */
async function changesSince(trx: Trx, workspaceId: string, since: Date): Promise<{ open: number; unassigned: number }> {
  const { rows } = await sql<{ open: number; unassigned: number }>`
    select (count(*) filter (where earlier.open) - count(*) filter (where ${isOpenNow}))::bigint as open,
           (count(*) filter (where earlier.unassigned) - count(*) filter (where status = 'NEW'))::bigint as unassigned
      from requests q
      left join lateral (
        select bool_or(r.stage = any(${OPEN_STAGES}::text[])) as open, bool_and(r.stage = any(${NEW_STAGES}::text[])) as unassigned
          from (select coalesce((select m.from_stage from request_moves m
                                  where m.workspace_id = o.workspace_id and m.request_id = o.request_id
                                    and m.request_right_id = o.id and m.at >= ${since}
                                  order by m.at, m.id limit 1), o.stage) as stage
                  from request_rights o where o.workspace_id = q.workspace_id and o.request_id = q.id) r
      ) earlier on q.created_at < ${since}
     where q.workspace_id = ${workspaceId} and q.updated_at >= ${since}`.execute(trx);
  return rows[0]!;
}

/** Whether a request was deleted since then. */
const deletedSince = async (trx: Trx, workspaceId: string, since: Date): Promise<boolean> =>
  (await trx
    .selectFrom('removedRequestNumbers')
    .select('workspaceId')
    .where('workspaceId', '=', workspaceId)
    .where('removedAt', '>=', since as never)
    .executeTakeFirst()) !== undefined;

async function overdueRights(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords> {
  const { total, weekAgo, longest } = await overdueOf(trx, {
    workspaceId,
    kind: 'request.act',
    also: 'request.right',
    limit: OVERDUE_LIMIT,
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
    // A request has deadlines for each of its rights.
    counted: 'overdueRights',
    unit: 'days',
    records: longest.flatMap(({ subjectId, dueAt }) => {
      const request = found.get(subjectId);
      if (!request) return [];
      const { requestId, number, nameTh: th, nameEn: en } = request;
      const address = pageAddress('request', { id: requestId });
      return [{ id: subjectId, title: requestReference(number), part: { th, en }, dueAt, address }];
    }),
    address: pageAddress('requests', drillDown.overdueByEither()),
  };
}
