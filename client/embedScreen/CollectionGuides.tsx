import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import { SDK_PLATFORMS, type SdkPlatform } from '../../shared/sdk.ts';
import { Banner, Box, SideRail, Tabs } from '../ui/index.ts';

interface Guide {
  key: string;
  label: string;
  /** The channel is open. */
  open: boolean;
  content: (platform: SdkPlatform) => ReactNode;
}

interface CollectionGuidesProps {
  /** The first is displayed where the address names none. */
  guides: readonly [Guide, ...Guide[]];
  /** Why nothing is collected yet. */
  notice: string | false;
  /** The consequence of a closed channel. */
  closed: string;
  /** The channels and other settings, beside the guides. */
  settings: ReactNode;
}

/** How to collect with a form: a guide for each channel, each with its own address, and which channels are open. */
export function CollectionGuides({ guides, notice, closed, settings }: CollectionGuidesProps) {
  const { t } = useTranslation('embedScreen');
  const params = new URLSearchParams(useSearch());
  const current = guides.find(({ key }) => key === params.get('guide')) ?? guides[0];
  const platform = SDK_PLATFORMS.find((one) => one === params.get('platform')) ?? 'android';
  return (
    <SideRail rail={settings}>
      {notice && (
        <Box mb="4">
          <Banner tone="info">{notice}</Banner>
        </Box>
      )}
      <Tabs
        label={t('guides')}
        items={guides.map((one) => ({
          label: one.label,
          href: `?tab=channels&guide=${one.key}`,
          current: one === current,
        }))}
      />
      {!current.open && (
        <Box mb="4">
          <Banner tone="warn">{closed}</Banner>
        </Box>
      )}
      {current.content(platform)}
    </SideRail>
  );
}
