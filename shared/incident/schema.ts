import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import {
  byId,
  count,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalText,
  requiredLine,
  requiredText,
  rowVersion,
  namedRecord,
} from '../text.ts';
import { incidentActivity } from './activity.ts';
import { incidentClock } from './clock.ts';
import { incidentDecision } from './decision.ts';
import { inOrder, isInOrder, moment, newKey, reporter } from './fields.ts';
import { RISK_LEVELS } from './riskLevel.ts';
import { INCIDENT_STAGES, INCIDENT_STATUSES, STATUS_FILTERS } from './status.ts';

export const INCIDENT_SOURCES = ['MANUAL_REPORT', 'DETECTION', 'ASSESSMENT'] as const;
export type IncidentSource = (typeof INCIDENT_SOURCES)[number];
export const INCIDENT_CAUSES = [
  'HUMAN_ERROR',
  'MISDELIVERY',
  'PHISHING',
  'MALWARE',
  'HACKING',
  'INSIDER',
  'LOST_OR_STOLEN',
  'SYSTEM_FAILURE',
  'THIRD_PARTY',
  'OTHER',
  'UNKNOWN',
] as const;
export type IncidentCause = (typeof INCIDENT_CAUSES)[number];
export const BREACH_KINDS = ['CONFIDENTIALITY', 'INTEGRITY', 'AVAILABILITY'] as const;
export type BreachKind = (typeof BREACH_KINDS)[number];
const ids = (most: number) =>
  z
    .array(id)
    .max(most)
    .overwrite((list) => [...new Set(list)])
    .default([]);

/** What is reported beside whom it concerns and who reports; each has a column of its name. */
const facts = {
  title: requiredLine(300),
  source: z.enum(INCIDENT_SOURCES).default('MANUAL_REPORT'),
  cause: z.enum(INCIDENT_CAUSES).default('UNKNOWN'),
  breachKinds: z
    .array(z.enum(BREACH_KINDS))
    .max(3)
    .overwrite((list) => [...new Set(list)])
    .default([]),
  discoveredAt: moment,
  occurredAt: moment,
  affectedSystems: optionalText(),
  subjectCount: count.nullable().default(null),
  recordCount: count.nullable().default(null),
  /** Whether sensitive data (section 26) is concerned; null while it is not known. */
  sensitive: z.boolean().nullable().default(null),
  description: optionalText(LONG_TEXT_LIMIT),
  actionsTaken: requiredText(LONG_TEXT_LIMIT),
  consequences: optionalText(LONG_TEXT_LIMIT),
};
type ReportFact = keyof typeof facts;
export const REPORT_FACTS = Object.keys(facts) as ReportFact[];
/** What is reported of an incident, without whatever else is known of it. */
export const reportFactsOf = <Facts extends Record<ReportFact, unknown>>(incident: Facts): Pick<Facts, ReportFact> =>
  Object.fromEntries(REPORT_FACTS.map((key) => [key, incident[key]])) as Pick<Facts, ReportFact>;

const fields = {
  ...facts,
  reporter,
  /** Required by the server where the workspace has an application to name (docs/decisions/140). */
  applicationIds: ids(50),
  dataSubjectGroupIds: ids(50).refine((list) => list.length > 0, { error: 'errors:required' }),
  purposeIds: ids(200),
  piiCategoryIds: ids(100),
  attachmentId: id.nullable().default(null),
};
/** What a report holds. That a moment lies in the future is told by the server, whose clock counts. */
export const incidentFields = z.object(fields);
export type IncidentFields = z.output<typeof incidentFields>;
export const createIncident = inWorkspace.extend({ ...fields, key: newKey }).refine(isInOrder, inOrder);
export const updateIncident = byId.extend({ rowVersion, ...fields }).refine(isInOrder, inOrder);
export const moveIncident = byId.extend({ rowVersion: rowVersion.optional() });

export const moveWithReason = byId.extend({ rowVersion: rowVersion.optional(), reason: requiredText(2000) });
export const assignIncident = byId.extend({ rowVersion: rowVersion.optional(), assigneeId: id });
export const resolveIncident = byId.extend({
  rowVersion: rowVersion.optional(),
  resolution: requiredText(LONG_TEXT_LIMIT),
});
export const verifyIncident = byId.extend({
  rowVersion: rowVersion.optional(),
  note: optionalText(2000),
  /** Asked for when the authority was notified late, or not at all by the deadline. */ lateReason: optionalText(2000),
});

