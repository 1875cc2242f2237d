import { nameOfWords } from '../../../shared/file.ts';
import type { Locale } from '../../../shared/locale.ts';
import { dayText, timeText } from '../dateTexts.ts';
import { translate } from '../i18n.ts';
import type { ExportJob } from './maker.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';

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
