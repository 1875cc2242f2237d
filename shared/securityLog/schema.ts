import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { SECURITY_TOPICS } from '../registry/securityEvents.ts';
import { id } from '../text.ts';

// Earlier ones no calendar of ours reaches, and the year 0 not even Postgres.
const day = z.iso.date({ error: 'errors:date' }).refine((value) => value >= '1900-01-01', { error: 'errors:date' });

export const SECURITY_LOG_LIST = {
  sortBy: ['createdAt'],
  filters: { topic: ['ALL', ...SECURITY_TOPICS] },
} as const satisfies ListRule;
export const listSecurityLogs = listInput(SECURITY_LOG_LIST).extend({
  /** First and last day, both included, as days in Bangkok (UTC+7): YYYY-MM-DD. */
  from: day.optional(),
  to: day.optional(),
});
export type ListSecurityLogs = z.infer<typeof listSecurityLogs>;

const securityLog = z.object({
  id,
  event: z.string(),
  topic: z.enum(SECURITY_TOPICS),
  /** What happened, in the caller's language. */
  title: z.string(),
  /** What it was done to, or whom; empty where it is the account itself. */
  subject: z.string(),
  /** Name and address as they were then; null for the system itself. */
  actor: z.object({ name: z.string(), email: z.string() }).nullable(),
  /** The workspace; null where it is about an account, which may be in several. */
  workspace: z.object({ id, name: z.string() }).nullable(),
  createdAt: z.string(),
});
export type SecurityLog = z.infer<typeof securityLog>;
export const securityLogList = listOf(securityLog);
