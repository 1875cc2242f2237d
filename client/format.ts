/**
 * Dates, numbers and times for display, always in Asia/Bangkok; Thai counts years in the Buddhist era (Gregorian +
 * 543), English uses DD MMM YYYY.
 */
import { BANGKOK_OFFSET, bangkokDay } from '../shared/bangkok.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../shared/duration.ts';
import type { Locale } from '../shared/locale.ts';
import { serverNow } from './serverNow.ts';

export const timeZone = 'Asia/Bangkok';

/** An instant (Date, ISO text, epoch ms) or a plain day `YYYY-MM-DD` (that day's midnight in Bangkok). */
export type DateInput = Date | string | number;

/** Short: "21 พ.ย. 2569" / "21 Nov 2026". Long: "21 พฤศจิกายน 2569" / "21 November 2026". */
export type DateStyle = 'short' | 'long';

const formatters = new Map<string, Intl.DateTimeFormat>();

/** The parts of a date that `options` names, in the same order, separated by spaces. */
function partsOf(instant: Date, locale: Locale, options: Intl.DateTimeFormatOptions): string {
  const tag = locale === 'th' ? 'th-TH-u-ca-buddhist-nu-latn' : 'en-US-u-ca-gregory';
  const key = tag + JSON.stringify(options);
  let found = formatters.get(key);
  if (!found) formatters.set(key, (found = new Intl.DateTimeFormat(tag, { timeZone, ...options })));
  const parts = found.formatToParts(instant);
  return Object.keys(options)
    .map((type) => parts.find((part) => part.type === type)?.value)
    .join(' ');
}

/** The instant of an input; undefined for an invalid one. */
export function toInstant(value: DateInput | null | undefined): Date | undefined {
  const instant =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value)
      ? new Date(Date.parse(`${value}T00:00:00Z`) - BANGKOK_OFFSET)
      : new Date(value ?? NaN);
  return Number.isNaN(instant.getTime()) ? undefined : instant;
}

/** @example formatDate('2026-11-21', 'th') // "21 พ.ย. 2569" */
export function formatDate(value: DateInput | null | undefined, locale: Locale, style: DateStyle = 'short'): string {
  const instant = toInstant(value);
  const day = locale === 'en' ? '2-digit' : 'numeric';
  return instant ? partsOf(instant, locale, { day, month: style, year: 'numeric' }) : '';
}

/** Hours and minutes, 24 h: "09:05". */
export function formatTime(value: DateInput | null | undefined, seconds = false): string {
  const instant = toInstant(value);
  if (!instant) return '';
  return new Date(instant.getTime() + BANGKOK_OFFSET).toISOString().slice(11, seconds ? 19 : 16);
}

/** @example formatDateTime(now, 'th') // "21 พ.ย. 2569 09:05 น." */
export function formatDateTime(
  value: DateInput | null | undefined,
  locale: Locale,
  style: DateStyle = 'short',
): string {
  const date = formatDate(value, locale, style);
  return date && `${date} ${formatTime(value)}${locale === 'th' ? ' น.' : ''}`;
}

/** A month from `YYYY-MM` or any date: "พฤศจิกายน 2569" / "November 2026". */
export function formatMonth(value: DateInput | null | undefined, locale: Locale, style: DateStyle = 'long'): string {
  const instant = toInstant(typeof value === 'string' && /^\d{4}-\d{2}$/.test(value) ? `${value}-01` : value);
  return instant ? partsOf(instant, locale, { month: style, year: 'numeric' }) : '';
}

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', DAY],
  ['hour', HOUR],
  ['minute', MINUTE],
];

/**
 * "3 นาทีที่แล้ว" / "3 minutes ago", "อีก 2 วัน"; beyond 30 days the date itself.
 * `now` is in epoch ms.
 */
export function formatRelative(value: DateInput | null | undefined, locale: Locale, now: number = serverNow()): string {
  const instant = toInstant(value);
  if (!instant) return '';
  const difference = instant.getTime() - now;
  const distance = Math.abs(difference);
  if (distance > 30 * DAY) return formatDate(instant, locale);
  if (distance < 45 * SECOND) return locale === 'th' ? 'เมื่อสักครู่' : 'just now';
  // Rounded to whole minutes first, so that 59.6 minutes is one hour and never "60 minutes".
  const minutes = Math.round(distance / MINUTE) * MINUTE;
  const [unit, size] = units.find(([, ms]) => minutes >= ms)!;
  const amount = Math.trunc(minutes / size) * Math.sign(difference);
  // In Thai it is "2 วันที่ผ่านมา" and "ในอีก 2 วัน".
  return new Intl.RelativeTimeFormat(locale).format(amount, unit).replace('ที่ผ่านมา', 'ที่แล้ว').replace('ใน', '');
}

/** "1,234,567" or "0.25": thousands separators, at most `digits` after the point. */
export function formatNumber(value: number | bigint | null | undefined, digits = 0): string {
  if (value === null || value === undefined) return '';
  return new Intl.NumberFormat('en-US', { maximumFractionDigits: digits }).format(value);
}

/** A share from 0 to 1 as "42%". */
export function formatPercent(share: number, digits = 0): string {
  return `${formatNumber(share * 100, digits)}%`;
}

/** Today in Bangkok by the server's clock, as `YYYY-MM-DD`. */
export function today(now: number = serverNow()): string {
  return bangkokDay(new Date(now));
}

/** Last millisecond of a Bangkok day, UTC. */
export function endOfDay(day: string): string {
  return new Date(Date.parse(`${day}T23:59:59.999Z`) - BANGKOK_OFFSET).toISOString();
}

/** Days from one `YYYY-MM-DD` to another, both included: the same day is 1. */
export function daysInRange(from: string, to: string): number {
  return Math.round((Date.parse(to) - Date.parse(from)) / DAY) + 1;
}
