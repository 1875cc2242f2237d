import { defineStatus } from '../status.ts';

/** States of a schedule; `inactive`: an Admin paused it. */
export const SCHEDULE_STATES = ['active', 'inactive', 'draft', 'stopped'] as const;
interface StateFacts {
  readonly active: boolean;
  readonly stopped: string | null;
  readonly hostKey: string | null;
}
/** Whether a schedule is delivering; a draft is one whose server was never confirmed. */
export function stateOf({ stopped, active, hostKey }: StateFacts): (typeof SCHEDULE_STATES)[number] {
  if (stopped) return 'stopped';
  if (active) return 'active';
  return hostKey === null ? 'draft' : 'inactive';
}

/** States of a delivery of one form by a schedule. */
export const TASK_STATES = ['waiting', 'running', 'delivered', 'failed', 'cancelled'] as const;
export type TaskState = (typeof TASK_STATES)[number];

/** `goOn` only asks whether the task still belongs to a run, `report` stores what the run has done. */
export type TaskAction =
  | 'start'
  | 'postpone'
  | 'goOn'
  | 'report'
  | 'keepFile'
  | 'deliver'
  | 'fail'
  | 'giveBack'
  | 'cancel';

// A task that a stopped node left running is started again, or postponed.
const due = {
  start: { to: 'running', permission: null },
  postpone: { to: 'waiting', permission: null },
  cancel: { to: 'cancelled', permission: 'admin.console' },
} as const;

/** How a delivery moves. One that failed waits for its next attempt, until it has failed for good. */
export const taskState = defineStatus<TaskState, TaskAction>({
  waiting: due,
  running: {
    ...due,
    goOn: { to: 'running', permission: null },
    report: { to: 'running', permission: null },
    keepFile: { to: 'running', permission: null },
    deliver: { to: 'delivered', permission: null },
    fail: { to: ['waiting', 'failed'], permission: null },
    giveBack: { to: 'waiting', permission: null },
  },
  delivered: {},
  failed: {},
  cancelled: {},
});
