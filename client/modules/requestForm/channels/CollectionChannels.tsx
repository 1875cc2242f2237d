import { useTranslation } from 'react-i18next';
import type { RequestForm } from '../../../../shared/requestForm/schema.ts';
import { ApiGuide } from '../../../embedScreen/ApiGuide.tsx';
import { CollectionGuides } from '../../../embedScreen/CollectionGuides.tsx';
import { SdkGuide } from '../../../embedScreen/SdkGuide.tsx';
import { WebGuide } from '../../../embedScreen/WebGuide.tsx';
import { Banner, Text } from '../../../ui/index.ts';
import { ChannelSettings } from './ChannelSettings.tsx';
import { OwnPage } from './OwnPage.tsx';
import { useRequestGuide } from './useRequestGuide.ts';

/** How requests are received: the code for a site, a system or an app, beside the enabled channels. */
export default function CollectionChannels({ form }: { form: RequestForm }) {
  const { t } = useTranslation('requestGuide');
  const guide = useRequestGuide(form);
  const { channels } = form.settings;
  return (
    <CollectionGuides
      settings={<ChannelSettings form={form} />}
      notice={(form.publishedVersion === 0 || !form.active) && t(form.active ? 'notPublished' : 'inactive')}
      closed={t('closed')}
      guides={[
        { key: 'web', label: t('guide.web'), open: channels.web, content: () => <WebGuide guide={guide} /> },
        { key: 'page', label: t('guide.page'), open: channels.page, content: () => <OwnPage form={form} /> },
        {
          key: 'api',
          label: t('guide.api'),
          open: channels.api,
          content: () => <ApiGuide guide={guide} note={<ApiNote form={form} />} />,
        },
        {
          key: 'sdk',
          label: t('guide.sdk'),
          open: channels.mobile,
          content: (platform) => <SdkGuide guide={guide} platform={platform} />,
        },
      ]}
    />
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
