import { useTranslation } from 'react-i18next';
import type { RequestStage, RequestStatus } from '../../../shared/request/stage.ts';
import { GlowOnChange, StatusTag } from '../../ui/index.ts';

const STATUS_TONES = {
  NEW: 'live',
  INPROGRESS: 'accent',
  PENDING: 'live',
  COMPLETED: 'ok',
  REJECTED: 'warn',
} as const satisfies Record<RequestStatus, string>;
const STAGE_TONES = {
  VERIFY: 'live',
  ASSIGN: 'live',
  WORK: 'accent',
  WAITING: 'neutral',
  APPROVE: 'live',
  COMPLETE: 'ok',
  CLOSED: 'warn',
  UNVERIFIED: 'neutral',
  WITHDRAWN: 'neutral',
} as const satisfies Record<RequestStage, string>;

/** The status of a request; highlighted briefly when it changes while displayed. */
export function RequestStatusTag({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('request');
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={STATUS_TONES[status]}>{t(`status.${status}`)}</StatusTag>
    </GlowOnChange>
  );
}

/** The stage of one right of a request. */
export function StageTag({ stage }: { stage: RequestStage }) {
  const { t } = useTranslation('request');
  return (
    <GlowOnChange value={stage}>
      <StatusTag tone={STAGE_TONES[stage]}>{t(`stage.${stage}`)}</StatusTag>
    </GlowOnChange>
  );
}
