const HEX = /^#[0-9a-f]{6}$/i;

/** Relative luminance of #rrggbb, 0 to 1 (WCAG 2.2). */
function luminance(colour: string): number {
  const [red, green, blue] = [1, 3, 5].map((at) => {
    const part = parseInt(colour.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red! + 0.7152 * green! + 0.0722 * blue!;
}

function contrast(one: string, other: string): number {
  const [low, high] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (high! + 0.05) / (low! + 0.05);
}

/**
 * The colour where it is readable on the background (4.5 : 1), otherwise black or white: no choice is hidden by its
 * colour.
 */
const readable = (colour: string, background: string): string =>
  contrast(colour, background) >= 4.5
    ? colour
    : contrast('#000000', background) >= contrast('#ffffff', background)
      ? '#000000'
      : '#ffffff';

/** Colours of an organisation's form, as #rrggbb. */
export interface EmbedTheme {
  readonly background: string;
  readonly text: string;
  readonly acceptBackground: string;
  readonly acceptText: string;
  readonly declineBackground: string;
  readonly declineText: string;
}

/** Custom properties of the form's sheet. */
export function colourProperties(theme: EmbedTheme): Record<string, string> {
  const of = (value: string, otherwise: string) => (HEX.test(value) ? value : otherwise);
  const background = of(theme.background, '#ffffff');
  const accept = of(theme.acceptBackground, '#3a3f8f');
  const decline = of(theme.declineBackground, '#3a3f8f');
  return {
    '--background': background,
    '--text': readable(of(theme.text, '#000000'), background),
    '--accept': accept,
    '--accept-text': readable(of(theme.acceptText, '#ffffff'), accept),
    '--decline': decline,
    '--decline-text': readable(of(theme.declineText, '#ffffff'), decline),
    '--scheme': luminance(background) < 0.18 ? 'dark' : 'light',
  };
}
