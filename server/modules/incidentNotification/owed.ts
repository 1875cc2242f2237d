import { type Expression, type SqlBool, sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { IncidentClock } from '../../../shared/incident/clock.ts';
import { incidentStatus, owedOf } from '../../../shared/incident/status.ts';
import {
  type listNotified,
  NOTIFICATION_TABS,
  type NotificationTab,
  type NotifiedItem,
} from '../../../shared/incidentNotification/schema.ts';
import type { List } from '../../../shared/list.ts';
import { statesWith } from '../../../shared/status.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { deadlinesOf } from '../../platform/clock/deadlines.ts';
import { countOf, pageOf, thaiStart } from '../../platform/list/list.ts';
import { contains, matching, NARROW } from '../../platform/list/search.ts';
import { AUTHORITY, incidentClock, settingsOf } from '../incident/clock.ts';
import { subjectMailsOf } from './deliveries.ts';

type Input = z.output<typeof listNotified>;

/** Incidents about which somebody can be notified: those that a DPO has accepted. */
const NOTIFYING = statesWith(incidentStatus, 'notify');

// As migration 008 indexes them.
const OWED = {
  AUTHORITY: sql<SqlBool>`incidents.risk_level in ('POSSIBLE_RISK', 'HIGH_RISK') and incidents.authority_notified_at is null`,
  SUBJECTS: sql<SqlBool>`incidents.risk_level = 'HIGH_RISK' and incidents.subjects_notified_at is null`,
} as const;
const SORT = {
  updatedAt: sql.ref('incidents.updatedAt'),
  title: thaiStart('incidents.title'),
  number: sql.ref('incidents.number'),
  dueAt: sql.ref('deadlines.dueAt'),
};

/**
 * A page of the incidents about which somebody can be notified, each with its notifications and those that the risk
 * still requires.
 */
export function list(ctx: WorkspaceContext, input: Input): Promise<List<NotifiedItem>> {
  return ctx.read(async (trx) => {
    const ws = ctx.workspace.id;
    const page = await pageOfIncidents(trx, ws, input);
    const ids = page.collection.map(({ id }) => id);
    const [clocks, settings, counts, mails] = await Promise.all([
      deadlinesOf(trx, ws, AUTHORITY, ids),
      settingsOf(trx, ws),
      countsOf(trx, ws, ids),
      subjectMailsOf(trx, ws, ids),
    ]);
    return {
      ...page,
      collection: page.collection.map((row) => ({
        ...itemOf(row, incidentClock(clocks.get(row.id)!, row, settings), counts(row.id)),
        subjectMails: mails.get(row.id) ?? null,
      })),
    };
  });
}

async function pageOfIncidents(trx: Trx, ws: string, { query, owed, risk, ...page }: Input) {
  let rows = trx
    .selectFrom('incidents')
    .where('incidents.workspaceId', '=', ws)
    .where('incidents.status', 'in', NOTIFYING);
  if (risk !== 'ALL') rows = rows.where('incidents.riskLevel', '=', risk);
  if (owed === 'AUTHORITY' || owed === 'SUBJECTS') rows = rows.where(OWED[owed]);
  if (owed === 'NOTHING')
    rows = rows.where(sql<SqlBool>`not coalesce(${OWED.AUTHORITY}, false) and not coalesce(${OWED.SUBJECTS}, false)`);
  if (query) rows = rows.where(await holding(trx, ws, query));
  const byDue = page.sortBy === 'dueAt';
  return pageOf(
    rows,
    page,
    (selected) => {
      const columns = selected.select([
        'incidents.id',
        'incidents.number',
        'incidents.title',
        'incidents.status',
        'incidents.riskLevel',
        'incidents.authorityNotifiedAt',
        'incidents.subjectsNotifiedAt',
        'incidents.createdAt',
        'incidents.discoveredAt',
        'incidents.updatedAt',
      ]);
      if (!byDue) return columns;
      return columns.innerJoin('deadlines', (join) =>
        join
          .onRef('deadlines.workspaceId', '=', 'incidents.workspaceId')
          .onRef('deadlines.subjectId', '=', 'incidents.id')
          .on('deadlines.kind', '=', AUTHORITY)
          .on('deadlines.workspaceId', '=', ws),
      ) as unknown as typeof columns;
    },
    SORT,
    // The index of deadlines ends with it.
    byDue ? sql.ref('deadlines.subjectId') : sql.ref('incidents.id'),
    query ? undefined : await knownTotal(trx, ws, { owed, risk }),
  );
}

/**
 * The total by the sums that triggers maintain, since nearly every incident is in the list; those with outstanding
 * notifications are few to count.
 */
async function knownTotal(
  trx: Trx,
  ws: string,
  { owed, risk }: Pick<Input, 'owed' | 'risk'>,
): Promise<number | undefined> {
  if (owed === 'AUTHORITY' || owed === 'SUBJECTS') return undefined;
  let months = trx.selectFrom('incidentMonths').where('workspaceId', '=', ws).where('status', 'in', NOTIFYING);
  let open = trx
    .selectFrom('incidents')
    .where('workspaceId', '=', ws)
    .where('status', 'in', NOTIFYING)
    .where((row) => row.or([OWED.AUTHORITY, OWED.SUBJECTS]));
  if (risk !== 'ALL') {
    months = months.where('risk', '=', risk);
    open = open.where('riskLevel', '=', risk);
  }
  const { total } = await months.select((row) => row.fn.sum<number>('incidents').as('total')).executeTakeFirstOrThrow();
  return Number(total ?? 0) - (owed === 'NOTHING' ? await countOf(open) : 0);
}

/** Incidents that contain the text: by id while they are few. */
async function holding(trx: Trx, ws: string, query: string): Promise<Expression<SqlBool>> {
  const ids = await matching(trx, ws, 'incidents', query);
  return ids.length > NARROW ? contains(query) : sql<SqlBool>`incidents.id = any(${ids}::uuid[])`;
}

interface Counts {
  readonly sent: Record<NotificationTab, number>;
  readonly drafts: number;
}
const TABS = Object.entries(NOTIFICATION_TABS) as [NotificationTab, readonly string[]][];

/** Sent notifications of these incidents by tab, and drafts. */
async function countsOf(trx: Trx, ws: string, ids: readonly string[]): Promise<(id: string) => Counts> {
  const counted = new Map<string, Counts>();
  const of = (id: string) => counted.get(id) ?? { sent: { management: 0, authority: 0, subject: 0 }, drafts: 0 };
  if (ids.length === 0) return of;
  const rows = await trx
    .selectFrom('incidentNotifications')
    .select(['incidentId', 'recipientGroup', 'status', (row) => row.fn.countAll<number>().as('number')])
    .where('workspaceId', '=', ws)
    .where('incidentId', 'in', ids)
    .groupBy(['incidentId', 'recipientGroup', 'status'])
    .execute();
  for (const { incidentId, recipientGroup, status, number } of rows) {
    const before = of(incidentId);
    const [tab] = TABS.find(([, groups]) => groups.includes(recipientGroup))!;
    counted.set(
      incidentId,
      status === 'DRAFT'
        ? { ...before, drafts: before.drafts + number }
        : { ...before, sent: { ...before.sent, [tab]: before.sent[tab] + number } },
    );
  }
  return of;
}

type Row = Awaited<ReturnType<typeof pageOfIncidents>>['collection'][number];

function itemOf(row: Row, clock: IncidentClock, counts: Counts): Omit<NotifiedItem, 'subjectMails'> {
  return {
    ...(row as unknown as Omit<NotifiedItem, 'clock' | 'sent' | 'drafts' | 'owed' | 'subjectMails'>),
    clock,
    ...counts,
    owed: owedOf(row),
  };
}
