import { CalendarCheck, CalendarDays, RefreshCw, Users } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { ConsentInsight } from '../../../shared/userConsent/schema.ts';
import { FigureTiles } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';

/** The first row of figures: how many answered in total, and recently. */
export function Figures({ insight }: { insight: ConsentInsight | undefined }) {
  const { t } = useTranslation('userConsent');
  const { number, percent } = useFormat();
  const tiles = [
    {
      key: 'subjects',
      icon: Users,
      value: insight?.subjects,
      note: insight && t('figure.submissions', { count: insight.submissions, number: number(insight.submissions) }),
    },
    {
      key: 'today',
      icon: CalendarCheck,
      value: insight?.today,
      note: insight && t('figure.yesterday', { number: number(insight.yesterday) }),
    },
    {
      key: 'lastSevenDays',
      icon: CalendarDays,
      value: insight?.lastSevenDays,
      note: insight && t('figure.perDay', { number: number(insight.lastSevenDays / 7, 1) }),
    },
    {
      key: 'changed',
      icon: RefreshCw,
      value: insight?.changed,
      note:
        insight && t('figure.changedOf', { percent: percent(insight.changed / Math.max(1, insight.submissions), 1) }),
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
