import { z } from 'zod';
import { inWorkspace, rowVersion } from '../text.ts';
import { CLOCK_STARTS } from './clock.ts';

const days = (min: number, max: number) =>
  z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(min, { error: 'request:days' })
    .max(max, { error: 'request:days' });

/** How a workspace handles requests, as its lawyer reads the act. */
export const requestSettingsFields = z.object({
  /** From when the days of a right count; the date of the act stands beside it and counts from receipt always. */
  clockStart: z.enum(CLOCK_STARTS).default('verification'),
  /** Hours left at which people are notified. */
  alertHours: z
    .array(z.coerce.number().int().min(1).max(8760))
    .max(6)
    .overwrite((list) => [...new Set(list)].sort((a, b) => b - a))
    .default([240, 72, 24, 1]),
  /** Days after which an unanswered question to the data subject goes back to its assignee. */
  waitingDays: days(1, 365).default(14),
  /** Whether whoever handed an answer in may approve it. */
  approveOwn: z.boolean().default(false),
  /** Days after closing until identity documents are deleted. */
  identityDays: days(0, 3650).default(30),
  /** Years after closing until a request is anonymised. */
  retentionYears: days(1, 50).default(10),
});
export type RequestSettings = z.output<typeof requestSettingsFields>;
/** `rowVersion`: 0 where nobody has changed anything. */
export const requestSettings = requestSettingsFields.extend({ rowVersion: z.number().int() });
/** How many requests will be anonymised within the next 30 days. */
export const endingRequests = z.object({ count: z.number().int() });
export const updateRequestSettings = inWorkspace.extend({
  ...requestSettingsFields.shape,
  rowVersion: z.union([z.literal(0), rowVersion]),
});
