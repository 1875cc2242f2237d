import { z } from 'zod';
import { PROCESS_CODE_LIMIT } from './fields.ts';
import { byId, id, inWorkspace, requiredLine, rowVersion } from '../text.ts';

/** Days before a review at which somebody may be reminded; 0: on the day itself. Being overdue is always told. */
export const REVIEW_ALERT_DAYS = [90, 60, 30, 14, 7, 1, 0] as const;
const alertDay = z.literal(REVIEW_ALERT_DAYS);

export const reviewSettingsFields = z.object({
  /** After so many months the next review is proposed. */
  months: z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1, { error: 'application:reviewMonths' })
    .max(60, { error: 'application:reviewMonths' }),
  alertDays: z
    .array(alertDay)
    .max(REVIEW_ALERT_DAYS.length)
    .overwrite((days) => REVIEW_ALERT_DAYS.filter((day) => days.includes(day))),
});
/** `rowVersion` 0: nobody has changed anything yet. */
export const reviewSettings = reviewSettingsFields.extend({ rowVersion: z.number().int() });
export type ReviewSettings = z.infer<typeof reviewSettings>;
export const updateReviewSettings = inWorkspace.extend({
  ...reviewSettingsFields.shape,
  rowVersion: z.coerce.number().int().min(0),
});

/** A review that was done, and the day of the next one; null: none is planned. */
export const finishReview = byId.extend({
  rowVersion,
  nextOn: z.iso.date({ error: 'errors:date' }).nullable(),
});

/** Whether another application has the code; `id`: the one that asks. */
export const findProcessCode = inWorkspace.extend({
  processCode: requiredLine(PROCESS_CODE_LIMIT),
  id: id.optional(),
});
export const processCodeAnswer = z.object({ inUse: z.boolean() });

/** `months` after a day, both YYYY-MM-DD; the last of the month where that has fewer days. */
export function monthsAfter(day: string, months: number): string {
  const [year, month, date] = day.split('-').map(Number) as [number, number, number];
  const last = new Date(Date.UTC(year, month - 1 + months + 1, 0));
  last.setUTCDate(Math.min(date, last.getUTCDate()));
  return last.toISOString().slice(0, 10);
}
