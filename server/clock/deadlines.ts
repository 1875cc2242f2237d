import { randomUUIDv7 } from 'node:crypto';
import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../db/client.ts';
import type { Clock } from '../../shared/clock.ts';

/** Whose deadline it is. A record has at most one of a kind. */
export type DeadlineKind = 'incident.authority' | 'approval.step' | 'approval.absence';
export type DeadlineOutcome = NonNullable<Clock['outcome']>;
export interface DeadlineKey {
  workspaceId: string;
  kind: DeadlineKind;
  subjectId: string;
}

const changed = new WeakSet<Trx>();

/** Whether this transaction has changed a deadline, so that the alarm looks again once it has committed. */
export const hasChangedDeadlines = (trx: Trx): boolean => changed.has(trx);

// The rules of shared/clock.ts (`thresholdsOf`, `reachable`) as SQL, so that one statement plans one deadline or all of a
// workspace; test/modules/clock-engine.test.ts holds the two together.
const thresholdAt = (hours: string, dueAt: string) => `case when ${hours} = 0 then ${dueAt} + interval '1 second' else ${dueAt} - ${hours} * interval '1 hour' end`;

/** When somebody is next told, by the columns of `row`: now where a threshold has passed untold, else at the next one; null where all were told, and while it stands or has ended. */
function firesAt(row: 'd' | 'n', now: Date): RawBuilder<unknown> {
  const [it, at] = [sql.raw(row), sql.raw(thresholdAt('h', `${row}.due_at`))];
  return sql`case when ${it}.ended_at is null and ${it}.stopped_at is null then (
    select case when bool_or(t.at <= ${now}::timestamptz and t.at > coalesce(${it}.fired_until, '-infinity')) then ${now}::timestamptz
      else min(t.at) filter (where t.at > ${now}::timestamptz) end
    from (select ${at} as at from unnest(array_append(${it}.alert_hours, 0)) as h where h = 0 or ${at} >= ${it}.started_at) as t) end`;
}

const named = ({ workspaceId, kind, subjectId }: DeadlineKey) => sql`d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.subject_id = ${subjectId}`;

async function write(trx: Trx, key: DeadlineKey, set: RawBuilder<unknown>, where: RawBuilder<unknown>): Promise<boolean> {
  const result = await sql`update deadlines as d set ${set} where ${named(key)} and ${where}`.execute(trx);
  changed.add(trx);
  return Number(result.numAffectedRows ?? 0) > 0;
}

const planned = (trx: Trx, key: DeadlineKey, now: Date) => write(trx, key, sql`fires_at = ${firesAt('d', now)}`, sql`true`);

/** Starts a deadline; one that the record had before begins anew. `alertHours`: hours left at which somebody is told. */
export async function openDeadline(trx: Trx, deadline: DeadlineKey & { startedAt: Date; dueAt: Date; alertHours: readonly number[]; now: Date }): Promise<void> {
  const { workspaceId, kind, subjectId, startedAt, dueAt, alertHours, now } = deadline;
  const fresh = { startedAt, dueAt, stoppedAt: null, endedAt: null, outcome: null, alertHours: [...alertHours], firesAt: null, firedUntil: null, createdAt: now };
  await trx
    .insertInto('deadlines')
    .values({ workspaceId, id: randomUUIDv7(), kind, subjectId, ...fresh })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'kind', 'subjectId']).doUpdateSet(fresh))
    .execute();
  await planned(trx, deadline, now);
}

/**
 * Gives deadlines of a workspace and kind the new times of `times`, a query of (subject_id, started_at, due_at), in one
 * statement. What was told is not told anew, but for what lies ahead again because it became due later. What has
 * passed by the new times and was not told (it is overdue at once) is told at once.
 * @returns how many there were
 */
