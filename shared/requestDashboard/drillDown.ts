import type { RequestFigures } from './schema.ts';

type Period = Pick<RequestFigures, 'from' | 'to'>;
type Narrowing = Readonly<Record<string, string>>;

const received = ({ from, to }: Period): Narrowing => ({ fromMonth: from, toMonth: to });

/** By what the list of requests is narrowed to exactly what a number of the dashboard counts. */
export const drillDown = {
  overdue: (): Narrowing => ({ byReceipt: 'OVERDUE' }),
  overdueByEither: (): Narrowing => ({ byEither: 'OVERDUE' }),
  open: (): Narrowing => ({ stage: 'OPEN' }),
  stage: (stage: string): Narrowing => ({ stage }),
  late: (period: Period): Narrowing => ({ ...received(period), byReceipt: 'LATE' }),
  month: (month: string): Narrowing => received({ from: month, to: month }),
  right: (period: Period, right: string): Narrowing => ({ ...received(period), right }),
  application: (period: Period, applicationId: string): Narrowing => ({ ...received(period), applicationId }),
  ground: (period: Period, right: string, ground: string): Narrowing => ({ ...received(period), right, ground }),
};
