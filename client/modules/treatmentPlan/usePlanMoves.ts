import { useTranslation } from 'react-i18next';
import type { RiskLevel } from '../../../shared/dpia/risk.ts';
import type { RecordedAction, TreatmentPlan } from '../../../shared/treatmentPlan/schema.ts';
import { useSession } from '../../shell/session.tsx';
import { trpc } from '../../trpc.ts';
import { toast } from '../../ui/index.ts';

type Done = 'start' | 'resolve' | 'approve' | 'revert' | 'reject' | 'reopen' | 'reassign' | 'removeAction';

/** The input of an action: day and time in Bangkok. */
export interface ActionInput {
  date: string;
  time: string;
  detail: string;
  fileId: string | null;
}

/**
 * The moves of one plan. Each resolves once the server has accepted it and the page displays the result; a refusal is
 * thrown for the form to display.
 */
export function usePlanMoves({ id, rowVersion }: Pick<TreatmentPlan, 'id' | 'rowVersion'>) {
  const { t } = useTranslation('treatmentPlanScreen');
  const { ws } = useSession();
  const cache = trpc.useUtils();
  const key = { ws, id };
  const { treatmentPlan } = trpc;
  const moving = treatmentPlan.move.useMutation();
  const resolving = treatmentPlan.resolve.useMutation();
  const reassigning = treatmentPlan.reassign.useMutation();
  const adding = treatmentPlan.addAction.useMutation();
  const updating = treatmentPlan.updateAction.useMutation();
  const removing = treatmentPlan.removeAction.useMutation();

  const settle = async (sent: Promise<TreatmentPlan>): Promise<TreatmentPlan> => {
    try {
      const plan = await sent;
      cache.treatmentPlan.get.setData(key, plan);
      return plan;
    } catch (error) {
      void cache.treatmentPlan.get.invalidate(key);
      throw error;
    } finally {
      void cache.treatmentPlan.list.invalidate();
      void cache.treatmentPlan.board.invalidate();
      void cache.activityLog.invalidate();
    }
  };
  const report = async (name: Done, sent: Promise<TreatmentPlan>): Promise<void> => {
    await settle(sent);
    toast.success(t(`done.${name}`));
  };
  type Move = Parameters<typeof moving.mutateAsync>[0]['action'];
  return {
    move: (action: Move, reason = '') => report(action, moving.mutateAsync({ ...key, rowVersion, action, reason })),
    resolve: (found: { p: RiskLevel; m: RiskLevel; d: RiskLevel; detail: string }) =>
      report('resolve', resolving.mutateAsync({ ...key, rowVersion, ...found })),
    reassign: (assigneeId: string) => report('reassign', reassigning.mutateAsync({ ...key, rowVersion, assigneeId })),
    removeAction: ({ id: actionId, rowVersion: over }: RecordedAction) =>
      report('removeAction', removing.mutateAsync({ ...key, actionId, rowVersion: over })),
    /** Reported by the form of the action. */
    addAction: (input: ActionInput & { key?: string | undefined }) => settle(adding.mutateAsync({ ...key, ...input })),
    updateAction: (actionId: string, over: number, input: ActionInput) =>
      settle(updating.mutateAsync({ ...key, actionId, rowVersion: over, ...input })),
  };
}
export type PlanMoves = ReturnType<typeof usePlanMoves>;
