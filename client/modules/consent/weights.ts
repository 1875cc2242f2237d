import type { ConsentTheme } from '../../../shared/consent/schema.ts';
import { isColour } from '../../../shared/colour.ts';
import { contrast } from '../../../shared/contrast.ts';
import { LOCALES } from '../../../shared/locale.ts';

/** The ratio of prominence up to which two buttons count as equal. */
const TOLERATED = 1.25;
/** The ratio of lengths up to which captions count as equal. */
const TOLERATED_WORDS = 2.5;
const SHORT = 12;

export interface Weights {
  /** The button with the higher contrast to the background, and both contrasts; null when they are similar. */
  colour: { stronger: 'accept' | 'decline'; high: number; low: number } | null;
  /** The captions of one language differ much in length. */
  words: boolean;
}

/**
 * Whether the two answers of a form differ in prominence: by contrast to the background, or by the length of their
 * captions.
 */
export function weights(theme: ConsentTheme): Weights {
  const { background, acceptBackground, declineBackground, acceptLabel, declineLabel } = theme;
  const words = LOCALES.some((locale) => {
    const [short = 0, long = 0] = [acceptLabel[locale].length, declineLabel[locale].length].sort((a, b) => a - b);
    return short > 0 && long > SHORT && long / short > TOLERATED_WORDS;
  });
  if (![background, acceptBackground, declineBackground].every(isColour)) return { colour: null, words };
  const accept = contrast(acceptBackground, background);
  const decline = contrast(declineBackground, background);
  const [low, high] = accept < decline ? [accept, decline] : [decline, accept];
  return {
    colour: high / low > TOLERATED ? { stronger: accept > decline ? 'accept' : 'decline', high, low } : null,
    words,
  };
}
