import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { afterDecision, type DecideAction } from '../../../../shared/approvalLine/round.ts';
import type { ApprovalLine, ApprovalStep } from '../../../../shared/approvalLine/schema.ts';
import { bodyOf, messageOf, statusOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { toast } from '../../../ui/index.ts';

export type Decision = 'APPROVED' | 'REWORKED' | 'REJECTED';
const ACTION = { APPROVED: 'approve', REWORKED: 'rework', REJECTED: 'reject' } as const satisfies Record<
  Decision,
  DecideAction
>;
const DONE = { APPROVED: 'act.approved', REWORKED: 'act.reworked', REJECTED: 'act.rejected' } as const;

/** Why a decision was refused: somebody had changed the line before, or the call failed. */
export interface Refused {
  conflict: boolean;
  message: string;
}

/**
 * Sends the caller's decision. The open line displays it before the server has answered; if the server refuses, the
 * line is restored and `refused` has the reason.
 */
export function useDecision(onDone: () => void) {
  const { t } = useTranslation('approvalLine');
  const { ws, personnel: me } = useSession();
  const cache = trpc.useUtils();
  const [refused, setRefused] = useState<Refused | null>(null);
  const act = trpc.approvalLine.act.useMutation({
    async onMutate({ id, status, comment }) {
      await cache.approvalLine.get.cancel({ ws, id });
      const before = cache.approvalLine.get.getData({ ws, id });
      if (before) cache.approvalLine.get.setData({ ws, id }, pendingLine(before, ACTION[status], comment ?? '', me));
      return { before };
    },
    onError(error, { id }, context) {
      // A refusal contains the current line.
      const newer = bodyOf(error)?.details?.current as ApprovalLine | undefined;
      const known = newer ?? context?.before;
      if (known) cache.approvalLine.get.setData({ ws, id }, known);
      setRefused({
        conflict: statusOf(error) === 409,
        message: bodyOf(error)?.issues?.[0]?.reason ?? messageOf(error),
      });
    },
    onSuccess(line, { status }) {
      cache.approvalLine.get.setData({ ws, id: line.id }, line);
      const next =
        status === 'APPROVED' && (line.current ? t('act.next', { name: line.current.approver.name }) : t('act.last'));
      toast.success(t(DONE[status]), next ? { detail: next } : undefined);
      onDone();
    },
    onSettled: () => cache.approvalLine.invalidate(),
  });
  return {
    busy: act.isPending,
    refused,
    decide(line: { id: string; rowVersion: number }, status: Decision, comment: string) {
      setRefused(null);
      return act.mutateAsync({ ws, id: line.id, rowVersion: line.rowVersion, status, comment: comment.trim() }).then(
        () => true,
        () => false,
      );
    },
  };
}

/** The line while the call is pending: the expected result, with all actions disabled. */
export function pendingLine(
  line: ApprovalLine,
  action: DecideAction,
  comment: string,
  me: { id: string; name: string },
): ApprovalLine {
  const now = new Date().toISOString();
  const round = line.history.filter((step) => step.round === line.round);
  const { status, next, statusOf } = afterDecision(line.status, round, action);
  const stepAfter = (step: ApprovalStep): ApprovalStep => {
    if (step.round !== line.round) return step;
    const after = { ...step, status: statusOf(step) };
    if (step === next) return { ...after, since: now };
    if (step.status !== 'CURRENT') return after;
    const actedBy = step.approver.id === me.id ? null : { id: me.id, name: me.name, position: '' };
    return { ...after, comment, actedAt: now, actedBy };
  };
  return {
    ...line,
    status,
    history: line.history.map(stepAfter),
    approvedSteps: line.approvedSteps + (action === 'approve' ? 1 : 0),
    approvers: round.map((step) => ({ name: step.approver.name, status: statusOf(step) })),
    current: next ? { approver: next.approver, delegate: next.delegate, since: now } : null,
    decidedAt: next || action === 'rework' ? line.decidedAt : now,
    yourTurn: false,
    allowed: [],
  };
}
