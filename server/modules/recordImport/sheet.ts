import { PROCESSING_FREQUENCIES, PROCESSING_ROLES, REFUSAL_STATUSES } from '../../../shared/application.ts';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, TRANSFER_SAFEGUARDS } from '../../../shared/lawfulBasis.ts';
import { LOCALES, type Locale } from '../../../shared/locale.ts';
import { type RecordField, RECORD_FIELDS } from '../../../shared/recordSheet.ts';
import { RETENTION_UNITS, type RetentionUnit } from '../../../shared/retention.ts';
import { translate } from '../../i18n.ts';
import { folded, type RetentionFacts, type ThirdPartyFacts } from './facts.ts';

export const FIELDS: readonly RecordField[] = RECORD_FIELDS;

/** A choice by what it is called in either language, its section left out or not, and by its key. */
function choices<Key extends string>(keys: readonly Key[], labelOf: (key: Key, locale: Locale) => string) {
  const found = new Map<string, Key>();
  for (const key of keys) {
    found.set(folded(key), key);
    for (const locale of LOCALES) {
      const label = labelOf(key, locale);
      found.set(folded(label), key);
      found.set(folded(label.replace(/\s*\([^)]*\)\s*$/, '')), key);
    }
  }
  return {
    keys,
    label: labelOf,
    of: (text: string): Key | undefined => found.get(folded(text)) ?? found.get(folded(text.replace(/\s*\([^)]*\)\s*$/, ''))),
  };
}
const text = (locale: Locale, key: string) => translate(locale, key);

export const BASES = choices(LAWFUL_BASES, (key, locale) => text(locale, `purposeScreen:basis.${key}.name`));
export const EXEMPTIONS = choices(SENSITIVE_EXEMPTIONS, (key, locale) => text(locale, `purposeScreen:exemption.${key}.name`));
export const SAFEGUARDS = choices(TRANSFER_SAFEGUARDS, (key, locale) => text(locale, `purposeScreen:safeguard.${key}`));
export const FREQUENCIES = choices(PROCESSING_FREQUENCIES, (key, locale) => text(locale, `activityLog:value.processingFrequency.${key}`));
export const ROLES = choices(PROCESSING_ROLES, (key, locale) => text(locale, `recordScreen:application.roles.${key}`));
export const REFUSALS = choices(REFUSAL_STATUSES, (key, locale) => text(locale, `recordImport:refusal.${key}`));
const UNITS = choices(RETENTION_UNITS, (key, locale) => text(locale, `recordImport:unit.${key}`));
const UNIT_WORDS: Record<string, RetentionUnit> = { days: 'day', months: 'month', years: 'year', d: 'day', m: 'month', y: 'year' };
export const FOREVER = choices(['indefinite'], (_, locale) => text(locale, 'recordImport:indefinite'));
export const ANSWERS = choices(['yes', 'no'], (key, locale) => text(locale, `recordImport:answer.${key}`));
const TRUE_WORDS: Record<string, boolean> = { true: true, false: false, '1': true, '0': false, y: true, n: false, 'มี': true, 'ไม่มี': false, x: true };

const COUNTRIES = new Map<string, string>();
function countryOf(given: string): string | undefined {
  if (/^[A-Za-z]{2}$/.test(given)) return given.toUpperCase();
  if (COUNTRIES.size === 0) {
    for (const locale of LOCALES) {
      const names = new Intl.DisplayNames([locale], { type: 'region', fallback: 'none' });
      for (let first = 65; first <= 90; first += 1) {
        for (let second = 65; second <= 90; second += 1) {
          const code = String.fromCharCode(first, second);
          const name = names.of(code);
          if (name) COUNTRIES.set(folded(name), COUNTRIES.get(folded(name)) ?? code);
        }
      }
    }
  }
  return COUNTRIES.get(folded(given));
}

/** What a cell says, or the locale key of what is wrong with it. */
export type Cell<Value> = { value: Value } | { key: string; values?: Record<string, string | number> };
const fine = <Value>(value: Value): Cell<Value> => ({ value });
const wrong = (given: string): Cell<never> => ({ key: 'recordImport:problem.unknownChoice', values: { value: given } });

/** One a line; in one line separated by semicolons. */
export const listOf = (given: string): string[] => [...new Set((given.includes('\n') ? given.split('\n') : given.split(';')).map((line) => line.replace(/^\s*(?:[-•*]|\d+[.)])\s+/, '').trim()).filter(Boolean))];

