import { z } from 'zod';
import { clock } from '../clock.ts';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { openPage, submission } from '../publicPage.ts';
import { RISK_LEVELS } from './riskLevel.ts';
import { severityAnswers, severityWorking } from './severity.ts';
import { defineStatus } from '../status.ts';
import {
  byId,
  count,
  email,
  id,
  inWorkspace,
  LONG_TEXT_LIMIT,
  optionalText,
  phone,
  requiredLine,
  requiredText,
  rowVersion,
} from '../text.ts';

export { RISK_LEVELS, type RiskLevel } from './riskLevel.ts';

/** Where an incident stands. RESPONDED: staff have done their part and the DPO has still to verify it. */
export const INCIDENT_STATUSES = ['WAITING', 'PENDING', 'ACTIVE', 'RESPONDED', 'RESOLVED', 'REJECTED'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];
export type IncidentAction =
  | 'edit'
  | 'submit'
  | 'accept'
  | 'reject'
  | 'revise'
  | 'assign'
  | 'respond'
  | 'resolve'
  | 'verify'
  | 'sendBack'
  | 'reopen'
  | 'decideRisk'
  | 'notify';

/**
 * The life of an incident. `respond` keeps activities, `resolve` hands them in, `verify` and `sendBack` are the DPO's
 * answer to that. `edit` of what was handed in is the DPO's (`incident.verify`).
 */
export const incidentStatus = defineStatus<IncidentStatus, IncidentAction>({
  WAITING: {
    edit: { to: 'WAITING', permission: 'incident.report' },
    submit: { to: 'PENDING', permission: 'incident.report' },
  },
  PENDING: {
    edit: { to: 'PENDING', permission: 'incident.verify' },
    accept: { to: 'ACTIVE', permission: 'incident.verify' },
    reject: { to: 'REJECTED', permission: 'incident.verify' },
  },
  ACTIVE: {
    edit: { to: 'ACTIVE', permission: 'incident.verify' },
    assign: { to: 'ACTIVE', permission: 'incident.verify' },
    respond: { to: 'ACTIVE', permission: 'incident.respond' },
    resolve: { to: 'RESPONDED', permission: 'incident.respond' },
    decideRisk: { to: 'ACTIVE', permission: 'incident.verify' },
    notify: { to: 'ACTIVE', permission: 'incident.notify' },
  },
  RESPONDED: {
    edit: { to: 'RESPONDED', permission: 'incident.verify' },
    assign: { to: 'RESPONDED', permission: 'incident.verify' },
    verify: { to: 'RESOLVED', permission: 'incident.verify' },
    sendBack: { to: 'ACTIVE', permission: 'incident.verify' },
    decideRisk: { to: 'RESPONDED', permission: 'incident.verify' },
    notify: { to: 'RESPONDED', permission: 'incident.notify' },
  },
  RESOLVED: {
    reopen: { to: 'ACTIVE', permission: 'incident.verify' },
    notify: { to: 'RESOLVED', permission: 'incident.notify' },
  },
  REJECTED: { revise: { to: 'WAITING', permission: 'incident.report' } },
});

/** The specification's five stages: what waits for the DPO is PENDING, to approve the report or to complete it. */
const INCIDENT_STAGES = ['WAITING', 'PENDING', 'ACTIVE', 'RESOLVED', 'REJECTED'] as const;
export type IncidentStage = (typeof INCIDENT_STAGES)[number];
export const stageOf = (status: IncidentStatus): IncidentStage => (status === 'RESPONDED' ? 'PENDING' : status);

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
export const ACTIVITY_PHASES = ['CONTAINMENT', 'ERADICATION', 'RECOVERY_ACTIVITIES'] as const;
export type ActivityPhase = (typeof ACTIVITY_PHASES)[number];
const CLOCK_BASES = ['creation', 'awareness'] as const;
export type ClockBasis = (typeof CLOCK_BASES)[number];