export const INCIDENT_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'discoveredAt', 'dueAt', 'title', 'number'],
  filters: {
    status: ['ALL', ...STATUS_FILTERS],
    risk: ['ALL', 'UNDECIDED', ...RISK_LEVELS],
    cause: ['ALL', ...INCIDENT_CAUSES],
    /** OPEN: running or overdue. */
    clock: ['ALL', 'OPEN', 'RUNNING', 'OVERDUE', 'ENDED'],
    /** Public reports beyond the limit that nobody has dealt with, which figures of deadlines leave out. */
    excess: ['ALL', 'WITHOUT', 'ONLY'],
    /** Records that an incident concerns. */
    applicationId: 'id',
    purposeId: 'id',
    piiCategoryId: 'id',
    /** Months of creation in Bangkok, both included. */
    fromMonth: 'month',
    toMonth: 'month',
    /** Only those assigned to or reported by the caller; always so for Staff. */
    mine: 'flag',
  },
} as const satisfies ListRule;
export const listIncidents = listInput(INCIDENT_LIST);
export type ListIncidents = z.output<typeof listIncidents>;
/** Months of creation in Bangkok that have incidents which the caller may see, YYYY-MM, the newest first. */
export const incidentMonths = z.array(z.string());

const named = z.object({
  /** null: deleted since; the name stays. */ id: id.nullable(),
  name: z.object({ th: z.string(), en: z.string() }),
});

const incidentItem = z.object({
  id,
  number: z.number().int(),
  title: z.string(),
  source: z.enum(INCIDENT_SOURCES),
  status: z.enum(INCIDENT_STATUSES),
  stage: z.enum(INCIDENT_STAGES),
  riskLevel: z.enum(RISK_LEVELS).nullable(),
  cause: z.enum(INCIDENT_CAUSES),
  applications: z.array(named),
  assignee: namedRecord.nullable(),
  /** Who reported it, where they are personnel. */
  reportedBy: namedRecord.nullable(),
  discoveredAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
  clock: incidentClock,
});
export type IncidentItem = z.infer<typeof incidentItem>;
export const incidentList = listOf(incidentItem);

const incidentMove = z.object({
  id,
  action: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  by: namedRecord.nullable(),
  at: z.string(),
});
export type IncidentMove = z.infer<typeof incidentMove>;
export const incident = incidentItem.extend({
  reporter,
  dataSubjectGroups: z.array(named),
  purposes: z.array(named),
  piiCategories: z.array(named.extend({ sensitive: z.boolean().optional() })),
  occurredAt: z.string(),
  /** When the reporter of the public form became aware, as they state it; null for other reports. */
  reporterAwareAt: z.string().nullable(),
  description: z.string(),
  affectedSystems: z.string(),
  actionsTaken: z.string(),
  consequences: z.string(),
  breachKinds: z.array(z.enum(BREACH_KINDS)),
  attachment: z.object({ id, url: z.string(), name: z.string(), size: z.number() }).nullable(),
  subjectCount: z.number().nullable(),
  recordCount: z.number().nullable(),
  sensitive: z.boolean().nullable(),
  riskDescription: z.string(),
  resolution: z.string(),
  lateReason: z.string(),
  submittedAt: z.string().nullable(),
  acceptedAt: z.string().nullable(),
  containedAt: z.string().nullable(),
  authorityNotifiedAt: z.string().nullable(),
  subjectsNotifiedAt: z.string().nullable(),
  respondedAt: z.string().nullable(),
  resolvedAt: z.string().nullable(),
  updatedBy: namedRecord.nullable(),
  activities: z.array(incidentActivity),
  moves: z.array(incidentMove),
  /** Newest first. */
  decisions: z.array(incidentDecision),
  /** Moves that the caller may make now. */
  allowed: z.array(z.string()),
});
export type Incident = z.infer<typeof incident>;

/** What the record of processing tells of these applications, to fill a report in. */
export const suggestIncident = inWorkspace.extend({ applicationIds: ids(50) });
const choice = z.object({ id, name: z.object({ th: z.string(), en: z.string() }) });
export const incidentSuggestion = z.object({
  /** Sum over the applications that say; null when none does. */
  subjectCount: z.number().nullable(),
  sensitive: z.boolean(),
  purposes: z.array(choice),
  piiCategories: z.array(choice.extend({ sensitive: z.boolean() })),
  dataSubjectGroups: z.array(choice),
});
export type IncidentSuggestion = z.infer<typeof incidentSuggestion>;
