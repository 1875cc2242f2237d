import { chakra } from '@chakra-ui/react';
import { useEffect, useRef, useState } from 'react';
import type { ReactNode } from 'react';

const Glow = chakra('span', { base: { borderRadius: '4px', '&[data-glow]': { animation: 'glow 1000ms ease-out' } } });

export interface GlowOnChangeProps {
  /** A change of this value glows; the first value does not. */
  value: unknown;
  children: ReactNode;
}

/**
 * Highlights once for a second when its value changes while displayed; not under reduced motion.
 * @example <GlowOnChange value={count}>{number(count)}</GlowOnChange>
 */
export function GlowOnChange({ value, children }: GlowOnChangeProps) {
  const before = useRef(value);
  const [round, setRound] = useState(0);
  useEffect(() => {
    if (Object.is(before.current, value)) return;
    before.current = value;
    setRound((n) => n + 1);
  }, [value]);
  // A new key restarts the animation when a second change comes within the second.
  return (
    <Glow key={round} {...(round > 0 && { 'data-glow': '' })}>
      {children}
    </Glow>
  );
}
