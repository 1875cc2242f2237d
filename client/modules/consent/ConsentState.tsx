import { CircleOff, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsentItem } from '../../../shared/consent/schema.ts';
import { today } from '../../format.ts';
import { DraftTag, LiveTag } from '../../records/versionTags.tsx';
import { Flex, StatusTag, useFormat } from '../../ui/index.ts';

/** The state of a form: version in force, a future one, draft of the next, inactive, expired. */
export function ConsentState({
  active,
  status,
  publishedVersion,
  versionInForce,
  effectiveFrom,
  effectiveTo,
}: Pick<ConsentItem, 'active' | 'status' | 'publishedVersion' | 'versionInForce' | 'effectiveFrom' | 'effectiveTo'>) {
  const { t } = useTranslation(['consent', 'embedScreen']);
  const { date } = useFormat();
  const day = today();
  const published = publishedVersion > 0;
  const early = published && effectiveFrom !== null && day < effectiveFrom;
  const ended = published && !early && effectiveTo !== null && day > effectiveTo;
  return (
    <Flex wrap="wrap" gap="1">
      {!active && <StatusTag icon={<CircleOff aria-hidden />}>{t('embedScreen:deactivated')}</StatusTag>}
      {active && versionInForce !== null && <LiveTag version={versionInForce} />}
      {early && (
        <StatusTag tone="info" icon={<Hourglass aria-hidden />}>
          {t('state.startsOn', { number: publishedVersion, date: date(effectiveFrom) })}
        </StatusTag>
      )}
      {ended && <StatusTag tone="warn">{t('state.endedOn', { date: date(effectiveTo) })}</StatusTag>}
      {status === 'draft' && <DraftTag publishedVersion={publishedVersion} />}
    </Flex>
  );
}
