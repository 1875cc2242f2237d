import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { noticePage } from '../../../shared/privacyNotice/address.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { AddressField } from '../../embedScreen/AddressField.tsx';
import { QrPoster } from '../../embedScreen/QrPoster.tsx';
import { useSession } from '../../shell/session.tsx';
import { Card, Flex, LinkButton, Stack, Text } from '../../ui/index.ts';
import { LOCALES } from '../../../shared/locale.ts';

/** The public address of the notice, as links, as a QR code and as printable posters. */
export function PublicLink({ record }: { record: Notice }) {
  const { t } = useTranslation('noticeChannels');
  const { ws } = useSession();
  const page = location.origin + noticePage(ws, record.id);
  const isInForce = record.versionInForce !== null && !record.withdrawn;
  return (
    <Card title={t('link.title')}>
      <Stack gap="5">
        <AddressField label={t('link.th')} url={page} isPage />
        <AddressField label={t('link.en')} url={`${page}?lang=en`} isPage />
        <QrPoster url={page} alt={t('link.code')} note={t('link.note')} fileName="privacy-notice-qr.svg" />
        <Stack gap="2" alignItems="flex-start">
          <Text textStyle="dense" color="muted">
            {t('link.posters')}
          </Text>
          {!isInForce && <Text color="warn.text">{t('link.notInForce')}</Text>}
          <Flex gap="2" wrap="wrap">
            {(['posterTh', 'posterEn'] as const).map((poster, place) => (
              <LinkButton
                key={poster}
                size="sm"
                icon={<FileDown aria-hidden />}
                href={`/api/v1/${ws}/privacy-notices/${record.id}/poster-pdf?lang=${LOCALES[place]}`}
                download
              >
                {t(`link.${poster}`)}
              </LinkButton>
            ))}
          </Flex>
        </Stack>
      </Stack>
    </Card>
  );
}
