/**
 * A size or a number of rounds: small in `npm test`, where it shows that something holds, large in `npm run test:long`,
 * where it shows that it holds for many. The same test runs in both.
 */
export const sized = (small: number, large: number): number => (process.env.TEST_LONG ? large : small);
