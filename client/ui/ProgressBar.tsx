import { chakra } from './layout.tsx';

const Track = chakra('div', {
  base: { height: '1.5', borderRadius: 'full', bg: 'subtle', overflow: 'hidden' },
});
const Fill = chakra('div', {
  base: {
    height: 'full',
    borderRadius: 'full',
    bg: 'accent',
    transition: 'width 200ms ease-out',
    '&[data-moving]': { width: '40%', animation: 'breathe 1.4s ease-in-out infinite' },
    '&[data-complete]': { bg: 'ok' },
  },
});

export interface ProgressBarProps {
  /** What is in progress. */
  label: string;
  /** 0 to 1; undefined: unknown. */
  share: number | undefined;
  /** The progress in words, where a share is not enough. */
  words?: string;
  /** Whether the bar marks completion. */
  marksEnd?: boolean;
}

/** Progress as a bar. @example <ProgressBar label={t('sending')} share={sent / all} /> */
export function ProgressBar({ label, share, words, marksEnd = false }: ProgressBarProps) {
  return (
    <Track
      role="progressbar"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      {...(share !== undefined && { 'aria-valuenow': Math.round(share * 100) })}
      {...(words !== undefined && { 'aria-valuetext': words })}
    >
      <Fill
        {...(marksEnd && share === 1 && { 'data-complete': '' })}
        {...(share === undefined ? { 'data-moving': '' } : { style: { width: `${Math.max(2, share * 100)}%` } })}
      />
    </Track>
  );
}
