import { useTranslation } from 'react-i18next';
import { useSearch } from 'wouter';
import type { DpiaVariant } from '../../../shared/dpia/framework.ts';
import { Banner, PageHeader, Stack, Tabs } from '../../ui/index.ts';
import { DataRiskTab } from './DataRiskTab.tsx';
import { ItemsTab } from './ItemsTab.tsx';
import { ScaleTab } from './ScaleTab.tsx';
import { WorstCasesTab } from './WorstCasesTab.tsx';

type SettingsTab = 'data' | 'items' | 'worst' | 'likelihood' | 'impact';

interface SettingsScreenProps {
  variant: DpiaVariant;
  /** In order; the first tab has the address of the page. */
  tabs: readonly [SettingsTab, ...SettingsTab[]];
  /** The address of the list page. */
  list: string;
}

/** The settings of a variant, each on a tab with its own address. */
export function SettingsScreen({ variant, tabs, list }: SettingsScreenProps) {
  const { t } = useTranslation('dpiaSettings');
  const named = new URLSearchParams(useSearch()).get('tab');
  const tab = tabs.find((one) => one === named) ?? tabs[0];
  return (
    <>
      <PageHeader
        title={t(`title.${variant}`)}
        description={t(`lead.${variant}`)}
        trail={[{ label: t('toList'), href: list }]}
      />
      <Stack gap="4">
        <Banner>{t('kept')}</Banner>
        <div>
          <Tabs items={tabs.map((one) => ({ label: t(`tab.${one}`), href: one === tabs[0] ? '?' : `?tab=${one}` }))} />
          {tab === 'data' && <DataRiskTab />}
          {tab === 'items' && <ItemsTab variant={variant} />}
          {tab === 'worst' && <WorstCasesTab variant={variant} />}
          {(tab === 'likelihood' || tab === 'impact') && <ScaleTab variant={variant} axis={tab} />}
        </div>
      </Stack>
    </>
  );
}