const EARLIEST = Date.UTC(1900, 0);
const LATEST = Date.UTC(2200, 0);
/** A moment, ISO 8601 with its offset from UTC, of a year that a person can have meant: from 1900 until 2200. */
export const moment = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: ({ input }) => (input === '' || input === undefined || input === null ? 'errors:required' : 'errors:date'),
  })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST, { error: 'errors:date' });
/**
 * What the list's status can be narrowed to besides a status: whatever is not closed, and what waits for the DPO (the
 * specification's PENDING).
 */
const STATUS_GROUPS = {
  OPEN: ['WAITING', 'PENDING', 'ACTIVE', 'RESPONDED'],
  WITH_DPO: ['PENDING', 'RESPONDED'],
} as const satisfies Record<string, readonly IncidentStatus[]>;
export const STATUS_FILTERS = ['OPEN', 'WITH_DPO', ...INCIDENT_STATUSES] as const;
/** The statuses that a filter leaves. Example: `statusesOf('OPEN')` */
export const statusesOf = (filter: (typeof STATUS_FILTERS)[number]): readonly IncidentStatus[] =>
  filter === 'OPEN' || filter === 'WITH_DPO' ? STATUS_GROUPS[filter] : [filter];

const ids = (most: number) =>
  z
    .array(id)
    .max(most)
    .overwrite((list) => [...new Set(list)])
    .default([]);

const reporter = z.object({ firstName: requiredLine(200), lastName: requiredLine(200), phone, email });
export type Reporter = z.output<typeof reporter>;

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
  sensitive: z.boolean().default(false),
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
  applicationIds: ids(50).refine((list) => list.length > 0, { error: 'errors:required' }),
  dataSubjectGroupIds: ids(50).refine((list) => list.length > 0, { error: 'errors:required' }),
  purposeIds: ids(200),
  piiCategoryIds: ids(100),
  attachmentId: id.nullable().default(null),
};
const inOrder = { error: 'incident:occurredAfterDiscovered', path: ['occurredAt'] };
const isInOrder = (value: { occurredAt: string; discoveredAt: string }) =>
  Date.parse(value.occurredAt) <= Date.parse(value.discoveredAt);

/**
 * Made with a form and kept with what is typed in it: it becomes the id of the new record, so that sending again after
 * a lost answer meets what is there.
 */
export const newKey = id.optional();

/** What a report holds. That a moment lies in the future is told by the server, whose clock counts. */
export const incidentFields = z.object(fields);
export type IncidentFields = z.output<typeof incidentFields>;
export const createIncident = inWorkspace.extend({ ...fields, key: newKey }).refine(isInOrder, inOrder);
export const updateIncident = byId.extend({ rowVersion, ...fields }).refine(isInOrder, inOrder);
export const moveIncident = byId.extend({ rowVersion: rowVersion.optional() });

/** Factors that the no-risk dossier goes through: each considered, with what was found. */
export const NO_RISK_FACTORS = [
  'natureOfData',
  'volume',
  'identifiability',
  'protection',
  'recipients',
  'consequences',
  'mitigation',
  'vulnerableSubjects',
] as const;
export type NoRiskFactor = (typeof NO_RISK_FACTORS)[number];
const noRiskFactor = z.object({ factor: z.enum(NO_RISK_FACTORS), finding: requiredText(2000) });

const decision = {
  riskLevel: z.enum(RISK_LEVELS, { error: 'errors:required' }),
  riskDescription: requiredText(LONG_TEXT_LIMIT),
  /** At least one when nobody is to be notified. */
  factors: z
    .array(noRiskFactor)
    .max(NO_RISK_FACTORS.length)
    .refine((list) => new Set(list.map(({ factor }) => factor)).size === list.length, { error: 'errors:choice' })
    .default([]),
  severity: severityAnswers.nullable().default(null),
};
const dossier = { error: 'incident:factorsMissing', path: ['factors'] };
const hasDossier = (value: { riskLevel: string; factors: readonly unknown[] }) =>
  value.riskLevel !== 'NO_RISK' || value.factors.length > 0;

