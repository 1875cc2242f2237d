import { CircleOff, History } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { NoticeItem } from '../../../shared/privacyNotice/schema.ts';
import { DraftTag, LiveTag } from '../../records/versionTags.tsx';
import { Flex, StatusTag, useFormat } from '../../ui/index.ts';

type Facts = Pick<
  NoticeItem,
  'status' | 'publishedVersion' | 'versionInForce' | 'effectiveOn' | 'driftedAt' | 'withdrawn'
>;

/** The most important part of its status as one tag, for table rows. */
export function NoticeTag(facts: Facts) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { status, publishedVersion, driftedAt, withdrawn } = facts;
  if (withdrawn || (!driftedAt && status === 'published')) return <NoticeState {...facts} />;
  return driftedAt ? (
    <StatusTag tone="warn" icon={<History aria-hidden />}>
      {t('state.drifted')}
    </StatusTag>
  ) : (
    <DraftTag publishedVersion={publishedVersion} />
  );
}

/** Which version of a notice is in force, which one is scheduled, and whether the register differs. */
export function NoticeState({ status, publishedVersion, versionInForce, effectiveOn, driftedAt, withdrawn }: Facts) {
  const { t } = useTranslation('privacyNoticeScreen');
  const { date } = useFormat();
  return (
    <Flex wrap="wrap" gap="1">
      {withdrawn && <StatusTag icon={<CircleOff aria-hidden />}>{t('state.withdrawn')}</StatusTag>}
      {!withdrawn && versionInForce !== null && <LiveTag version={versionInForce} />}
      {publishedVersion > 0 && versionInForce !== publishedVersion && effectiveOn && (
        <StatusTag tone="live">{t('state.ahead', { number: publishedVersion, day: date(effectiveOn) })}</StatusTag>
      )}
      {driftedAt && (
        <StatusTag tone="warn" icon={<History aria-hidden />}>
          {t('state.drifted')}
        </StatusTag>
      )}
      {status === 'draft' && <DraftTag publishedVersion={publishedVersion} />}
    </Flex>
  );
}