export const oneOf = <Key extends string>(choice: { of(given: string): Key | undefined }) => (given: string): Cell<Key | null> => {
  if (given === '') return fine(null);
  const key = choice.of(given);
  return key ? fine(key) : wrong(given);
};
export const someOf = <Key extends string>(choice: { keys: readonly Key[]; of(given: string): Key | undefined }) => (given: string): Cell<Key[]> => {
  const whole = given.includes('\n') || given.includes(';') ? undefined : choice.of(given);
  const chosen = new Set<Key>(whole ? [whole] : []);
  // People separate choices by commas too; no choice has one in its name.
  for (const one of whole ? [] : listOf(given).flatMap((line) => (choice.of(line) ? [line] : line.split(/[,、]/)))) {
    if (one.trim() === '') continue;
    const key = choice.of(one);
    if (!key) return wrong(one.trim());
    chosen.add(key);
  }
  return fine(choice.keys.filter((key) => chosen.has(key)));
};
export const yesOrNo = (given: string): Cell<boolean | null> => {
  if (given === '') return fine(null);
  const answer = ANSWERS.of(given);
  if (answer) return fine(answer === 'yes');
  const known = TRUE_WORDS[folded(given)];
  return known === undefined ? wrong(given) : fine(known);
};
export const wholeNumber = (given: string): Cell<number | null> => {
  if (given === '') return fine(null);
  const plain = westernDigits(given).replace(/[,\s]/g, '').replace(/\.0+$/, '');
  return /^\d{1,10}$/.test(plain) ? fine(Number(plain)) : { key: 'errors:number' };
};
const westernDigits = (given: string): string => given.replace(/[๐-๙]/g, (digit) => String(digit.charCodeAt(0) - 0x0e50));

/** "10 ปี", "6 months", "ไม่กำหนดเวลา". */
export const retentionOf = (given: string): Cell<RetentionFacts | null> => {
  if (given === '') return fine(null);
  if (FOREVER.of(given) || /^(ตลอดไป|ไม่มีกำหนด|ไม่กำหนดเวลา|forever|permanent|indefinitely)$/i.test(given)) return fine({ indefinite: true, amount: null, unit: null });
  const found = /^(\d{1,5})\s*(\S+)$/.exec(westernDigits(given));
  const unit = found && (UNITS.of(found[2]!) ?? UNIT_WORDS[folded(found[2]!)]);
  const amount = Number(found?.[1]);
  if (!unit || amount < 1 || amount > 36_500) return { key: 'recordImport:problem.retention', values: { value: given } };
  return fine({ indefinite: false, amount, unit });
};
export const retentionText = (retention: RetentionFacts | null, locale: Locale): string => {
  if (!retention) return '';
  if (retention.indefinite) return FOREVER.label('indefinite', locale);
  return retention.amount === null || retention.unit === null ? '' : `${retention.amount} ${UNITS.label(retention.unit, locale)}`;
};

/** Days as YYYY-MM-DD, or as Thais write them: 31/12/2570. */
function dayOf(given: string): string | undefined {
  const iso = /^(\d{4})-(\d{2})-(\d{2})$/.exec(given);
  const local = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(given);
  if (!iso && !local) return undefined;
  const [year, month, day] = iso ? [Number(iso[1]), Number(iso[2]), Number(iso[3])] : [Number(local![3]), Number(local![2]), Number(local![1])];
  const date = new Date(Date.UTC(year! > 2400 ? year! - 543 : year!, month! - 1, day));
  return date.getUTCMonth() === month! - 1 && date.getUTCDate() === day ? date.toISOString().slice(0, 10) : undefined;
}

/** One a line: name | country | contract | day it ends | safeguard. Only the name is needed. */
export const partiesOf = (given: string): Cell<ThirdPartyFacts[]> => {
  const parties: ThirdPartyFacts[] = [];
  for (const line of listOf(given)) {
    const [name = '', land = '', contract = '', expires = '', ground = ''] = line.split('|').map((part) => part.trim());
    const country = land === '' ? 'TH' : countryOf(land);
    if (!country) return { key: 'recordImport:problem.country', values: { value: land } };
    const contractExpiresOn = expires === '' ? null : dayOf(westernDigits(expires));
    if (contractExpiresOn === undefined) return { key: 'recordImport:problem.day', values: { value: expires } };
    const safeguard = ground === '' ? null : SAFEGUARDS.of(ground);
    if (safeguard === undefined) return wrong(ground);
    parties.push({ name, country, contract, contractExpiresOn, safeguard });
  }
  return fine(parties);
};
export const partyText = ({ name, country, contract, contractExpiresOn, safeguard }: ThirdPartyFacts, locale: Locale): string =>
  [name, country, contract, contractExpiresOn ?? '', safeguard ? SAFEGUARDS.label(safeguard, locale) : ''].join(' | ').replace(/(?: \| )+$/, '');

export const recipientsOf = (given: string): Cell<{ name: string; country: string }[]> => {
  const found: { name: string; country: string }[] = [];
  for (const line of listOf(given)) {
    const [name = '', land = ''] = line.split('|').map((part) => part.trim());
    const country = land === '' ? '' : countryOf(land);
    if (country === undefined) return { key: 'recordImport:problem.country', values: { value: land } };
    found.push({ name, country });
  }
  return fine(found);
};

/** "หมวด › รายการ", or the attribute alone. */
export const attributesOf = (given: string): Cell<{ category: string; name: string }[]> =>
  fine(
    listOf(given).map((line) => {
      const place = line.search(/\s[›>]\s/);
      return place < 0 ? { category: '', name: line } : { category: line.slice(0, place).trim(), name: line.slice(place + 3).trim() };
    }),
  );
export const words = (given: string): Cell<string[]> => fine(listOf(given));
export const plain = (given: string): Cell<string> => fine(given);
