import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Clock } from '../../../shared/clock.ts';

/** Names of the kinds of deadline. Each module adds its own under its name, from what its clocks.ts declares. */
export interface DeadlineKinds {}
/** Whose deadline it is. A record has at most one of a kind. */
export type DeadlineKind = DeadlineKinds[keyof DeadlineKinds];
export type DeadlineOutcome = NonNullable<Clock['outcome']>;
export interface DeadlineKey {
  workspaceId: string;
  kind: DeadlineKind;
  subjectId: string;
}

const changed = new WeakSet<Trx>();

/** Whether this transaction has changed a deadline, so that the alarm looks again once it has committed. */
export const hasChangedDeadlines = (trx: Trx): boolean => changed.has(trx);

// The rules of shared/clock.ts (`thresholdsOf`, `reachable`) as SQL, so that one statement plans one deadline or all of
// a workspace; test/modules/clock-engine.test.ts holds the two together.
interface Times {
  startedAt: RawBuilder<unknown>;
  dueAt: RawBuilder<unknown>;
  alertHours: RawBuilder<unknown>;
  firedUntil: RawBuilder<unknown>;
}
/** As deadline `d` has them. */
const STORED: Times = {
  startedAt: sql`d.started_at`,
  dueAt: sql`d.due_at`,
  alertHours: sql`d.alert_hours`,
  firedUntil: sql`d.fired_until`,
};

/**
 * When somebody is next notified of deadline `d` by these times: now where a threshold has passed without notification,
 * else at the next one; null where all were notified, and while it stands or has ended.
 */
function firesAt(times: Times, now: Date): RawBuilder<unknown> {
  return sql`case when d.ended_at is null and d.stopped_at is null then ${nextOf(times, now)} end`;
}

/** The same of one that is open. */
function nextOf({ startedAt, dueAt, alertHours, firedUntil }: Times, now: Date): RawBuilder<unknown> {
  const at = sql`case when h = 0 then ${dueAt} + interval '1 second' else ${dueAt} - h * interval '1 hour' end`;
  return sql`(
    select case when bool_or(x.at <= ${now}::timestamptz and x.at > coalesce(${firedUntil}, '-infinity')) then ${now}::timestamptz
      else min(x.at) filter (where x.at > ${now}::timestamptz) end
    from (select ${at} as at from unnest(array_append(${alertHours}, 0)) as h where h = 0 or ${at} >= ${startedAt}) as x)`;
}

const named = ({ workspaceId, kind, subjectId }: DeadlineKey) =>
  sql`d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.subject_id = ${subjectId}`;

async function write(
  trx: Trx,
  key: DeadlineKey,
  set: RawBuilder<unknown>,
  where: RawBuilder<unknown>,
): Promise<boolean> {
  const result = await sql`update deadlines as d set ${set} where ${named(key)} and ${where}`.execute(trx);
  changed.add(trx);
  return Number(result.numAffectedRows ?? 0) > 0;
}

const planned = (trx: Trx, key: DeadlineKey, now: Date) =>
  write(trx, key, sql`fires_at = ${firesAt(STORED, now)}`, sql`true`);

/** A deadline that begins. */
export interface NewDeadline extends DeadlineKey {
  readonly startedAt: Date;
  readonly dueAt: Date;
  /** Hours left at which somebody is notified. */
  readonly alertHours: readonly number[];
}

/** Starts a deadline; one that the record had before begins again. */
export const openDeadline = (trx: Trx, { now, ...deadline }: NewDeadline & { now: Date }): Promise<void> =>
  openAll(trx, [deadline], now);

