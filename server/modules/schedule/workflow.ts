import { type Selectable, sql, type Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import type { Problem } from '../../../shared/schedule/problems.ts';
import type { Step } from '../../../shared/schedule/schema.ts';
import { type TaskAction, taskState, type TaskState } from '../../../shared/schedule/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { illegalMove, type Workflow, type WrittenStep } from '../../platform/workflow/workflow.ts';
import { announceIfOver } from './announce.ts';
import * as queries from './queries.ts';

/** Entries of a task's log that are stored, the newest. */
const LINES = 100;

export interface LogLine {
  readonly at: string;
  readonly step: Step;
  readonly bytes?: number;
  readonly reportCode?: string;
}

/** The tasks that were planned together, identified by one of them. */
export type Run = Pick<
  Selectable<DB['exportScheduleTasks']>,
  'workspaceId' | 'organizationId' | 'scheduleId' | 'runAt'
>;
/** A task as its moves need it. The number of the attempt distinguishes several runs of it. */
export type Task = Run &
  Pick<Selectable<DB['exportScheduleTasks']>, 'id' | 'consentId' | 'since' | 'attempts' | 'state'>;

export type FileColumns = Required<
  Pick<
    Updateable<DB['exportScheduleTasks']>,
    'fileId' | 'fileName' | 'fileSettings' | 'rows' | 'bytes' | 'sha256' | 'manifest'
  >
>;

interface Logged {
  readonly lines: readonly LogLine[];
}
interface TaskMoves {
  table: 'exportScheduleTasks';
  record: Task;
  state: TaskState;
  action: TaskAction;
  actor: WithDeps;
  inputs: {
    /** The moment of the delivery before. */
    start: { readonly since: string | null };
    postpone: { readonly nextAt: Date | undefined };
    goOn: object;
    report: Logged;
    keepFile: FileColumns;
    deliver: Logged;
    /** When it is attempted again; null: not again. */
    fail: Logged & { readonly problem: Problem; readonly nextAt: Date | null };
    giveBack: Logged;
    cancel: object;
  };
  facts: object;
  notice: { readonly subject?: string };
}

const more = (lines: readonly LogLine[]) => ({
  log: sql`(select coalesce(jsonb_agg(e order by n), '[]') from
    (select e, n from jsonb_array_elements(log || ${JSON.stringify(lines)}::jsonb) with ordinality as l(e, n)
      order by n desc limit ${LINES}) as newest)`,
});
const logged = { expressions: ({ input: { lines } }: { input: Logged }) => more(lines) };

const nameOf = async ({ trx, before: { organizationId, scheduleId } }: WrittenStep<TaskMoves>) => ({
  subject: (await queries.findSchedule(trx, organizationId, scheduleId))?.name ?? '',
});
const endRun = ({ trx, actor, before }: WrittenStep<TaskMoves>) => announceIfOver(actor.deps, trx, before);

/** How a task moves; what a run does changes nothing once another run has taken the task over, or it was cancelled. */
export const taskWorkflow: Workflow<TaskMoves> = {
  table: 'exportScheduleTasks',
  column: { name: 'state', valueOf: (state) => state },
  machine: taskState,
  stateOf: ({ state }) => state as TaskState,
  notOpen: ({ state }, action) => (action === 'cancel' ? appError('schedule.ended') : illegalMove(state)),
  unversioned: true,
  unchanged: ({ attempts }) => ({ attempts }),
  stamp: () => ({}),
  announce: ({ trx, actor, before }, event, notice) =>
    emit(trx, actor, { event, entityId: before.scheduleId, ...notice }),
  moves: {
    start: { columns: ({ before, input: { since } }) => ({ attempts: before.attempts + 1, since }) },
    postpone: { columns: ({ input: { nextAt } }) => ({ nextAt }) },
    goOn: {},
    report: { ...logged, event: 'schedule.progressed' },
    keepFile: { columns: ({ input }) => input },
    deliver: {
      ...logged,
      columns: ({ actor: { at } }) => ({ nextAt: null, problem: null, finishedAt: at }),
      event: 'schedule.delivered',
      notice: nameOf,
      followUp: endRun,
    },
    fail: {
      ...logged,
      to: ({ input: { nextAt } }) => (nextAt ? 'waiting' : 'failed'),
      columns: ({ actor: { at }, input: { problem, nextAt } }) => ({
        nextAt,
        problem,
        finishedAt: nextAt ? null : at,
      }),
      event: 'schedule.progressed',
      followUp: async (step) => {
        if (step.to === 'failed') await endRun(step);
      },
    },
    giveBack: {
      ...logged,
      // A node that stops in good order is no failed attempt.
      columns: ({ before }) => ({ attempts: before.attempts - 1 }),
    },
    cancel: {
      columns: ({ actor: { at } }) => ({ nextAt: null, finishedAt: at }),
      expressions: ({ actor: { at } }) => more([{ at: at.toISOString(), step: 'cancelled' }]),
      event: 'schedule.cancelled',
      notice: nameOf,
      followUp: endRun,
    },
  },
};
