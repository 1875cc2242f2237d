import { useTranslation } from 'react-i18next';
import type { Consent } from '../../../../shared/consent/schema.ts';
import { ApiGuide } from '../../../embedScreen/ApiGuide.tsx';
import { CollectionGuides } from '../../../embedScreen/CollectionGuides.tsx';
import { SdkGuide } from '../../../embedScreen/SdkGuide.tsx';
import { WebGuide } from '../../../embedScreen/WebGuide.tsx';
import { ChannelSettings } from './ChannelSettings.tsx';
import { LevelNote } from './LevelNote.tsx';
import { useConsentGuide } from './useConsentGuide.ts';

/** How to collect answers: what to add to a site, a system or an app, and beside it which of the channels are open. */
export default function CollectionChannels({ form }: { form: Consent }) {
  const { t } = useTranslation('consentGuide');
  const guide = useConsentGuide(form);
  const { channels, level } = form.settings;
  return (
    <CollectionGuides
      settings={<ChannelSettings form={form} />}
      notice={form.publishedVersion === 0 && t('notPublished')}
      closed={t('closed')}
      guides={[
        {
          key: 'web',
          label: t('guide.web'),
          open: channels.web,
          content: () => <WebGuide guide={guide} note={<LevelNote level={level} />} />,
        },
        {
          key: 'api',
          label: t('guide.api'),
          open: channels.api,
          content: () => <ApiGuide guide={guide} note={<LevelNote level={level} calls />} />,
        },
        {
          key: 'sdk',
          label: t('guide.sdk'),
          open: channels.mobile,
          content: (platform) => (
            <SdkGuide guide={guide} platform={platform} note={<LevelNote level={level} calls />} />
          ),
        },
      ]}
    />
  );
}