/** Starts some deadlines in one statement; those that their records had before begin again. */
export async function openAll(trx: Trx, deadlines: readonly NewDeadline[], now: Date): Promise<void> {
  const rows = deadlines.map(
    ({ workspaceId, kind, subjectId, startedAt, dueAt, alertHours }) =>
      sql`(${workspaceId}::uuid, ${randomUUIDv7()}::uuid, ${kind}::text, ${subjectId}::uuid, ${startedAt}::timestamptz, ${dueAt}::timestamptz, ${[...alertHours]}::integer[])`,
  );
  const times: Times = {
    startedAt: sql`n.started_at`,
    dueAt: sql`n.due_at`,
    alertHours: sql`n.alert_hours`,
    firedUntil: sql`null::timestamptz`,
  };
  await sql`
    insert into deadlines (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours, fires_at, created_at)
    select n.workspace_id, n.id, n.kind, n.subject_id, n.started_at, n.due_at, n.alert_hours, ${nextOf(times, now)}, ${now}::timestamptz
      from (values ${sql.join(rows)}) as n (workspace_id, id, kind, subject_id, started_at, due_at, alert_hours)
    on conflict (workspace_id, kind, subject_id) do update set
      started_at = excluded.started_at, due_at = excluded.due_at, stopped_at = null, ended_at = null, outcome = null,
      alert_hours = excluded.alert_hours, fires_at = excluded.fires_at, fired_until = null, created_at = excluded.created_at`.execute(
    trx,
  );
  changed.add(trx);
}

/**
 * Starts a deadline for each row of `times`, a query of (subject_id, started_at, due_at), in one statement; nobody is
 * told before it is due.
 */
export async function openDeadlines(
  trx: Trx,
  { workspaceId, kind, now }: { workspaceId: string; kind: DeadlineKind; now: Date },
  times: RawBuilder<unknown>,
): Promise<void> {
  await sql`
    insert into deadlines as d (workspace_id, id, kind, subject_id, started_at, due_at, created_at)
    select ${workspaceId}::uuid, gen_random_uuid(), ${kind}, t.subject_id, t.started_at, t.due_at, ${now}::timestamptz from (${times}) as t
    on conflict (workspace_id, kind, subject_id) do update set started_at = excluded.started_at, due_at = excluded.due_at, stopped_at = null, ended_at = null, outcome = null, alert_hours = excluded.alert_hours, fired_until = null`.execute(
    trx,
  );
  await replanDeadlines(trx, { workspaceId, kinds: [kind], now });
}

/**
 * Gives deadlines of a workspace and kind the new times of `times`, a query of (subject_id, started_at, due_at), in one
 * statement and one pass. Nobody is notified of the same again, but for what lies ahead again because it became due
 * later. What has passed by the new times without notification (it is overdue at once) is notified at once.
 * @returns how many there were
 */
export async function moveDeadlines(
  trx: Trx,
  {
    workspaceId,
    kind,
    alertHours,
    open = false,
    now,
  }: {
    workspaceId: string;
    kind: DeadlineKind;
    /** Left out: each keeps its own. */ alertHours?: readonly number[];
    /** Only those that have not ended. */ open?: boolean;
    now: Date;
  },
  times: RawBuilder<unknown>,
): Promise<number> {
  const hours = alertHours ? sql`${[...alertHours]}::integer[]` : STORED.alertHours;
  // Told until as many hours were left as before, whatever thresholds there are; by no more than the present.
  const firedUntil = sql`case when d.fired_until is not null then least(${now}::timestamptz, d.fired_until + (t.due_at - d.due_at)) end`;
  const result = await sql`
    update deadlines as d set started_at = t.started_at, due_at = t.due_at, alert_hours = ${hours}, fired_until = ${firedUntil},
      fires_at = ${firesAt({ startedAt: sql`t.started_at`, dueAt: sql`t.due_at`, alertHours: hours, firedUntil }, now)}
    from (${times}) as t where d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.subject_id = t.subject_id ${open ? sql`and d.ended_at is null` : sql``}`.execute(
    trx,
  );
  changed.add(trx);
  return Number(result.numAffectedRows ?? 0);
}

/**
 * Plans the next notification of all open deadlines of these kinds: what has passed meanwhile is notified at once,
 * the newest of it.
 */
