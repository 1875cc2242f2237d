import { RotateCcw } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { recordAddress } from '../../../shared/registry/entities.ts';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import type { ApprovalLineItem, StepStatus } from '../../../shared/approvalLine/schema.ts';
import { type DocumentSubject, subjectOf } from '../../../shared/approvalLine/subject.ts';
import { StatusTag } from '../../ui/index.ts';
import { LINE_TONES, STEP_TONES } from './tones.ts';

export const LIST = pageAddress('approvalLine');
export const SETTINGS = pageAddress('approvalLineSettings');
export const lineHref = (id: string): string => recordAddress('approvalLine', id);
/** The address to request the approval of a document. */
export const askHref = ({ reportType, subjectId }: DocumentSubject): string =>
  pageAddress('approvalLine', { new: subjectId, kind: reportType === 'ROPA' ? null : reportType });
/** The record of a line's document; null where it no longer exists. */
export const subjectOfLine = ({ reportType, application, privacyNoticeId }: ApprovalLineItem): DocumentSubject | null =>
  subjectOf({ reportType, applicationId: application.id, privacyNoticeId });

/** The status of a line; marigold when it awaits the reader. */
export function LineStatus({ status, yourTurn = false }: Pick<ApprovalLineItem, 'status'> & { yourTurn?: boolean }) {
  const { t } = useTranslation('approvalLine');
  if (yourTurn) return <StatusTag tone="live">{t('waitsForYou')}</StatusTag>;
  return (
    <StatusTag tone={LINE_TONES[status]} {...(status === 'REWORKED' && { icon: <RotateCcw aria-hidden /> })}>
      {t(`status.${status}`)}
    </StatusTag>
  );
}

export function StepTag({ status }: { status: StepStatus }) {
  const { t } = useTranslation('approvalLine');
  return (
    <StatusTag tone={STEP_TONES[status]} {...(status === 'REWORKED' && { icon: <RotateCcw aria-hidden /> })}>
      {t(`step.${status}`)}
    </StatusTag>
  );
}
