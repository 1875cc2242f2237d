import { Ban, CalendarClock, CircleAlert, CircleCheck, CircleMinus, CirclePause, Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Clock, ClockState } from '../../shared/clock.ts';
import { datesBetween } from '../../shared/request/clock.ts';
import { toneColors, type Tone } from '../colors.ts';
import { formatTime } from '../format.ts';
import { chakra } from '../ui/layout.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { useServerNow } from './serverTime.ts';
import { readingOf } from './useClock.ts';

const MINUTE = 60_000;
/** Days left from which a deadline counts as urgent. */
const SOON_DAYS = 3;

const LOOKS: Record<ClockState, { tone: Tone; Icon: typeof CalendarClock }> = {
  running: { tone: 'neutral', Icon: CalendarClock },
  overdue: { tone: 'danger', Icon: CircleAlert },
  stopped: { tone: 'neutral', Icon: CirclePause },
  met: { tone: 'ok', Icon: CircleCheck },
  late: { tone: 'danger', Icon: CircleMinus },
  notNeeded: { tone: 'neutral', Icon: Ban },
};
const PRESSING = { tone: 'live', Icon: Hourglass } as const;

const Face = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    px: '2',
    minHeight: '6',
    borderRadius: 'control',
    textStyle: 'small',
    whiteSpace: 'nowrap',
    fontVariantNumeric: 'tabular-nums',
    '& svg': { boxSize: '1.1em', flexShrink: 0 },
  },
});

/**
 * Days left until a deadline that is counted in calendar days of Bangkok, or days overdue: word, icon and colour
 * together; the exact moment on hover and for screen readers.
 * @example <DaysLeft clock={right.legalClock} />
 */
export function DaysLeft({ clock }: { clock: Clock }) {
  const { t } = useTranslation('clock');
  const { date, number } = useFormat();
  const runs = clock.endedAt === null && clock.stoppedAt === null;
  const now = useServerNow(runs ? MINUTE : null);
  const { state } = readingOf(clock, now);
  const until = Date.parse(clock.dueAt);
  const from = runs ? now : Date.parse(clock.endedAt ?? clock.stoppedAt!);
  const days = datesBetween(from, until);
  const { tone, Icon } = state === 'running' && days <= SOON_DAYS ? PRESSING : LOOKS[state];
  const colors = toneColors[tone];
  const left = Math.abs(days);
  const words =
    state === 'running' && days === 0
      ? t('days.today')
      : t(`days.${state === 'late' ? 'afterDue' : state}`, { count: left, number: number(left) });
  const due = t('due', { moment: t('moment', { date: date(clock.dueAt, 'long'), time: formatTime(clock.dueAt) }) });
  return (
    <Tooltip content={due}>
      <Face role="timer" aria-live="off" data-clock={state} bg={colors.bg} color={colors.text}>
        <Icon aria-hidden />
        {words}
        <chakra.span srOnly>{due}</chakra.span>
      </Face>
    </Tooltip>
  );
}
