import { z } from 'zod';
import { MINUTE } from '../duration.ts';
import { email, id, phone, requiredLine } from '../text.ts';

const EARLIEST = Date.UTC(1900, 0);
const LATEST = Date.UTC(2200, 0);
/** What a moment lacks that was typed in two fields, a day and a time after it. */
const problemOf = (input: unknown): string => {
  if (typeof input !== 'string') return 'errors:date';
  if (/^\d{4}-\d{2}-\d{2}( |$)/.test(input)) return 'errors:time';
  return /(^| )\d{1,2}[:.]?\d{2}$/.test(input) ? 'errors:date' : 'errors:dateTime';
};
/** A moment, ISO 8601 with its offset from UTC, of a year that a person can have meant: from 1900 until 2200. */
export const moment = z.iso
  .datetime({
    offset: true,
    abort: true,
    error: ({ input }) =>
      input === '' || input === undefined || input === null ? 'errors:required' : problemOf(input),
  })
  .refine((text) => Date.parse(text) >= EARLIEST && Date.parse(text) < LATEST, { error: 'errors:date' });
/** The minute of a moment, counted from 1970: the precision with which people state one. */
export const minuteOf = (at: string): number => Math.floor(Date.parse(at) / MINUTE);
export const reporter = z.object({ firstName: requiredLine(200), lastName: requiredLine(200), phone, email });
export type Reporter = z.output<typeof reporter>;

export const inOrder = { error: 'incident:occurredAfterDiscovered', path: ['occurredAt'] };
export const isInOrder = (value: { occurredAt: string; discoveredAt: string }) =>
  Date.parse(value.occurredAt) <= Date.parse(value.discoveredAt);

/**
 * Made with a form and kept with what is typed in it: it becomes the id of the new record, so that sending again after
 * a lost answer meets what is there.
 */
export const newKey = id.optional();
