import { useTranslation } from 'react-i18next';
import type { PlanStatus } from '../../../shared/treatmentPlan/status.ts';
import { GlowOnChange, StatusTag } from '../../ui/index.ts';

const TONES = {
  NEW: 'info',
  INPROGRESS: 'accent',
  PENDING: 'live',
  RESOVLED: 'ok',
  REJECTED: 'warn',
} as const satisfies Record<PlanStatus, string>;

/** The status of a plan; highlighted briefly when it changes while displayed. */
export function PlanStatusTag({ status }: { status: PlanStatus }) {
  const { t } = useTranslation('treatmentPlanScreen');
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={TONES[status]}>{t(`status.${status}`)}</StatusTag>
    </GlowOnChange>
  );
}
