import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type monthlySummary,
  type RequestFigures,
  RIGHT_KEYS,
  type statisticsInput,
  type summaryRight,
  type summarySum,
} from '../../../shared/requestDashboard/schema.ts';
import { REQUEST_STATUSES, type RequestStage, type RequestStatus, STATUS_OF } from '../../../shared/request/stage.ts';
import { bangkokDay, endOf } from '../../../shared/bangkok.ts';
import { monthAfter } from '../../../shared/months.ts';
import { DAY } from '../../../shared/duration.ts';
import { requestedMonths } from '../../platform/list/months.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

type Input = z.output<typeof statisticsInput>;
const APPLICATIONS = 10;
/** Days of the forecast. */
const FORECAST_DAYS = 30;

const rangeOf = (months: readonly string[], applicationId: string | undefined): queries.Range => ({
  from: `${months[0]}-01`,
  to: `${months.at(-1)}-01`,
  applicationId,
});

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const countsBy = <Row>(rows: readonly Row[], statusOf: (row: Row) => RequestStatus, valueOf: (row: Row) => number) =>
  Object.fromEntries(
    REQUEST_STATUSES.map((status) => [status, sum(rows.filter((row) => statusOf(row) === status).map(valueOf))]),
  ) as Record<RequestStatus, number>;

/** The median of the days until an answer; between the two in the middle where their number is even. */
function medianOf(rows: readonly { days: number; requests: number }[]): number | null {
  const total = sum(rows.map(({ requests }) => Number(requests)));
  if (total === 0) return null;
  const at = (place: number): number => {
    let passed = 0;
    for (const { days, requests } of rows) if ((passed += Number(requests)) > place) return days;
    return rows.at(-1)!.days;
  };
  return (at(Math.floor((total - 1) / 2)) + at(Math.floor(total / 2))) / 2;
}

type MonthRow = Awaited<ReturnType<typeof queries.monthSums>>[number];
const statusOfMonth = ({ status }: MonthRow) => status as RequestStatus;
const requestsOf = ({ requests }: MonthRow) => Number(requests);

function monthly(months: readonly string[], rows: readonly MonthRow[]): z.input<typeof monthlySummary> {
  return months.map((month) => {
    const own = rows.filter((row) => row.month === month);
    const by = countsBy(own, statusOfMonth, requestsOf);
    return {
      month,
      received: sum(own.map(requestsOf)),
      completed: by.COMPLETED,
      rejected: by.REJECTED,
      late: sum(own.map(({ late }) => Number(late))),
    };
  });
}

function ofPeriod(rows: readonly MonthRow[], days: Parameters<typeof medianOf>[0]) {
  return {
    total: sum(rows.map(requestsOf)),
    answered: sum(days.map(({ requests }) => Number(requests))),
    late: sum(rows.map(({ late }) => Number(late))),
    medianDays: medianOf(days),
  };
}

function byRight(rows: Awaited<ReturnType<typeof queries.rightSums>>): z.input<typeof summaryRight> {
  return RIGHT_KEYS.flatMap((code) => {
    const own = rows.filter((row) => row.code === code);
    const rights = ({ rights: value }: (typeof own)[number]) => Number(value);
    const total = sum(own.map(rights));
    if (total === 0) return [];
    const byStatus = countsBy(own, ({ stage }) => STATUS_OF[stage as RequestStage], rights);
    return [{ code, total, byStatus, late: sum(own.map(({ late }) => Number(late))) }];
  });
}

/** Requests by the month of receipt. */
export function summary(ctx: WorkspaceContext, input: Input): Promise<z.input<typeof monthlySummary>> {
  const months = requestedMonths(ctx.deps.now(), input);
  return ctx.read(async (trx) =>
    monthly(months, await queries.monthSums(trx, ctx.workspace.id, rangeOf(months, input.applicationId))),
  );
}

/** The totals of a range. */
export function total(ctx: WorkspaceContext, input: Input): Promise<z.input<typeof summarySum>> {
  const months = requestedMonths(ctx.deps.now(), input);
  const { id: ws } = ctx.workspace;
  const range = rangeOf(months, input.applicationId);
  return ctx.read(async (trx) => {
    const [rows, days, dates] = await Promise.all([
      queries.monthSums(trx, ws, range),
      queries.answerDays(trx, ws, range),
      dueIn(trx, ctx, input),
    ]);
    const { answered, late, medianDays } = ofPeriod(rows, days);
    return {
      total: sum(rows.map(requestsOf)),
      byStatus: countsBy(rows, statusOfMonth, requestsOf),
      onTime: answered - late,
      late,
      due30: sum(
        dates.filter(({ kind, date }) => kind === 'request.act' && date !== null).map(({ rights }) => Number(rights)),
      ),
      medianDays,
    };
  });
}

