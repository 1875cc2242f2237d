import type { Trx } from '../../../db/client.ts';
import type { Deps } from '../trpc/context.ts';
import { absenceTurns, alarm as approvalAlarm } from '../../modules/approvalLine/alarm.ts';
import { lock as lockApprovalLine } from '../../modules/approvalLine/queries.ts';
import { lockAbsence } from '../../modules/approvalLine/settingsQueries.ts';
import { alarm as incidentAlarm } from '../../modules/incident/alarm.ts';
import type { DeadlineKind } from './deadlines.ts';

/** What fired. */
export interface AlarmFacts {
  readonly workspaceId: string;
  readonly subjectId: string;
  /**
   * The threshold's hours before the deadline; 0: it is overdue. Fewer may be left where nobody was there to tell it in
   * time.
   */
  readonly hours: number;
  readonly startedAt: Date;
  readonly dueAt: Date;
  /** Now. */
  readonly at: Date;
}
/** Tells it, in the transaction that marks it as told. What it throws undoes both; it is called again later. */
export type AlarmHandler = (deps: Deps, trx: Trx, facts: AlarmFacts) => Promise<void>;

export const HANDLERS: Record<DeadlineKind, AlarmHandler> = {
  'incident.authority': incidentAlarm,
  'approval.step': approvalAlarm,
  'approval.absence': absenceTurns,
};

/**
 * Records that a handler locks are locked before their deadline, in the order of whoever acts on them: otherwise the
 * two could wait for each other.
 */
export const LOCKS: Partial<
  Record<DeadlineKind, (trx: Trx, workspaceId: string, subjectId: string) => Promise<unknown>>
> = { 'approval.step': lockApprovalLine, 'approval.absence': lockAbsence };
