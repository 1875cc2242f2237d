import { chakra } from '@chakra-ui/react';
import type { ReactNode } from 'react';
import { useFormat } from '../useFormat.ts';
import { AppLink } from '../Link.tsx';

export interface Bar {
  key: string;
  label: string;
  value: number;
  /** The total that the bar is a part of; by default the longest bar. */
  of?: number;
  /** Displayed below the label, for example how many are published. */
  note?: ReactNode;
  /** The list behind the bar. */
  href?: string;
  /** Runs when the link is pressed, before it is opened. */
  onOpen?: () => void;
  /** `note` states it in words too: colour alone is not enough. */
  tone?: 'accent' | 'warn' | 'muted';
}

const BarLink = chakra(AppLink, {
  base: {
    display: 'block',
    px: '2',
    py: '1.5',
    mx: '-2',
    borderRadius: 'control',
    color: 'ink',
    _hover: { bg: 'subtle' },
  },
});
const COLORS = { accent: 'accent', warn: 'warn', muted: 'line.strong' } as const;

/**
 * Bars from zero, each labelled with its name and number; a bar with an address is a link.
 * @example <BarList bars={[{ key: 'a', label: 'สัญญา', value: 12, href: '/business-function/purpose?basis=contract' }]}
 * />
 */
export function BarList({ bars, unit }: { bars: readonly Bar[]; unit?: (value: number) => string }) {
  const { number } = useFormat();
  const longest = Math.max(1, ...bars.map(({ value }) => value));
  return (
    <chakra.ul listStyle="none" display="grid" gap="1">
      {bars.map((bar) => {
        const content = (
          <>
            <chakra.span display="flex" alignItems="baseline" gap="3" textStyle="dense">
              <chakra.span flex="1" minWidth="0" overflowWrap="anywhere" color={bar.value === 0 ? 'muted' : 'ink'}>
                {bar.label}
              </chakra.span>
              <chakra.span fontVariantNumeric="tabular-nums" fontWeight="semibold" whiteSpace="nowrap">
                {unit ? unit(bar.value) : number(bar.value)}
              </chakra.span>
            </chakra.span>
            <chakra.span
              display="block"
              height="2"
              bg="subtle"
              borderRadius="full"
              overflow="hidden"
              aria-hidden
              data-track=""
              mt="0.5"
            >
              <chakra.span
                data-fill="solid"
                display="block"
                height="full"
                borderRadius="full"
                bg={COLORS[bar.tone ?? 'accent']}
                transition="width 200ms ease-out"
                _motionReduce={{ transition: 'none' }}
                style={{ width: `${(bar.value / Math.max(1, bar.of ?? longest)) * 100}%` }}
              />
            </chakra.span>
            {bar.note && (
              <chakra.span display="block" textStyle="small" color="muted">
                {bar.note}
              </chakra.span>
            )}
          </>
        );
        return (
          <li key={bar.key}>
            {bar.href && bar.value > 0 ? (
              <BarLink href={bar.href} onClick={bar.onOpen}>
                {content}
              </BarLink>
            ) : (
              <chakra.div py="1.5">{content}</chakra.div>
            )}
          </li>
        );
      })}
    </chakra.ul>
  );
}
