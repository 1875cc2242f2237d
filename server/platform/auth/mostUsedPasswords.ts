import { readFileSync } from 'node:fs';
import { BloomFilter } from './bloomFilter.ts';

/** The filter of the passwords most used; `scripts/commonPasswords.ts` wrote it and says from what list. */
export const MOST_USED_FILE = new URL('./mostUsedPasswords.bloom', import.meta.url);

let filter: BloomFilter | undefined;

/** The form in which passwords are compared: as typed, but for upper case and how a keyboard composed the letters. */
export const comparable = (password: string): string => password.normalize('NFKC').toLowerCase();

/** Whether a password, in its comparable form, is one of the 1,000,000 most used. Asks nobody. */
export function isMostUsed(password: string): boolean {
  filter ??= new BloomFilter(readFileSync(MOST_USED_FILE));
  return filter.has(password);
}
