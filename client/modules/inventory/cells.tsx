import { Globe, Handshake, Network } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import type { InventoryItem } from '../../../shared/inventory/schema.ts';
import { durationText } from '../../../shared/purpose/retention.ts';
import { Flex, Text, Tooltip, useFormat } from '../../ui/index.ts';

/** How long, and on hover whether the line or its purpose says so. */
export function RetentionCell({ retention }: { retention: InventoryItem['retention'] }) {
  const { t } = useTranslation(['inventory', 'purposeScreen']);
  const { locale } = useFormat();
  if (!retention) {
    return (
      <Text as="span" textStyle="dense" color="muted" whiteSpace="nowrap">
        {t('retention.notSet')}
      </Text>
    );
  }
  const { indefinite, amount, unit, ofPurpose } = retention;
  const words =
    indefinite || amount === null || unit === null ? t('retention.forGood') : durationText(locale, amount, unit);
  return (
    <Tooltip content={t(ofPurpose ? 'retention.ofPurpose' : 'retention.own')}>
      <Text as="span" textStyle="dense" tabIndex={0} whiteSpace="nowrap">
        {words}
      </Text>
    </Tooltip>
  );
}

/** Who receives it, counted; abroad stands out. */
export function RecipientsCell({
  recipients: { internal, thirdParty, abroad },
}: {
  recipients: InventoryItem['recipients'];
}) {
  const { t } = useTranslation('inventory');
  const { number } = useFormat();
  if (internal + thirdParty === 0) {
    return (
      <Text as="span" textStyle="dense" color="muted" whiteSpace="nowrap">
        {t('recipient.none')}
      </Text>
    );
  }
  const counts: [number, 'internal' | 'thirdParty' | 'abroad', ReactNode][] = [
    [internal, 'internal', <Network key="internal" size={14} aria-hidden />],
    [thirdParty, 'thirdParty', <Handshake key="thirdParty" size={14} aria-hidden />],
    [abroad, 'abroad', <Globe key="abroad" size={14} aria-hidden />],
  ];
  return (
    <Flex wrap="wrap" columnGap="3" rowGap="0.5">
      {counts
        .filter(([count]) => count > 0)
        .map(([count, key, icon]) => (
          <Flex
            key={key}
            as="span"
            gap="1"
            align="center"
            textStyle="small"
            whiteSpace="nowrap"
            color={key === 'abroad' ? 'info.text' : undefined}
          >
            {icon}
            {t(`recipient.${key}`, { number: number(count) })}
          </Flex>
        ))}
    </Flex>
  );
}
