import { event } from './eventRule.ts';

/** Events of approval lines and of the absences of approvers. */
export const APPROVAL_EVENTS = {
  // Of one line: Staff and Top Management hear of those they asked for or are named in (`recipients`).
  'approvalLine.created': event('approvalLine'),
  'approvalLine.updated': event('approvalLine', { bell: 'named' }),
  // For those who may no longer read it, since others are asked in their place.
  'approvalLine.released': event('approvalLine', { bell: 'named', onlyLogged: true }),
  'approvalLine.stepApproved': event('approvalLine'),
  'approvalLine.approved': event('approvalLine'),
  'approvalLine.rejected': event('approvalLine'),
  'approvalLine.reworked': event('approvalLine'),
  'approvalLine.resubmitted': event('approvalLine'),
  'approvalLine.cancelled': event('approvalLine'),
  'approvalLine.reopened': event('approvalLine'),
  'approvalLine.reminded': event('approvalLine'),
  'approvalSettings.changed': event('approvalSettings', { bell: 'none' }),
  'approvalAbsence.changed': event('approvalAbsence', { bell: 'named' }),
  // Called off before it began.
  'approvalAbsence.cancelled': event('approvalAbsence', { bell: 'named' }),
  // By the clock, or ended earlier by hand.
  'approvalAbsence.began': event('approvalAbsence', { bell: 'named' }),
  'approvalAbsence.ended': event('approvalAbsence', { bell: 'named' }),
} as const;
