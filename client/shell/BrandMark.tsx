import { chakra } from '../ui/layout.tsx';

/** The mark of the product: a shield with a sun in it and a lap below. */
export function BrandMark({ size = 28 }: { size?: number }) {
  return (
    <svg viewBox="0 0 32 32" width={size} height={size} aria-hidden="true" focusable="false">
      <chakra.path fill="accent" d="M16 2 4 6.5v9C4 22.6 9 28 16 30c7-2 12-7.4 12-14.5v-9z" />
      <chakra.circle cx="16" cy="14" r="4.5" fill="live" />
      <chakra.path
        fill="none"
        stroke="accent.ink"
        strokeWidth="2.4"
        strokeLinecap="round"
        d="M9.5 22.5c3.5-3 9.5-3 13 0"
      />
    </svg>
  );
}
