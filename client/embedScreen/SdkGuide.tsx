import { Download } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { SDK_PLATFORMS, type SdkPlatform } from '../../shared/sdk.ts';
import { Box, LinkButton, Stack, Tabs, Text } from '../ui/index.ts';
import type { Guide } from './guide.ts';
import { PieceCard } from './PieceCard.tsx';

const NAMES = { android: 'Android', ios: 'iOS', flutter: 'Flutter' } as const;

interface SdkGuideProps {
  guide: Guide;
  platform: SdkPlatform;
  /** Requirements of the form's settings for integrators. */
  note?: ReactNode;
}

/** The package of a mobile platform: its sources to download, how to add them to an app, how to use them. */
export function SdkGuide({ guide, platform, note }: SdkGuideProps) {
  const { t } = useTranslation('embedScreen');
  const { archive, lead, pieces } = guide.sdk[platform];
  return (
    <Box>
      <Tabs
        label={t('platforms')}
        items={SDK_PLATFORMS.map((one) => ({
          label: NAMES[one],
          href: `?tab=channels&guide=sdk&platform=${one}`,
          current: one === platform,
        }))}
      />
      <Stack gap="8">
        <Box>
          <Text mb="3">{lead}</Text>
          <LinkButton look="main" icon={<Download aria-hidden />} href={archive} download>
            {t('download', { platform: NAMES[platform] })}
          </LinkButton>
          <Text mt="2" textStyle="small" color="muted">
            {t('sourcesNote')}
          </Text>
        </Box>
        {note}
        {pieces.map((piece) => (
          <PieceCard key={piece.key} piece={piece} />
        ))}
      </Stack>
    </Box>
  );
}