/** Rights that were requested in a range. */
export function rights(ctx: WorkspaceContext, input: Input): Promise<z.input<typeof summaryRight>> {
  const range = rangeOf(requestedMonths(ctx.deps.now(), input), input.applicationId);
  return ctx.read(async (trx) => byRight(await queries.rightSums(trx, ctx.workspace.id, range)));
}

/** The end of the last day of the forecast, in Bangkok. */
const forecastEnd = (now: Date): Date => new Date(endOf(bangkokDay(new Date(now.getTime() + FORECAST_DAYS * DAY))));

const dueIn = (trx: Trx, ctx: WorkspaceContext, { applicationId }: Input) => {
  const now = ctx.deps.now();
  return queries.dueDates(trx, ctx.workspace.id, { now, until: forecastEnd(now), applicationId });
};

/** All figures of the dashboard, of a range and of an equally long time before it. */
export function figures(ctx: WorkspaceContext, input: Input): Promise<RequestFigures> {
  const months = requestedMonths(ctx.deps.now(), input);
  const before = months.map((month) => monthAfter(month, -months.length));
  const { id: ws } = ctx.workspace;
  const { applicationId } = input;
  const both: queries.Range = { ...rangeOf(months, applicationId), from: `${before[0]}-01` };
  const range = rangeOf(months, applicationId);
  return ctx.read(async (trx) => {
    const [rows, days, daysBefore, rightRows, applications, first, stages, dates] = await Promise.all([
      queries.monthSums(trx, ws, both),
      queries.answerDays(trx, ws, range),
      queries.answerDays(trx, ws, rangeOf(before, applicationId)),
      queries.rightSums(trx, ws, range),
      queries.applicationSums(trx, ws, range, APPLICATIONS),
      queries.firstMonth(trx, ws),
      queries.openStages(trx, ws, applicationId),
      dueIn(trx, ctx, input),
    ]);
    const own = rows.filter(({ month }) => months.includes(month));
    const overdue = (kind: string) =>
      sum(dates.filter((one) => one.kind === kind && one.date === null).map((one) => Number(one.rights)));
    return {
      from: months[0],
      to: months.at(-1)!,
      first,
      open: sum(stages.map((one) => Number(one.rights))),
      overdueByReceipt: overdue('request.act'),
      overdueBySetting: overdue('request.right'),
      stages: stages.map((one) => ({ stage: one.stage as RequestStage, rights: Number(one.rights) })),
      applications: applications.map(({ id, name, requests }) => ({ id, name, requests: Number(requests) })),
      grounds: groundsOf(rightRows),
      forecast: forecastOf(dates),
      now: ofPeriod(own, days),
      before: ofPeriod(
        rows.filter(({ month }) => before.includes(month)),
        daysBefore,
      ),
      months: monthly(months, own),
      rights: byRight(rightRows),
    };
  });
}

const groundsOf = (rows: Awaited<ReturnType<typeof queries.rightSums>>): RequestFigures['grounds'] =>
  rows
    .filter(({ ground }) => ground !== '')
    .map(({ code, ground, rights: count }) => ({
      code: code as RequestFigures['grounds'][number]['code'],
      ground,
      rights: Number(count),
    }))
    .sort((a, b) => b.rights - a.rights);

function forecastOf(dates: Awaited<ReturnType<typeof queries.dueDates>>): RequestFigures['forecast'] {
  const found = new Map<string, { byReceipt: number; bySetting: number }>();
  for (const { kind, date, rights: count } of dates) {
    if (date === null) continue;
    const day = found.get(date) ?? { byReceipt: 0, bySetting: 0 };
    day[kind === 'request.act' ? 'byReceipt' : 'bySetting'] += Number(count);
    found.set(date, day);
  }
  return [...found].sort(([a], [b]) => (a < b ? -1 : 1)).map(([date, counts]) => ({ date, ...counts }));
}
