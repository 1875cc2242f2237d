import { createSystem, defaultBaseConfig, defineConfig } from '@chakra-ui/react';
import { palette } from './colors.ts';
import { withStyleCache } from './styleCache.ts';

type Nested = { [key: string]: Nested | { value: unknown } };

/** `{'ok.soft': [l, d]}` → `{ok: {soft: {value: {base, _dark}}}}`, with the bare name under DEFAULT. */
function semanticColors(): Nested {
  const names = Object.keys(palette);
  const tree: Record<string, Record<string, unknown>> = {};
  for (const [name, [base, dark]] of Object.entries(palette)) {
    const [head = name, leaf] = name.split('.');
    const branched = leaf !== undefined || names.some((other) => other.startsWith(`${head}.`));
    const value = { value: { base, _dark: dark } };
    if (branched) (tree[head] ??= {})[leaf ?? 'DEFAULT'] = value;
    else tree[head] = value;
  }
  return tree as Nested;
}

const step = (n: number) => ({ value: n === 0 ? '0px' : `${n * 0.25}rem` });
const steps = [0, 0.5, 1, 1.5, 2, 2.5, 3, 3.5, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 16, 20, 24, 32, 40, 48, 64, 80, 96];
/** 4 px grid: `p="4"` is 16 px. */
const spacing = Object.fromEntries(steps.map((n) => [String(n), step(n)]));

const fontStack = "'IBM Plex Sans Thai', 'Noto Sans Thai', Thonburi, 'Leelawadee UI', system-ui, sans-serif";

const config = defineConfig({
  cssVarsPrefix: 'pk',
  preflight: true,
  globalCss: {
    html: {
      bg: 'canvas',
      color: 'ink',
      fontFamily: 'body',
      fontSize: '16px',
      lineHeight: '1.6',
      scrollPaddingTop: '5rem',
      scrollPaddingBottom: '6rem',
    },
    body: {
      minHeight: '100dvh',
      fontSynthesis: 'none',
      textRendering: 'optimizeLegibility',
      overflowWrap: 'break-word',
    },
    'input::placeholder, textarea::placeholder': { color: 'muted', opacity: 1 },
    '::selection': { bg: 'accent', color: 'accent.ink' },
    ':focus-visible': { outline: '2px solid', outlineColor: 'accent', outlineOffset: '2px' },
    'table, time, [data-numeric]': { fontVariantNumeric: 'tabular-nums' },
    // Numbers stay on one line with their units: "16 hours ago".
    time: { whiteSpace: 'nowrap' },
    // No motion for those who prefer none. No transition at all rather than a short one: with a short one every element
    // would take part in every change.
    '*, *::before, *::after': {
      borderColor: 'line',
      borderStyle: 'solid',
      borderWidth: '0px',
      _motionReduce: {
        animationDuration: '0.01ms !important',
        animationIterationCount: '1 !important',
        transitionProperty: 'none !important',
        scrollBehavior: 'auto !important',
      },
    },
  },
  theme: {
    breakpoints: { sm: '480px', md: '768px', lg: '1024px', xl: '1280px' },
    keyframes: {
      appear: { from: { opacity: '0' }, to: { opacity: '1' } },
      rise: { from: { opacity: '0', transform: 'translateY(4px)' }, to: { opacity: '1', transform: 'none' } },
      slide: { from: { transform: 'translateX(-100%)' }, to: { transform: 'none' } },
      breathe: { '0%, 100%': { opacity: '1' }, '50%': { opacity: '0.45' } },
      spin: { to: { transform: 'rotate(360deg)' } },
      glow: { from: { backgroundColor: '{colors.live.soft}' }, to: { backgroundColor: 'transparent' } },
    },
    tokens: {
      fonts: {
        body: { value: fontStack },
        mono: { value: "ui-monospace, 'Cascadia Mono', Menlo, Consolas, monospace" },
      },
      fontSizes: {
        xs: { value: '0.8125rem' },
        sm: { value: '0.875rem' },
        md: { value: '1rem' },
        lg: { value: '1.125rem' },
        xl: { value: '1.375rem' },
        '2xl': { value: '1.75rem' },
        '3xl': { value: '2.25rem' },
      },
      fontWeights: { normal: { value: 400 }, semibold: { value: 600 } },
      // Thai has marks above and below the letter: generous line heights, less so for large type.
      lineHeights: { thai: { value: 1.6 }, dense: { value: 1.5 }, heading: { value: 1.4 }, display: { value: 1.3 } },
      spacing,
      sizes: {
        ...spacing,
        full: { value: '100%' },
        content: { value: '1280px' },
        wide: { value: '1680px' },
        form: { value: '720px' },
        dialog: { value: '600px' },
        rail: { value: '400px' },
      },
      radii: { control: { value: '6px' }, card: { value: '8px' }, full: { value: '9999px' } },
      durations: { quick: { value: '120ms' }, calm: { value: '160ms' } },
      easings: { out: { value: 'cubic-bezier(0.2, 0.7, 0.3, 1)' } },
      zIndex: {
        sticky: { value: 10 },
        bar: { value: 20 },
        dropdown: { value: 1000 },
        modal: { value: 1100 },
        popover: { value: 1200 },
        toast: { value: 1300 },
        tooltip: { value: 1400 },
      },
    },
    semanticTokens: {
      colors: semanticColors() as never,
      shadows: {
        float: {
          value: {
            base: '0 4px 16px rgb(29 27 38 / 0.12), 0 0 0 1px rgb(29 27 38 / 0.05)',
            _dark: '0 4px 20px rgb(0 0 0 / 0.5), 0 0 0 1px rgb(255 255 255 / 0.07)',
          },
        },
      },
    },
    textStyles: {
      body: { value: { fontSize: 'md', lineHeight: 'thai' } },
      dense: { value: { fontSize: 'sm', lineHeight: 'dense' } },
      small: { value: { fontSize: 'xs', lineHeight: 'dense' } },
      title: { value: { fontSize: 'lg', lineHeight: 'dense', fontWeight: 'semibold' } },
      heading: { value: { fontSize: 'xl', lineHeight: 'heading', fontWeight: 'semibold' } },
      display: { value: { fontSize: '2xl', lineHeight: 'display', fontWeight: 'semibold' } },
    },
  },
});

/**
 * The design system. It only uses Chakra's base (conditions, utilities): Chakra's own tokens and recipes would add some
 * 20 kB gzipped and would be overridden anyway.
 * @example <ChakraProvider value={system}>…</ChakraProvider>
 */
export const system = withStyleCache(createSystem(defaultBaseConfig, config));
