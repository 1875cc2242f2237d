import { Code2, Inbox } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { RequestForm } from '../../../shared/requestForm/schema.ts';
import { NextSteps } from '../../embedScreen/NextSteps.tsx';

/** What to do after the first publication. */
export function StepsAfterPublishing({ record }: { record: RequestForm }) {
  const { t } = useTranslation('requestForm');
  if (!record.active || record.publishedVersion !== 1 || record.status !== 'published' || record.outdated) return null;
  return (
    <NextSteps
      steps={[
        {
          icon: <Code2 aria-hidden />,
          title: t('next.place'),
          body: t('next.placeBody'),
          href: recordAddress('requestForm', record.id, { tab: 'channels' }),
          action: t('next.toChannels'),
        },
        {
          icon: <Inbox aria-hidden />,
          title: t('next.watch'),
          body: t('next.watchBody'),
          href: pageAddress('requests'),
          action: t('next.toRequests'),
        },
      ]}
    />
  );
}