export async function replanDeadlines(
  trx: Trx,
  { workspaceId, kinds, now }: { workspaceId: string; kinds: readonly string[]; now: Date },
): Promise<void> {
  // All of them, whatever they are planned for: an alarm may be silencing one at this moment, which is waited for.
  await sql`update deadlines as d set fires_at = ${firesAt(STORED, now)} where d.workspace_id = ${workspaceId} and d.kind = any(${[...kinds]}::text[]) and d.ended_at is null and d.stopped_at is null`.execute(
    trx,
  );
  changed.add(trx);
}

/** The same for one deadline. `startedAt`, `alertHours` left out: as they were. */
export async function moveDeadline(
  trx: Trx,
  move: DeadlineKey & { startedAt?: Date; dueAt: Date; alertHours?: readonly number[]; now: Date },
): Promise<void> {
  const times = sql`select d.subject_id, coalesce(${move.startedAt ?? null}::timestamptz, d.started_at) as started_at, ${move.dueAt}::timestamptz as due_at from deadlines as d where ${named(move)}`;
  await moveDeadlines(trx, move, times);
}

/** Pauses it. Nobody is notified meanwhile. */
export async function stopDeadline(trx: Trx, { at, ...key }: DeadlineKey & { at: Date }): Promise<void> {
  await write(trx, key, sql`stopped_at = ${at}, fires_at = null`, sql`d.stopped_at is null and d.ended_at is null`);
}

/**
 * Lets it go on; `extend`: due later by as long as it stood. What passed meanwhile is notified at once, the newest of
 * it.
 */
export async function resumeDeadline(
  trx: Trx,
  { at, extend, ...key }: DeadlineKey & { at: Date; extend: boolean },
): Promise<void> {
  const longer = sql`greatest(${at}::timestamptz - d.stopped_at, interval '0')`;
  const later = extend ? sql`due_at = d.due_at + ${longer}, fired_until = d.fired_until + ${longer},` : sql``;
  if (await write(trx, key, sql`${later} stopped_at = null`, sql`d.stopped_at is not null`))
    await planned(trx, key, at);
}

/** Ends an open one. @returns false when it had ended before; its outcome then stays */
export function endDeadline(
  trx: Trx,
  { at, outcome, ...key }: DeadlineKey & { at: Date; outcome: DeadlineOutcome },
): Promise<boolean> {
  return write(trx, key, sql`ended_at = ${at}, outcome = ${outcome}, fires_at = null`, sql`d.ended_at is null`);
}

/**
 * Lets one that has ended go on, with its due moment unchanged, also where it ended while it stood; what passed
 * meanwhile is notified at once.
 * @returns false when it was open
 */
export async function reopenDeadline(trx: Trx, { now, ...key }: DeadlineKey & { now: Date }): Promise<boolean> {
  const reopened = await write(
    trx,
    key,
    sql`stopped_at = null, ended_at = null, outcome = null`,
    sql`d.ended_at is not null`,
  );
  if (reopened) await planned(trx, key, now);
  return reopened;
}

/** Takes it away, with its record. */
export async function forgetDeadline(trx: Trx, { workspaceId, kind, subjectId }: DeadlineKey): Promise<void> {
  await trx
    .deleteFrom('deadlines')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('subjectId', '=', subjectId)
    .execute();
}

/** Takes all of a kind away. */
export async function forgetDeadlines(trx: Trx, { workspaceId, kind }: Omit<DeadlineKey, 'subjectId'>): Promise<void> {
  await trx.deleteFrom('deadlines').where('workspaceId', '=', workspaceId).where('kind', '=', kind).execute();
}

/** The clocks of these records; one without a deadline is missing. */
export async function deadlinesOf(
  trx: Trx,
  workspaceId: string,
  kind: DeadlineKind,
  subjectIds: readonly string[],
): Promise<Map<string, Clock>> {
  if (subjectIds.length === 0) return new Map();
  const rows = await trx
    .selectFrom('deadlines')
    .select(['subjectId', 'startedAt', 'dueAt', 'stoppedAt', 'endedAt', 'outcome'])
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', kind)
    .where('subjectId', 'in', [...subjectIds])
    .execute();
  return new Map(rows.map(({ subjectId, ...row }) => [subjectId, row as unknown as Clock]));
}
