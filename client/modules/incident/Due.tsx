import { useTranslation } from 'react-i18next';
import type { IncidentClock } from '../../../shared/incident/clock.ts';
import { Flex } from '../../ui/layout.tsx';
import { Countdown, type CountdownProps } from '../../clock/Countdown.tsx';
import { OtherDue } from '../../clock/OtherDue.tsx';

/**
 * A deadline in lists: the time left or overdue by the reading that is due first, and beside it, with its name, when
 * the other one is due.
 */
export function Due({ clock, ...look }: Pick<CountdownProps, 'size' | 'inert'> & { clock: IncidentClock }) {
  return (
    <Flex gap="1.5" rowGap="0.5" align="center" wrap="wrap">
      <Countdown clock={clock} {...look} />
      <OtherReading clock={clock} />
    </Flex>
  );
}

/** When the authority must be notified by the other reading; nothing once the deadline has ended or is paused. */
function OtherReading({ clock: { other, endedAt, stoppedAt } }: { clock: IncidentClock }) {
  const { t } = useTranslation('clock');
  if (!other || endedAt !== null || stoppedAt !== null) return null;
  return <OtherDue name={t(`both.${other.basis}`)} dueAt={other.dueAt} kind={other.basis} />;
}
