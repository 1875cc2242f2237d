import { Ban, CircleAlert, CircleCheck, CircleMinus, CirclePause, Clock as ClockIcon, Hourglass } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useTranslation } from 'react-i18next';
import type { Clock, ClockState } from '../../shared/clock.ts';
import { toneColors } from '../colors.ts';
import type { Tone } from '../colors.ts';
import { formatTime } from '../format.ts';
import { announce } from '../ui/announcer.ts';
import { chakra } from '../ui/layout.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useFormat } from '../ui/useFormat.ts';
import { digitsOf, useClock } from './useClock.ts';
import type { Reading } from './useClock.ts';

const LOOKS: Record<ClockState, { tone: Tone; Icon: typeof ClockIcon }> = {
  running: { tone: 'neutral', Icon: ClockIcon },
  overdue: { tone: 'danger', Icon: CircleAlert },
  stopped: { tone: 'neutral', Icon: CirclePause },
  met: { tone: 'ok', Icon: CircleCheck },
  late: { tone: 'danger', Icon: CircleMinus },
  notNeeded: { tone: 'neutral', Icon: Ban },
};
const PRESSING = { tone: 'live', Icon: Hourglass } as const;

/** Tone and icon of a reading: marigold when less than a day is left, red when overdue. */
const lookOf = ({ state, presses }: Reading) => (state === 'running' && presses ? PRESSING : LOOKS[state]);

const Face = chakra('span', {
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1.5',
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    borderRadius: 'control',
    '& svg': { boxSize: '1.1em', flexShrink: 0 },
  },
});

export interface CountdownProps {
  clock: Clock;
  /**
   * `list`: a tag with hours and minutes. `detail`: large, with seconds. `plain`: text without a background, inside a
   * sentence.
   */
  size?: 'list' | 'detail' | 'plain';
  /** Inside a link or button, which is focusable instead. */
  inert?: boolean;
}

/**
 * Time left until a deadline, or overdue, by the server's clock: word, icon and colour together; the exact moment on
 * hover and for screen readers, which announce when it becomes overdue and not each second. Not focusable: it has no
 * action.
 * @example <Countdown clock={incident.clock} size="detail" />
 */
export function Countdown({ clock, size = 'list', inert = false }: CountdownProps) {
  const { t } = useTranslation('clock');
  const { date, locale } = useFormat();
  const reading = useClock(clock);
  const { state, hours, minutes } = reading;
  const { tone, Icon } = lookOf(reading);
  const colors = toneColors[tone];
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

  const timed = state !== 'met' && state !== 'notNeeded';
  const face = (
    <Face
      role="timer"
      aria-live="off"
      {...(inert && { title: exact })}
      lang={locale}
      data-clock={state}
      color={state === 'stopped' || state === 'notNeeded' ? 'muted' : colors.text}
      {...(size !== 'plain' && { bg: colors.bg })}
      {...(size === 'list' && { px: '2', minHeight: '6', textStyle: 'small' })}
      {...(large && { px: '3', py: '2', gap: '3', textStyle: 'dense' })}
    >
      <chakra.span
        aria-hidden
        display="inline-flex"
        fontSize={large ? '1.5em' : undefined}
        color={size === 'plain' || large ? colors.icon : undefined}
      >
        <Icon />
      </chakra.span>
      <chakra.span aria-hidden display={large ? 'grid' : 'inline-flex'} gap={large ? '0' : '1'}>
        <span>{t(`word.${state}`)}</span>
        {timed && (
          <chakra.span textStyle={large ? 'heading' : undefined} fontWeight="semibold" data-digits>
            {digitsOf(reading, large)}
            {!large && size === 'plain' ? ` ${t('hoursUnit')}` : ''}
          </chakra.span>
        )}
      </chakra.span>
      <chakra.span srOnly>{spoken}</chakra.span>
    </Face>
  );
  return inert ? face : <Tooltip content={exact}>{face}</Tooltip>;
}
