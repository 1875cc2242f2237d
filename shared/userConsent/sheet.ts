import { BANGKOK_OFFSET } from '../bangkok.ts';
import { HOUR, MINUTE } from '../duration.ts';
import type { Locale } from '../locale.ts';
import en from '../locales/en/userConsentSheet.ts';
import th from '../locales/th/userConsentSheet.ts';
import { CONSENT_ACTIONS, type ConsentAction, type KnownBy } from './schema.ts';

/**
 * The sheet of a form's consent history, declared once for the export and the import. A row is one submission; every
 * purpose that the form ever asked for has a column of its own.
 */
interface Facts {
  /** In letters, as Excel counts. */
  readonly width: number;
  /** Must be filled in. */
  readonly required?: true;
  /** Told by the export; the import leaves it aside. */
  readonly readOnly?: true;
}

/** The columns in their order; those of the purposes stand where `purposes` does. */
const USER_CONSENT_COLUMNS = {
  uid: { width: 26, required: true },
  name: { width: 24 },
  action: { width: 16 },
  purposes: { width: 20 },
  version: { width: 9 },
  language: { width: 8 },
  source: { width: 20 },
  channel: { width: 16 },
  at: { width: 30 },
  guardianFirstName: { width: 20 },
  guardianLastName: { width: 20 },
  guardianEmail: { width: 26 },
  guardianTelephone: { width: 16 },
  expiresAt: { width: 14, readOnly: true },
  changed: { width: 12, readOnly: true },
  knownBy: { width: 30, readOnly: true },
  id: { width: 38, readOnly: true },
  sha256: { width: 66, readOnly: true },
  notice: { width: 30, readOnly: true },
  noticeSha256: { width: 66, readOnly: true },
} as const satisfies Record<string, Facts>;
export type UserConsentColumn = Exclude<keyof typeof USER_CONSENT_COLUMNS, 'purposes'>;

const WORDS = { th, en };

/** A column as it stands in a file. Keys stay the same for good: a column's own, or `purpose:<id of the purpose>`. */
export interface SheetColumn extends Facts {
  readonly key: UserConsentColumn | `purpose:${string}`;
  readonly heading: string;
}

/**
 * Every column with its heading in a language. `purposes`: those that the form ever asked for, in the order of their
 * bits; two of the same title are told apart by a number (“News”, “News (2)”). The same purposes give the same
 * headings, so that the import finds them by asking in both languages.
 */
export function sheetColumns(
  locale: Locale,
  purposes: readonly { id: string; title: { th: string; en: string } }[],
): SheetColumn[] {
  const { heading } = WORDS[locale];
  const used = new Set<string>(Object.values(heading).map((text) => text.toLowerCase()));
  const own = (wanted: string): string => {
    for (let number = 1; ; number += 1) {
      const text = number === 1 ? wanted : `${wanted} (${number})`;
      if (used.has(text.toLowerCase())) continue;
      used.add(text.toLowerCase());
      return text;
    }
  };
  return (Object.keys(USER_CONSENT_COLUMNS) as (keyof typeof USER_CONSENT_COLUMNS)[]).flatMap((key): SheetColumn[] =>
    key === 'purposes'
      ? purposes.map(({ id, title }) => ({
          key: `purpose:${id}`,
          heading: own(title[locale] || title.th),
          ...USER_CONSENT_COLUMNS.purposes,
        }))
      : [{ key, heading: heading[key], ...USER_CONSENT_COLUMNS[key] }],
  );
}

/** The purpose that a column is of; undefined for any other. */
export const purposeOfColumn = (key: string): string | undefined =>
  key.startsWith('purpose:') ? key.slice('purpose:'.length) : undefined;

export const writeAction = (action: ConsentAction, locale: Locale): string => WORDS[locale].action[action];
/**
 * Whether one purpose was allowed; empty where the version did not ask for it (`undefined`). `former`: it did not, and
 * the data subject goes on allowing the purpose.
 */
export const writeAnswer = (answer: boolean | 'former' | undefined, locale: Locale): string =>
  answer === undefined ? '' : WORDS[locale].answer[answer === 'former' ? 'former' : answer ? 'yes' : 'no'];
export const writeChanged = (changed: boolean, locale: Locale): string => WORDS[locale].changed[changed ? 'yes' : 'no'];

/** What the data subject was known by. */
export const writeKnownBy = (knownBy: KnownBy | null, locale: Locale): string =>
  WORDS[locale].knownBy[knownBy ?? 'unknown'];

const plain = (text: string): string => text.normalize('NFC').trim().toLowerCase();
const ACTIONS = new Map(
  CONSENT_ACTIONS.flatMap((action) =>
    [action, th.action[action], en.action[action]].map((text) => [plain(text), action] as const),
  ),
);
const words = (texts: string[]) => new Set(texts.map(plain));
const YES = words([
  th.answer.yes,
  en.answer.yes,
  th.changed.yes,
  en.changed.yes,
  'ยอมรับ',
  'yes',
  'y',
  'true',
  '1',
  'x',
  '✓',
  '✔',
]);
const NO = words([
  th.answer.no,
  en.answer.no,
  th.changed.no,
  en.changed.no,
  'ไม่ยอมรับ',
  'no',
  'n',
  'false',
  '0',
  '-',
  '✗',
  '✘',
]);

const FORMER = words([th.answer.former, en.answer.former]);

/** Whether a cell is that of a purpose that is allowed though the version did not ask for it, in either language. */
export const isFormerAnswer = (cell: string): boolean => FORMER.has(plain(cell));
/** The action of a cell in either language, or by its code; undefined for any other text. */
export const readAction = (cell: string): ConsentAction | undefined => ACTIONS.get(plain(cell));
/**
 * The answer of a purpose's cell in either language, or as people write it; null for an empty one, undefined for any
 * other text.
 */
export function readAnswer(cell: string): boolean | null | undefined {
  const text = plain(cell);
  if (text === '') return null;
  return YES.has(text) ? true : NO.has(text) ? false : undefined;
}

/** `2026-11-21T14` by days and hours, of which a history has few. */
const hours = new Map<number, string>();
const HOUR_CACHE_SIZE = 100_000;
const digits = (number: number, length: number): string => String(number).padStart(length, '0');
const SIXTY = Array.from({ length: 60 }, (_none, number) => digits(number, 2));
const THOUSAND = Array.from({ length: 1000 }, (_none, number) => digits(number, 3));

/**
 * A moment (milliseconds since 1970) as the sheet tells it: ISO 8601 by the clock of Bangkok, to the millisecond.
 * Empty for one that no calendar has. Example: `2026-11-21T14:05:00.000+07:00`
 */
export function writeTime(at: number): string {
  const clock = at + BANGKOK_OFFSET;
  const hour = Math.floor(clock / HOUR);
  let start = hours.get(hour);
  if (start === undefined) {
    const moment = new Date(clock);
    if (Number.isNaN(moment.getTime())) return '';
    start = moment.toISOString().slice(0, -11);
    if (hours.size >= HOUR_CACHE_SIZE) hours.clear();
    hours.set(hour, start);
  }
  const rest = clock - hour * HOUR;
  return `${start}:${SIXTY[Math.floor(rest / MINUTE)]}:${SIXTY[Math.floor(rest / 1000) % 60]}.${THOUSAND[rest % 1000]}+07:00`;
}
