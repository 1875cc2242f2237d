import { Download } from 'lucide-react';
import { encodeQR } from 'qr';
import { useTranslation } from 'react-i18next';
import { chakra, Flex, LinkButton, Stack, Text } from '../ui/index.ts';

interface QrPosterProps {
  url: string;
  /** The picture in words. */
  alt: string;
  /** Its use. */
  note: string;
  fileName: string;
}

/** A link as a QR code for notice boards and leaflets, to display and to save. */
export function QrPoster({ url, alt, note, fileName }: QrPosterProps) {
  const { t } = useTranslation('embedScreen');
  const picture = `data:image/svg+xml,${encodeURIComponent(encodeQR(url, 'svg'))}`;
  return (
    <Flex gap="4" align="center" wrap="wrap">
      <chakra.img src={picture} alt={alt} boxSize="32" bg="white" borderRadius="control" />
      <Stack gap="2" flex="1" minWidth="12rem" alignItems="flex-start">
        <Text textStyle="dense" color="muted">
          {note}
        </Text>
        <LinkButton size="sm" icon={<Download aria-hidden />} href={picture} download={fileName}>
          {t('downloadQr')}
        </LinkButton>
      </Stack>
    </Flex>
  );
}
