import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS, type ConsentAction } from '../../../shared/userConsent/schema.ts';
import { Box, chakra, Flex, Text, useFormat } from '../../ui/index.ts';
import { type Column, scaleOf, type Unit } from './days.ts';

/** One hue from full to half, and grey: more of it is more consent. Both halves keep 3:1 against the card. */
const COLOR: Record<ConsentAction, string> = {
  ALL: 'accent',
  ACCEPT: 'color-mix(in srgb, {colors.accent} 55%, {colors.surface})',
  NONE: 'line.strong',
};
const HEIGHT = '220px';

const Bars = chakra('div', {
  base: {
    position: 'absolute',
    inset: '0',
    display: 'flex',
    alignItems: 'stretch',
    borderRadius: 'control',
    cursor: 'pointer',
    touchAction: 'pan-y',
    '&:focus-visible': { outlineOffset: '4px' },
  },
});

interface DayChartProps {
  columns: readonly Column[];
  unit: Unit;
  /** Shows the answers of a column's days. */
  onChoose: (from: string, to: string) => void;
}

/**
 * Answers by day (or week), stacked by action from zero. Pointing, or the arrow keys, tell one column's numbers above
 * it.
 */
export function DayChart({ columns, unit, onChoose }: DayChartProps) {
  const { t } = useTranslation('userConsent');
  const { number, date, month } = useFormat();
  const [at, setAt] = useState<number | null>(null);
  const box = useRef<HTMLDivElement>(null);
  const totals = columns.reduce(
    (sum, { ALL, ACCEPT, NONE, changed }) => ({
      ALL: sum.ALL + ALL,
      ACCEPT: sum.ACCEPT + ACCEPT,
      NONE: sum.NONE + NONE,
      changed: sum.changed + changed,
    }),
    { ALL: 0, ACCEPT: 0, NONE: 0, changed: 0 },
  );
  const { top, lines } = scaleOf(Math.max(...columns.map(({ ALL, ACCEPT, NONE }) => ALL + ACCEPT + NONE)));
  const pointed = at === null ? undefined : columns[at];
  const counts = pointed ?? totals;
  const nameOf = ({ from, to }: Column) =>
    unit === 'month' && from.endsWith('-01') ? month(from) : from === to ? date(from) : `${date(from)} – ${date(to)}`;
  const valueOf = (column: Column) =>
    t('trend.value', {
      day: nameOf(column),
      all: number(column.ALL),
      some: number(column.ACCEPT),
      none: number(column.NONE),
    });
  const current = Math.min(at ?? columns.length - 1, columns.length - 1);

  const onKeyDown = (event: KeyboardEvent) => {
    const moves: Record<string, number> = {
      ArrowLeft: -1,
      ArrowRight: 1,
      ArrowDown: -1,
      ArrowUp: 1,
      PageDown: -7,
      PageUp: 7,
      Home: -columns.length,
      End: columns.length,
    };
    const move = moves[event.key];
    const chosen = columns[current];
    if (event.key === 'Escape') setAt(null);
    else if (event.key === 'Enter' && chosen) onChoose(chosen.from, chosen.to);
    else if (move !== undefined)
      setAt(Math.max(0, Math.min(columns.length - 1, at === null ? current : current + move)));
    else return;
    if (event.key !== 'Escape') event.preventDefault();
  };
  const placeOf = (clientX: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(columns.length - 1, Math.floor(((clientX - left) / width) * columns.length)));
  };

  return (
    <>
      <Flex wrap="wrap" columnGap="5" rowGap="1" alignItems="baseline" mb="4" textStyle="dense" minHeight="6">
        <Text as="span" textStyle="dense" fontWeight="semibold" minWidth={{ md: '13rem' }}>
          {pointed ? nameOf(pointed) : t('trend.fullRange')}
        </Text>
        {CONSENT_ACTIONS.map((action) => (
          <Flex key={action} as="span" alignItems="center" gap="1.5">
            <Box as="span" boxSize="2.5" borderRadius="2px" bg={COLOR[action]} flexShrink="0" aria-hidden />
            {t(`action.${action}`)}
            <chakra.span fontWeight="semibold" data-numeric="">
              {number(counts[action])}
            </chakra.span>
          </Flex>
        ))}
        <Text as="span" textStyle="dense" color="muted" data-numeric="">
          {t('trend.changed', { number: number(counts.changed) })}
        </Text>
      </Flex>
      <Flex gap="2">
        <Box position="relative" height={HEIGHT} flexShrink="0" minWidth="8" aria-hidden>
          {/* As wide as the widest number, so that the bars begin beside it. */}
          <chakra.span visibility="hidden" textStyle="small" data-numeric="">
            {number(top)}
          </chakra.span>
          {[0, ...lines].map((line) => (
            <chakra.span
              key={line}
              position="absolute"
              insetInlineEnd="0"
              textStyle="small"
              color="muted"
              data-numeric=""
              style={{ bottom: `${(line / top) * 100}%`, transform: 'translateY(50%)' }}
            >
              {number(line)}
            </chakra.span>
          ))}
        </Box>
        <Box flex="1" minWidth="0">
          <Box position="relative" height={HEIGHT}>
            {[0, ...lines].map((line) => (
              <Box
                key={line}
                position="absolute"
                insetInline="0"
                height="1px"
                bg={line === 0 ? 'line.strong' : 'line'}
                aria-hidden
                style={{ bottom: `${(line / top) * 100}%` }}
              />
            ))}
            <Bars
              ref={box}
              role="slider"
              tabIndex={0}
              aria-label={t('trend.chart')}
              aria-valuemin={0}
              aria-valuemax={columns.length - 1}
              aria-valuenow={current}
              aria-valuetext={columns[current] && valueOf(columns[current])}
              onKeyDown={onKeyDown}
              onPointerMove={(event) => setAt(placeOf(event.clientX))}
              onPointerLeave={() => setAt(null)}
              onBlur={() => setAt(null)}
              onClick={(event) => {
                const chosen = columns[placeOf(event.clientX)];
                if (chosen) onChoose(chosen.from, chosen.to);
              }}
            >
              {columns.map((column, index) => (
                <Flex
                  key={column.from}
                  flex="1 1 0"
                  minWidth="0"
                  flexDirection="column-reverse"
                  px={columns.length > 45 ? '0' : '1px'}
                  bg={index === at ? 'subtle' : undefined}
                  aria-hidden
                  data-day={column.from}
                >
                  <Flex
                    flexDirection="column-reverse"
                    width="full"
                    maxWidth="12"
                    mx="auto"
                    borderTopRadius="2px"
                    overflow="hidden"
                    gap="1px"
                    style={{ height: `${((column.ALL + column.ACCEPT + column.NONE) / top) * 100}%` }}
                  >
                    {CONSENT_ACTIONS.map(
                      (action) =>
                        column[action] > 0 && (
                          <Box key={action} bg={COLOR[action]} style={{ flexGrow: column[action], flexBasis: 0 }} />
                        ),
                    )}
                  </Flex>
                </Flex>
              ))}
            </Bars>
          </Box>
          <Flex justifyContent="space-between" gap="3" mt="1.5" textStyle="small" color="muted" aria-hidden>
            <span>{date(columns[0]?.from)}</span>
            {columns.length > 2 && (
              <chakra.span hideBelow="sm">{date(columns[Math.floor((columns.length - 1) / 2)]?.from)}</chakra.span>
            )}
            <span>{date(columns.at(-1)?.to)}</span>
          </Flex>
        </Box>
      </Flex>
      <Text textStyle="small" color="muted" mt="2">
        {t('trend.hint')}
      </Text>
    </>
  );
}
