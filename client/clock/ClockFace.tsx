import { Ban, CircleAlert, CircleCheck, CircleMinus, CirclePause, Clock, Hourglass } from 'lucide-react';
import type { ReactNode } from 'react';
import type { ClockState } from '../../shared/clock.ts';
import { toneColors } from '../colors.ts';
import type { Tone } from '../colors.ts';
import { chakra } from '../ui/layout.tsx';
import { Tooltip } from '../ui/Tooltip.tsx';
import { useLocale } from '../ui/useFormat.ts';

const LOOKS: Record<ClockState, { tone: Tone; Icon: typeof Clock }> = {
  running: { tone: 'neutral', Icon: Clock },
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
    fontVariantNumeric: 'tabular-nums',
    whiteSpace: 'nowrap',
    borderRadius: 'control',
    '& svg': { boxSize: '1.1em', flexShrink: 0 },
  },
});

export interface ClockLook {
  /** `list`: a tag. `detail`: large. `plain`: text without a background, inside a sentence. */
  size?: 'list' | 'detail' | 'plain';
  /** Inside a link or button, which is focusable instead. */
  inert?: boolean;
}

interface ClockFaceProps extends ClockLook {
  state: ClockState;
  /** The deadline is near: marigold. */
  presses: boolean;
  /** The exact moments, on hover. */
  exact: string;
  /** For screen readers, in place of what is visible. */
  spoken: string;
  children: ReactNode;
}

/** The look of every deadline: word, icon and colour together. Not focusable: it has no action. */
export function ClockFace({ state, presses, exact, spoken, size = 'list', inert = false, children }: ClockFaceProps) {
  const locale = useLocale();
  const { tone, Icon } = state === 'running' && presses ? PRESSING : LOOKS[state];
  const colors = toneColors[tone];
  const large = size === 'detail';
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
        {children}
      </chakra.span>
      <chakra.span srOnly>{spoken}</chakra.span>
    </Face>
  );
  return inert ? face : <Tooltip content={exact}>{face}</Tooltip>;
}
