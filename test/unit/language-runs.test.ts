import { expect, test } from 'vitest';
import { languageRuns } from '../../shared/languageRuns.ts';

const marked = (text: string, locale: 'th' | 'en') =>
  languageRuns(text, locale).map(({ text: part, lang }) => (lang ? `[${lang} ${part}]` : part));

test.each([
  ['en', 'sent to บริษัท ก จำกัด (มหาชน) and others', 'sent to [th บริษัท ก จำกัด] ([th มหาชน]) and others'],
  ['en', 'นพ. สมชาย 2', '[th นพ. สมชาย] 2'],
  ['en', 'ที่อยู่\nเลขที่', '[th ที่อยู่]\n[th เลขที่]'],
  ['en', 'No Thai at all: ฿100', 'No Thai at all: ฿100'],
  ['en', 'See https://example.com/ไทย now', 'See https://example.com/ไทย now'],
  ['th', 'ติดต่อ Data Protection Officer (DPO) ที่ 02-123', 'ติดต่อ [en Data Protection Officer] ([en DPO]) ที่ 02-123'],
  ['th', 'อ่านที่ https://example.com/a?b=1 หรือ a@example.com', 'อ่านที่ https://example.com/a?b=1 หรือ a@example.com'],
  ['th', 'แจ้ง DPO dpo@example.com https://example.com/a1', 'แจ้ง [en DPO] dpo@example.com https://example.com/a1'],
  ['th', '', ''],
] as const)('%s: %s', (locale, text, expected) => {
  expect(marked(text, locale).join('')).toBe(expected);
  expect(
    languageRuns(text, locale)
      .map((run) => run.text)
      .join(''),
  ).toBe(text);
});

test('time grows with the length of a text alone, whatever is in it', () => {
  const text = 'ก'.padEnd(20_000, '\u0e31') + '1'.repeat(20_000) + 'a ก'.repeat(10_000) + 'a'.repeat(20_000);
  expect(languageRuns(text, 'en').length).toBeGreaterThan(10_000);
});
