import { type RawBuilder, sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import { FLAGS, type Flag, type Flags } from '../../../shared/registry/flags.ts';
import type { WithDeps } from '../actor.ts';
import type { ModuleRegistry } from '../modules/registry.ts';
import { recordsChanged } from '../records/listener.ts';
import type { AlarmFacts } from './clockKind.ts';
import { type DeadlineKind, moveDeadline, moveDeadlines, replanDeadlines } from './deadlines.ts';

/**
 * Whether nobody in the workspace is notified of deadlines that depend on `flag`: it is off, or the workspace is
 * closed.
 */
export async function isSilent(trx: Trx, workspaceId: string, flag: Flag | undefined): Promise<boolean> {
  const { flags, closedAt } = await trx
    .selectFrom('workspaces')
    .select(['flags', 'closedAt'])
    .where('id', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return closedAt !== null || (flag !== undefined && (flags as Partial<Flags>)[flag] !== true);
}

/** A workspace in which people work again, or use modules again. */
export interface Resumed {
  readonly workspaceId: string;
  /** Since when it was closed; null: modules were switched on, which were off for a time that is not known. */
  readonly since: Date | null;
  readonly now: Date;
}

/** What a module gives back to people outside, who could do nothing meanwhile. */
export interface ResumedPart {
  /** The module is used where this flag is on; left out: everywhere. */
  readonly flag?: Flag;
  readonly giveBack: (trx: Trx, resumed: Resumed) => Promise<void>;
}

/** Hours that people outside have at least, once they can do something again: those of the first reminder. */
const LEAST_HOURS = 72;
/** Hours after its end from which an alarm is so late that nobody was there to be asked. */
const AWAY_HOURS = 24;

/**
 * Until when somebody has time whose time ended at `dueAt`, counted from `startedAt`: as long as they could do nothing,
 * and the least hours in any case. Both are columns.
 */
export function laterEnd(
  { since, now }: Resumed,
  { startedAt, dueAt }: { startedAt: RawBuilder<unknown>; dueAt: RawBuilder<unknown> },
): RawBuilder<Date> {
  const lost = since ? sql`(${now}::timestamptz - greatest(${since}::timestamptz, ${startedAt}))` : sql`interval '0'`;
  return sql<Date>`greatest(${dueAt} + ${lost}, ${now}::timestamptz + ${sql.lit(LEAST_HOURS)} * interval '1 hour')`;
}

/** Gives people outside their time back where an alarm at its end acts. One whose end was notified of stays. */
export async function giveTimeBack(trx: Trx, kind: DeadlineKind, resumed: Resumed): Promise<void> {
  const { workspaceId, now } = resumed;
  const due = laterEnd(resumed, { startedAt: sql`d.started_at`, dueAt: sql`d.due_at` });
  const times = sql`select d.subject_id, d.started_at, ${due} as due_at from deadlines as d
    where d.workspace_id = ${workspaceId} and d.kind = ${kind} and d.ended_at is null and d.stopped_at is null
      and (d.fired_until is null or d.fired_until <= d.due_at)`;
  await moveDeadlines(trx, { workspaceId, kind, open: true, now }, times);
}

/**
 * The same for one deadline, whose alarm comes so late that no node was there at its end.
 * @returns the new end; undefined where the alarm is in time
 */
export async function endAfterOutage(
  trx: Trx,
  kind: DeadlineKind,
  { workspaceId, subjectId, startedAt, dueAt, at }: AlarmFacts,
): Promise<Date | undefined> {
  if (dueAt <= startedAt || at.getTime() - dueAt.getTime() < AWAY_HOURS * HOUR) return undefined;
  const later = new Date(at.getTime() + LEAST_HOURS * HOUR);
  await moveDeadline(trx, { workspaceId, kind, subjectId, dueAt: later, now: at });
  return later;
}

/**
 * What passed while a module was off is notified once it is back: of each deadline the newest. People outside, who
 * could do nothing meanwhile, get time first. Then modules that listen to the workspace are called. To be called in the
 * transaction that changes the flags, after it has stored them.
 */
export async function flagsChanged(
  trx: Trx,
  actor: WithDeps,
  { before, after }: { before: Flags; after: Flags },
): Promise<void> {
  const { workspaceId, at: now, deps } = actor;
  const { clocks, resumed } = deps.modules;
  if (FLAGS.every((flag) => before[flag] === after[flag])) return;
  const isOnAgain = (flag: Flag | undefined) => flag !== undefined && after[flag] && !before[flag];
  for (const { flag, giveBack } of resumed) if (isOnAgain(flag)) await giveBack(trx, { workspaceId, since: null, now });
  const kinds = [...clocks].flatMap(([kind, { flag }]) => (isOnAgain(flag) ? [kind] : []));
  if (kinds.length > 0) await replanDeadlines(trx, { workspaceId, kinds, now });
  await recordsChanged(trx, actor, 'workspace', [workspaceId]);
}

/** The same once a workspace that was closed is open again. To be called in the transaction that opens it. */
export async function workspaceReopened(
  trx: Trx,
  { clocks, resumed }: ModuleRegistry,
  { workspaceId, flags, since, now }: { workspaceId: string; flags: Flags; since: Date; now: Date },
): Promise<void> {
  for (const { flag, giveBack } of resumed) if (!flag || flags[flag]) await giveBack(trx, { workspaceId, since, now });
  const kinds = [...clocks].flatMap(([kind, { flag }]) => (!flag || flags[flag] ? [kind] : []));
  if (kinds.length > 0) await replanDeadlines(trx, { workspaceId, kinds, now });
}
