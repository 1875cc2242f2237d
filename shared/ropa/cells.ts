import { BUDDHIST_ERA, commonYear, isBuddhistYear } from '../buddhistEra.ts';
import { thaiDigits } from '../thaiDigits.ts';
import en from '../locales/en/ropaSheet.ts';
import th from '../locales/th/ropaSheet.ts';
import { HOME_COUNTRY } from '../country.ts';
import type { TransferSafeguard } from '../purpose/lawfulBasis.ts';
import type { LiaAnswer } from '../purpose/legitimateInterest.ts';
import type { RetentionStartEvent, RetentionUnit } from '../purpose/retention.ts';
import { CellProblem, type CellKind, cut, fold, inGroup, join, part, plain } from './cellText.ts';
import { answerWord, country, destination, safeguard, startEvent, unit } from './cellWords.ts';

/** A word of a list in both languages; one that was typed without a second part has no English. */
export interface SheetWord {
  th: string;
  en: string;
}
export interface SheetPerson {
  name: string;
  /** Only where another has the same name. */ email: string;
}
export interface SheetRetention {
  indefinite: boolean;
  amount: number | null;
  unit: RetentionUnit | null;
}
/** What a period counts from. */
export interface SheetRetentionStart {
  startEvent: RetentionStartEvent;
  startNote: string;
}
export interface SheetParty {
  name: string;
  countries: string[];
  contract: string;
  contractExpiresOn: string | null;
  safeguard: TransferSafeguard | null;
}
/** Where a storage system stands, by its name. */
export interface SheetStoragePlace {
  name: string;
  country: string;
  safeguard: TransferSafeguard | null;
}
/** A third party of the row's purpose: its place in that list from 1 (null when only named), and its name. */
export interface SheetPartyRef {
  number: number | null;
  name: string;
}
export interface SheetAttribute {
  category: SheetWord;
  attribute: SheetWord;
}
export interface SheetAnswer {
  number: number;
  answer: LiaAnswer | null;
  explanation: string;
}

export const text: CellKind<string> = { write: (value) => value, read: (value) => value.trim() };
/** A text that is an entry of a list. */
export const entry: CellKind<string> = { write: part, read: plain };

export const number: CellKind<number> = {
  write: String,
  read(value) {
    const normalized = thaiDigits(value).replace(/[\s,]/g, '');
    if (!/^\d{1,10}$/.test(normalized)) throw new CellProblem('number', value);
    return Number(normalized);
  },
};

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
/**
 * A day as YYYY-MM-DD. Written `31/12/2569` in Thai, `31 Dec 2026` in English; a year past 2400 is of the Buddhist era.
 */
export const day: CellKind<string> = {
  write(value, locale) {
    const [year, month, date] = value.split('-') as [string, string, string];
    const isDistant = Number(year) < 1900 || Number(year) > 2300;
    if (isDistant && !isBuddhistYear(Number(year))) return value;
    return isDistant || locale === 'th'
      ? `${date}/${month}/${Number(year) + BUDDHIST_ERA}`
      : `${date} ${MONTHS[Number(month) - 1]!.replace(/^./, (letter) => letter.toUpperCase())} ${year}`;
  },
  read(value) {
    const normalized = thaiDigits(value.trim());
    const iso = /^(\d{4})-(\d{2})-(\d{2})(?:[T ]00:00(?::00(?:\.000)?)?Z?)?$/.exec(normalized);
    const common = /^(\d{1,2})[/.-](\d{1,2})[/.-](\d{4})$/.exec(normalized);
    const english = /^(\d{1,2}) ([A-Za-z]{3})[a-z]* (\d{4})$/.exec(normalized);
    const [year, month, date] = iso
      ? [Number(iso[1]), Number(iso[2]), Number(iso[3])]
      : common
        ? [Number(common[3]), Number(common[2]), Number(common[1])]
        : english
          ? [Number(english[3]), MONTHS.indexOf(english[2]!.toLowerCase()) + 1, Number(english[1])]
          : [Number.NaN, 0, 0];
    const era = iso && !isBuddhistYear(year) ? year : commonYear(year);
    const at = new Date(0);
    at.setUTCFullYear(era, month - 1, date);
    if (Number.isNaN(at.getTime()) || at.getUTCMonth() !== month - 1 || at.getUTCDate() !== date)
      throw new CellProblem('date', value.trim());
    return at.toISOString().slice(0, 10);
  },
};

export const word: CellKind<SheetWord> = {
  write: (value) => join([part(value.th), part(value.en)]),
  read(value) {
    const [first = '', second = '', ...more] = cut(value, '|').map(plain);
    if (more.length > 0 || !first) throw new CellProblem('word', value.trim());
    return { th: first, en: second };
  },
};

export const person: CellKind<SheetPerson> = {
  write: (value) => join([part(value.name), part(value.email)]),
  read(value) {
    const [name = '', email = ''] = cut(value, '|').map(plain);
    return { name, email };
  },
};

/** `5 ปี`, `Indefinite`; a draft may also have only a number, only a unit, or a period beside "indefinite". */
export const retention: CellKind<SheetRetention> = {
  write: (value, locale) =>
    [
      value.indefinite ? { th, en }[locale].word.retention.indefinite : '',
      value.amount ?? '',
      value.unit ? unit.write(value.unit, locale) : '',
    ]
      .filter((one) => one !== '')
      .join(' '),
  read(value) {
    const normalized = fold(value);
    const open = [th.word.retention.indefinite, en.word.retention.indefinite]
      .map(fold)
      .find((one) => normalized.startsWith(one));
    const match = /^(\d{1,5})?(\D*)$/.exec(thaiDigits(normalized.slice(open?.length ?? 0).trim()));
    if (!match || (!open && !match[0])) throw new CellProblem('retention', value.trim());
    const amount = match[1] ? Number(match[1]) : null;
    try {
      // One year is "year" to those who type it.
      const single = match[2]!.trim().replace(/^(day|month|year)$/, '$1s');
      return { indefinite: open !== undefined, amount, unit: single ? unit.read(single) : null };
    } catch {
      throw new CellProblem('retention', value.trim());
    }
  },
};

