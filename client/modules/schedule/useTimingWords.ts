import { useTranslation } from 'react-i18next';
import type { Schedule } from '../../../shared/schedule/schema.ts';

/** In the order of ISO 8601: Monday is 1. */
export const WEEKDAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** `02:00` */
export const hourText = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;

/** Describes when a schedule runs: `every Monday at 02:00`. */
export function useTimingWords(): (timing: Pick<Schedule, 'frequency' | 'hour' | 'day'>) => string {
  const { t } = useTranslation('schedule');
  return ({ frequency, hour, day }) =>
    t(`timing.${frequency}`, {
      time: hourText(hour),
      day: frequency === 'Weekly' ? t(`weekday.${WEEKDAYS[(day ?? 1) - 1] ?? 'monday'}`) : String(day ?? ''),
    });
}
