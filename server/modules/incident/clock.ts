import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type Clock, dueAfter } from '../../../shared/clock.ts';
import type { ClockBasis, CountedBasis, IncidentClock } from '../../../shared/incident/clock.ts';
import {
  deadlinesOf,
  type DeadlineOutcome,
  endDeadline,
  moveDeadline,
  moveDeadlines,
  openDeadline,
  reopenDeadline,
  resumeDeadline,
  stopDeadline,
} from '../../platform/clock/deadlines.ts';

// The deadline of PDPA section 37(4): the authority is notified within 72 hours of becoming aware; the specification
// counts from the creation of the record. The stored deadline is the earlier of both (docs/decisions/043). The
// workspace can change the number of hours (incident_settings).

export const AUTHORITY = 'incident.authority' as const;

/** Settings of a workspace that has not stored its own. */
export const DEFAULTS = {
  authorityHours: 72,
  basis: 'creation' as ClockBasis,
  alertHours: [24, 1],
  publicForm: false,
  publicToken: null as string | null,
  rowVersion: 0,
};
export type StoredSettings = typeof DEFAULTS;
type Reading = Pick<StoredSettings, 'authorityHours' | 'basis'>;

/**
 * The two moments from which the act can be read to count, ISO 8601 or Date, and for a public report whether it was
 * accepted.
 */
export interface IncidentTimes {
  createdAt: string | Date;
  discoveredAt: string | Date;
  reporterId?: string | null;
  acceptedAt?: unknown;
}
/** An incident that has a deadline; its moments are read from its row. */
export interface ClockedIncident {
  readonly id: string;
}

/**
 * Ids of public reports beyond the limit that nobody has dealt with (docs/decisions/036): their deadlines run, but are
 * counted apart, so that a flood of them hides no other.
 */
export const excessReports = (workspaceId: string) =>
  sql`select id from incidents where workspace_id = ${workspaceId} and reporter_id is null and status = 'WAITING' and updated_by is null`;

const ms = (moment: string | Date): number => new Date(moment).getTime();

