import type { ConsentTheme } from '../../../shared/consent/schema.ts';
import { isColour } from '../../../shared/colour.ts';
import { contrast } from '../../../shared/contrast.ts';

/** One may stand out this many times as much as the other before they are told to differ. */
const TOLERATED = 1.25;
/** Captions may differ this much in length. */
const TOLERATED_WORDS = 2.5;
const SHORT = 12;

export interface Weights {
  /** The button that stands out more from the background, and both contrasts; null when they are alike. */
  colour: { stronger: 'accept' | 'decline'; high: number; low: number } | null;
  /** The captions of one language differ much in length. */
  words: boolean;
}

/**
 * Whether the two answers of a form weigh differently to the eye: by contrast to the background, or by the size of
 * their captions.
 */
export function weights(theme: ConsentTheme): Weights {
  const { background, acceptBackground, declineBackground, acceptLabel, declineLabel } = theme;
  const words = (['th', 'en'] as const).some((locale) => {
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
