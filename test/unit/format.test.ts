import { describe, expect, test } from 'vitest';
import { dayAfter, bangkokDay, startOf } from '../../shared/bangkok.ts';
import {
  daysInRange,
  endOfDay,
  formatDate,
  formatDateTime,
  formatMonth,
  formatNumber,
  formatPercent,
  formatRelative,
  formatTime,
  toInstant,
  today,
} from '../../client/format.ts';
import { formatBytes } from '../../client/formatBytes.ts';

describe('dates in Bangkok', () => {
  test('Thai displays the Buddhist era and Thai month names, English DD MMM YYYY', () => {
    expect(formatDate('2026-11-05', 'th')).toBe('5 พ.ย. 2569');
    expect(formatDate('2026-11-05', 'th', 'long')).toBe('5 พฤศจิกายน 2569');
    expect(formatDate('2026-11-05', 'en')).toBe('05 Nov 2026');
    expect(formatDate('2026-09-05', 'en')).toBe('05 Sep 2026');
    expect(formatMonth('2026-02', 'th')).toBe('กุมภาพันธ์ 2569');
    expect(formatMonth('2026-02', 'en')).toBe('February 2026');
  });
  test('the day changes at 17:00 UTC, not a millisecond earlier', () => {
    expect(formatDateTime('2026-11-20T16:59:59.999Z', 'th')).toBe('20 พ.ย. 2569 23:59 น.');
    expect(formatDateTime('2026-11-20T17:00:00.000Z', 'th')).toBe('21 พ.ย. 2569 00:00 น.');
    expect(formatDateTime('2026-11-20T17:00:00.000Z', 'en')).toBe('21 Nov 2026 00:00');
    expect(today(Date.parse('2026-11-20T16:59:59.999Z'))).toBe('2026-11-20');
    expect(today(Date.parse('2026-11-20T17:00:00.000Z'))).toBe('2026-11-21');
  });
  test('the year changes in Bangkok time too, and 29 February remains', () => {
    expect(formatDate('2026-12-31T17:00:00Z', 'th')).toBe('1 ม.ค. 2570');
    expect(formatDate('2028-02-29', 'th')).toBe('29 ก.พ. 2571');
  });
  test('a plain date is the same day whatever the zone of the machine', () => {
    expect(bangkokDay(toInstant('2026-01-01') as Date)).toBe('2026-01-01');
    expect(startOf('2026-01-01')).toBe('2025-12-31T17:00:00.000Z');
    expect(endOfDay('2026-01-01')).toBe('2026-01-01T16:59:59.999Z');
  });
  test('missing and invalid values are empty', () => {
    for (const value of [null, undefined, '', 'yesterday']) expect(formatDate(value, 'th')).toBe('');
    expect(formatTime('x')).toBe('');
  });
  test('days are counted inclusively', () => {
    expect(daysInRange('2026-02-28', '2026-03-01')).toBe(2);
    expect(dayAfter('2026-12-31', 1)).toBe('2027-01-01');
  });
});

describe('relative times', () => {
  const now = Date.parse('2026-11-21T05:00:00Z');
  const ago = (ms: number, locale: 'th' | 'en' = 'th') => formatRelative(now - ms, locale, now);
  test('are formatted the usual way', () => {
    expect(ago(10_000)).toBe('เมื่อสักครู่');
    expect(ago(180_000)).toBe('3 นาทีที่แล้ว');
    expect(ago(180_000, 'en')).toBe('3 minutes ago');
    expect(ago(-2 * 86_400_000)).toBe('อีก 2 วัน');
    expect(ago(-2 * 86_400_000, 'en')).toBe('in 2 days');
  });
  test('never 60 minutes or 24 hours', () => {
    expect(ago(59.6 * 60_000)).toBe('1 ชั่วโมงที่แล้ว');
    expect(ago(23.999 * 3_600_000)).toBe('1 วันที่แล้ว');
    expect(ago(59.4 * 60_000)).toBe('59 นาทีที่แล้ว');
  });
  test('beyond 30 days the date itself', () => {
    expect(ago(31 * 86_400_000)).toBe('21 ต.ค. 2569');
  });
});

describe('numbers', () => {
  test('have thousands separators', () => {
    expect(formatNumber(1_234_567)).toBe('1,234,567');
    expect(formatNumber(0.256, 1)).toBe('0.3');
    expect(formatNumber(null)).toBe('');
    expect(formatPercent(0.4215, 1)).toBe('42.2%');
    expect(formatBytes(1_572_864)).toBe('1.5 MB');
    expect(formatBytes(512)).toBe('512 B');
  });
});
