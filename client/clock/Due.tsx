import type { IncidentClock } from '../../shared/incident/clock.ts';
import { Flex } from '../ui/layout.tsx';
import { Countdown } from './Countdown.tsx';
import { EarlierMark } from './EarlierMark.tsx';

/**
 * A clock as lists show it: the time left or overdue, and a mark where the other, earlier reading of its start is over.
 */
export function Due({ clock }: { clock: IncidentClock }) {
  return (
    <Flex gap="1.5" align="center">
      <Countdown clock={clock} />
      <EarlierMark clock={clock} />
    </Flex>
  );
}
