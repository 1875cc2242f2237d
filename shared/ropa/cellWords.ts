import { COUNTRY_CODES, isCountryCode } from '../countries.ts';
import { PROCESSING_FREQUENCIES } from '../application/fields.ts';
import { type Locale, LOCALES } from '../locale.ts';
import en from '../locales/en/ropaSheet.ts';
import th from '../locales/th/ropaSheet.ts';
import { countryName, UNNAMED_COUNTRY } from '../country.ts';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, TRANSFER_SAFEGUARDS } from '../purpose/lawfulBasis.ts';
import { PROCESSING_ROLES } from '../purpose/processingRole.ts';
import { RETENTION_START_EVENTS, RETENTION_UNITS } from '../purpose/retention.ts';
import { PUBLISH_STATUSES } from '../status.ts';
import { CellProblem, type CellKind, fold } from './cellText.ts';

/** Values of a closed list by their word in either language, or by the value itself. */
function words<Value>(entries: readonly (readonly [Value, string, { th: string; en: string }])[]): CellKind<Value> {
  const known = new Map(
    entries.flatMap(([value, code, word]) => [code, word.th, word.en].map((one) => [fold(one), value] as const)),
  );
  const labels = new Map(entries.map(([value, , word]) => [value, word]));
  return {
    write: (value, locale) => labels.get(value)![locale],
    read(value) {
      const found = known.get(fold(value));
      if (found === undefined) throw new CellProblem('word', value.trim());
      return found;
    },
  };
}
type WordList = keyof typeof th.word;
const closed = <Value extends string>(list: WordList, values: readonly Value[]) =>
  words<Value>(
    values.map((value) => [
      value,
      value,
      { th: (th.word[list] as Record<string, string>)[value]!, en: (en.word[list] as Record<string, string>)[value]! },
    ]),
  );

export const yesNo = words<boolean>([
  [true, 'true', { th: th.word.yesNo.yes, en: en.word.yesNo.yes }],
  [false, 'false', { th: th.word.yesNo.no, en: en.word.yesNo.no }],
]);
export const processingRole = closed('processingRole', PROCESSING_ROLES);
export const processingFrequency = closed('processingFrequency', PROCESSING_FREQUENCIES);
export const lawfulBasis = closed('lawfulBasis', LAWFUL_BASES);
export const exemption = closed('exemption', SENSITIVE_EXEMPTIONS);
export const refusal = closed('refusal', ['none', 'recorded']);
export const safeguard = closed('safeguard', TRANSFER_SAFEGUARDS);
export const status = closed('status', PUBLISH_STATUSES);
export const unit = closed('unit', RETENTION_UNITS);
export const startEvent = closed('retentionStart', RETENTION_START_EVENTS);
export const answerWord = closed('answer', ['yes', 'no', 'explain']);

const names: Partial<Record<Locale, Intl.DisplayNames>> = {};
const nameOf = (code: string, locale: Locale) =>
  (names[locale] ??= new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' })).of(code);
let byName: Map<string, string> | undefined;
function codesByName(): Map<string, string> {
  if (byName) return byName;
  byName = new Map();
  for (const code of COUNTRY_CODES) {
    for (const locale of LOCALES) {
      const name = nameOf(code, locale);
      if (name) byName.set(fold(name), code);
    }
  }
  return byName;
}
export const country: CellKind<string> = {
  write(code, locale) {
    const name = nameOf(code, locale);
    return name && codesByName().get(fold(name)) === code ? name : code;
  },
  read(value) {
    const code = codesByName().get(fold(value)) ?? value.trim().toUpperCase();
    if (!isCountryCode(code)) throw new CellProblem('country', value.trim());
    return code;
  },
};
/** Where data is kept: a country, or one abroad that nobody has named. */
export const destination: CellKind<string> = {
  write: (code, locale) => (code === UNNAMED_COUNTRY ? countryName(code, locale) : country.write(code, locale)),
  read(value) {
    const unnamed = [UNNAMED_COUNTRY, countryName(UNNAMED_COUNTRY, 'th'), countryName(UNNAMED_COUNTRY, 'en')];
    return unnamed.map(fold).includes(fold(value)) ? UNNAMED_COUNTRY : country.read(value);
  },
};
