import { CircleCheck } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { chakra, Tabs, VisuallyHidden } from '../../../ui/index.ts';
import { FORM_TABS, type FormTab, tabQuery } from './tabs.ts';

interface TabBarProps {
  publishedVersion: number;
  /** The number of problems of a tab that prevent publishing; undefined if it is not checked. */
  missing?: (tab: FormTab) => number;
}

/** The tabs of an assessment, each with its progress. */
export function TabBar({ publishedVersion, missing }: TabBarProps) {
  const { t } = useTranslation('dpiaAssessment');
  return (
    <Tabs
      items={[
        ...FORM_TABS.map((tab) => ({
          label: (
            <>
              {t(`tab.${tab}`)}
              {missing && <Progress missing={missing(tab)} />}
            </>
          ),
          href: tabQuery(tab),
        })),
        { label: t('tab.report'), href: tabQuery('report') },
        { label: t('tab.versions'), href: tabQuery('versions'), count: publishedVersion },
      ]}
    />
  );
}

function Progress({ missing }: { missing: number }) {
  const { t } = useTranslation('dpiaAssessment');
  if (missing > 0)
    return (
      <chakra.span textStyle="small" px="1.5" borderRadius="full" bg="subtle" color="muted">
        {t('tab.missing', { number: missing })}
      </chakra.span>
    );
  return (
    <chakra.span position="relative" color="ok.text" display="inline-flex">
      <CircleCheck size={16} aria-hidden />
      <VisuallyHidden>{t('tab.complete')}</VisuallyHidden>
    </chakra.span>
  );
}
