import { Ban, BellRing, CircleCheck, CircleDashed } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { type NotifiedItem, reachedOf } from '../../../shared/incidentNotification/schema.ts';
import { GlowOnChange, Tag, useFormat } from '../../ui/index.ts';
import { FewTags } from '../../ui/table/index.ts';

/** Outstanding and completed notifications, as tags. */
export function OwedTags({
  riskLevel,
  owed,
  authorityNotifiedAt,
  subjectsNotifiedAt,
  subjectMails,
}: Pick<NotifiedItem, 'riskLevel' | 'owed' | 'authorityNotifiedAt' | 'subjectsNotifiedAt' | 'subjectMails'>) {
  const { t } = useTranslation('incidentNotification');
  const { number } = useFormat();
  const part =
    subjectMails && reachedOf(subjectMails) < subjectMails.total
      ? t('owed.subjectsPart', { reached: number(reachedOf(subjectMails)), total: number(subjectMails.total) })
      : null;
  const notified = [authorityNotifiedAt && 'authorityNotified', subjectsNotifiedAt && 'subjectsNotified'].filter(
    (one) => one !== null && one !== '',
  ) as ('authorityNotified' | 'subjectsNotified')[];
  return (
    <GlowOnChange value={[...owed, ...notified, part].join()}>
      <FewTags
        tags={[
          ...(riskLevel === null && owed.length === 0
            ? [
                <Tag key="undecided" icon={<CircleDashed aria-hidden />}>
                  {t('owed.undecided')}
                </Tag>,
              ]
            : []),
          ...(riskLevel === 'NO_RISK'
            ? [
                <Tag key="nobody" icon={<Ban aria-hidden />}>
                  {t('owed.nobody')}
                </Tag>,
              ]
            : []),
          ...owed.map((one) => (
            <Tag key={one} tone="live" icon={<BellRing aria-hidden />}>
              {t(`owed.${one}`)}
            </Tag>
          )),
          ...notified.map((one) => (
            <Tag key={one} tone="ok" icon={<CircleCheck aria-hidden />}>
              {t(`owed.${one}`)}
            </Tag>
          )),
          ...(part
            ? [
                <Tag key="part" icon={<CircleDashed aria-hidden />}>
                  {part}
                </Tag>,
              ]
            : []),
        ]}
      />
    </GlowOnChange>
  );
}
