import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { type Clock, dueAfter } from '../../../shared/clock.ts';
import type { ClockBasis, IncidentClock } from '../../../shared/incident/clock.ts';
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

// The clock of PDPA section 37(4): the authority is notified within 72 hours of becoming aware; the specification counts
// from the creation of the record. The stored deadline is by whichever is due first (docs/decisions/043). How many hours
// they are is the workspace's to say (incident_settings).

export const AUTHORITY = 'incident.authority' as const;

/** What a workspace without a row of its own goes by. */
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
 * The two moments the act may be read to count from, ISO 8601 or Date, and of a report by the public form whether it
 * was accepted.
 */
export interface IncidentTimes {
  createdAt: string | Date;
  discoveredAt: string | Date;
  reporterId?: string | null;
  acceptedAt?: unknown;
}
/** An incident that has a clock; its moments are read from its row. */
export interface ClockedIncident {
  readonly id: string;
}

const ms = (moment: string | Date): number => new Date(moment).getTime();

/** Settings of a workspace; `rowVersion` 0 where nobody has changed anything. */
export async function settingsOf(trx: Trx, workspaceId: string): Promise<StoredSettings> {
  const row = await trx
    .selectFrom('incidentSettings')
    .select(['authorityHours', 'basis', 'alertHours', 'publicForm', 'publicToken', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ? { ...row, basis: row.basis as ClockBasis } : { ...DEFAULTS };
}

/**
 * The moments that the hours count from, milliseconds since 1970, the earliest first; one where they do not differ. A
 * workspace that counts from awareness leaves a record that was made later out of account. A report of the public form
 * counts from its receipt alone until it is accepted: when its reporter became aware, nobody has checked.
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
 * Keeps clocks from being opened or moved by settings that are being changed: openers share the lock, the change has it
 * alone.
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

/** Starts the clock of a new incident. */
export async function openClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<void> {
  await openDeadline(trx, { ...key(workspaceId, incident.id), ...(await timesOf(trx, workspaceId, incident)), now });
}

/**
 * After a changed `discoveredAt`, and when a report is accepted: moves the clock where another moment is now the first.
 * One that has ended is evidence and stays.
 */
export async function moveClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<void> {
  const times = await timesOf(trx, workspaceId, incident);
  const before = (await deadlinesOf(trx, workspaceId, AUTHORITY, [incident.id])).get(incident.id);
  if (!before || before.endedAt !== null) return;
  if (times.startedAt.getTime() !== Date.parse(before.startedAt))
    await moveDeadline(trx, { ...key(workspaceId, incident.id), ...times, now });
}

/** A rejected report's clock stands. */
export const stopClock = (trx: Trx, { workspaceId, now }: Where, incidentId: string): Promise<void> =>
  stopDeadline(trx, { ...key(workspaceId, incidentId), at: now });
/** A revised one's goes on as if it had never stood: the act knows no pause. */
export const resumeClock = (trx: Trx, { workspaceId, now }: Where, incidentId: string): Promise<void> =>
  resumeDeadline(trx, { ...key(workspaceId, incidentId), at: now, extend: false });

/**
 * Ends the clock; `at` is the moment that counts (of the decision, or of telling).
 * @returns false when it had ended before
 */
export const endClock = (
  trx: Trx,
  { workspaceId }: Pick<Where, 'workspaceId'>,
  incidentId: string,
  end: { at: Date; outcome: DeadlineOutcome },
): Promise<boolean> => endDeadline(trx, { ...key(workspaceId, incidentId), ...end });

/**
 * Ends the clock because the authority was notified at `notifiedAt`: met by the very due moment, late after it.
 * @returns the outcome, or null when it had ended before
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

/** Lets a clock that has ended go on, by the settings of today. @returns false when it was open */
export async function reopenClock(trx: Trx, { workspaceId, now }: Where, incident: ClockedIncident): Promise<boolean> {
  const reopened = await reopenDeadline(trx, { ...key(workspaceId, incident.id), now });
  if (reopened)
    await moveDeadline(trx, { ...key(workspaceId, incident.id), ...(await timesOf(trx, workspaceId, incident)), now });
  return reopened;
}

/**
 * Moves every clock of a workspace that has not ended to its new settings, in one statement; those that stand as well.
 * Waits for incidents that are being opened, which then count by the new settings or are moved.
 * @returns how many there were
 */
export function moveAllClocks(
  trx: Trx,
  { workspaceId, now }: Where,
  settings: Pick<StoredSettings, 'authorityHours' | 'alertHours'>,
): Promise<number> {
  // As `startsOf` says: by either basis the first moment counts.
  const start = sql`case when i.reporter_id is null and i.accepted_at is null then i.created_at else least(i.created_at, i.discovered_at) end`;
  return moveDeadlines(
    trx,
    { workspaceId, kind: AUTHORITY, alertHours: settings.alertHours, open: true, now },
    sql`select i.id as subject_id, ${start} as started_at, ${start} + ${settings.authorityHours} * interval '1 hour' as due_at from incidents as i where i.workspace_id = ${workspaceId}`,
  );
}

/** Has the settings to itself until the transaction ends. Before they are read to be changed. */
export const lockSettings = (trx: Trx, workspaceId: string): Promise<void> => lockClocks(trx, workspaceId, 'alone');

/** Which reading a clock goes by: its own start tells, for one that ended may be older than the settings. */
export function basisOf(
  clock: Pick<Clock, 'startedAt'>,
  times: IncidentTimes,
  settings: Pick<Reading, 'basis'>,
): ClockBasis {
  const start = Date.parse(clock.startedAt);
  const fits = { creation: start === ms(times.createdAt), awareness: start === ms(times.discoveredAt) };
  if (fits.creation === fits.awareness) return settings.basis;
  return fits.creation ? 'creation' : 'awareness';
}

/**
 * The clock with the other reading of its start, where there is one. A clock that has ended is shown as it was counted.
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
