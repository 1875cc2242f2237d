import { useTranslation } from 'react-i18next';
import type { Clock } from '../../shared/clock.ts';
import { datesBetween } from '../../shared/dayCount.ts';
import { formatTime } from '../format.ts';
import { useFormat } from '../ui/useFormat.ts';
import { ClockFace, type ClockLook } from './ClockFace.tsx';
import { useServerNow } from './serverTime.ts';
import { readingOf } from './useClock.ts';
import { MINUTE } from '../../shared/duration.ts';

/** Days left from which a deadline counts as urgent. */
const SOON_DAYS = 3;

/**
 * Days left until a deadline that is counted in calendar days of Bangkok, or days overdue; the exact moment on hover
 * and for screen readers.
 * @example <DaysLeft clock={right.legalClock} />
 */
export function DaysLeft({ clock, ...look }: ClockLook & { clock: Clock }) {
  const { t } = useTranslation('clock');
  const { date, number } = useFormat();
  const runs = clock.endedAt === null && clock.stoppedAt === null;
  const now = useServerNow(runs ? MINUTE : null);
  const { state } = readingOf(clock, now);
  const until = Date.parse(clock.dueAt);
  const from = runs ? now : Date.parse(clock.endedAt ?? clock.stoppedAt!);
  const days = datesBetween(from, until);
  const left = Math.abs(days);
  const words =
    state === 'running' && days === 0
      ? t('days.today')
      : t(`days.${state === 'late' ? 'afterDue' : state}`, { count: left, number: number(left) });
  const due = t('due', { moment: t('moment', { date: date(clock.dueAt, 'long'), time: formatTime(clock.dueAt) }) });
  return (
    <ClockFace state={state} presses={days <= SOON_DAYS} exact={due} spoken={`${words} ${due}`} {...look}>
      {words}
    </ClockFace>
  );
}
