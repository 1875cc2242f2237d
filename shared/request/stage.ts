import { defineStatus } from '../status.ts';

/** Where one right of a request stands. A request may name several rights; each has a stage of its own. */
export const REQUEST_STAGES = [
  'VERIFY',
  'ASSIGN',
  'WORK',
  'WAITING',
  'APPROVE',
  'COMPLETE',
  'CLOSED',
  'UNVERIFIED',
  'WITHDRAWN',
] as const;
export type RequestStage = (typeof REQUEST_STAGES)[number];

/** Columns of the board: the open stages, and one for all that is done with. */
export const BOARD_STAGES = ['VERIFY', 'ASSIGN', 'WORK', 'WAITING', 'APPROVE', 'CLOSED'] as const;
export type BoardStage = (typeof BOARD_STAGES)[number];
/** Rights that a column has at most. */
export const BOARD_COLUMN_LIMIT = 20;

/** Statuses of the specification (spec 2 section 4). */
export const REQUEST_STATUSES = ['NEW', 'INPROGRESS', 'PENDING', 'COMPLETED', 'REJECTED'] as const;
export type RequestStatus = (typeof REQUEST_STATUSES)[number];

/** The status of a right by its stage. */
export const STATUS_OF: Readonly<Record<RequestStage, RequestStatus>> = {
  VERIFY: 'NEW',
  ASSIGN: 'NEW',
  WORK: 'INPROGRESS',
  WAITING: 'INPROGRESS',
  APPROVE: 'PENDING',
  COMPLETE: 'COMPLETED',
  WITHDRAWN: 'COMPLETED',
  CLOSED: 'REJECTED',
  UNVERIFIED: 'REJECTED',
};

export type RequestAction =
  | 'verify'
  | 'lapse'
  | 'assign'
  | 'submit'
  | 'approve'
  | 'revert'
  | 'ask'
  | 'answer'
  | 'resume'
  | 'reject'
  | 'extend'
  | 'reopen'
  | 'withdraw';

const manage = 'request.manage';
const byProduct = null;
const reject = { to: 'CLOSED', permission: manage } as const;
const withdraw = { to: 'WITHDRAWN', permission: byProduct } as const;
/** Back to whoever works on it, or to be assigned where nobody does. */
const goesOn = { to: ['WORK', 'ASSIGN'], permission: byProduct } as const;

/** How one right of a request moves. What its assignee may do is theirs alone, beside those who manage requests. */
export const rightStage = defineStatus<RequestStage, RequestAction>({
  VERIFY: {
    verify: { to: 'ASSIGN', permission: manage },
    lapse: { to: 'UNVERIFIED', permission: byProduct },
    withdraw,
  },
  ASSIGN: {
    assign: { to: 'WORK', permission: manage },
    ask: { to: 'WAITING', permission: manage },
    extend: { to: 'ASSIGN', permission: manage },
    reject,
    withdraw,
  },
  WORK: {
    assign: { to: 'WORK', permission: manage },
    submit: { to: 'APPROVE', permission: 'request.write' },
    ask: { to: 'WAITING', permission: manage },
    extend: { to: 'WORK', permission: manage },
    reject,
    withdraw,
  },
  WAITING: {
    assign: { to: 'WAITING', permission: manage },
    answer: goesOn,
    // Nobody replied in time.
    resume: goesOn,
    extend: { to: 'WAITING', permission: manage },
    reject,
    withdraw,
  },
  APPROVE: {
    approve: { to: 'COMPLETE', permission: manage },
    revert: { to: 'WORK', permission: manage },
    ask: { to: 'WAITING', permission: manage },
    extend: { to: 'APPROVE', permission: manage },
    reject,
    withdraw,
  },
  COMPLETE: { reopen: { to: ['WORK', 'ASSIGN'], permission: manage } },
  CLOSED: { reopen: { to: ['WORK', 'ASSIGN'], permission: manage } },
  UNVERIFIED: {},
  WITHDRAWN: {},
});

/** Stages of a right whose data subject was never confirmed; WITHDRAWN may be one of them. */
export const UNCONFIRMED: readonly RequestStage[] = ['VERIFY', 'UNVERIFIED', 'WITHDRAWN'];
/** Stages of a right on which people work. */
export const WORKED_ON: readonly RequestStage[] = ['ASSIGN', 'WORK', 'WAITING'];
/** Stages of a right that was decided: granted, or closed without action. */
export const DECIDED: readonly RequestStage[] = ['COMPLETE', 'CLOSED'];

/** Whether the data subject of a request was confirmed at some time, by the stages of its rights. */
export const wasConfirmed = (rights: readonly { readonly stage: RequestStage }[]): boolean =>
  rights.some(({ stage }) => !UNCONFIRMED.includes(stage));

/** Whether they must be confirmed again: a correction changed who that is, or by which mailbox (decision 126). */
export const mustConfirmAgain = (request: {
  readonly verifiedAt: string | null;
  readonly rights: readonly { readonly stage: RequestStage }[];
}): boolean => request.verifiedAt === null && wasConfirmed(request.rights);

/** Whether a request can be deleted: nobody confirmed it, and nothing was done about it. */
export const isRemovable = ({
  verifiedAt,
  anonymisedAt,
  rights,
}: {
  readonly verifiedAt: string | null;
  readonly anonymisedAt: string | null;
  readonly rights: readonly { readonly stage: RequestStage }[];
}): boolean =>
  verifiedAt === null &&
  anonymisedAt === null &&
  rights.every(({ stage }) => stage === 'VERIFY' || stage === 'UNVERIFIED');

/** Statuses in which nothing more happens unless it is reopened. */
export const isClosedStatus = (status: RequestStatus): boolean => status === 'COMPLETED' || status === 'REJECTED';

/** The same of the stages of one right. */
export const isClosed = (stage: RequestStage): boolean => isClosedStatus(STATUS_OF[stage]);

/** Whether a right gives the data subject their data. What is refused, or was withdrawn, gives nothing. */
export const givesData = ({ code, stage }: { readonly code: string | null; readonly stage: RequestStage }): boolean =>
  (code === 'ACCESS' || code === 'PORTABILITY') && (!isClosed(stage) || stage === 'COMPLETE');

/** The status of a request by the stages of its rights: one at least. */
export function requestStatusOf(stages: readonly RequestStage[]): RequestStatus {
  const statuses = stages.map((stage) => STATUS_OF[stage]);
  if (statuses.every((status) => status === 'NEW')) return 'NEW';
  const open = statuses.filter((_, index) => !isClosed(stages[index]!));
  if (open.length > 0) return open.every((status) => status === 'PENDING') ? 'PENDING' : 'INPROGRESS';
  return statuses.includes('COMPLETED') ? 'COMPLETED' : 'REJECTED';
}
