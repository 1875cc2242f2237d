import { defineStatus } from '../status.ts';

/**
 * States of an identity document. REPLACED: another one was requested in its place; WITHDRAWN: it is no longer
 * requested.
 */
export const DOCUMENT_STATES = ['REQUESTED', 'RECEIVED', 'ACCEPTED', 'REPLACED', 'REFUSED', 'WITHDRAWN'] as const;
export type DocumentState = (typeof DOCUMENT_STATES)[number];
export type DocumentAction = 'receive' | 'withdraw' | 'accept' | 'requestAgain' | 'refuse';

const permission = 'request.manage';

/**
 * How an identity document moves. Staff and data subjects send one without naming it: `receive` needs no permission.
 */
export const documentState = defineStatus<DocumentState, DocumentAction>({
  REQUESTED: { receive: { to: 'RECEIVED', permission: null }, withdraw: { to: 'WITHDRAWN', permission } },
  RECEIVED: {
    accept: { to: 'ACCEPTED', permission },
    requestAgain: { to: 'REPLACED', permission },
    refuse: { to: 'REFUSED', permission },
  },
  ACCEPTED: {},
  REPLACED: {},
  REFUSED: {},
  WITHDRAWN: {},
});

/** Whether a document is still expected, or not yet decided on. */
export const isDocumentOpen = (state: DocumentState): boolean => Object.keys(documentState[state]).length > 0;

export const DECISIONS = ['ACCEPT', 'AGAIN', 'REFUSE'] as const;
/** The moves of the decisions on a document. */
export const MOVE_OF_DECISION = { ACCEPT: 'accept', AGAIN: 'requestAgain', REFUSE: 'refuse' } as const satisfies Record<
  (typeof DECISIONS)[number],
  DocumentAction
>;

/** States of a fact that a person is asked for. */
export const FACT_STATES = ['REQUESTED', 'MATCHED', 'FAILED', 'WITHDRAWN'] as const;
export type FactState = (typeof FACT_STATES)[number];
export type FactAction = 'compare' | 'withdraw';

/** How a fact moves. A wrong answer leaves it requested, until no tries are left. */
export const factState = defineStatus<FactState, FactAction>({
  REQUESTED: {
    compare: { to: ['MATCHED', 'REQUESTED', 'FAILED'], permission },
    withdraw: { to: 'WITHDRAWN', permission },
  },
  MATCHED: {},
  FAILED: {},
  WITHDRAWN: {},
});
