import { useTranslation } from 'react-i18next';
import type { PageViewSummary } from '../../../shared/analytics/schema.ts';
import { Box, chakra, Flex, useFormat } from '../../ui/index.ts';

/** Units of the drawing: a day is one wide, the busiest day fills the height. */
const HEIGHT = 100;
const BAR_WIDTH = 0.72;

/** Views by day as bars from zero; a line is the previous period. The table of its card has the same numbers. */
export function DaysChart({ summary: { days, views, previous } }: { summary: PageViewSummary }) {
  const { t } = useTranslation('analytics');
  const { date, number } = useFormat();
  const top = Math.max(1, ...days.flatMap((day) => [day.views, day.previous]));
  const busiest = days.reduce((most, day) => (day.views > most.views ? day : most));
  const heightOf = (value: number) => (value / top) * HEIGHT;
  const line = days.map((day, index) => `${index + 0.5},${HEIGHT - heightOf(day.previous)}`).join(' ');
  return (
    <>
      <Flex wrap="wrap" columnGap="5" rowGap="1" textStyle="dense" mb="3">
        <Flex as="span" alignItems="center" gap="1.5">
          <Box as="span" boxSize="2.5" borderRadius="2px" bg="accent" data-fill="solid" aria-hidden />
          {t('chart.current')}
        </Flex>
        <Flex as="span" alignItems="center" gap="1.5">
          <Box as="span" width="4" borderTopWidth="2px" borderStyle="dashed" borderColor="ink" aria-hidden />
          {t('chart.previous')}
        </Flex>
      </Flex>
      <Flex gap="2">
        <Flex direction="column" justifyContent="space-between" textStyle="small" color="muted" aria-hidden>
          <span data-numeric="">{number(top)}</span>
          <span>0</span>
        </Flex>
        <Box flex="1" minWidth="0">
          <chakra.svg
            role="img"
            aria-label={t('chart.describe', {
              count: views,
              views: number(views),
              previous: number(previous),
              most: number(busiest.views),
              day: date(busiest.day),
            })}
            viewBox={`0 0 ${days.length} ${HEIGHT}`}
            preserveAspectRatio="none"
            width="100%"
            height="200px"
            display="block"
            borderBottomWidth="1px"
            borderColor="line.strong"
            css={{ '& rect': { fill: 'accent' }, '& polyline': { fill: 'none', stroke: 'ink' } }}
          >
            {days.map((day, index) => (
              <rect
                key={day.day}
                data-fill="solid"
                x={index + (1 - BAR_WIDTH) / 2}
                y={HEIGHT - heightOf(day.views)}
                width={BAR_WIDTH}
                height={heightOf(day.views)}
                data-day={day.day}
              >
                <title>{`${date(day.day)}: ${number(day.views)}`}</title>
              </rect>
            ))}
            {previous > 0 && (
              <polyline points={line} strokeWidth="2px" strokeDasharray="5 4" vectorEffect="non-scaling-stroke" />
            )}
          </chakra.svg>
          <Flex justifyContent="space-between" mt="1.5" textStyle="small" color="muted" aria-hidden>
            <span>{date(days[0]?.day)}</span>
            <span>{date(days.at(-1)?.day)}</span>
          </Flex>
        </Box>
      </Flex>
    </>
  );
}
