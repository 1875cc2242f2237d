import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { ApprovalLine, ApprovalStep, StepStatus } from '../../../../shared/approvalLine/schema.ts';
import { bodyOf, messageOf, statusOf } from '../../../shell/errors.ts';
import { useSession } from '../../../shell/session.tsx';
import { trpc } from '../../../trpc.ts';
import { toast } from '../../../ui/index.ts';

export type Decision = 'APPROVED' | 'REWORKED' | 'REJECTED';
const DONE = { APPROVED: 'act.approved', REWORKED: 'act.reworked', REJECTED: 'act.rejected' } as const;

/** Why a decision was not taken: somebody had changed the line before, or the call failed. */
export interface Refused {
  conflict: boolean;
  message: string;
}

/**
 * Says what the one whose turn it is has decided. The open line shows it at once, before the server has answered;
 * should the server refuse, the line is as it was again and `refused` says why.
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
      if (before) cache.approvalLine.get.setData({ ws, id }, decided(before, status, comment ?? '', me));
      return { before };
    },
    onError(error, { id }, context) {
      // A refusal brings the line as it is by now.
      const newer = bodyOf(error)?.details?.current as ApprovalLine | undefined;
      const known = newer ?? context?.before;
      if (known) cache.approvalLine.get.setData({ ws, id }, known);
      setRefused({ conflict: statusOf(error) === 409, message: messageOf(error) ?? '' });
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

/** The line as it will be once the server has taken the decision. */
export function decided(
  line: ApprovalLine,
  status: Decision,
  comment: string,
  me: { id: string; name: string },
): ApprovalLine {
  const now = new Date().toISOString();
  const round = line.history.filter((step) => step.round === line.round);
  const current = round.find((step) => step.status === 'CURRENT');
  const next = current && round.find((step) => step.position === current.position + 1);
  const stepAfter = (step: ApprovalStep): ApprovalStep => {
    if (step.round !== line.round) return step;
    if (step === current)
      return {
        ...step,
        status,
        comment,
        actedAt: now,
        actedBy: step.approver.id === me.id ? null : { id: me.id, name: me.name, position: '' },
      };
    if (step.status !== 'WAITING') return step;
    const later: StepStatus = status !== 'APPROVED' ? 'SKIPPED' : step === next ? 'CURRENT' : 'WAITING';
    return { ...step, status: later, since: later === 'CURRENT' ? now : step.since };
  };
  const goesOn = status === 'APPROVED' && next !== undefined;
  return {
    ...line,
    status: status !== 'APPROVED' ? status : goesOn ? 'PENDING' : 'APPROVED',
    history: line.history.map(stepAfter),
    approvedSteps: line.approvedSteps + (status === 'APPROVED' ? 1 : 0),
    approvers: round.map((step) => ({ name: step.approver.name, status: stepAfter(step).status })),
    current: goesOn ? { approver: next.approver, delegate: next.delegate, since: now } : null,
    decidedAt: goesOn || status === 'REWORKED' ? line.decidedAt : now,
    yourTurn: false,
    allowed: [],
  };
}