export async function moveDeadlines(
  trx: Trx,
  { workspaceId, kind, alertHours, now }: { workspaceId: string; kind: DeadlineKind; /** Left out: each keeps its own. */ alertHours?: readonly number[]; now: Date },
  times: RawBuilder<unknown>,
): Promise<number> {
  const result = await sql`
    with n as (
      select d.id, t.started_at, t.due_at, d.stopped_at, d.ended_at, coalesce(${alertHours ? [...alertHours] : null}::integer[], d.alert_hours) as alert_hours,
        -- Told until as many hours were left as before, whatever thresholds there are; by no more than the present.
        case when d.fired_until is not null then least(${now}::timestamptz, d.fired_until + (t.due_at - d.due_at)) end as fired_until
      from deadlines as d join (${times}) as t on t.subject_id = d.subject_id
      where d.workspace_id = ${workspaceId} and d.kind = ${kind}
      for update of d
    )
    update deadlines as d set started_at = n.started_at, due_at = n.due_at, alert_hours = n.alert_hours, fired_until = n.fired_until, fires_at = ${firesAt('n', now)}
    from n where d.workspace_id = ${workspaceId} and d.id = n.id`.execute(trx);
  changed.add(trx);
  return Number(result.numAffectedRows ?? 0);
}

/** The same for one deadline. `startedAt`, `alertHours` left out: as they were. */
export async function moveDeadline(trx: Trx, move: DeadlineKey & { startedAt?: Date; dueAt: Date; alertHours?: readonly number[]; now: Date }): Promise<void> {
  const times = sql`select d.subject_id, coalesce(${move.startedAt ?? null}::timestamptz, d.started_at) as started_at, ${move.dueAt}::timestamptz as due_at from deadlines as d where ${named(move)}`;
  await moveDeadlines(trx, move, times);
}

/** Lets it stand. Nobody is told anything meanwhile. */
export async function stopDeadline(trx: Trx, { at, ...key }: DeadlineKey & { at: Date }): Promise<void> {
  await write(trx, key, sql`stopped_at = ${at}, fires_at = null`, sql`d.stopped_at is null and d.ended_at is null`);
}

/** Lets it go on; `extend`: due later by as long as it stood. What passed meanwhile is told at once, the newest of it. */
export async function resumeDeadline(trx: Trx, { at, extend, ...key }: DeadlineKey & { at: Date; extend: boolean }): Promise<void> {
  const longer = sql`greatest(${at}::timestamptz - d.stopped_at, interval '0')`;
  const later = extend ? sql`due_at = d.due_at + ${longer}, fired_until = d.fired_until + ${longer},` : sql``;
  if (await write(trx, key, sql`${later} stopped_at = null`, sql`d.stopped_at is not null`)) await planned(trx, key, at);
}

/** Ends an open one. @returns false when it had ended before; its outcome then stays */
export function endDeadline(trx: Trx, { at, outcome, ...key }: DeadlineKey & { at: Date; outcome: DeadlineOutcome }): Promise<boolean> {
  return write(trx, key, sql`ended_at = ${at}, outcome = ${outcome}, fires_at = null`, sql`d.ended_at is null`);
}

/** Lets one that has ended go on, with its due moment unchanged; what passed meanwhile is told at once. @returns false when it was open */
export async function reopenDeadline(trx: Trx, { now, ...key }: DeadlineKey & { now: Date }): Promise<boolean> {
  const reopened = await write(trx, key, sql`ended_at = null, outcome = null`, sql`d.ended_at is not null`);
  if (reopened) await planned(trx, key, now);
  return reopened;
}

/** Takes it away, with its record. */
export async function forgetDeadline(trx: Trx, { workspaceId, kind, subjectId }: DeadlineKey): Promise<void> {
  await trx.deleteFrom('deadlines').where('workspaceId', '=', workspaceId).where('kind', '=', kind).where('subjectId', '=', subjectId).execute();
}

/** The clocks of these records; one without a deadline is missing. */
export async function deadlinesOf(trx: Trx, workspaceId: string, kind: DeadlineKind, subjectIds: readonly string[]): Promise<Map<string, Clock>> {
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
