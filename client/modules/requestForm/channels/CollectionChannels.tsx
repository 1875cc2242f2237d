import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { SDK_PLATFORMS } from '../../../../shared/sdk.ts';
import { ApiGuide } from '../../../embedScreen/ApiGuide.tsx';
import { SdkGuide } from '../../../embedScreen/SdkGuide.tsx';
import { WebGuide } from '../../../embedScreen/WebGuide.tsx';
import { Banner, Box, SideRail, Tabs, Text } from '../../../ui/index.ts';
import { ChannelSettings } from './ChannelSettings.tsx';
import { OwnPage } from './OwnPage.tsx';
import { useRequestGuide } from './useRequestGuide.ts';

const GUIDES = ['web', 'page', 'api', 'sdk'] as const;

/** How requests are received: the code for a site, a system or an app, beside the enabled channels. */
export default function CollectionChannels({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const params = new URLSearchParams(useSearch());
  const openGuide = GUIDES.find((one) => one === params.get('guide')) ?? 'web';
  const platform = SDK_PLATFORMS.find((one) => one === params.get('platform')) ?? 'android';
  const guide = useRequestGuide(form);
  const { channels } = form.settings;
  const isOpen = openGuide === 'sdk' ? channels.mobile : channels[openGuide];
  return (
    <SideRail rail={<ChannelSettings form={form} />}>
      {(form.publishedVersion === 0 || !form.active) && (
        <Box mb="4">
          <Banner tone="info">{t(form.active ? 'notPublished' : 'inactive')}</Banner>
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
      {openGuide === 'page' && <OwnPage form={form} />}
      {openGuide === 'api' && <ApiGuide guide={guide} note={<ApiNote form={form} />} />}
      {openGuide === 'sdk' && <SdkGuide guide={guide} platform={platform} />}
    </SideRail>
  );
}

/** Notes on the API: the form's own description, and whether tokens are accepted. */
function ApiNote({ form: { draft, settings } }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  return (
    <>
      {draft.customApiDescription && (
        <Banner tone="info" title={t('description')}>
          <Text whiteSpace="pre-wrap">{draft.customApiDescription}</Text>
        </Banner>
      )}
      {settings.jwtEnabled && <Banner tone="info">{t('tokenNote')}</Banner>}
    </>
  );
}
