import type { Trx } from '../../../db/client.ts';
import { datesBetween } from '../../../shared/dayCount.ts';
import { DAY, MINUTE } from '../../../shared/duration.ts';
import type { Flag } from '../../../shared/registry/flags.ts';
import type { Change } from '../live/emit.ts';
import type { Deps } from '../trpc/context.ts';

/** What fired. */
export interface AlarmFacts {
  readonly workspaceId: string;
  readonly subjectId: string;
  /** All that are notified of at once, itself included; itself alone unless its kind declares `together`. */
  readonly together: readonly string[];
  /**
   * The threshold's hours before the deadline; 0: it is overdue. Fewer may be left where nobody was there to tell it in
   * time: `hoursUntil` counts those.
   */
  readonly hours: number;
  readonly startedAt: Date;
  readonly dueAt: Date;
  /** Now. */
  readonly at: Date;
}

/** Days after which the mail of an alarm is not sent any more: by then the bell and the next alarms say more. */
const MAIL_DAYS = 3;
/** Until when the mail of an alarm is of use. */
export const alarmMailUntil = (at: Date): Date => new Date(at.getTime() + MAIL_DAYS * DAY);

/**
 * The hours that are left of a deadline which is not over, with one decimal, down to the alarm's own precision of a
 * minute.
 */
export const hoursUntil = (dueAt: Date, at: Date): number =>
  Math.max(0.1, Math.round(Math.round((dueAt.getTime() - at.getTime()) / MINUTE) / 6) / 10);

type Due = Pick<AlarmFacts, 'hours' | 'dueAt' | 'at'>;
const left = (field: 'hoursLeft' | 'daysLeft', { hours }: Due, value: number): Change[] =>
  hours === 0 ? [] : [{ field, old: null, new: value }];

/** For the activity log: the hours that are left; nothing once it is overdue. */
export const hoursLeft = (due: Due): Change[] => left('hoursLeft', due, hoursUntil(due.dueAt, due.at));

/** The same in days. */
export const daysLeft = (due: Due): Change[] =>
  left('daysLeft', due, datesBetween(due.at.getTime(), due.dueAt.getTime()));

/** A kind of deadline, as the module whose records have it declares it. */
export interface ClockKind {
  /**
   * Notifies whom it concerns, in the transaction that marks the threshold as fired. What it throws undoes both; it is
   * called again later.
   */
  alarm(deps: Deps, trx: Trx, facts: AlarmFacts): Promise<void>;
  /**
   * Locks the record before its deadline is locked, in the order of whoever acts on it: otherwise the two could wait
   * for each other. Needed where `alarm` locks the record.
   */
  readonly lock?: (trx: Trx, workspaceId: string, subjectId: string) => Promise<unknown>;
  /**
   * Whose deadlines of this kind people are notified of together with it, where the same threshold of the same due
   * moment has come; `lock` has locked what they have in common.
   */
  readonly together?: (trx: Trx, workspaceId: string, subjectId: string) => Promise<readonly string[]>;
  /** While this flag is off in a workspace, nobody there is notified; once it is on again, the newest threshold is. */
  readonly flag?: Flag;
}

/** Kinds of deadline by their names. */
export type ClockKinds = Readonly<Record<string, ClockKind>>;
