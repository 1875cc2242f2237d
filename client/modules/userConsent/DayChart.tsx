import { useRef, useState } from 'react';
import type { KeyboardEvent } from 'react';
import { useTranslation } from 'react-i18next';
import { CONSENT_ACTIONS, type ConsentAction } from '../../../shared/userConsent/schema.ts';
import { Box, chakra, Flex, Text, useFormat } from '../../ui/index.ts';
import { type AnswerCounts, answersOf, type Column, type Scale, scaleOf, totalOf, type Unit } from './days.ts';

/**
 * One hue at full and half intensity, and stripes: a stronger fill means more consent. Full and half have a contrast of
 * 3:1 to each other and to the card; stripes differ by their pattern (client/media.css).
 */
const FILL = { ALL: 'solid', ACCEPT: 'half', NONE: 'striped' } as const satisfies Record<ConsentAction, string>;
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
  /** Opens the answers of a column's days. */
  onChoose: (from: string, to: string) => void;
}

/**
 * Answers per day (or week), stacked by action from zero. The pointer or the arrow keys select a column, whose numbers
 * are displayed above.
 */
export function DayChart({ columns, unit, onChoose }: DayChartProps) {
  const { t } = useTranslation('userConsent');
  const nameOf = useColumnName(unit);
  const [at, setAt] = useState<number | null>(null);
  const scale = scaleOf(Math.max(...columns.map(answersOf)));
  const pointed = at === null ? undefined : columns[at];
  return (
    <>
      <Counts name={pointed ? nameOf(pointed) : t('trend.fullRange')} counts={pointed ?? totalOf(columns)} />
      <Flex gap="2">
        <ScaleNumbers {...scale} />
        <Box flex="1" minWidth="0">
          <Box position="relative" height={HEIGHT}>
            <ScaleLines {...scale} />
            <ColumnSlider
              columns={columns}
              top={scale.top}
              nameOf={nameOf}
              at={at}
              onPoint={setAt}
              onChoose={({ from, to }) => onChoose(from, to)}
            />
          </Box>
          <DayLabels columns={columns} />
        </Box>
      </Flex>
      <Text textStyle="small" color="muted" mt="2">
        {t('trend.hint')}
      </Text>
    </>
  );
}

/** The label of a column: its day, its month or its range of days. */
function useColumnName(unit: Unit): (column: Column) => string {
  const { date, month } = useFormat();
  return ({ from, to }) =>
    unit === 'month' && from.endsWith('-01') ? month(from) : from === to ? date(from) : `${date(from)} – ${date(to)}`;
}

