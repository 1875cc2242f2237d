import type { z } from 'zod';
import type { Clock } from '../../../shared/clock.ts';
import type { RiskLevel } from '../../../shared/incident/riskLevel.ts';
import type { IncidentCause } from '../../../shared/incident/schema.ts';
import type { IncidentStatus } from '../../../shared/incident/status.ts';
import type {
  IncidentSummary,
  IncidentTimeline,
  summaryInput,
  timelineInput,
} from '../../../shared/incidentDashboard/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { requestedMonths } from '../../platform/list/months.ts';
import { incidentClock, settingsOf } from '../incident/clock.ts';
import { monthAfter, monthStart } from '../../../shared/months.ts';
import * as queries from './queries.ts';

const APPLICATIONS = 10;

const firstDay = (month: string): string => `${month}-01`;

const mean = (seconds: number, count: number): number | null => (count > 0 ? Math.round(seconds / count) : null);
const by = <Key extends string>(
  rows: readonly queries.Sums[],
  key: (row: queries.Sums) => string | null,
): { key: Key; incidents: number }[] =>
  rows.flatMap((row) => {
    const value = key(row);
    return value === null ? [] : [{ key: value as Key, incidents: row.incidents }];
  });

/**
 * Incidents that were created in a range of months, from stored monthly counts; open and overdue ones are of any time.
 */
export function summary(ctx: WorkspaceContext, input: z.output<typeof summaryInput>): Promise<IncidentSummary> {
  const months = requestedMonths(ctx.deps.now(), input);
  const range = { from: firstDay(months[0]), to: firstDay(months.at(-1)!) };
  const { id: ws } = ctx.workspace;
  return ctx.read(async (trx) => {
    const [rows, first, { authorityHours }, open, overdue, applications] = await Promise.all([
      queries.sums(trx, ws, range),
      queries.firstMonth(trx, ws),
      settingsOf(trx, ws),
      queries.openCount(trx, ws),
      queries.overdueCount(trx, ws, ctx.deps.now()),
      queries.applications(trx, ws, range, APPLICATIONS),
    ]);
    const totals = rows.find(
      ({ month, status, risk, cause }) => month === null && status === null && risk === null && cause === null,
    );
    const ofMonth = new Map(
      rows.filter(({ month, status }) => month !== null && status === null).map((row) => [row.month, row]),
    );
    const resolved = new Map(
      rows
        .filter(({ month, status }) => month !== null && status === 'RESOLVED')
        .map((row) => [row.month, row.incidents]),
    );
    const alone = rows.filter(({ month }) => month === null);
    return {
      from: months[0],
      to: months.at(-1)!,
      first,
      authorityHours,
      total: totals?.incidents ?? 0,
      open,
      overdue,
      late: totals?.late ?? 0,
      risks: by<RiskLevel | 'UNDECIDED'>(alone, ({ risk }) => (risk === '' ? 'UNDECIDED' : risk)),
      statuses: by<IncidentStatus>(alone, ({ status }) => status),
      causes: by<IncidentCause>(alone, ({ cause }) => cause).sort((a, b) => b.incidents - a.incidents),
      applications,
      containSeconds: mean(totals?.containSeconds ?? 0, totals?.contained ?? 0),
      notifySeconds: mean(totals?.notifySeconds ?? 0, totals?.notified ?? 0),
      contained: totals?.contained ?? 0,
      notified: totals?.notified ?? 0,
      months: months.map((month) => {
        const row = ofMonth.get(month);
        return {
          month,
          incidents: row?.incidents ?? 0,
          resolved: resolved.get(month) ?? 0,
          containSeconds: mean(row?.containSeconds ?? 0, row?.contained ?? 0),
          notifySeconds: mean(row?.notifySeconds ?? 0, row?.notified ?? 0),
          late: row?.late ?? 0,
        };
      }),
    };
  });
}

/** The moments of the newest incidents of the range. */
export async function timeline(
  ctx: WorkspaceContext,
  input: z.output<typeof timelineInput>,
): Promise<IncidentTimeline> {
  const months = requestedMonths(ctx.deps.now(), input);
  const from = new Date(monthStart(months[0]));
  const until = new Date(monthStart(monthAfter(months.at(-1)!, 1)));
  const { rows, settings } = await ctx.transaction(async (trx) => ({
    rows: await queries.newest(trx, ctx.workspace.id, { from, until, limit: input.pageSize }),
    settings: await settingsOf(trx, ctx.workspace.id),
  }));
  return rows.map((row) => {
    const moments = [
      ['occurred', row.occurredAt],
      ['discovered', row.discoveredAt],
      ['created', row.createdAt],
      ['submitted', row.submittedAt],
      ['accepted', row.acceptedAt],
      ['contained', row.containedAt],
      ['authorityNotified', row.authorityNotifiedAt],
      ['subjectsNotified', row.subjectsNotifiedAt],
      ['responded', row.respondedAt],
      ['resolved', row.resolvedAt],
    ] as const;
    return {
      id: row.id,
      number: row.number,
      title: row.title,
      status: row.status as IncidentStatus,
      riskLevel: row.riskLevel as RiskLevel | null,
      clock: incidentClock(
        {
          startedAt: row.startedAt,
          dueAt: row.dueAt,
          stoppedAt: row.stoppedAt,
          endedAt: row.endedAt,
          outcome: row.outcome as Clock['outcome'],
        },
        row,
        settings,
      ),
      milestones: moments
        .flatMap(([kind, at]) => (at === null ? [] : [{ kind, at }]))
        .sort((a, b) => Date.parse(a.at) - Date.parse(b.at)),
    };
  });
}
