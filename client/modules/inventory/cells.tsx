import { Database, Globe, Handshake, Network, ShieldAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isAbroad } from '../../../shared/country.ts';
import type { InventoryItem } from '../../../shared/inventory/schema.ts';
import { durationText, withStart } from '../../../shared/purpose/retention.ts';
import { Box, Flex, Tag, Text, Tooltip, useFormat } from '../../ui/index.ts';

/** Marks data protected by section 26. */
export function SensitiveTag() {
  const { t } = useTranslation('inventory');
  return (
    <Tag tone="warn" icon={<ShieldAlert aria-hidden />}>
      {t('sensitive')}
    </Tag>
  );
}

/** The legal bases, or that there are none yet. */
export function BasesCell({ bases }: { bases: InventoryItem['lawfulBases'] }) {
  const { t } = useTranslation(['inventory', 'purposeScreen']);
  return (
    <Text as="span" textStyle="dense" {...(bases.length === 0 && { color: 'muted' })}>
      {bases.map((basis) => t(`purposeScreen:basis.${basis}.name`)).join(', ') || t('noBasis')}
    </Text>
  );
}

/** The retention period; the tooltip says whether the line or its purpose defines it. */
export function RetentionCell({ retention }: { retention: InventoryItem['retention'] }) {
  const { t } = useTranslation(['inventory', 'retention']);
  const { locale } = useFormat();
  if (!retention) {
    return (
      <Text as="span" textStyle="dense" color="muted" whiteSpace="nowrap">
        {t('retention.notSet')}
      </Text>
    );
  }
  const { indefinite, amount, unit, ofPurpose, ...start } = retention;
  const words =
    indefinite || amount === null || unit === null
      ? t('retention.forGood')
      : withStart(durationText(locale, amount, unit), start, t);
  return (
    <Tooltip content={t(ofPurpose ? 'retention.ofPurpose' : 'retention.own')}>
      <Text as="span" textStyle="dense" tabIndex={0} whiteSpace={start.startEvent ? undefined : 'nowrap'}>
        {words}
      </Text>
    </Tooltip>
  );
}

/** The number of recipients, and apart from it that data is stored abroad; what is abroad is highlighted. */
export function RecipientsCell({
  row: {
    recipients: { internal, thirdParty, abroad },
    storageSystem,
  },
}: {
  row: Pick<InventoryItem, 'recipients' | 'storageSystem'>;
}) {
  const { t } = useTranslation('inventory');
  const { number } = useFormat();
  const counts: [number, 'internal' | 'thirdParty' | 'abroad', ReactNode][] = [
    [internal, 'internal', <Network key="internal" size={14} aria-hidden />],
    [thirdParty, 'thirdParty', <Handshake key="thirdParty" size={14} aria-hidden />],
    [abroad, 'abroad', <Globe key="abroad" size={14} aria-hidden />],
  ];
  return (
    <Box>
      {internal + thirdParty === 0 ? (
        <Text as="span" textStyle="dense" color="muted" whiteSpace="nowrap">
          {t('recipient.none')}
        </Text>
      ) : (
        <Flex columnGap="3" rowGap="0.5" wrap={{ base: 'wrap', md: 'nowrap' }}>
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
      )}
      {isAbroad(storageSystem?.country) && (
        <Flex as="span" gap="1" align="center" textStyle="small" whiteSpace="nowrap" color="info.text">
          <Database size={14} aria-hidden />
          {t('column.storedAbroad')}
        </Flex>
      )}
    </Box>
  );
}
