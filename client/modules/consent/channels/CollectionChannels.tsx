import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { Banner, Box, SideRail, Tabs } from '../../../ui/index.ts';
import { SDK_PLATFORMS } from '../../../../shared/sdk.ts';
import { ApiGuide } from '../../../embedScreen/ApiGuide.tsx';
import { SdkGuide } from '../../../embedScreen/SdkGuide.tsx';
import { WebGuide } from '../../../embedScreen/WebGuide.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import { LevelNote } from './LevelNote.tsx';
import { useConsentGuide } from './useConsentGuide.ts';

const GUIDES = ['web', 'api', 'sdk'] as const;

/** How to collect answers: what to add to a site, a system or an app, and beside it which of the channels are open. */
export default function CollectionChannels({ form }: { form: Consent }) {
  const { t } = useTranslation('consentGuide');
  const params = new URLSearchParams(useSearch());
  const openGuide = GUIDES.find((one) => one === params.get('guide')) ?? 'web';
  const platform = SDK_PLATFORMS.find((one) => one === params.get('platform')) ?? 'android';
  const guide = useConsentGuide(form);
  const { channels: open, level } = form.settings;
  const isOpen = openGuide === 'sdk' ? open.mobile : open[openGuide];
  return (
    <SideRail rail={<ChannelSettings form={form} />}>
      {form.publishedVersion === 0 && (
        <Box mb="4">
          <Banner tone="info">{t('notPublished')}</Banner>
        </Box>
      )}
      <Tabs
        label={t('guides')}
        items={GUIDES.map((one) => ({
          label: t(`guide.${one}`),
          href: `?tab=channels&guide=${one}`,
          current: one === openGuide,
        }))}
      />
      {!isOpen && (
        <Box mb="4">
          <Banner tone="warn">{t('closed')}</Banner>
        </Box>
      )}
      {openGuide === 'web' && <WebGuide guide={guide} note={<LevelNote level={level} />} />}
      {openGuide === 'api' && <ApiGuide guide={guide} note={<LevelNote level={level} calls />} />}
      {openGuide === 'sdk' && <SdkGuide guide={guide} platform={platform} note={<LevelNote level={level} calls />} />}
    </SideRail>
  );
}