/** Settings of a workspace; `rowVersion` 0 where none are stored. */
export async function settingsOf(trx: Trx, workspaceId: string): Promise<StoredSettings> {
  const row = await trx
    .selectFrom('incidentSettings')
    .select(['authorityHours', 'basis', 'alertHours', 'publicForm', 'publicToken', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ? { ...row, basis: row.basis as ClockBasis } : { ...DEFAULTS };
}

/**
 * The moments that the hours count from, milliseconds since 1970, earliest first; only one where they do not differ. A
 * workspace that counts from awareness ignores a later record. A public report counts from its receipt until it is
 * accepted, since nobody has checked when its reporter became aware.
 */
function startsOf(
  { basis }: Pick<Reading, 'basis'>,
  times: IncidentTimes,
): [{ basis: ClockBasis; at: number }, ...{ basis: ClockBasis; at: number }[]] {
  const creation = { basis: 'creation', at: ms(times.createdAt) } as const;
  const awareness = { basis: 'awareness', at: ms(times.discoveredAt) } as const;
  if (times.reporterId === null && times.acceptedAt === null) return [creation];
  if (creation.at === awareness.at) return [basis === 'creation' ? creation : awareness];
  if (creation.at < awareness.at) return [creation, awareness];
  return basis === 'awareness' ? [awareness] : [awareness, creation];
}

/** When the authority must have been notified, milliseconds since 1970. */
export const dueOf = (settings: Reading, times: IncidentTimes): number =>
  dueAfter(startsOf(settings, times)[0].at, settings.authorityHours);

/**
 * Prevents deadlines from being opened or moved while settings are changed: openers share the lock, a change holds it
 * exclusively.
 */
async function lockClocks(trx: Trx, workspaceId: string, how: 'shared' | 'alone'): Promise<void> {
  const key = sql`hashtextextended(${`incident clocks ${workspaceId}`}, 0)`;
  await (
    how === 'shared' ? sql`select pg_advisory_xact_lock_shared(${key})` : sql`select pg_advisory_xact_lock(${key})`
  ).execute(trx);
}

interface Where {
  workspaceId: string;
  now: Date;
}
const key = (workspaceId: string, subjectId: string) => ({ workspaceId, kind: AUTHORITY, subjectId });

async function timesOf(trx: Trx, workspaceId: string, { id }: ClockedIncident) {
  await lockClocks(trx, workspaceId, 'shared');
  const settings = await settingsOf(trx, workspaceId);
  const incident = await trx
    .selectFrom('incidents')
    .select(['createdAt', 'discoveredAt', 'reporterId', 'acceptedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return {
    startedAt: new Date(startsOf(settings, incident)[0].at),
    dueAt: new Date(dueOf(settings, incident)),
    alertHours: settings.alertHours,
  };
}

/** When the authority must be notified, while the deadline is open. */
export const openDueOf = ({ dueAt, endedAt, stoppedAt }: Clock): string | undefined =>
  endedAt === null && stoppedAt === null ? dueAt : undefined;

/** Starts the deadline of a new incident. */
export async function openClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<void> {
  await openDeadline(trx, { ...key(workspaceId, incident.id), ...(await timesOf(trx, workspaceId, incident)), now });
}

/**
 * After a change of `discoveredAt`, and when a report is accepted: moves the deadline where its first moment has
 * changed. A deadline that has ended is evidence and stays.
 */
export async function moveClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<void> {
  const times = await timesOf(trx, workspaceId, incident);
  const before = (await deadlinesOf(trx, workspaceId, AUTHORITY, [incident.id])).get(incident.id);
  if (!before || before.endedAt !== null) return;
  if (times.startedAt.getTime() !== Date.parse(before.startedAt))
    await moveDeadline(trx, { ...key(workspaceId, incident.id), ...times, now });
}

/** Stops the deadline of a rejected report. */
export const stopClock = (trx: Trx, { workspaceId, now }: Where, incidentId: string): Promise<void> =>
  stopDeadline(trx, { ...key(workspaceId, incidentId), at: now });
/** Resumes the deadline of a revised report without a pause, since the act has none. */
export const resumeClock = (trx: Trx, { workspaceId, now }: Where, incidentId: string): Promise<void> =>
  resumeDeadline(trx, { ...key(workspaceId, incidentId), at: now, extend: false });

/**
 * Ends the deadline; `at` is the moment that counts (of the decision, or of the notification).
 * @returns false when it had already ended
 */
export const endClock = (
  trx: Trx,
  { workspaceId }: Pick<Where, 'workspaceId'>,
  incidentId: string,
  end: { at: Date; outcome: DeadlineOutcome },
): Promise<boolean> => endDeadline(trx, { ...key(workspaceId, incidentId), ...end });

/**
 * Ends the deadline because the authority was notified at `notifiedAt`: met up to and including the due moment, late
 * after it.
 * @returns the outcome, or null when it had already ended
 */
export async function settleNotified(
  trx: Trx,
  { workspaceId }: Pick<Where, 'workspaceId'>,
  incidentId: string,
  notifiedAt: Date,
): Promise<'met' | 'late' | null> {
  const before = (await deadlinesOf(trx, workspaceId, AUTHORITY, [incidentId])).get(incidentId);
  if (!before) return null;
  const outcome = notifiedAt.getTime() <= Date.parse(before.dueAt) ? 'met' : 'late';
  return (await endClock(trx, { workspaceId }, incidentId, { at: notifiedAt, outcome })) ? outcome : null;
}

/** Reopens an ended deadline with the current settings. @returns false when it was open */
export async function reopenClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<boolean> {
  const reopened = await reopenDeadline(trx, { ...key(workspaceId, incident.id), now });
  if (reopened)
    await moveDeadline(trx, { ...key(workspaceId, incident.id), ...(await timesOf(trx, workspaceId, incident)), now });
  return reopened;
}

/**
 * Moves every open deadline of a workspace to its new settings, in one statement, including stopped ones. Waits for
 * incidents that are being created, which then use the new settings or are moved.
 * @returns how many there were
 */
export function moveAllClocks(
  trx: Trx,
  { workspaceId, now }: Where,
  settings: Pick<StoredSettings, 'authorityHours' | 'alertHours'>,
): Promise<number> {
  // Like `startsOf`: the earliest moment counts.
  const start = sql`case when i.reporter_id is null and i.accepted_at is null then i.created_at else least(i.created_at, i.discovered_at) end`;
  return moveDeadlines(
    trx,
    { workspaceId, kind: AUTHORITY, alertHours: settings.alertHours, open: true, now },
    sql`select i.id as subject_id, ${start} as started_at, ${start} + ${settings.authorityHours} * interval '1 hour' as due_at from incidents as i where i.workspace_id = ${workspaceId}`,
  );
}

/** Locks the settings until the transaction ends. Call it before they are read for a change. */
export const lockSettings = (trx: Trx, workspaceId: string): Promise<void> => lockClocks(trx, workspaceId, 'alone');

/**
 * The reading that a deadline uses: determined from its own start, since an ended one can be older than the settings,
 * and than the moment of awareness.
 */
export function basisOf(
  clock: Pick<Clock, 'startedAt'>,
  times: IncidentTimes,
  settings: Pick<Reading, 'basis'>,
): CountedBasis {
  const start = Date.parse(clock.startedAt);
  const fits = { creation: start === ms(times.createdAt), awareness: start === ms(times.discoveredAt) };
  if (fits.creation && fits.awareness) return settings.basis;
  return fits.creation ? 'creation' : fits.awareness ? 'awareness' : 'former';
}

/**
 * The deadline with the other reading of its start, where there is one. An ended deadline is returned as it was
 * counted.
 */
export function incidentClock(clock: Clock, times: IncidentTimes, settings: Pick<Reading, 'basis'>): IncidentClock {
  const basis = basisOf(clock, times, settings);
  const start = Date.parse(clock.startedAt);
  const span = Date.parse(clock.dueAt) - start;
  const other = startsOf(settings, times).find((one) => one.basis !== basis && one.at !== start);
  return {
    ...clock,
    basis,
    other: other
      ? {
          basis: other.basis,
          startedAt: new Date(other.at).toISOString(),
          dueAt: new Date(other.at + span).toISOString(),
        }
      : null,
  };
}
