/**
 * The palette by meaning, light and dark: `[light, dark]`. Separate from the theme so that the contrast test and the
 * boot styles read the same numbers. For every signal: the bare name is a fill or icon colour, `ink` is text on that
 * fill, `soft` is a quiet background, `text` is text on soft, surface and canvas.
 */
export const palette = {
  canvas: ['#F8F6F2', '#15141B'],
  surface: ['#FFFFFF', '#1D1C25'],
  subtle: ['#F1EEE8', '#272530'],
  line: ['#E2DDD4', '#37343F'],
  /** Borders that must be visible to use a control: 3:1 at least (WCAG 2.2, 1.4.11). */
  'line.strong': ['#8B8478', '#85818F'],
  ink: ['#1D1B26', '#F1EFF5'],
  muted: ['#55515E', '#B9B5C4'],
  accent: ['#3A319B', '#B3ACFF'],
  'accent.hover': ['#2C2580', '#C7C2FF'],
  'accent.ink': ['#FFFFFF', '#17132F'],
  'accent.soft': ['#EDEBFA', '#2B2850'],
  'accent.text': ['#3A319B', '#BCB6FF'],
  /** Marigold: only for what is live or awaits the user. */
  live: ['#F2A516', '#F5B73B'],
  'live.ink': ['#1D1B26', '#1D1B26'],
  'live.soft': ['#FDF1D6', '#3B2E10'],
  'live.text': ['#714700', '#F7C967'],
  ok: ['#1E6B3C', '#7FD6A0'],
  'ok.ink': ['#FFFFFF', '#0E2416'],
  'ok.soft': ['#E4F2E9', '#183323'],
  'ok.text': ['#175A31', '#8EDDAC'],
  warn: ['#A04A0A', '#F2A66B'],
  'warn.ink': ['#FFFFFF', '#2C1605'],
  'warn.soft': ['#FBEADD', '#3D2614'],
  'warn.text': ['#7F3A06', '#F5B584'],
  /** Red only for overdue and destructive. */
  danger: ['#B3261E', '#FF9B94'],
  'danger.hover': ['#8E1B15', '#FFB4AE'],
  'danger.ink': ['#FFFFFF', '#3A0B08'],
  'danger.soft': ['#FBE8E6', '#451C1A'],
  'danger.text': ['#94180F', '#FFACA6'],
  info: ['#1C5A8A', '#8CC4F0'],
  'info.ink': ['#FFFFFF', '#082138'],
  'info.soft': ['#E4EEF7', '#173049'],
  'info.text': ['#174B74', '#9CCDF3'],
} as const satisfies Record<string, readonly [light: string, dark: string]>;

/** A colour by meaning, as used in style props: `color="muted"`, `bg="ok.soft"`. */
export type ColorName = keyof typeof palette;

/** The signals a tag, banner or toast can carry. */
export type Tone = 'neutral' | 'accent' | 'live' | 'ok' | 'warn' | 'danger' | 'info';

/** Background and text for a tone, as colour names. */
export const toneColors = {
  neutral: { bg: 'subtle', text: 'ink', icon: 'muted' },
  accent: { bg: 'accent.soft', text: 'accent.text', icon: 'accent' },
  live: { bg: 'live.soft', text: 'live.text', icon: 'live.text' },
  ok: { bg: 'ok.soft', text: 'ok.text', icon: 'ok' },
  warn: { bg: 'warn.soft', text: 'warn.text', icon: 'warn' },
  danger: { bg: 'danger.soft', text: 'danger.text', icon: 'danger' },
  info: { bg: 'info.soft', text: 'info.text', icon: 'info' },
} as const satisfies Record<Tone, { bg: ColorName; text: ColorName; icon: ColorName }>;
