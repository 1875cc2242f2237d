import type { ApprovalStatus, StepStatus } from '../../../shared/approvalLine/schema.ts';
import type { Tone } from '../../colors.ts';

/** The tone of each status of an approval line. */
export const LINE_TONES = {
  NEW: 'info',
  PENDING: 'info',
  APPROVED: 'ok',
  REJECTED: 'danger',
  REWORKED: 'warn',
  CANCEL: 'neutral',
} as const satisfies Record<ApprovalStatus, Tone>;

/** The tone of each status of one of its steps. */
export const STEP_TONES = {
  WAITING: 'neutral',
  CURRENT: 'live',
  APPROVED: 'ok',
  REJECTED: 'danger',
  REWORKED: 'warn',
  SKIPPED: 'neutral',
} as const satisfies Record<StepStatus, Tone>;
