const HEX = /^#[0-9a-f]{6}$/i;

/** Relative luminance of #rrggbb, 0 to 1 (WCAG 2.2). */
const luminance = (colour: string): number =>
  [0.2126, 0.7152, 0.0722].reduce((sum, weight, place) => {
    const part = parseInt(colour.slice(1 + 2 * place, 3 + 2 * place), 16) / 255;
    return sum + weight * (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4);
  }, 0);

/**
 * The colour where it is readable on the background (4.5 : 1), otherwise black or white: no choice is hidden by its
 * colour.
 */
function readable(colour: string, background: string): string {
  const [front, back] = [luminance(colour) + 0.05, luminance(background) + 0.05];
  if (Math.max(front, back) / Math.min(front, back) >= 4.5) return colour;
  // Black has 0.05, white 1.05.
  return back / 0.05 >= 1.05 / back ? '#000000' : '#ffffff';
}

/** Colours of an organisation's form, as #rrggbb. */
export interface EmbedTheme {
  readonly background: string;
  readonly text: string;
  readonly acceptBackground: string;
  readonly acceptText: string;
  readonly declineBackground: string;
  readonly declineText: string;
}

/** Custom properties of the form's sheet; a colour that is missing, or none, is replaced by a plain one. */
export function colourProperties(theme: Partial<EmbedTheme>): Record<string, string> {
  const of = (value = '', otherwise: string) => (HEX.test(value) ? value : otherwise);
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
