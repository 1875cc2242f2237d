import { ArrowDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Clock } from '../../../shared/clock.ts';
import type { IncidentClock } from '../../../shared/incident/clock.ts';
import { formatTime } from '../../format.ts';
import { chakra } from '../../ui/layout.tsx';
import { Tag } from '../../ui/Tag.tsx';
import { useFormat } from '../../ui/useFormat.ts';
import { Countdown } from '../../clock/Countdown.tsx';
import { useClock } from '../../clock/useClock.ts';

/**
 * A deadline by the other reading of its start, null where there is only one; if it has ended, in time or late by that
 * reading.
 */
function otherReading({ other, stoppedAt, endedAt, outcome }: IncidentClock): Clock | null {
  if (!other) return null;
  const { startedAt, dueAt } = other;
  const judged =
    endedAt === null || outcome === 'notNeeded' ? outcome : Date.parse(endedAt) <= Date.parse(dueAt) ? 'met' : 'late';
  return { startedAt, dueAt, stoppedAt, endedAt, outcome: judged };
}

/**
 * Both readings of the start of the time to notify the authority, where they differ: each with its name, its start, its
 * due moment and its current state, the earlier one marked. Nothing where there is only one.
 * @example <BothStarts clock={incident.clock} />
 */
export function BothStarts({ clock }: { clock: IncidentClock }) {
  const { t } = useTranslation('clock');
  const other = otherReading(clock);
  if (!clock.other || !other) return null;
  // A deadline that ended before both readings counted may have used the later one.
  const otherIsEarlier = clock.other.dueAt < clock.dueAt;
  // A deadline that has ended or is paused needs no action any more.
  const runs = clock.endedAt === null && clock.stoppedAt === null;
  return (
    <chakra.section aria-label={t('both.title')} display="grid" gap="2" textStyle="dense">
      <chakra.p color="muted">{runs ? `${t('both.why')} ${t('both.advice')}` : t('both.why')}</chakra.p>
      <chakra.ul listStyle="none" display="grid" gap="2">
        <Start basis={clock.basis} clock={clock} earlier={!otherIsEarlier} runs={runs} />
        <Start basis={clock.other.basis} clock={other} earlier={otherIsEarlier} runs={runs} />
      </chakra.ul>
    </chakra.section>
  );
}

interface StartProps {
  basis: IncidentClock['basis'];
  clock: Clock;
  earlier: boolean;
  /** Whether the deadline is open, so that the earlier one matters. */
  runs: boolean;
}

function Start({ basis, clock, earlier, runs }: StartProps) {
  const { t } = useTranslation(['clock', 'incident']);
  const { date } = useFormat();
  const { state } = useClock(clock);
  const at = (moment: string) => t('moment', { date: date(moment), time: formatTime(moment, true) });
  return (
    <chakra.li
      borderWidth="1px"
      borderColor={state === 'overdue' ? 'danger' : earlier ? 'line.strong' : 'line'}
      borderRadius="control"
      px="3"
      py="2"
      fontVariantNumeric="tabular-nums"
    >
      <chakra.div display="flex" flexWrap="wrap" gap="2" rowGap="1" alignItems="center">
        <chakra.span fontWeight="semibold">
          {basis === 'former' ? t('incident:formerCount') : t(`both.${basis}`)}
        </chakra.span>
        {earlier && (
          <Tag tone={runs ? 'live' : 'neutral'} icon={<ArrowDown aria-hidden />}>
            {t('both.earlier')}
          </Tag>
        )}
        <Countdown clock={clock} />
      </chakra.div>
      <chakra.dl display="grid" gridTemplateColumns="auto minmax(0, 1fr)" columnGap="3" mt="1">
        <chakra.dt color="muted">{t('both.starts')}</chakra.dt>
        <dd>{at(clock.startedAt)}</dd>
        <chakra.dt color="muted">{t('both.due')}</chakra.dt>
        <dd>{at(clock.dueAt)}</dd>
      </chakra.dl>
    </chakra.li>
  );
}
