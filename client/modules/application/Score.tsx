import { useTranslation } from 'react-i18next';
import { chakra, useFormat } from '../../ui/index.ts';

/** The share of complete items as a small bar with its percentage. */
export function ScoreBar({ percent }: { percent: number }) {
  const { t } = useTranslation('recordScreen');
  const { number } = useFormat();
  return (
    <chakra.span
      display="inline-flex"
      alignItems="center"
      gap="2"
      whiteSpace="nowrap"
      textStyle="dense"
      aria-label={t('application.completenessValue', { number: number(percent) })}
      role="img"
    >
      <chakra.span
        width="14"
        height="1.5"
        borderRadius="full"
        bg="line"
        overflow="hidden"
        display="inline-block"
        data-track=""
      >
        <chakra.span
          display="block"
          height="full"
          borderRadius="full"
          data-fill="solid"
          bg={percent === 100 ? 'ok' : 'accent'}
          style={{ width: `${percent}%` }}
        />
      </chakra.span>
      <chakra.span data-numeric="" minWidth="2.75rem">
        {number(percent)}%
      </chakra.span>
    </chakra.span>
  );
}

const RADIUS = 26;
const ROUND = 2 * Math.PI * RADIUS;

/** The same as a ring. */
export function ScoreRing({ percent }: { percent: number }) {
  const { t } = useTranslation('recordScreen');
  const { number } = useFormat();
  return (
    <chakra.span
      position="relative"
      display="inline-grid"
      placeItems="center"
      boxSize="64px"
      flexShrink="0"
      role="img"
      aria-label={t('application.completenessValue', { number: number(percent) })}
    >
      <chakra.svg viewBox="0 0 64 64" boxSize="64px" aria-hidden css={{ transform: 'rotate(-90deg)' }}>
        <chakra.circle cx="32" cy="32" r={RADIUS} fill="none" stroke="line" strokeWidth="7" />
        <chakra.circle
          cx="32"
          cy="32"
          r={RADIUS}
          fill="none"
          stroke={percent === 100 ? 'ok' : 'accent'}
          strokeWidth="7"
          strokeLinecap="round"
          data-fill="line"
          css={{ transition: 'stroke-dashoffset 200ms ease-out' }}
          style={{
            strokeDasharray: ROUND,
            strokeDashoffset: ROUND * (1 - percent / 100),
            opacity: percent === 0 ? 0 : 1,
          }}
        />
      </chakra.svg>
      <chakra.span position="absolute" textStyle="dense" fontWeight="semibold" data-numeric="" aria-hidden>
        {number(percent)}%
      </chakra.span>
    </chakra.span>
  );
}
