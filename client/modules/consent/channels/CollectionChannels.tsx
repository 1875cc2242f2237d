import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { SDK_PLATFORMS } from '../../../../shared/consent/snippets.ts';
import { Banner, Box, SideRail, Tabs } from '../../../ui/index.ts';
import { ApiGuide } from './ApiGuide.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import { SdkGuide } from './SdkGuide.tsx';
import { useConsentGuide } from './useConsentGuide.ts';
import { WebGuide } from './WebGuide.tsx';

const GUIDES = ['web', 'api', 'sdk'] as const;

/** How answers come in: what to put into a site, a system or an app, and beside it which of the ways are open. */
export default function CollectionChannels({ form }: { form: Consent }) {
  const { t } = useTranslation('consentGuide');
  const params = new URLSearchParams(useSearch());
  const openGuide = GUIDES.find((one) => one === params.get('guide')) ?? 'web';
  const platform = SDK_PLATFORMS.find((one) => one === params.get('platform')) ?? 'android';
  const guide = useConsentGuide(form);
  const open = form.settings.channels;
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
      {openGuide === 'web' && <WebGuide guide={guide} />}
      {openGuide === 'api' && <ApiGuide guide={guide} />}
      {openGuide === 'sdk' && <SdkGuide guide={guide} platform={platform} />}
    </SideRail>
  );
}
