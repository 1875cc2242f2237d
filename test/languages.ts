import { test } from 'vitest';
import { LOCALES, type Locale } from '../shared/locale.ts';

const everyLanguage = Boolean(process.env.TEST_LONG);

interface TestByTurns {
  (name: string, run: () => Promise<void>, timeout?: number): void;
  (name: string, options: { timeout: number }, run: () => Promise<void>): void;
}

/**
 * The `it` of a `describe.each(LOCALES)` whose tests are independent of the language: `npm test` runs each in one
 * language, alternating from test to test, `npm run test:long` each in every language. Whatever can differ between
 * languages (names, widths, looks) is tested in both with the plain `test`.
 */
export function testsByTurns(locale: Locale): TestByTurns {
  let count = 0;
  return (...args: unknown[]) => {
    const turn = LOCALES[count % LOCALES.length];
    count += 1;
    if (everyLanguage || turn === locale) (test as (...given: unknown[]) => void)(...args);
  };
}

/** Languages of a single test: `first` in `npm test`, all in `npm run test:long`. */
export const languagesFrom = (first: Locale): readonly Locale[] => (everyLanguage ? LOCALES : [first]);
