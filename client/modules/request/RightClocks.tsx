import { useTranslation } from 'react-i18next';
import { holidayOn } from '../../../shared/calendar/thaiHolidays.ts';
import type { Clock } from '../../../shared/clock.ts';
import { DaysLeft } from '../../clock/DaysLeft.tsx';
import { useServerNow } from '../../clock/serverTime.ts';
import { readingOf } from '../../clock/useClock.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { Details } from '../../records/Details.tsx';
import { Banner, chakra, Flex, Stack, Text, useFormat } from '../../ui/index.ts';
import { DueCalendar } from './DueCalendar.tsx';
import type { RightPanelProps } from './RightCard.tsx';
import { MINUTE } from '../../../shared/duration.ts';

/**
 * Both deadlines of a right: by the workspace's settings, and by the act, which never changes; the reason of the first
 * or of its change; and a calendar.
 */
export function RightClocks({ request, right }: RightPanelProps) {
  const { t } = useTranslation('requestScreen');
  const { date, number } = useFormat();
  const { clock, legalClock, waitingSince, extendedDays } = right;
  return (
    <Stack gap="2">
      <chakra.dl display="grid" gap="2">
        <ClockLine label={t('clock.own')} clock={clock} />
        <ClockLine label={t('clock.act')} clock={legalClock} />
      </chakra.dl>
      {waitingSince && (
        <Text textStyle="dense" color="muted">
          {t('clock.paused', { date: date(waitingSince, 'long') })}
        </Text>
      )}
      {extendedDays !== null && (
        <Text textStyle="dense" color="muted">
          {t('clock.extended', { count: extendedDays, number: number(extendedDays) })}
        </Text>
      )}
      {right.code === 'ERASURE' && legalClock && <ErasureOverdue clock={legalClock} />}
      <Details summary={t('calendar.open')}>
        <DueCalendar request={request} right={right} />
      </Details>
    </Stack>
  );
}

/** What the Committee's notification on erasure asks for where an erasure is still open 90 days after receipt. */
function ErasureOverdue({ clock }: { clock: Clock }) {
  const { t } = useTranslation('requestScreen');
  const now = useServerNow(clock.endedAt === null ? MINUTE : null);
  if (readingOf(clock, now).state !== 'overdue') return null;
  return <Banner tone="warn">{t('clock.erasureOverdue')}</Banner>;
}

function ClockLine({ label, clock }: { label: string; clock: Clock | null }) {
  const { t } = useTranslation('requestScreen');
  const { date } = useFormat();
  return (
    <div>
      <chakra.dt textStyle="dense" color="muted">
        {label}
      </chakra.dt>
      <chakra.dd>
        {clock ? (
          <Flex wrap="wrap" gap="2" rowGap="1" alignItems="center">
            <span>{date(clock.dueAt, 'long')}</span>
            <DaysLeft clock={clock} />
            <DayOff at={clock.dueAt} />
          </Flex>
        ) : (
          t('clock.notYet')
        )}
      </chakra.dd>
    </div>
  );
}

/** Warns that it is due on a day on which offices are closed: the date does not change. */
function DayOff({ at }: { at: string }) {
  const { t } = useTranslation('requestScreen');
  const { text } = useFormat();
  const day = bangkokDay(new Date(at));
  const holiday = holidayOn(day);
  const weekday = new Date(`${day}T00:00:00Z`).getUTCDay();
  if (!holiday && weekday !== 0 && weekday !== 6) return null;
  return (
    <chakra.span textStyle="small" color="muted">
      {t('clock.dayOff', { name: holiday ? text(holiday) : t(weekday === 0 ? 'clock.sunday' : 'clock.saturday') })}
    </chakra.span>
  );
}
