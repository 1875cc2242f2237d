import { defineStatus } from '../status.ts';

/** Statuses of the specification; RESOVLED is spelt so there (spec 2 section 4). */
export const PLAN_STATUSES = ['NEW', 'INPROGRESS', 'PENDING', 'RESOVLED', 'REJECTED'] as const;
export type PlanStatus = (typeof PLAN_STATUSES)[number];

/** Moves that need nothing but a reason at most. */
export const PLAN_MOVES = ['start', 'approve', 'revert', 'reject', 'reopen'] as const;
export type PlanAction = (typeof PLAN_MOVES)[number] | 'act' | 'resolve' | 'reassign';

const write = 'treatmentPlan.write';
const manage = 'treatmentPlan.manage';
const reject = { to: 'REJECTED', permission: manage } as const;

/** How a treatment plan moves. Staff make the moves of their own plans alone; what is resolved never changes again. */
export const planStatus = defineStatus<PlanStatus, PlanAction>({
  NEW: { start: { to: 'INPROGRESS', permission: write }, reassign: { to: 'NEW', permission: manage }, reject },
  INPROGRESS: {
    act: { to: 'INPROGRESS', permission: write },
    resolve: { to: 'PENDING', permission: write },
    reassign: { to: 'INPROGRESS', permission: manage },
    reject,
  },
  PENDING: {
    approve: { to: 'RESOVLED', permission: manage },
    revert: { to: 'INPROGRESS', permission: manage },
    reassign: { to: 'PENDING', permission: manage },
    reject,
  },
  RESOVLED: {},
  REJECTED: { reopen: { to: 'NEW', permission: manage } },
});

/** Statuses in which something is left to do. */
export const OPEN_PLANS: readonly PlanStatus[] = ['NEW', 'INPROGRESS', 'PENDING'];
export const isOpenPlan = (status: PlanStatus): boolean => OPEN_PLANS.includes(status);

/** Plans that a column of the board has at most. */
export const BOARD_COLUMN_LIMIT = 50;
