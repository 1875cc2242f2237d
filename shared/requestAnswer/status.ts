import { defineStatus } from '../status.ts';

/** Where the package stands by which the answer of a right is handed over. */
export const ANSWER_STATUSES = ['DRAFT', 'QUEUED', 'BUILDING', 'READY', 'FAILED', 'WITHDRAWN', 'EXPIRED'] as const;
export type AnswerStatus = (typeof ANSWER_STATUSES)[number];

/**
 * `changeFiles`: removing a file or blacking out places of one; files are added in every state. `recall`: its right is
 * open again.
 */
export type AnswerAction =
  | 'release'
  | 'withdraw'
  | 'recall'
  | 'handOver'
  | 'changeFiles'
  | 'build'
  | 'finish'
  | 'fail'
  | 'expire';

const release = { release: { to: 'QUEUED', permission: 'request.manage' } } as const;
const recall = { recall: { to: 'WITHDRAWN', permission: null } } as const;
const changeFiles = <State extends AnswerStatus>(to: State) => ({
  changeFiles: { to, permission: 'request.write' as const },
});

/** How an answer moves, once its right is decided. A package that was begun by a node which is gone is begun again. */
export const answerStatus = defineStatus<AnswerStatus, AnswerAction>({
  DRAFT: { ...release, ...changeFiles('DRAFT') },
  QUEUED: { build: { to: 'BUILDING', permission: null }, ...recall },
  BUILDING: {
    build: { to: 'BUILDING', permission: null },
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
  FAILED: { ...release, ...changeFiles('FAILED') },
  WITHDRAWN: { ...release, ...changeFiles('WITHDRAWN') },
  EXPIRED: { ...release, ...changeFiles('EXPIRED') },
});

/** Whether its package is being made, or waits for that. */
export const isBeingBuilt = (status: AnswerStatus): boolean => answerStatus[status].build !== undefined;
