import { AppWindow, Building2, Database, Target } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RecordFigures } from '../../../shared/dashboard/schema.ts';
import { FigureTiles } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';

/** The page's first line: the size of the record. */
export function Figures({ figures }: { figures: RecordFigures | undefined }) {
  const { t } = useTranslation('dashboard');
  const { number } = useFormat();
  const tiles = [
    {
      key: 'applications',
      icon: AppWindow,
      value: figures?.applications,
      note: [
        t('figure.published', { number: number(figures?.publishedApplications ?? 0) }),
        ...(figures?.reviewsOverdue
          ? [t('figure.reviewsOverdue', { count: figures.reviewsOverdue, number: number(figures.reviewsOverdue) })]
          : []),
      ].join(' · '),
    },
    {
      key: 'purposes',
      icon: Target,
      value: figures?.purposes,
      note: t('figure.published', { number: number(figures?.publishedPurposes ?? 0) }),
    },
    {
      key: 'attributeUses',
      icon: Database,
      value: figures?.attributeUses,
      note: t('figure.sensitive', { number: number(figures?.sensitiveUses ?? 0) }),
    },
    {
      key: 'thirdParties',
      icon: Building2,
      value: figures?.thirdParties,
      note: [
        t('figure.abroad', { number: number(figures?.thirdPartiesAbroad ?? 0) }),
        ...(figures && figures.storageAbroad > 0
          ? [t('figure.storageAbroad', { count: figures.storageAbroad, number: number(figures.storageAbroad) })]
          : []),
        ...(figures && figures.storageUnrecorded > 0
          ? [
              t('figure.storageUnrecorded', {
                count: figures.storageUnrecorded,
                number: number(figures.storageUnrecorded),
              }),
            ]
          : []),
      ].join(' · '),
    },
  ] as const;
  return (
    <FigureTiles
      figures={tiles.map(({ value, ...tile }) => ({
        ...tile,
        label: t(`figure.${tile.key}`),
        value: value === undefined ? undefined : number(value),
      }))}
    />
  );
}
