/** Moves that ask for something. */
export type DialogMove = 'resolve' | 'approve' | 'revert' | 'reject' | 'reopen' | 'reassign';

/** What is judged once a plan was carried out: predictability, manageability, disassociability. */
export const FOUND = ['p', 'm', 'd'] as const;
