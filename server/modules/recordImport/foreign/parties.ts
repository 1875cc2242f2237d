import { part } from '../../../../shared/ropa/cellText.ts';
import { country } from '../../../../shared/ropa/cellWords.ts';
import { divide } from './divide.ts';
import { countryNamed } from './synonyms.ts';

/** The countries in brackets after a name: `Google LLC (สหรัฐอเมริกา)`. */
function withCountries(text: string): { name: string; codes: string[] } {
  const none = { name: text, codes: [] };
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'));
  if (open <= 0 || !/[)）]$/.test(text)) return none;
  const codes = divide(text.slice(open + 1, -1)).map(codeOf);
  if (codes.length === 0 || codes.includes(null)) return none;
  return { name: text.slice(0, open).trim(), codes: codes.filter((code) => code !== null) };
}

function codeOf(text: string): string | null {
  try {
    return country.read(text);
  } catch {
    return countryNamed(text) ?? null;
  }
}

/**
 * Recipients as entries of the sheet. Countries in a separate column belong to the only recipient, or one by one to the
 * recipients in order; otherwise every recipient is recorded for every country, and `isCertain` is false.
 */
export function partiesOf(
  texts: readonly string[],
  countries: readonly string[],
): { cells: string[]; isCertain: boolean } {
  // A recipient in the notation of our sheet has its own countries.
  const entries = texts.filter((text) => text.includes('|'));
  const parties = texts.filter((text) => !text.includes('|')).map(withCountries);
  const open = parties.filter(({ codes }) => codes.length === 0);
  const inOrder = open.length > 1 && open.length === countries.length;
  let place = 0;
  const cells = parties.map(({ name, codes }) => {
    const own = codes.length > 0 ? codes : inOrder ? [countries[(place += 1) - 1]!] : countries;
    return own.length > 0 ? `${part(name)} | ${own.join(', ')}` : part(name);
  });
  return {
    cells: [...entries, ...cells],
    isCertain: countries.length === 0 || open.length === 1 || inOrder || (countries.length === 1 && open.length > 0),
  };
}