/** The risk as it is decided, by itself. */
export const riskDecision = z.object(decision).refine(hasDossier, dossier);
export type RiskDecision = z.output<typeof riskDecision>;
export const acceptIncident = byId
  .extend({ rowVersion: rowVersion.optional(), ...decision, assigneeId: id })
  .refine(hasDossier, dossier);
export const decideRisk = byId.extend({ rowVersion: rowVersion.optional(), ...decision }).refine(hasDossier, dossier);
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

const activityFields = {
  phase: z.enum(ACTIVITY_PHASES, { error: 'errors:required' }),
  at: moment,
  detail: requiredText(LONG_TEXT_LIMIT),
};
export const addActivity = byId.extend({ ...activityFields, key: newKey });
export const updateActivity = byId.extend({ aid: id, rowVersion, ...activityFields });
export const removeActivity = byId.extend({
  aid: id,
  /** Left out: whatever it says by now. */ rowVersion: rowVersion.optional(),
});

export const INCIDENT_LIST = {
  sortBy: ['updatedAt', 'createdAt', 'discoveredAt', 'dueAt', 'title', 'number'],
  filters: {
    status: ['ALL', ...STATUS_FILTERS],
    risk: ['ALL', 'UNDECIDED', ...RISK_LEVELS],
    cause: ['ALL', ...INCIDENT_CAUSES],
    clock: ['ALL', 'RUNNING', 'OVERDUE', 'ENDED'],
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

/** Whom the decided risk asks to be notified and who was not yet. Before that nobody closes the incident. */
export type Owed = 'AUTHORITY' | 'SUBJECTS';
export function owedOf(incident: {
  riskLevel: string | null;
  authorityNotifiedAt: string | null;
  subjectsNotifiedAt: string | null;
}): Owed[] {
  const { riskLevel, authorityNotifiedAt, subjectsNotifiedAt } = incident;
  return [
    ...((riskLevel === 'POSSIBLE_RISK' || riskLevel === 'HIGH_RISK') && authorityNotifiedAt === null
      ? (['AUTHORITY'] as const)
      : []),
    ...(riskLevel === 'HIGH_RISK' && subjectsNotifiedAt === null ? (['SUBJECTS'] as const) : []),
  ];
}

const person = z.object({ id, name: z.string() });
const named = z.object({
  /** null: deleted since; the name stays. */ id: id.nullable(),
  name: z.object({ th: z.string(), en: z.string() }),
});

/** The clock of notifying the authority. `other`: the start by the other reading of the act, where the two differ. */
export const incidentClock = clock.extend({
  basis: z.enum(CLOCK_BASES),
  other: z.object({ basis: z.enum(CLOCK_BASES), startedAt: z.string(), dueAt: z.string() }).nullable(),
  /** Whether `other` is due before this one. */
  otherIsEarlier: z.boolean(),
});
export type IncidentClock = z.infer<typeof incidentClock>;

type Dues = Pick<IncidentClock, 'basis' | 'dueAt' | 'other' | 'otherIsEarlier'>;
/**
 * When the authority is to be notified by either reading of the act, the workspace's own first; one where the two do
 * not differ.
 */
export const duesOf = ({ basis, dueAt, other }: Dues): { basis: ClockBasis; dueAt: string }[] => [
  { basis, dueAt },
  ...(other ? [{ basis: other.basis, dueAt: other.dueAt }] : []),
];
/**
 * Whether notifying the authority at this moment (epoch ms) misses either deadline; the very moment it is due is in
 * time. What goes to the authority is judged by this, whatever the workspace counts by (docs/decisions/026).
 */
export const isNotifiedLate = (clock: Dues & Pick<IncidentClock, 'outcome'>, at: number): boolean =>
  clock.outcome !== 'notNeeded' && at > Math.min(...duesOf(clock).map(({ dueAt }) => Date.parse(dueAt)));

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
  assignee: person.nullable(),
  /** Who reported it, where they are personnel. */
  reportedBy: person.nullable(),
  discoveredAt: z.string(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
  clock: incidentClock,
});
export type IncidentItem = z.infer<typeof incidentItem>;
export const incidentList = listOf(incidentItem);

export const incidentActivity = z.object({
  id,
  phase: z.enum(ACTIVITY_PHASES),
  at: z.string(),
  detail: z.string(),
  by: person.nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  rowVersion: z.number().int(),
});
export type IncidentActivity = z.infer<typeof incidentActivity>;
const incidentMove = z.object({
  id,
  action: z.string(),
  from: z.string(),
  to: z.string(),
  reason: z.string(),
  by: person.nullable(),
  at: z.string(),
});
export type IncidentMove = z.infer<typeof incidentMove>;
const incidentDecision = z.object({
  id,
  riskLevel: z.enum(RISK_LEVELS),
  description: z.string(),
  factors: z.array(noRiskFactor),
  severity: z.object({ answers: severityAnswers, working: severityWorking }).nullable(),
  by: person.nullable(),
  at: z.string(),
});
export type IncidentDecision = z.infer<typeof incidentDecision>;

export const incident = incidentItem.extend({
  reporter,
  dataSubjectGroups: z.array(named),
  purposes: z.array(named),
  piiCategories: z.array(named),
  occurredAt: z.string(),
  description: z.string(),
  affectedSystems: z.string(),
  actionsTaken: z.string(),
  consequences: z.string(),
  breachKinds: z.array(z.enum(BREACH_KINDS)),
  attachment: z.object({ id, url: z.string(), name: z.string(), size: z.number() }).nullable(),
  subjectCount: z.number().nullable(),
  recordCount: z.number().nullable(),
  sensitive: z.boolean(),
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
  updatedBy: person.nullable(),
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

/** Open clocks that the caller may see, those due first; for the bell and the dashboard. */
export const openClocks = z.object({
  total: z.number().int(),
  overdue: z.number().int(),
  collection: z.array(
    z.object({
      id,
      number: z.number().int(),
      title: z.string(),
      riskLevel: z.enum(RISK_LEVELS).nullable(),
      clock: incidentClock,
    }),
  ),
});
export type OpenClocks = z.infer<typeof openClocks>;

/** The statutory numbers and the public form of a workspace. */
export const incidentSettingsFields = z.object({
  authorityHours: z.coerce
    .number({ error: 'errors:number' })
    .int({ error: 'errors:number' })
    .min(1, { error: 'incident:hoursRange' })
    .max(720, { error: 'incident:hoursRange' }),
  basis: z.enum(CLOCK_BASES),
  /** Hours left at which somebody is notified; being overdue is always told. */
  alertHours: z
    .array(z.number().int().min(1).max(720))
    .max(5)
    .overwrite((list) => [...new Set(list)].sort((a, b) => b - a)),
  publicForm: z.boolean(),
});
export type IncidentSettingsFields = z.output<typeof incidentSettingsFields>;
export const updateIncidentSettings = inWorkspace.extend({
  rowVersion: z.coerce.number().int().min(0),
  ...incidentSettingsFields.shape,
});
/**
 * `publicUrl`: the address of the public form, while it is on, for those who hold incident.verify. `rowVersion` 0:
 * nobody has changed anything yet.
 */
export const incidentSettings = incidentSettingsFields.extend({
  publicUrl: z.string().nullable(),
  rowVersion: z.number().int(),
});
export type IncidentSettings = z.infer<typeof incidentSettings>;

/** The public form: what somebody from outside tells. */
export const openReport = openPage;
export const reportForm = z.object({ organization: z.string(), workspace: z.string() });
export const submitReport = submission
  .extend({
    title: requiredLine(300),
    reporter,
    affectedSystems: requiredText(),
    description: requiredText(LONG_TEXT_LIMIT),
    actionsTaken: optionalText(LONG_TEXT_LIMIT),
    discoveredAt: moment,
    occurredAt: moment,
  })
  .refine(isInOrder, inOrder);
/** `reference`: referenceOf of shared/incident/reference.ts. */
export const submittedReport = z.object({ reference: z.string() });
