import { defineStatus, statesWith } from '../status.ts';

/** Where one task of a right stands. */
export const TASK_STATUSES = ['OPEN', 'INPROGRESS', 'DONE', 'REFUSED', 'NOT_NEEDED'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

export type TaskAction = 'assign' | 'start' | 'record' | 'finish' | 'refuse' | 'skip' | 'reopen';

const permission = 'request.write';
const close = {
  finish: { to: 'DONE', permission },
  refuse: { to: 'REFUSED', permission },
  skip: { to: 'NOT_NEEDED', permission },
} as const;
const reopen = { reopen: { to: 'OPEN', permission } } as const;

/** How a task moves, while its right is worked on. Staff make the moves of their own tasks alone. */
export const taskStatus = defineStatus<TaskStatus, TaskAction>({
  OPEN: { assign: { to: 'OPEN', permission }, start: { to: 'INPROGRESS', permission }, ...close },
  INPROGRESS: { assign: { to: 'INPROGRESS', permission }, record: { to: 'INPROGRESS', permission }, ...close },
  DONE: reopen,
  REFUSED: reopen,
  NOT_NEEDED: reopen,
});

/** Where a search of the platform's own records stands. */
export const GATHERING_STATUSES = ['QUEUED', 'RUNNING', 'DONE', 'FAILED'] as const;
export type GatheringStatus = (typeof GATHERING_STATUSES)[number];

/** `giveBack`: the node stops in good order, or what the search needs is away; it waits for another run. */
export type GatheringAction = 'start' | 'report' | 'giveBack' | 'finish' | 'fail';

/** How a search moves. One that a stopped node left running is started again. */
export const gatheringStatus = defineStatus<GatheringStatus, GatheringAction>({
  QUEUED: { start: { to: 'RUNNING', permission: null } },
  RUNNING: {
    start: { to: 'RUNNING', permission: null },
    report: { to: 'RUNNING', permission: null },
    giveBack: { to: 'QUEUED', permission: null },
    finish: { to: 'DONE', permission: null },
    fail: { to: 'FAILED', permission: null },
  },
  DONE: {},
  FAILED: {},
});

/** Whether a search has not ended. */
export const isGathering = (status: GatheringStatus): boolean => statesWith(gatheringStatus, 'start').includes(status);

/** Statuses in which something is left to do. */
export const OPEN_TASKS: readonly TaskStatus[] = ['OPEN', 'INPROGRESS'];
export const isTaskOpen = (status: TaskStatus): boolean => OPEN_TASKS.includes(status);
