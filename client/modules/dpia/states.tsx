import { useTranslation } from 'react-i18next';
import type { DpiaItem } from '../../../shared/dpia/schema.ts';
import type { DpiaStatus, TreatmentStatus } from '../../../shared/dpia/status.ts';
import type { Tone } from '../../colors.ts';
import { StatusTag } from '../../ui/index.ts';

const STATUS_TONES: Readonly<Record<DpiaStatus, Tone>> = {
  NEW: 'info',
  NOTREQUIRED: 'neutral',
  DRAFT: 'live',
  PUBLISHED: 'ok',
};
const TREATMENT_TONES: Readonly<Record<TreatmentStatus, Tone>> = {
  INPROGRESS: 'accent',
  PENDING: 'live',
  RESOLVED: 'ok',
  REJECTED: 'warn',
};

/** The status of an assessment; a draft after a version displays the number of the next version. */
export function DpiaStatusTag({ status, publishedVersion }: Pick<DpiaItem, 'status' | 'publishedVersion'>) {
  const { t } = useTranslation(['dpiaAssessment', 'recordScreen']);
  return (
    <StatusTag tone={STATUS_TONES[status]}>
      {status === 'DRAFT' && publishedVersion > 0
        ? t('recordScreen:draftOf', { number: publishedVersion + 1 })
        : t(`status.${status}`)}
    </StatusTag>
  );
}

/** The status of the published version's plans; renders nothing if it has none. */
export function TreatmentTag({ status }: { status: TreatmentStatus | null }) {
  const { t } = useTranslation('dpiaAssessment');
  return status && <StatusTag tone={TREATMENT_TONES[status]}>{t(`treatment.${status}`)}</StatusTag>;
}