/** `the end of the contract | hire`; words that are none of the list are an event of their own. */
export const retentionStart: CellKind<SheetRetentionStart> = {
  write: (value, locale) => join([startEvent.write(value.startEvent, locale), part(value.startNote)]),
  read(value) {
    const [event = '', ...notes] = cut(value, '|');
    try {
      return { startEvent: startEvent.read(plain(event)), startNote: notes.map(plain).join(' | ') };
    } catch {
      return { startEvent: 'other', startNote: plain(value) };
    }
  },
};

/**
 * The countries of a list in one cell, however they are put apart; Thailand where none is said. A name with a comma of
 * its own is read whole first.
 */
function countriesIn(value: string): string[] {
  if (value === '') return [HOME_COUNTRY];
  try {
    return [country.read(value)];
  } catch (problem) {
    const names = value.split(/[,;/\n、，；]|\s(?:and|และ)\s/).map((name) => name.trim());
    const named = names.filter(Boolean);
    if (named.length < 2) throw problem;
    return [...new Set(named.map((name) => country.read(name)))];
  }
}

export const party: CellKind<SheetParty> = {
  write: (value, locale) =>
    join([
      part(value.name),
      part(value.countries.map((code) => country.write(code, locale)).join(', ')),
      part(value.contract),
      value.contractExpiresOn ? day.write(value.contractExpiresOn, locale) : '',
      value.safeguard ? safeguard.write(value.safeguard, locale) : '',
    ]),
  read(value) {
    const [name = '', where = '', contract = '', until = '', ground = '', ...more] = cut(value, '|').map(plain);
    if (more.length > 0) throw new CellProblem('party', value.trim());
    return {
      name,
      countries: countriesIn(where),
      contract,
      contractExpiresOn: until ? day.read(until) : null,
      safeguard: ground ? safeguard.read(ground) : null,
    };
  },
};

export const storagePlace: CellKind<SheetStoragePlace> = {
  write: (value, locale) =>
    join([
      part(value.name),
      part(destination.write(value.country, locale)),
      value.safeguard ? safeguard.write(value.safeguard, locale) : '',
    ]),
  read(value) {
    const [name = '', where = '', ground = '', ...more] = cut(value, '|').map(plain);
    if (more.length > 0 || !name || !where) throw new CellProblem('place', value.trim());
    return { name, country: destination.read(where), safeguard: ground ? safeguard.read(ground) : null };
  },
};

export const partyRef: CellKind<SheetPartyRef> = {
  write: (value) => (value.number === null ? part(value.name) : `${value.number}. ${part(value.name)}`.trim()),
  read(value) {
    const match = /^(\d{1,3})\.(?:\s+|$)/.exec(thaiDigits(value.trim()));
    return match
      ? { number: Number(match[1]), name: plain(value.trim().slice(match[0].length)) }
      : { number: null, name: plain(value) };
  },
};

export const answer: CellKind<SheetAnswer> = {
  write: (value, locale) =>
    join([String(value.number), value.answer ? answerWord.write(value.answer, locale) : '-', part(value.explanation)]),
  read(value) {
    const [place = '', answerText = '', explanation = '', ...more] = cut(value, '|').map(plain);
    if (more.length > 0 || !/^\d{1,2}$/.test(thaiDigits(place))) throw new CellProblem('answer', value.trim());
    return {
      number: Number(thaiDigits(place)),
      answer: answerText === '' || answerText === '-' ? null : answerWord.read(answerText),
      explanation,
    };
  },
};

/** Identity of a record; in a file from elsewhere it may be left out. */
export const code: CellKind<string> = {
  write: (value) => value,
  read(value) {
    const normalized = value.trim().toLowerCase();
    if (!/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/.test(normalized)) throw new CellProblem('code', value.trim());
    return normalized;
  },
};

/** Attributes of one category that stand on one line, so that no line grows past what a cell holds. */
const ON_ONE_LINE = 15;
const bothOf = (value: SheetWord) => join([inGroup(value.th), inGroup(value.en)]);
const wordOf = (value: string): SheetWord => {
  const [first = '', second = '', ...more] = cut(value, '|').map(plain);
  if (more.length > 0 || !first) throw new CellProblem('attribute', value.trim());
  return { th: first, en: second };
};

/** Attributes by category, a category a line: `ข้อมูลระบุตัวตน | Identity: ชื่อ | Name; นามสกุล | Surname`. */
export const attributes = {
  write(values: readonly SheetAttribute[]): string[] {
    const groups = new Map<string, string[]>();
    for (const value of values) {
      const head = bothOf(value.category);
      groups.set(head, [...(groups.get(head) ?? []), bothOf(value.attribute)]);
    }
    return [...groups].flatMap(([head, all]) =>
      Array.from(
        { length: Math.ceil(all.length / ON_ONE_LINE) },
        (_, index) => `${head}: ${all.slice(index * ON_ONE_LINE, (index + 1) * ON_ONE_LINE).join('; ')}`,
      ),
    );
  },
  read(line: string): SheetAttribute[] {
    const [head = '', body = '', ...more] = cut(line, ':');
    if (more.length > 0 || !body.trim()) throw new CellProblem('attribute', line.trim());
    const category = wordOf(head);
    return cut(body, ';')
      .filter((one) => one.trim())
      .map((one) => ({ category, attribute: wordOf(one) }));
  },
};
