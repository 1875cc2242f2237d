import { z } from 'zod';
import { ACTIVITY_MODULES } from '../registry/events.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id } from '../text.ts';

// Earlier ones no calendar of ours reaches, and the year 0 not even Postgres.
const day = z.iso.date({ error: 'errors:date' }).refine((value) => value >= '1900-01-01', { error: 'errors:date' });

export const ACTIVITY_LOG_LIST = {
  sortBy: ['createdAt'],
  filters: {
    module: ['ALL', ...ACTIVITY_MODULES],
    /** Personnel who did it. */
    actorId: 'id',
    /** The record it was done to. */
    entityId: 'id',
  },
} as const satisfies ListRule;
export const listActivityLogs = listInput(ACTIVITY_LOG_LIST).extend({
  /** First and last day, both included, as days in Bangkok (UTC+7): YYYY-MM-DD. */
  from: day.optional(),
  to: day.optional(),
});
export type ListActivityLogs = z.infer<typeof listActivityLogs>;

/** A field that changed. `label` and the texts are in the caller's language, for showing; personal data is masked. */
const activityChange = z.object({
  field: z.string(),
  label: z.string(),
  /** As stored: any JSON. */
  old: z.any(),
  new: z.any(),
  oldText: z.string(),
  newText: z.string(),
});

const activityLog = z.object({
  id,
  /** `<module> : <sentence>` in the caller's language. */
  activity: z.string(),
  /** The sentence alone. */
  title: z.string(),
  module: z.enum(ACTIVITY_MODULES),
  event: z.string(),
  entity: z.string(),
  entityId: id,
  /** Who did it; null for the system itself. */
  actor: z.object({ id, name: z.string() }).nullable(),
  /** The record's name at that time; for personnel the name of today, since the log itself keeps none. */
  subject: z.string(),
  changes: z.array(activityChange),
  createdAt: z.string(),
});
export type ActivityLog = z.infer<typeof activityLog>;
export const activityLogList = listOf(activityLog);
/** Everybody who may stand in the log, those who have left too. */
export const activityLogPeople = z.array(z.object({ id, name: z.string(), active: z.boolean() }));

/** Of the activity logs that the organisation has kept of its deleted workspaces. */
export const ORGANIZATION_LOG_LIST = {
  sortBy: ['createdAt'],
  filters: {
    module: ['ALL', ...ACTIVITY_MODULES],
    /** The deleted workspace. */
    workspaceId: 'id',
  },
} as const satisfies ListRule;
export const listOrganizationLogs = listInput(ORGANIZATION_LOG_LIST).extend({
  /** First and last day, both included, as days in Bangkok (UTC+7): YYYY-MM-DD. */
  from: day.optional(),
  to: day.optional(),
});
export type ListOrganizationLogs = z.infer<typeof listOrganizationLogs>;
const organizationLog = activityLog.extend({ workspace: z.object({ id, name: z.string() }) });
export type OrganizationLog = z.infer<typeof organizationLog>;
export const organizationLogList = listOf(organizationLog);
