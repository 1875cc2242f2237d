/**
 * A size or a number of rounds: small in `npm test`, large in `npm run test:long`, which proves that it also works for
 * many. The same test runs in both.
 */
export const sized = (small: number, large: number): number => (process.env.TEST_LONG ? large : small);
