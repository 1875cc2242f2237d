import { afterDecision } from '../../../shared/approvalLine/round.ts';
import {
  type ApprovalAction,
  approvalStatus,
  type ApprovalStatus,
  type StepStatus,
} from '../../../shared/approvalLine/schema.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { Change } from '../../platform/live/emit.ts';
import type { PreparedStep, Step, Workflow, WrittenStep } from '../../platform/workflow/workflow.ts';
import type { Decision } from './mails.ts';
import { everyoneOf, isOnlySigner, runnersOf } from './people.ts';
import * as queries from './queries.ts';
import * as stepQueries from './stepQueries.ts';
import { manages } from './readers.ts';
import {
  announce,
  type Announcement,
  turnRecipients,
  mailResult,
  mailTurn,
  startReminder,
  stopReminder,
} from './turn.ts';

/** A decision of the approver whose turn it is: the steps of the round, and the one that it ends. */
interface Deciding {
  readonly steps: readonly stepQueries.StepRow[];
  readonly current: stepQueries.StepRow;
  readonly comment: string;
}
interface Resubmission {
  readonly columns: Parameters<typeof queries.update>[3];
  readonly approverIds: readonly string[];
}

interface ApprovalMoves {
  table: 'approvalLines';
  record: queries.LineRow;
  state: ApprovalStatus;
  action: ApprovalAction;
  actor: WithDeps;
  inputs: {
    edit: { readonly description: string };
    remind: object;
    approve: Deciding;
    reject: Deciding;
    rework: Deciding;
    cancel: object;
    resubmit: Resubmission;
    reopen: object;
    discard: { readonly deletion: Change };
  };
  facts: {
    /** The next step. */
    next?: stepQueries.StepRow | undefined;
    notify?: readonly string[];
    everyone?: readonly string[];
  };
  notice: Announcement & {
    /** The result that those who run the line are mailed. */
    decision?: { kind: Decision; comment?: string };
    /** The next approvers are mailed and notified. */
    asksNext?: boolean;
  };
}
type WrittenMove<Input = unknown> = WrittenStep<ApprovalMoves, Input>;

const DECIDE: readonly ApprovalAction[] = ['approve', 'reject', 'rework'];

/** Facts of a line that decide who can move it. */
interface Owned {
  readonly status: ApprovalStatus;
  readonly requesterId: string;
  /** Whether it is the actor's turn; left out: checked with the round's steps, which give the reason. */
  readonly hasTurn?: boolean;
}
/**
 * Who can make each move: decisions belong to the approver whose turn it is, all others to the requester and to those
 * who manage lines.
 */
export const OWNERSHIP = {
  machine: approvalStatus,
  stateOf: ({ status }: Owned) => status,
  isOwn: (actor: Actor, { requesterId, hasTurn = true }: Owned, action: ApprovalAction): boolean =>
    DECIDE.includes(action) ? hasTurn : requesterId === actor.personnelId || manages(actor),
  notOwn: () => appError('approvalLine.notYours', { text: 'approvalLine:problem.notYours' }),
};

const statusChanged = ({ from, to }: PreparedStep<ApprovalMoves>): Change => ({
  field: 'approvalStatus',
  old: from,
  new: to,
});
const decided = (step: WrittenMove<Deciding>): Change[] => {
  const { actor, input } = step;
  return [
    statusChanged(step),
    { field: 'position', old: null, new: input.current.position },
    // The log also names a delegate who acted.
    ...(actor.personnelId === input.current.approverId ? [] : [{ field: 'standIn', old: null, new: true }]),
  ];
};
const endStep = (
  { trx, actor, before, input: { current, comment } }: WrittenMove<Deciding>,
  status: StepStatus & ('APPROVED' | 'REJECTED' | 'REWORKED'),
): Promise<void> =>
  stepQueries.endStep(trx, actor, before.id, { round: before.round, position: current.position }, status, comment);

/** Nobody is asked or reminded any more. */
const endRound = async ({ trx, actor, before }: WrittenMove): Promise<void> => {
  await stepQueries.skipSteps(trx, actor.workspaceId, before.id);
  await stopReminder(trx, actor, before.id);
};
const everyone = async ({ trx, actor, before }: Step<ApprovalMoves>) => {
  const { requester, approvers, all } = await everyoneOf(trx, actor.workspaceId, before.id, actor.at);
  return { notify: [requester, ...approvers], everyone: all };
};

const declined = (status: 'REJECTED' | 'REWORKED', kind: 'rejected' | 'reworked') => ({
  async effects(step: WrittenMove<Deciding>) {
    await endStep(step, status);
    await endRound(step);
  },
  notice(step: WrittenMove<Deciding>) {
    const { before, input } = step;
    const approved = input.steps.filter((one) => one.status === 'APPROVED').map(({ approverId }) => approverId);
    return {
      changes: decided(step),
      notify: [before.requesterId, ...approved],
      decision: { kind, comment: input.comment },
    };
  },
});

