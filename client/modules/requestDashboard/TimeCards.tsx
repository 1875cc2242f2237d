import { useTranslation } from 'react-i18next';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import type { RequestFigures } from '../../../shared/requestDashboard/schema.ts';
import { BarList, ChartCard, MonthChart } from '../../ui/chart/index.ts';
import { Box, useFormat } from '../../ui/index.ts';
import { useRequestLink } from './links.ts';

interface CardProps {
  /** Undefined while it is loading. */
  data: RequestFigures | undefined;
}

/** Requests month by month. */
export function MonthsCard({ data }: CardProps) {
  const { t } = useTranslation('requestDashboard');
  const { number, month: monthName } = useFormat();
  const link = useRequestLink();
  return (
    <ChartCard
      title={t('months.title')}
      lead={t('months.lead')}
      table={
        data && {
          caption: t('months.title'),
          headers: [
            t('months.month'),
            t('months.received'),
            t('months.completed'),
            t('months.rejected'),
            t('months.late'),
          ],
          rows: data.months.map((one) => ({
            key: one.month,
            cells: [monthName(one.month), one.received, one.completed, one.rejected, one.late],
          })),
        }
      }
    >
      {data && (
        <MonthChart
          months={data.months.map(({ month, received, completed, rejected }) => ({
            month,
            value: received,
            part: completed + rejected,
            label: t('months.description', {
              month: monthName(month),
              received: number(received),
              closed: number(completed + rejected),
            }),
          }))}
          href={(month) => link(drillDown.month(month))}
        />
      )}
    </ChartCard>
  );
}

/** Rights due in the next 30 days. */
export function ForecastCard({ data }: CardProps) {
  const { t } = useTranslation('requestDashboard');
  const { date, number } = useFormat();
  return (
    <ChartCard
      title={t('chart.forecast')}
      lead={t('forecastLead')}
      table={
        data && {
          caption: t('chart.forecast'),
          headers: [t('column.date'), t('column.byReceipt'), t('column.bySetting')],
          rows: data.forecast.map((one) => ({ key: one.date, cells: [date(one.date), one.byReceipt, one.bySetting] })),
        }
      }
    >
      {data?.forecast.length === 0 ? (
        <Box color="muted">{t('nothingDue')}</Box>
      ) : (
        <BarList
          bars={(data?.forecast ?? []).map((one) => ({
            key: one.date,
            label: date(one.date, 'long'),
            value: one.byReceipt,
            note: t('settingNote', { count: one.bySetting, number: number(one.bySetting) }),
          }))}
        />
      )}
    </ChartCard>
  );
}
