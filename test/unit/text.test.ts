import { describe, expect, test } from 'vitest';
import { count, optionalText, requiredLine, requiredText } from '../../shared/text.ts';

const issueOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe('text that people give', () => {
  test('loses marks that turn the reading direction, wherever they stand', () => {
    expect(requiredText().parse('ใบเสร็จ \u202egpj.exe\u202c')).toBe('ใบเสร็จ gpj.exe');
    expect(optionalText().parse('\u2066a\u2069 b ')).toBe('a b');
    // Arabic and Hebrew keep their own direction, which needs no mark.
    expect(requiredText().parse('שלום عليكم')).toBe('שלום عليكم');
  });

  test.each(['\u200b', '\u00ad', '\u3164', '\u202e', '\u2060\u200d', ' \n\t ', '\u0e31\u200b'.slice(1)])(
    'is nothing where nothing is to be seen: %j',
    (text) => {
      expect(issueOf(requiredText().safeParse(text))).toBe('errors:required');
      expect(requiredText().safeParse(`${text}ก`).success).toBe(true);
    },
  );

  test('is refused with control characters', () => {
    expect(issueOf(requiredText().safeParse('a\u0000b'))).toBe('errors:controlCharacters');
    expect(issueOf(optionalText().safeParse('\ud800'))).toBe('errors:controlCharacters');
  });

  test('stands on one line as a title, on several as a paragraph', () => {
    expect(requiredLine(100).parse(' ข้อมูลรั่ว\r\n\n  แผนกบัญชี ')).toBe('ข้อมูลรั่ว แผนกบัญชี');
    expect(requiredText().parse('หนึ่ง\nสอง')).toBe('หนึ่ง\nสอง');
    expect(issueOf(requiredLine(3).safeParse('สี่ตัว'))).toMatch(/^errors:tooLong/);
  });
});

test('a count is a whole number or its digits, never an empty text, a truth or another notation', () => {
  expect([count.parse(0), count.parse('16'), count.parse(' 7 '), count.nullable().parse(null)]).toEqual([
    0,
    16,
    7,
    null,
  ]);
  for (const wrong of ['', ' ', [], true, '0x10', '1e3', -1, 1.5, Number.NaN])
    expect(issueOf(count.safeParse(wrong)), String(wrong)).toBe('errors:number');
});
