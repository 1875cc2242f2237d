import { BarChart3, Code2 } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { recordAddress } from '../../../shared/registry/entities.ts';
import type { Consent } from '../../../shared/consent/schema.ts';
import { NextSteps } from '../../embedScreen/NextSteps.tsx';
import { useCan } from '../../shell/session.tsx';

/** What to do after the first publication, until somebody has answered. */
export function StepsAfterPublishing({ record }: { record: Consent }) {
  const { t } = useTranslation('consent');
  const mayWatch = useCan('consent.dashboard');
  // A reader without access to the counts gets none; the steps are then only displayed with the first version.
  if (
    !record.active ||
    record.publishedVersion === 0 ||
    record.submissions > 0 ||
    (!mayWatch && record.publishedVersion > 1)
  )
    return null;
  const watch = {
    icon: <BarChart3 aria-hidden />,
    title: t('next.watch'),
    body: t('next.watchBody'),
    href: pageAddress('consentDashboard', { form: record.id }),
    action: t('next.toDashboard'),
  };
  return (
    <NextSteps
      steps={[
        {
          icon: <Code2 aria-hidden />,
          title: t('next.snippet'),
          body: t('next.snippetBody'),
          href: recordAddress('consent', record.id, { tab: 'channels' }),
          action: t('next.toChannels'),
        },
        ...(mayWatch ? [watch] : []),
      ]}
    />
  );
}
