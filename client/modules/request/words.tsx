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

/** Where a request stands; glows when that changes under one's eyes. */
export function RequestStatusTag({ status }: { status: RequestStatus }) {
  const { t } = useTranslation('request');
  return (
    <GlowOnChange value={status}>
      <StatusTag tone={STATUS_TONES[status]}>{t(`status.${status}`)}</StatusTag>
    </GlowOnChange>
  );
}

/** Where one right of a request stands. */
export function StageTag({ stage }: { stage: RequestStage }) {
  const { t } = useTranslation('request');
  return (
    <GlowOnChange value={stage}>
      <StatusTag tone={STAGE_TONES[stage]}>{t(`stage.${stage}`)}</StatusTag>
    </GlowOnChange>
  );
}
