import { z } from 'zod';
import { RIGHT_CODES } from '../dataRight/schema.ts';
import { REQUEST_STAGES, REQUEST_STATUSES } from '../request/stage.ts';
import { id, inWorkspace, LIMITED } from '../text.ts';

const month = z
  .string()
  .max(7, { error: 'errors:date', ...LIMITED })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'errors:date' });
const count = z.number().int();

/** Months of receipt in Bangkok, both included; left out: the last twelve. Of one application, or of all. */
export const statisticsInput = inWorkspace.extend({
  from: month.optional(),
  to: month.optional(),
  applicationId: id.optional(),
});
const byStatus = z.object(
  Object.fromEntries(REQUEST_STATUSES.map((status) => [status, count])) as Record<
    (typeof REQUEST_STATUSES)[number],
    typeof count
  >,
);

/** Every month of the range, oldest first; `late`: answered after the date that counts from receipt. */
export const monthlySummary = z.array(
  z.object({ month, received: count, completed: count, rejected: count, late: count }),
);
/** The whole range; `due30`: rights that fall due within 30 days, whenever they were received. */
export const summarySum = z.object({
  total: count,
  byStatus,
  onTime: count,
  late: count,
  due30: count,
  /** Days from receipt to the answer; null without an answer. */
  medianDays: z.number().nullable(),
});
/** Rights that were asked for; one of the workspace's own counts under CUSTOM. */
export const RIGHT_KEYS = [...RIGHT_CODES, 'CUSTOM'] as const;
export const summaryRight = z.array(z.object({ code: z.enum(RIGHT_KEYS), total: count, byStatus, late: count }));

const ofPeriod = z.object({ total: count, answered: count, late: count, medianDays: z.number().nullable() });
/** What the dashboard shows beside the three statistics. */
export const requestFigures = z.object({
  from: month,
  to: month,
  /** The first month that has any, whatever the range; null without requests. */
  first: month.nullable(),
  /** Of any time: rights that are not answered, those past the date from receipt, and past that of the settings. */
  open: count,
  overdueByReceipt: count,
  overdueBySetting: count,
  stages: z.array(z.object({ stage: z.enum(REQUEST_STAGES), rights: count })),
  /** The ten with most. */
  applications: z.array(z.object({ id, name: z.string(), requests: count })),
  grounds: z.array(z.object({ code: z.enum(RIGHT_KEYS), ground: z.string(), rights: count })),
  /** The next 30 days that something falls due on. */
  forecast: z.array(z.object({ date: z.string(), byReceipt: count, bySetting: count })),
  /** As long a time, and the one before it. */
  now: ofPeriod,
  before: ofPeriod,
  months: monthlySummary,
  rights: summaryRight,
});
export type RequestFigures = z.infer<typeof requestFigures>;
