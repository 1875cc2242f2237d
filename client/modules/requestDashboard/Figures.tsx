import { Inbox, ShieldAlert, Timer, TimerOff } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { drillDown } from '../../../shared/requestDashboard/drillDown.ts';
import type { RequestFigures } from '../../../shared/requestDashboard/schema.ts';
import { FigureTiles } from '../../ui/chart/index.ts';
import { useFormat } from '../../ui/index.ts';
import { useRequestLink } from './links.ts';

/** Open and overdue requests, and the period compared with the previous one. */
export function Figures({ data }: { data: RequestFigures | undefined }) {
  const { t } = useTranslation('requestDashboard');
  const { number } = useFormat();
  const link = useRequestLink();
  const days = (value: number | null) =>
    value === null ? '–' : t('figure.medianDays', { count: value, number: number(value, 1) });
  const before = (value: string) => t('figure.before', { value });
  return (
    <FigureTiles
      figures={[
        {
          key: 'overdue',
          icon: ShieldAlert,
          label: t('figure.overdue'),
          value: data && number(data.overdueByReceipt),
          note: data && t('figure.bySetting', { number: number(data.overdueBySetting) }),
          href: link(drillDown.overdue()),
          tone: data && data.overdueByReceipt > 0 ? 'danger' : undefined,
        },
        {
          key: 'open',
          icon: Inbox,
          label: t('figure.open'),
          value: data && number(data.open),
          note: data && t('figure.received', { number: number(data.now.total), before: number(data.before.total) }),
          href: link(drillDown.open()),
        },
        {
          key: 'late',
          icon: TimerOff,
          label: t('figure.late'),
          value: data && number(data.now.late),
          href: data && link(drillDown.late(data)),
          note:
            data &&
            t('figure.onTime', {
              number: number(data.now.answered - data.now.late),
              answered: number(data.now.answered),
            }),
        },
        {
          key: 'median',
          icon: Timer,
          label: t('figure.median'),
          value: data && days(data.now.medianDays),
          note:
            data && (data.before.medianDays === null ? t('figure.medianNote') : before(days(data.before.medianDays))),
        },
      ]}
    />
  );
}
