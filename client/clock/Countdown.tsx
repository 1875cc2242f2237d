import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clock } from '../../shared/clock.ts';
import { formatTime } from '../format.ts';
import { announce } from '../ui/announcer.ts';
import { chakra } from '../ui/layout.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { ClockFace, type ClockLook } from './ClockFace.tsx';
import { digitsOf, useClock } from './useClock.ts';

export interface CountdownProps extends ClockLook {
  clock: Clock;
}

/**
 * Time left until a deadline, or overdue, in hours and minutes, large also with seconds, by the server's clock; the
 * exact moment on hover and for screen readers, which announce when it becomes overdue and not each second.
 * @example <Countdown clock={incident.clock} size="detail" />
 */
export function Countdown({ clock, size = 'list', inert = false }: CountdownProps) {
  const { t } = useTranslation('clock');
  const { date } = useFormat();
  const reading = useClock(clock);
  const { state, presses, hours, minutes } = reading;
  const large = size === 'detail';

  const at = (moment: string) => t('moment', { date: date(moment, 'long'), time: formatTime(moment, true) });
  const due = t('due', { moment: at(clock.dueAt) });
  const ended = clock.endedAt ?? clock.stoppedAt;
  const exact =
    ended === null ? due : `${due} · ${t(clock.endedAt === null ? 'stoppedAt' : 'endedAt', { moment: at(ended) })}`;
  const spoken = `${t(`spoken.${state}`, { span: t('span', { hours, minutes }) })} ${exact}`;

  const before = useRef(state);
  useEffect(() => {
    if (large && before.current === 'running' && state === 'overdue') announce(t('nowOverdue'));
    before.current = state;
  }, [large, state, t]);

  return (
    <ClockFace state={state} presses={presses} exact={exact} spoken={spoken} size={size} inert={inert}>
      <span>{t(`word.${state}`)}</span>
      {state !== 'met' && state !== 'notNeeded' && (
        <chakra.span textStyle={large ? 'heading' : undefined} fontWeight="semibold" data-digits>
          {digitsOf(reading, large)}
          {!large && size === 'plain' ? ` ${t('hoursUnit')}` : ''}
        </chakra.span>
      )}
    </ClockFace>
  );
}
