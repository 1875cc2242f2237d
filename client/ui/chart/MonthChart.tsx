import { AppLink } from '../Link.tsx';
import { Box, chakra, Flex } from '../layout.tsx';
import { useFormat } from '../useFormat.ts';

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

interface Month {
  /** YYYY-MM. */
  month: string;
  value: number;
  /** Of `value`: the lower part of the column. */
  part: number;
  /** The label for screen readers. */
  label: string;
}

export interface MonthChartProps {
  months: readonly Month[];
  /** The list behind a month's column. */
  href: (month: string) => string | undefined;
}

/** Scrolls to the newest months when not all fit any more: once the chart is laid out, or in a window made narrower. */
function toNewest(box: HTMLDivElement | null) {
  if (!box) return undefined;
  let fits = true;
  const size = new ResizeObserver(() => {
    const overflows = box.scrollWidth > box.clientWidth;
    if (overflows && fits) box.scrollLeft = box.scrollWidth;
    fits = !overflows;
  });
  size.observe(box);
  return () => size.disconnect();
}

/** Columns by month from zero, each labelled with its number, in two parts. */
export function MonthChart({ months, href }: MonthChartProps) {
  const { month: name, number } = useFormat();
  const top = Math.max(1, ...months.map(({ value }) => value));
  const dense = months.length > 14;
  return (
    <Box overflowX="auto" pb="1" ref={toNewest} {...(!months.some((one) => href(one.month)) && { tabIndex: 0 })}>
      <chakra.ul
        listStyle="none"
        display="flex"
        gap={dense ? '1' : '2'}
        minWidth={dense ? `max(44rem, ${months.length * 1.75}rem)` : '28rem'}
      >
        {months.map((one, index) => {
          const [shortName, year] = name(one.month, 'short').split(' ');
          const to = href(one.month);
          const [height, lower] = [(one.value / top) * (HEIGHT - 24), (one.part / top) * (HEIGHT - 24)];
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
                  color={one.value === 0 ? 'muted' : 'ink'}
                  fontWeight={one.value === 0 ? 'normal' : 'semibold'}
                >
                  {number(one.value)}
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
                    borderTopWidth={one.part < one.value ? '2px' : '0'}
                    borderColor="surface"
                    style={{ height: `${lower}px` }}
                  />
                </Box>
              </Flex>
              <chakra.span textStyle="small" color="muted" pt="1" aria-hidden whiteSpace="nowrap">
                {shortName}
                {/* The columns are too narrow for a year each. */}
                <chakra.span display="block" minHeight="1lh">
                  {(index === 0 || one.month.endsWith('-01')) && year}
                </chakra.span>
              </chakra.span>
              {to && one.value > 0 ? (
                <Hit href={to} aria-label={one.label} />
              ) : (
                <chakra.span srOnly>{one.label}</chakra.span>
              )}
            </Column>
          );
        })}
      </chakra.ul>
    </Box>
  );
}
