import { Ban, BellRing, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NotifiedItem } from '../../../shared/incidentNotification.ts';
import { GlowOnChange, Tag, Wrap } from '../../ui/index.ts';

/** What is owed to whom, and what was done, in words. */
export function OwedTags({ riskLevel, owed, authorityNotifiedAt, subjectsNotifiedAt }: Pick<NotifiedItem, 'riskLevel' | 'owed' | 'authorityNotifiedAt' | 'subjectsNotifiedAt'>) {
  const { t } = useTranslation('incidentNotification');
  const told = [authorityNotifiedAt && 'authorityTold', subjectsNotifiedAt && 'subjectsTold'].filter((one) => one !== null && one !== '') as ('authorityTold' | 'subjectsTold')[];
  return (
    <GlowOnChange value={[...owed, ...told].join()}>
      <Wrap gap="1.5">
        {riskLevel === null && owed.length === 0 && <Tag icon={<CircleDashed aria-hidden />}>{t('owed.undecided')}</Tag>}
        {riskLevel === 'NO_RISK' && <Tag icon={<Ban aria-hidden />}>{t('owed.nobody')}</Tag>}
        {owed.map((one) => (
          <Tag key={one} tone="live" icon={<BellRing aria-hidden />}>
            {t(`owed.${one}`)}
          </Tag>
        ))}
        {told.map((one) => (
          <Tag key={one} tone="ok" icon={<CircleCheck aria-hidden />}>
            {t(`owed.${one}`)}
          </Tag>
        ))}
      </Wrap>
    </GlowOnChange>
  );
}