/** How approval lines move. The caller has locked the line. */
export const approvalWorkflow: Workflow<ApprovalMoves> = {
  ...OWNERSHIP,
  table: 'approvalLines',
  stamp: ({ at }) => ({ updatedAt: at }),
  written: ({ before, to }, columns) => ({ ...before, ...(columns as Partial<queries.LineRow>), status: to }),
  async announce({ trx, actor, before, after }, event, { decision, asksNext, notify = [], ...notice }) {
    const recipients = asksNext ? await mailTurn(trx, actor, after) : [];
    // Where the requester has left, Admin and DPO are notified instead.
    const runners = notify.includes(before.requesterId) ? await runnersOf(trx, actor.workspaceId, before) : [];
    if (decision) await mailResult(trx, actor, before, runners, decision);
    const notified = notify.flatMap((id) => (id === before.requesterId ? runners : [id]));
    await announce(trx, actor, event, after, { ...notice, notify: [...new Set([...recipients, ...notified])] });
  },
  moves: {
    /** The approvers are stored in the round's steps, which the service writes and announces. */
    edit: { columns: ({ input: { description } }) => ({ description }) },
    remind: {},
    /**
     * The next approver is asked, or the last approval decides. @throws 403 `approvalLine.onlySigner` for the last
     * approval of a round that only its requester would sign
     */
    approve: {
      prepare({ actor, before, input: { steps, current } }) {
        const { next } = afterDecision(before.status, steps, 'approve');
        if (!next && isOnlySigner(before.requesterId, steps, { position: current.position, by: actor.personnelId! }))
          throw appError('approvalLine.onlySigner');
        return { next };
      },
      to: ({ before, input }) => afterDecision(before.status, input.steps, 'approve').status,
      columns: ({ actor, facts }) => (facts.next ? {} : { decidedAt: actor.at }),
      async effects(step) {
        const { trx, actor, before, facts } = step;
        await endStep(step, 'APPROVED');
        if (!facts.next) return stopReminder(trx, actor, before.id);
        await stepQueries.startStep(trx, actor, before.id, before.round, facts.next.position);
        await startReminder(trx, actor, before.id, actor.at);
      },
      event: ({ facts }) => (facts.next ? 'approvalLine.stepApproved' : 'approvalLine.approved'),
      notice: (step) => ({
        changes: decided(step),
        notify: [step.before.requesterId],
        ...(step.facts.next ? { asksNext: true } : { decision: { kind: 'approved' } }),
      }),
    },
    reject: {
      columns: ({ actor }) => ({ decidedAt: actor.at }),
      event: 'approvalLine.rejected',
      ...declined('REJECTED', 'rejected'),
    },
    rework: { event: 'approvalLine.reworked', ...declined('REWORKED', 'reworked') },
    cancel: {
      async prepare({ trx, actor, before }) {
        const recipients = await turnRecipients(trx, actor.workspaceId, before.id, actor.at);
        return { notify: [before.requesterId, ...recipients] };
      },
      columns: ({ actor }) => ({ decidedAt: actor.at }),
      effects: endRound,
      event: 'approvalLine.cancelled',
      notice: (step) => ({ changes: [statusChanged(step)], ...step.facts }),
    },
    /** A new round, in which all approvers are asked. The document of the previous round stays with its decisions. */
    resubmit: {
      async prepare({ trx, actor, before }) {
        await queries.keepRound(trx, actor.workspaceId, before.id);
        return {};
      },
      columns: ({ actor, before, input }) => ({
        ...input.columns,
        round: before.round + 1,
        requestedAt: actor.at,
        decidedAt: null,
        reopenedAt: null,
      }),
      async effects({ trx, actor, after, input }) {
        const steps = input.approverIds.map((approverId) => ({ approverId }));
        await stepQueries.insertSteps(trx, actor, after.id, after.round, steps);
        await startReminder(trx, actor, after.id, actor.at);
      },
      event: 'approvalLine.resubmitted',
      notice: (step) => ({
        changes: [
          statusChanged(step),
          { field: 'round', old: step.before.round, new: step.after.round },
          { field: 'sha256', old: step.before.sha256, new: step.after.sha256 },
          { field: 'approvers', old: null, new: step.input.approverIds.length },
        ],
        asksNext: true,
      }),
    },
    /** Back with the requester, to be submitted again with a document of the record's current state. */
    reopen: {
      prepare: everyone,
      columns: ({ actor }) => ({ reopenedAt: actor.at, decidedAt: null }),
      effects: endRound,
      event: 'approvalLine.reopened',
      notice: (step) => ({ changes: [statusChanged(step)], ...step.facts, decision: { kind: 'reopened' } }),
    },
    /** The record is being deleted: nothing can be submitted any more. */
    discard: {
      prepare: everyone,
      columns: ({ actor }) => ({ decidedAt: actor.at }),
      effects: endRound,
      event: 'approvalLine.cancelled',
      notice: (step) => ({
        changes: [statusChanged(step), step.input.deletion],
        ...step.facts,
      }),
    },
  },
};
