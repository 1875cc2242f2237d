import { part } from '../../../../shared/ropa/cellText.ts';
import { country } from '../../../../shared/ropa/cellWords.ts';
import { countryNamed } from './synonyms.ts';

/** The country in brackets behind a name: `Google LLC (สหรัฐอเมริกา)`. */
function withCountry(text: string): { name: string; code: string | null } {
  const open = Math.max(text.lastIndexOf('('), text.lastIndexOf('（'));
  const close = text.trimEnd().at(-1);
  if (open <= 0 || (close !== ')' && close !== '）')) return { name: text, code: null };
  const inside = text.slice(open + 1, -1).trim();
  const code = codeOf(inside);
  return code === null ? { name: text, code } : { name: text.slice(0, open).trim(), code };
}

function codeOf(text: string): string | null {
  try {
    return country.read(text);
  } catch {
    return countryNamed(text) ?? null;
  }
}

/**
 * Recipients as entries of the sheet. Countries of a column of their own belong to the only recipient, or each to the
 * recipient at its place; where neither is so, every recipient is recorded for every country that is named, and
 * `isCertain` is false.
 */
export function partiesOf(
  texts: readonly string[],
  countries: readonly string[],
): { cells: string[]; length: number; isCertain: boolean } {
  // One that is written as our sheet writes it says its country itself.
  const entries = texts.filter((text) => text.includes('|'));
  const parties = texts.filter((text) => !text.includes('|')).map(withCountry);
  const open = parties.filter(({ code }) => code === null);
  const isCertain = countries.length <= 1 || open.length <= 1 || open.length === countries.length;
  const cells = parties.flatMap(({ name, code }) => {
    if (code !== null) return [[name, code] as const];
    if (countries.length === 0) return [[name, ''] as const];
    const place = open.findIndex((one) => one.name === name);
    const own = open.length > 1 && open.length === countries.length ? [countries[place]!] : countries;
    return own.map((one) => [name, one] as const);
  });
  return {
    cells: [...entries, ...cells.map(([name, code]) => (code ? `${part(name)} | ${code}` : part(name)))],
    length: entries.length + cells.length,
    isCertain,
  };
}
