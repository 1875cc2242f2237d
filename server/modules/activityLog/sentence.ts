import { ACTIVITY_SEPARATOR } from '../../../shared/constants.ts';
import type { Locale } from '../../../shared/locale.ts';
import { dayText, timeText } from '../../platform/dateTexts.ts';
import { hasText, translate } from '../../platform/i18n.ts';

interface ActivityFacts {
  module: string;
  event: string;
  subject: string;
  changes?: unknown;
}

// A log of a million entries repeats few different texts. Stored values are part of the key, hence the limit.
const texts = new Map<string, string | undefined>();
const TEXT_CACHE_SIZE = 5000;

function remembered(locale: Locale, key: string, find: () => string | undefined): string | undefined {
  const name = `${locale} ${key}`;
  if (!texts.has(name)) {
    if (texts.size >= TEXT_CACHE_SIZE) texts.clear();
    texts.set(name, find());
  }
  return texts.get(name);
}

/** The text of a key; undefined where there is none. */
const known = (locale: Locale, key: string): string | undefined =>
  remembered(locale, key, () => {
    const full = `activityLog:${key}`;
    return hasText(locale, full) ? translate(locale, full) : undefined;
  });

/** Placeholder of the record's name in a cached sentence; no name has this character. */
const NAME = '\u0001';
/** Placeholder of the files that could not be delivered. */
const FAILED = '\u0002';
const FOLLOWED = new RegExp(`${NAME}(\\p{L}?)`, 'u');

/** The sentence of an event, with the record's name. Example: `เผยแพร่กิจกรรมการประมวลผล “ทะเบียนผู้ป่วย”` */
export function activityTitle(locale: Locale, { event, subject, changes }: ActivityFacts): string {
  const key = `event.${event.replaceAll('.', '_')}`;
  const sentence = remembered(locale, key, () =>
    translate(locale, `activityLog:${key}`, { name: NAME, failed: FAILED }),
  );
  // Thai has no space before a quotation mark, which needs one.
  return (sentence ?? '')
    .replace(FAILED, () => filesOf(locale, failedOf(changes)))
    .replace(FOLLOWED, (_, next: string) => (subject ? ` “${subject}”${next && ' '}${next}` : next))
    .trim();
}

const filesOf = (locale: Locale, count: number): string =>
  translate(locale, 'activityLog:files', { count, number: count.toLocaleString('en-US') });

/** How many failed; one where no number is stored. */
function failedOf(changes: unknown): number {
  const all = Array.isArray(changes) ? (changes as { field?: unknown; new?: unknown }[]) : [];
  const count = all.find(({ field }) => field === 'failed')?.new;
  return typeof count === 'number' ? count : 1;
}

/** A module's name. */
export const moduleName = (locale: Locale, module: string): string => known(locale, `module.${module}`) ?? module;

/**
 * The text of a bell entry or a row of the log: the module, the separator ` : ` and the sentence (spec 1 section 2.6).
 */
export function activityText(locale: Locale, activity: ActivityFacts): string {
  return `${moduleName(locale, activity.module)}${ACTIVITY_SEPARATOR}${activityTitle(locale, activity)}`;
}

/** The name of a field of a record; a field without one is named as it is stored. */
export function fieldLabel(locale: Locale, entity: string, field: string): string {
  return known(locale, `field.${entity}.${field}`) ?? known(locale, `field.common.${field}`) ?? field;
}

/** A stored day, or a moment in UTC. */
const DATE = /^\d{4}-\d{2}-\d{2}(?:T\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?Z)?$/;

/** A day or a moment in Bangkok in words; as it is where there is no such day. */
function dateText(locale: Locale, value: string): string {
  const [day = '', time] = value.split('T');
  const at = new Date(time === undefined ? `${day}T00:00:00Z` : value);
  if (Number.isNaN(at.getTime()) || at.toISOString().slice(0, day.length) !== day) return value;
  return time === undefined ? dayText(locale, day) : timeText(locale, at);
}

/**
 * A stored value as text: choices by their names, days and moments in words, Thai and English by language, lists
 * joined. Nothing is ''.
 */
export function valueText(locale: Locale, field: string, value: unknown): string {
  if (value === null || value === undefined || value === '') return '';
  if (typeof value === 'boolean') return translate(locale, value ? 'ui:yes' : 'ui:no');
  if (typeof value === 'number') return value.toLocaleString('en-US');
  if (typeof value === 'string') {
    if (DATE.test(value)) return remembered(locale, `date ${value}`, () => dateText(locale, value)) ?? value;
    return /^[\w ]+$/.test(value) ? (known(locale, `value.${field}.${value}`) ?? value) : value;
  }
  if (Array.isArray(value)) return value.map((item) => valueText(locale, field, item)).join(', ');
  const { th, en, name } = value as Record<string, unknown>;
  if (typeof th === 'string') return locale === 'en' && typeof en === 'string' && en !== '' ? en : th;
  if (typeof name === 'string') return name;
  return JSON.stringify(value);
}
