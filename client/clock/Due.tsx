import { useTranslation } from 'react-i18next';
import type { IncidentClock } from '../../shared/incident/clock.ts';
import { formatTime } from '../format.ts';
import { chakra, Flex } from '../ui/layout.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { Countdown, type CountdownProps } from './Countdown.tsx';

/**
 * A clock as lists show it: the time left or overdue by the reading that is due first, and beside it by its name when
 * the other one is due.
 */
export function Due({ clock, ...look }: Pick<CountdownProps, 'size' | 'inert'> & { clock: IncidentClock }) {
  return (
    <Flex gap="1.5" rowGap="0.5" align="center" wrap="wrap">
      <Countdown clock={clock} {...look} />
      <OtherDue clock={clock} />
    </Flex>
  );
}

/** When the authority is to be notified by the other reading; nothing once the clock has ended or stands. */
function OtherDue({ clock: { other, endedAt, stoppedAt } }: { clock: IncidentClock }) {
  const { t } = useTranslation('clock');
  const { date } = useFormat();
  if (!other || endedAt !== null || stoppedAt !== null) return null;
  const moment = t('moment', { date: date(other.dueAt), time: formatTime(other.dueAt, true) });
  return (
    <chakra.span color="muted" textStyle="small" fontVariantNumeric="tabular-nums" data-other={other.basis}>
      {t(`both.${other.basis}`)}: {moment}
    </chakra.span>
  );
}
