import { FileDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { noticePage } from '../../../shared/privacyNotice/address.ts';
import type { Notice } from '../../../shared/privacyNotice/schema.ts';
import { QrPoster } from '../../embedScreen/QrPoster.tsx';
import { useSession } from '../../shell/session.tsx';
import { Card, chakra, CopyButton, Flex, LinkButton, Stack, Text } from '../../ui/index.ts';

const LANGUAGES = ['th', 'en'] as const;

/** The public address of the notice, as links, as a QR code and as printable posters. */
export function PublicLink({ record }: { record: Notice }) {
  const { t } = useTranslation('noticeChannels');
  const { ws } = useSession();
  const page = location.origin + noticePage(ws, record.id);
  const isInForce = record.versionInForce !== null && !record.withdrawn;
  return (
    <Card title={t('link.title')}>
      <Stack gap="5">
        {LANGUAGES.map((lang) => {
          const url = lang === 'th' ? page : `${page}?lang=${lang}`;
          return (
            <Flex key={lang} gap="3" align="center" wrap="wrap">
              <Stack gap="0" flex="1" minWidth="15rem">
                <Text textStyle="dense" color="muted">
                  {t(`link.${lang}`)}
                </Text>
                <Address href={url}>{url}</Address>
              </Stack>
              <CopyButton text={url} label={t(`link.${lang}`)} />
            </Flex>
          );
        })}
        <QrPoster
          url={page}
          alt={t('link.code')}
          note={t('link.note')}
          download={t('link.keepCode')}
          fileName="privacy-notice-qr.svg"
        />
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
                href={`/api/v1/${ws}/privacy-notices/${record.id}/poster-pdf?lang=${LANGUAGES[place]}`}
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

const Address = chakra('a', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    minHeight: '10',
    color: 'accent.text',
    textDecoration: 'underline',
    textUnderlineOffset: '3px',
    overflowWrap: 'anywhere',
  },
});
