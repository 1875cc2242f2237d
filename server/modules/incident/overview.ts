import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { drillDown } from '../../../shared/incident/drillDown.ts';
import { statusesOf } from '../../../shared/incident/status.ts';
import { OVERDUE_LIMIT, type OverdueRecords } from '../../../shared/overview/schema.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { excessReports } from './clock.ts';
import { countExcess } from './openClocks.ts';
import { overdueOf } from '../../platform/clock/overdue.ts';
import type { Moments, OverviewPart } from '../../platform/overview/card.ts';

/** The state of incidents: open ones, those that await the officer, those whose authority was not notified in time. */
export const overview: OverviewPart = {
  permission: 'incident.dashboard',
  async card(trx, { workspace: { id } }, moments) {
    const [{ total, open, withOfficer }, overdue, excess, since] = await Promise.all([
      counts(trx, id),
      overdueRecords(trx, id, moments),
      countExcess(trx, id, moments.now),
      changesSince(trx, id, moments.weekAgo),
    ]);
    return {
      state: overdue.total + excess.overdue > 0 ? 'overdue' : open > 0 ? 'attention' : total > 0 ? 'inOrder' : 'empty',
      overdue: excess.overdue > 0 ? [overdue, overdueExcess(excess.overdue)] : [overdue],
      figures: [
        {
          key: 'open',
          value: open,
          weekAgo: open + since.open,
          address: pageAddress('incidents', { status: 'OPEN' }),
        },
        {
          key: 'withOfficer',
          value: withOfficer,
          weekAgo: withOfficer + since.withOfficer,
          address: pageAddress('incidents', { status: 'WITH_DPO' }),
        },
        ...(excess.total > 0
          ? [{ key: 'excess', value: excess.total, weekAgo: null, address: pageAddress('incidents', drillDown.excess) }]
          : []),
      ],
      address: pageAddress('incidentDashboard'),
    };
  },
};

/** Overdue public reports beyond the limit: a number without its records, which would hide those of others. */
const overdueExcess = (total: number): OverdueRecords => ({
  total,
  // Which of them somebody has dealt with since is not recorded with its time.
  weekAgo: null,
  counted: 'overdueExcess',
  unit: 'hours',
  records: [],
  address: pageAddress('incidents', drillDown.overdueExcess),
});

/** From the monthly counts. */
async function counts(trx: Trx, workspaceId: string): Promise<{ total: number; open: number; withOfficer: number }> {
  const { rows } = await sql<{ total: number; open: number; withOfficer: number }>`
    select coalesce(sum(incidents), 0)::bigint as total,
           coalesce(sum(incidents) filter (where status = any(${[...statusesOf('OPEN')]}::text[])), 0)::bigint as open,
           coalesce(sum(incidents) filter (where status = any(${[...statusesOf('WITH_DPO')]}::text[])), 0)::bigint as with_officer
      from incident_months where workspace_id = ${workspaceId}`.execute(trx);
  return rows[0]!;
}

/**
 * The differences between the numbers of open incidents, and of those with the officer, at `since` and now: of the
 * incidents that changed since then, those that were minus those that are. The status at that time is the one that the
 * first later move started from.
 */
async function changesSince(
  trx: Trx,
  workspaceId: string,
  since: Date,
): Promise<{ open: number; withOfficer: number }> {
  const more = (statuses: readonly string[]) =>
    sql`(count(*) filter (where i.created_at < ${since} and coalesce(m.from_status, i.status) = any(${[...statuses]}::text[]))
           - count(*) filter (where i.status = any(${[...statuses]}::text[])))::bigint`;
  const { rows } = await sql<{ open: number; withOfficer: number }>`
    select ${more(statusesOf('OPEN'))} as open, ${more(statusesOf('WITH_DPO'))} as with_officer
      from incidents i
      left join lateral (select from_status from incident_moves
                          where workspace_id = i.workspace_id and incident_id = i.id and at >= ${since}
                          order by at, id limit 1) m on true
     where i.workspace_id = ${workspaceId} and i.updated_at >= ${since}`.execute(trx);
  return rows[0]!;
}

async function overdueRecords(trx: Trx, workspaceId: string, moments: Moments): Promise<OverdueRecords> {
  const { total, weekAgo, longest } = await overdueOf(trx, {
    workspaceId,
    kind: 'incident.authority',
    limit: OVERDUE_LIMIT,
    except: excessReports(workspaceId),
    ...moments,
  });
  const titles = new Map(
    longest.length === 0
      ? []
      : (
          await trx
            .selectFrom('incidents')
            .select(['id', 'title'])
            .where('workspaceId', '=', workspaceId)
            .where(
              'id',
              'in',
              longest.map(({ subjectId }) => subjectId),
            )
            .execute()
        ).map(({ id, title }) => [id, title]),
  );
  return {
    total,
    weekAgo,
    unit: 'hours',
    records: longest.map(({ subjectId: id, dueAt }) => ({
      id,
      title: titles.get(id) ?? '',
      dueAt,
      address: pageAddress('incident', { id }),
    })),
    address: pageAddress('incidents', drillDown.overdue),
  };
}
