import { defineStatus } from '../status.ts';

/** Where the package stands by which the answer of a right is handed over. */
export const ANSWER_STATUSES = ['DRAFT', 'QUEUED', 'BUILDING', 'READY', 'FAILED', 'WITHDRAWN', 'EXPIRED'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/**
 * `change`: writing the letter, adding, removing or blacking out files. Not between release and withdrawal: what is
 * sent is what was released. `recall`: its right is open again, or whom its search was for was corrected. `giveBack`:
 * the node that builds stops in good order, or what it needs is away; the package waits for another run.
 */
export type AnswerAction =
  | 'release'
  | 'withdraw'
  | 'recall'
  | 'handOver'
  | 'change'
  | 'build'
  | 'giveBack'
  | 'finish'
  | 'fail'
  | 'expire';

const release = { release: { to: 'QUEUED', permission: 'request.manage' } } as const;
const recall = { recall: { to: 'WITHDRAWN', permission: null } } as const;
const change = <State extends AnswerStatus>(to: State) => ({ change: { to, permission: 'request.write' as const } });

/** How an answer moves, once its right is decided. A package that was begun by a node which is gone is begun again. */
export const answerStatus = defineStatus<AnswerStatus, AnswerAction>({
  DRAFT: { ...release, ...change('DRAFT') },
  QUEUED: { build: { to: 'BUILDING', permission: null }, ...recall },
  BUILDING: {
    build: { to: 'BUILDING', permission: null },
    giveBack: { to: 'QUEUED', permission: null },
    finish: { to: 'READY', permission: null },
    fail: { to: 'FAILED', permission: null },
    ...recall,
  },
  READY: {
    ...release,
    ...recall,
    withdraw: { to: 'WITHDRAWN', permission: 'request.manage' },
    handOver: { to: 'READY', permission: 'request.manage' },
    expire: { to: 'EXPIRED', permission: null },
  },
  FAILED: { ...release, ...change('FAILED') },
  WITHDRAWN: { ...release, ...change('WITHDRAWN') },
  EXPIRED: { ...release, ...change('EXPIRED') },
});

/** Whether its package is being made, or waits for that. */
export const isBeingBuilt = (status: AnswerStatus): boolean => answerStatus[status].build !== undefined;

/**
 * Whether it is released no more, or has not been yet: staff can still change it. One that expired was there to be
 * opened.
 */
export const isUnreleased = (status: AnswerStatus): boolean =>
  answerStatus[status].change !== undefined && status !== 'EXPIRED';
