import { useTranslation } from 'react-i18next';
import type { PageViewSummary } from '../../../shared/analytics/schema.ts';
import { ChartCard } from '../../ui/chart/index.ts';
import { Box, Button, useFormat } from '../../ui/index.ts';
import { DaysChart } from './DaysChart.tsx';

/** Views by day, of all pages or of one, and those of the previous period. */
export function DaysCard({
  summary,
  name,
  onAll,
}: {
  summary: PageViewSummary | undefined;
  /** Title of the page of the figures. */
  name: string | undefined;
  onAll: () => void;
}) {
  const { t } = useTranslation('analytics');
  const { date, number } = useFormat();
  const title = [t('chart.title'), name].filter(Boolean).join(' · ');
  return (
    <Box mb="4">
      <ChartCard
        title={title}
        lead={
          summary &&
          t('chart.lead', {
            count: summary.days.length,
            from: date(summary.from, 'long'),
            to: date(summary.to, 'long'),
            number: number(summary.days.length),
          })
        }
        actions={
          name && (
            <Button size="sm" look="quiet" onClick={onAll}>
              {t('allPages')}
            </Button>
          )
        }
        table={
          summary && {
            caption: title,
            headers: [t('column.day'), t('chart.current'), t('chart.previous')],
            rows: summary.days.map(({ day, views, previous }) => ({ key: day, cells: [date(day), views, previous] })),
          }
        }
      >
        {summary &&
          (summary.views + summary.previous === 0 ? (
            <Box color="muted">{t('chart.nothing')}</Box>
          ) : (
            <DaysChart summary={summary} />
          ))}
      </ChartCard>
    </Box>
  );
}
