import { z } from 'zod';
import { incidentClock } from '../incident/clock.ts';
import { RISK_LEVELS } from '../incident/riskLevel.ts';
import { INCIDENT_CAUSES } from '../incident/schema.ts';
import { INCIDENT_STATUSES } from '../incident/status.ts';
import { id, inWorkspace, LIMITED } from '../text.ts';

const month = z
  .string()
  .max(7, { error: 'errors:date', ...LIMITED })
  .regex(/^\d{4}-(0[1-9]|1[0-2])$/, { error: 'errors:date' });

/** Months of creation in Bangkok, both included; left out: the last twelve. */
export const summaryInput = inWorkspace.extend({ from: month.optional(), to: month.optional() });
const counted = <Key extends z.ZodType>(key: Key) => z.array(z.object({ key, incidents: z.number().int() }));

/** Counts of the dashboard; seconds where times are told, null where there is nothing to tell of. */
export const incidentSummary = z.object({
  from: month,
  to: month,
  /** The first month that has any, whatever the range; null without incidents. */
  first: month.nullable(),
  /** Hours within which the authority is notified, as the workspace has them today. */
  authorityHours: z.number().int(),
  total: z.number().int(),
  open: z.number().int(),
  overdue: z.number().int(),
  late: z.number().int(),
  risks: counted(z.enum(['UNDECIDED', ...RISK_LEVELS])),
  statuses: counted(z.enum(INCIDENT_STATUSES)),
  causes: counted(z.enum(INCIDENT_CAUSES)),
  /** The ten with most. */
  applications: z.array(z.object({ id, name: z.string(), incidents: z.number().int() })),
  containSeconds: z.number().nullable(),
  notifySeconds: z.number().nullable(),
  contained: z.number().int(),
  notified: z.number().int(),
  /** Every month of the range, oldest first. */
  months: z.array(
    z.object({
      month,
      incidents: z.number().int(),
      resolved: z.number().int(),
      containSeconds: z.number().nullable(),
      notifySeconds: z.number().nullable(),
      late: z.number().int(),
    }),
  ),
});
export type IncidentSummary = z.infer<typeof incidentSummary>;

/** Milestones of the newest incidents, for the timeline. */
export const timelineInput = summaryInput.extend({ pageSize: z.coerce.number().int().min(1).max(50).default(20) });
export const incidentTimeline = z.array(
  z.object({
    id,
    number: z.number().int(),
    title: z.string(),
    status: z.enum(INCIDENT_STATUSES),
    riskLevel: z.enum(RISK_LEVELS).nullable(),
    clock: incidentClock,
    milestones: z.array(
      z.object({
        kind: z.enum([
          'occurred',
          'discovered',
          'created',
          'submitted',
          'accepted',
          'contained',
          'authorityNotified',
          'subjectsNotified',
          'responded',
          'resolved',
        ]),
        at: z.string(),
      }),
    ),
  }),
);
export type IncidentTimeline = z.infer<typeof incidentTimeline>;
