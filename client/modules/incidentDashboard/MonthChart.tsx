import type { IncidentSummary } from '../../../shared/incidentDashboard/schema.ts';
import { AppLink, Box, chakra, Flex, useFormat } from '../../ui/index.ts';

const HEIGHT = 180;
const Column = chakra('li', {
  base: {
    flex: '1 1 0',
    minWidth: '0',
    display: 'grid',
    gridTemplateRows: `${HEIGHT}px auto`,
    textAlign: 'center',
    position: 'relative',
  },
});
const Hit = chakra(AppLink, {
  base: {
    position: 'absolute',
    inset: '0',
    borderRadius: 'control',
    _hover: { bg: 'color-mix(in srgb, {colors.ink} 5%, transparent)' },
  },
});

export interface MonthChartProps {
  months: IncidentSummary['months'];
  /** What a month's column says to those who do not see it. */
  labelOf: (month: IncidentSummary['months'][number]) => string;
  /** The incidents of a month. */
  href: (month: string) => string | undefined;
}

/** Where the months do not fit, the newest are seen first. */
const toNewest = (box: HTMLDivElement | null) => void (box && (box.scrollLeft = box.scrollWidth));

/** Incidents by month from zero, each column labelled with its number; its lower part is what was resolved. */
export function MonthChart({ months, labelOf, href }: MonthChartProps) {
  const { month: name, number } = useFormat();
  const top = Math.max(1, ...months.map(({ incidents }) => incidents));
  const dense = months.length > 14;
  return (
    <Box overflowX="auto" pb="1" ref={toNewest}>
      <chakra.ul
        listStyle="none"
        display="flex"
        gap={dense ? '1' : '2'}
        minWidth={dense ? `max(44rem, ${months.length * 1.75}rem)` : '28rem'}
      >
        {months.map((one, index) => {
          const [label, year] = name(one.month, 'short').split(' ');
          const to = href(one.month);
          const [height, resolved] = [(one.incidents / top) * (HEIGHT - 24), (one.resolved / top) * (HEIGHT - 24)];
          return (
            <Column key={one.month}>
              <Flex
                direction="column"
                justifyContent="flex-end"
                alignItems="center"
                borderBottomWidth="1px"
                borderColor="line.strong"
                aria-hidden
              >
                <chakra.span
                  textStyle="small"
                  fontVariantNumeric="tabular-nums"
                  color={one.incidents === 0 ? 'muted' : 'ink'}
                  fontWeight={one.incidents === 0 ? 'normal' : 'semibold'}
                >
                  {number(one.incidents)}
                </chakra.span>
                <Box
                  width="full"
                  maxWidth="2.5rem"
                  borderTopRadius="control"
                  overflow="hidden"
                  display="flex"
                  flexDirection="column"
                  justifyContent="flex-end"
                  data-fill="half"
                  style={{ height: `${height}px` }}
                >
                  <Box
                    bg="accent"
                    data-fill="solid"
                    borderTopWidth={one.resolved < one.incidents ? '2px' : '0'}
                    borderColor="surface"
                    style={{ height: `${resolved}px` }}
                  />
                </Box>
              </Flex>
              <chakra.span textStyle="small" color="muted" pt="1" aria-hidden whiteSpace="nowrap">
                {label}
                {/* A column is too narrow for each to name its year. */}
                <chakra.span display="block" minHeight="1lh">
                  {(index === 0 || one.month.endsWith('-01')) && year}
                </chakra.span>
              </chakra.span>
              {to && one.incidents > 0 ? (
                <Hit href={to} aria-label={labelOf(one)} />
              ) : (
                <chakra.span srOnly>{labelOf(one)}</chakra.span>
              )}
            </Column>
          );
        })}
      </chakra.ul>
    </Box>
  );
}
