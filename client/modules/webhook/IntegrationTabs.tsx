import { useTranslation } from 'react-i18next';
import { pageAddress } from '../../../shared/registry/addresses.ts';
import { Tabs } from '../../ui/index.ts';

/** The integrations between other systems and the workspace, each on a page. */
export function IntegrationTabs() {
  const { t } = useTranslation('webhook');
  return (
    <Tabs
      label={t('tab.label')}
      items={[
        { label: t('tab.keys'), href: pageAddress('integrations') },
        { label: t('tab.accounts'), href: pageAddress('serviceAccounts') },
        { label: t('tab.samples'), href: pageAddress('apiSamples') },
        { label: t('tab.webhooks'), href: pageAddress('webhooks') },
      ]}
    />
  );
}
