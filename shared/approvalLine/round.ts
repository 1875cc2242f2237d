import { targetsOf } from '../status.ts';
import { type ApprovalAction, type ApprovalStatus, approvalStatus, type StepStatus } from './schema.ts';

export type DecideAction = Extract<ApprovalAction, 'approve' | 'reject' | 'rework'>;
const STEP_AFTER = { approve: 'APPROVED', reject: 'REJECTED', rework: 'REWORKED' } as const satisfies Record<
  DecideAction,
  StepStatus
>;

interface RoundStep {
  readonly position: number;
  readonly status: StepStatus;
}
export interface RoundAfter<Step extends RoundStep> {
  /** What the line becomes. */
  readonly status: ApprovalStatus;
  /** The step that is asked next; undefined: nobody is asked any more. */
  readonly next: Step | undefined;
  /** What each step of the round becomes. */
  statusOf(step: Step): StepStatus;
}

/**
 * What a decision of the current step does to a round of an approval line: the server writes it, the screen shows it
 * before the server has answered.
 */
export function afterDecision<Step extends RoundStep>(
  status: ApprovalStatus,
  steps: readonly Step[],
  action: DecideAction,
): RoundAfter<Step> {
  const waiting = steps.filter((step) => step.status === 'WAITING').sort((a, b) => a.position - b.position);
  const next = action === 'approve' ? waiting[0] : undefined;
  const move = approvalStatus[status][action];
  const targets = move ? targetsOf(move) : [status];
  return {
    // An approval leads on to the next approver or, from the last one, to the end.
    status: (next ? targets[0] : targets.at(-1))!,
    next,
    statusOf(step) {
      if (step.status === 'CURRENT') return STEP_AFTER[action];
      if (step.status !== 'WAITING') return step.status;
      return action !== 'approve' ? 'SKIPPED' : step === next ? 'CURRENT' : 'WAITING';
    },
  };
}
