/** Moves that require input. */
export type DialogMove = 'resolve' | 'approve' | 'revert' | 'reject' | 'reopen' | 'reassign';

/** The criteria assessed after a plan was carried out: predictability, manageability, disassociability. */
export const FOUND = ['p', 'm', 'd'] as const;
