import { defineStatus } from '../status.ts';

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
    // Only of a report of the public form: nobody else may answer what a colleague has not submitted yet.
    reject: { to: 'REJECTED', permission: 'incident.verify' },
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
export const INCIDENT_STAGES = ['WAITING', 'PENDING', 'ACTIVE', 'RESOLVED', 'REJECTED'] as const;
export type IncidentStage = (typeof INCIDENT_STAGES)[number];
export const stageOf = (status: IncidentStatus): IncidentStage => (status === 'RESPONDED' ? 'PENDING' : status);

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

/** What a report must say before it is accepted and before its incident is closed: the public form may leave it out. */
export function missingOf(incident: {
  applications: readonly unknown[];
  dataSubjectGroups: readonly unknown[];
  actionsTaken: string;
}): ('applicationIds' | 'dataSubjectGroupIds' | 'actionsTaken')[] {
  return [
    ...(incident.applications.length === 0 ? (['applicationIds'] as const) : []),
    ...(incident.dataSubjectGroups.length === 0 ? (['dataSubjectGroupIds'] as const) : []),
    ...(incident.actionsTaken.trim() === '' ? (['actionsTaken'] as const) : []),
  ];
}
