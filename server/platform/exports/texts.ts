import { nameOfWords } from '../../../shared/file.ts';
import type { Locale } from '../../../shared/locale.ts';
import { translate } from '../i18n.ts';
import type { ExportJob } from './maker.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';

const ZONE = 'Asia/Bangkok';
const LANGUAGE: Record<Locale, string> = { th: 'th-TH-u-ca-buddhist', en: 'en-GB' };

/** A moment in words, in Bangkok's time and, in Thai, the Buddhist era: `21 พฤศจิกายน 2569 เวลา 14:05`. */
export const timeText = (locale: Locale, at: Date): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { timeZone: ZONE, dateStyle: 'long', timeStyle: 'short' }).format(at);

/** A day in words, of a day as YYYY-MM-DD. */
export const dayText = (locale: Locale, day: string): string =>
  new Intl.DateTimeFormat(LANGUAGE[locale], { timeZone: 'UTC', dateStyle: 'long' }).format(
    new Date(`${day}T00:00:00Z`),
  );

/** A period of days (YYYY-MM-DD, both included) in words; an end that is left out is open. */
export const periodText = (locale: Locale, from: string | undefined, to: string | undefined): string =>
  translate(locale, 'export:period', {
    from: from ? dayText(locale, from) : '…',
    to: to ? dayText(locale, to) : '…',
  });

/**
 * A name for the file: its words, the workspace, and the day in Bangkok, which sorts. Example: `บันทึกกิจกรรม
 * รพ.ตัวอย่าง 2026-11-21`
 */
export const fileNameOf = (job: ExportJob, words: string): string =>
  nameOfWords(`${words} ${job.workspace.name} ${bangkokDay(job.requestedAt)}`);

/** The lines above a table: what it is, of whom, as of when and by whom, then `more` (its filters). */
export const titleOf = (job: ExportJob, words: string, more: readonly string[] = []): string[] => [
  words,
  job.workspace.name,
  translate(job.locale, 'export:asOf', { time: timeText(job.locale, job.requestedAt), name: job.requestedBy.name }),
  ...more,
];
