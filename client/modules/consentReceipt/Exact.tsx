import { chakra } from '../../ui/index.ts';

/** Numbers and hashes that people compare character by character. */
export const Exact = chakra('code', { base: { fontFamily: 'mono', textStyle: 'small', overflowWrap: 'anywhere' } });