/** The numbers of one column, or of all. */
function Counts({ name, counts }: { name: string; counts: AnswerCounts }) {
  const { t } = useTranslation('userConsent');
  const { number } = useFormat();
  return (
    <Flex wrap="wrap" columnGap="5" rowGap="1" alignItems="baseline" mb="4" textStyle="dense" minHeight="6">
      <Text as="span" textStyle="dense" fontWeight="semibold" minWidth={{ md: '13rem' }}>
        {name}
      </Text>
      {CONSENT_ACTIONS.map((action) => (
        <Flex key={action} as="span" alignItems="center" gap="1.5">
          <Box
            as="span"
            boxSize="2.5"
            borderRadius="2px"
            bg={FILL[action] === 'solid' ? 'accent' : undefined}
            data-fill={FILL[action]}
            flexShrink="0"
            aria-hidden
          />
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
  );
}

function ScaleNumbers({ top, lines }: Scale) {
  const { number } = useFormat();
  return (
    <Box position="relative" height={HEIGHT} flexShrink="0" minWidth="8" aria-hidden>
      {/* As wide as the widest number, so that all bars start at the same position. */}
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
  );
}

function ScaleLines({ top, lines }: Scale) {
  return [0, ...lines].map((line) => (
    <Box
      key={line}
      position="absolute"
      insetInline="0"
      height="1px"
      bg={line === 0 ? 'line.strong' : 'line'}
      aria-hidden
      style={{ bottom: `${(line / top) * 100}%` }}
    />
  ));
}

interface ColumnSliderProps {
  columns: readonly Column[];
  /** The number represented by the full height. */
  top: number;
  nameOf: (column: Column) => string;
  /** Index of the column under the pointer. */
  at: number | null;
  onPoint: (place: number | null) => void;
  onChoose: (column: Column) => void;
}

/** The columns as a slider: the pointer or the keys move along them, Enter or a click selects one. */
function ColumnSlider({ columns, top, nameOf, at, onPoint, onChoose }: ColumnSliderProps) {
  const { t } = useTranslation('userConsent');
  const { number } = useFormat();
  const box = useRef<HTMLDivElement>(null);
  const current = Math.min(at ?? columns.length - 1, columns.length - 1);
  const chosen = columns[current];
  const onKeyDown = (event: KeyboardEvent) => {
    const move = movesOf(columns.length)[event.key];
    if (event.key === 'Escape') onPoint(null);
    else if (event.key === 'Enter' && chosen) onChoose(chosen);
    else if (move !== undefined)
      onPoint(Math.max(0, Math.min(columns.length - 1, at === null ? current : current + move)));
    else return;
    if (event.key !== 'Escape') event.preventDefault();
  };
  const placeOf = (clientX: number) => {
    const { left = 0, width = 1 } = box.current?.getBoundingClientRect() ?? {};
    return Math.max(0, Math.min(columns.length - 1, Math.floor(((clientX - left) / width) * columns.length)));
  };
  return (
    <Bars
      ref={box}
      role="slider"
      tabIndex={0}
      aria-label={t('trend.chart')}
      aria-valuemin={0}
      aria-valuemax={columns.length - 1}
      aria-valuenow={current}
      aria-valuetext={
        chosen &&
        t('trend.value', {
          day: nameOf(chosen),
          all: number(chosen.ALL),
          some: number(chosen.ACCEPT),
          none: number(chosen.NONE),
        })
      }
      onKeyDown={onKeyDown}
      onPointerMove={(event) => onPoint(placeOf(event.clientX))}
      onPointerLeave={() => onPoint(null)}
      onBlur={() => onPoint(null)}
      onClick={(event) => {
        const clicked = columns[placeOf(event.clientX)];
        if (clicked) onChoose(clicked);
      }}
    >
      {columns.map((column, index) => (
        <StackedBar
          key={column.from}
          column={column}
          top={top}
          pointed={index === at}
          gap={columns.length > 45 ? '0' : '1px'}
        />
      ))}
    </Bars>
  );
}

/** The distance that each key moves along the columns. */
const movesOf = (columns: number): Readonly<Record<string, number>> => ({
  ArrowLeft: -1,
  ArrowRight: 1,
  ArrowDown: -1,
  ArrowUp: 1,
  PageDown: -7,
  PageUp: 7,
  Home: -columns,
  End: columns,
});

interface StackedBarProps {
  column: Column;
  top: number;
  pointed: boolean;
  gap: string;
}

function StackedBar({ column, top, pointed, gap }: StackedBarProps) {
  return (
    <Flex
      flex="1 1 0"
      minWidth="0"
      flexDirection="column-reverse"
      px={gap}
      bg={pointed ? 'subtle' : undefined}
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
        gap="2px"
        style={{ height: `${(answersOf(column) / top) * 100}%` }}
      >
        {CONSENT_ACTIONS.map(
          (action) =>
            column[action] > 0 && (
              <Box
                key={action}
                bg={FILL[action] === 'solid' ? 'accent' : undefined}
                data-fill={FILL[action]}
                style={{ flexGrow: column[action], flexBasis: 0 }}
              />
            ),
        )}
      </Flex>
    </Flex>
  );
}

/** The labels of the first, a middle and the last day. */
function DayLabels({ columns }: { columns: readonly Column[] }) {
  const { date } = useFormat();
  return (
    <Flex justifyContent="space-between" gap="3" mt="1.5" textStyle="small" color="muted" aria-hidden>
      <span>{date(columns[0]?.from)}</span>
      {columns.length > 2 && (
        <chakra.span hideBelow="sm">{date(columns[Math.floor((columns.length - 1) / 2)]?.from)}</chakra.span>
      )}
      <span>{date(columns.at(-1)?.to)}</span>
    </Flex>
  );
}
