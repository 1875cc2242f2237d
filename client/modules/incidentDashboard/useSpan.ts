import { useTranslation } from 'react-i18next';
import { useFormat } from '../../ui/index.ts';

const HOUR = 3600;
const DAY = 24 * HOUR;

/** Formats a duration the usual way: minutes up to two hours, hours up to two days, then days. */
export function useSpan(): (seconds: number) => string {
  const { t } = useTranslation('incidentDashboard');
  const { number } = useFormat();
  return (seconds) => {
    if (seconds < 2 * HOUR) return t('span.minutes', { number: number(Math.round(seconds / 60)) });
    if (seconds < 2 * DAY) return t('span.hours', { number: number(seconds / HOUR, 1) });
    return t('span.days', { count: seconds / DAY, number: number(seconds / DAY, 1) });
  };
}
