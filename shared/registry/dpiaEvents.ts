import { event, unlogged } from './eventRule.ts';

/** Events of impact assessments and treatment plans. */
export const DPIA_EVENTS = {
  'dpia.created': event('dpia'),
  'dpia.updated': event('dpia', { bell: 'none' }),
  'dpia.removed': event('dpia', { bell: 'none' }),
  'dpia.notRequired': event('dpia'),
  'dpia.reopened': event('dpia'),
  'dpia.started': event('dpia', { bell: 'none' }),
  'dpia.published': event('dpia'),
  'dpia.revisionStarted': event('dpia', { bell: 'none' }),
  // What its published version says of the register no longer holds, or does again.
  'dpia.registerChanged': event('dpia'),
  'dpia.registerRestored': event('dpia', { bell: 'none' }),
  'dpia.commented': event('dpia', { bell: 'named' }),
  'dpia.commentResolved': event('dpia', { bell: 'none' }),
  'dpia.commentReopened': event('dpia', { bell: 'none' }),
  // Of the review of its published version: the reviewer and those who decide are named.
  'dpia.reviewDueSoon': event('dpia', { bell: 'named' }),
  'dpia.reviewOverdue': event('dpia', { bell: 'named' }),
  'dpiaFramework.updated': event('dpiaFramework', { bell: 'none' }),
  'dpiaItem.created': event('dpiaItem', { bell: 'none' }),
  'dpiaItem.updated': event('dpiaItem', { bell: 'none' }),
  'dpiaItem.removed': event('dpiaItem', { bell: 'none' }),
  'dpiaWorstCase.created': event('dpiaWorstCase', { bell: 'none' }),
  'dpiaWorstCase.updated': event('dpiaWorstCase', { bell: 'none' }),
  'dpiaWorstCase.removed': event('dpiaWorstCase', { bell: 'none' }),
  // Of one plan: Staff hear of their own alone, by name (`recipients`).
  'treatmentPlan.created': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.started': event('treatmentPlan', { bell: 'none' }),
  'treatmentPlan.acted': event('treatmentPlan', { bell: 'none' }),
  'treatmentPlan.submitted': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.approved': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.reverted': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.rejected': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.reopened': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.assigned': event('treatmentPlan', { bell: 'named' }),
  // For the former assignee, who may no longer read it.
  'treatmentPlan.released': event('treatmentPlan', { bell: 'named', onlyLogged: true }),
  'treatmentPlan.dueSoon': event('treatmentPlan', { bell: 'named' }),
  'treatmentPlan.overdue': event('treatmentPlan', { bell: 'named' }),
  // Refreshes the figures of those who do not read assessments.
  'dpiaDashboard.changed': unlogged('dpiaDashboard'),
  'presence.dpiaChanged': unlogged('presence', { module: 'DPIA', audience: 'dpia.read' }),
  'presence.treatmentPlanChanged': unlogged('presence', { module: 'DPIA', audience: 'treatmentPlan.read' }),
} as const;
