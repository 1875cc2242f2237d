import { describe, expect, test } from 'vitest';
import { consentSettings } from '../../shared/consent/settings.ts';
import { pivotInventory } from '../../shared/inventory/schema.ts';
import { moment } from '../../shared/incident/fields.ts';
import { listInput } from '../../shared/list.ts';
import {
  count,
  country,
  id,
  optionalPhone,
  optionalText,
  optionalUrl,
  phone,
  requiredLine,
  requiredText,
  searchText,
} from '../../shared/text.ts';

const issueOf = (result: { success: boolean; error?: { issues: { message: string }[] } }) =>
  result.error?.issues[0]?.message;

describe('an id', () => {
  test.each(['', undefined, null])('is required where nothing is selected: %j', (nothing) => {
    expect(issueOf(id.safeParse(nothing))).toBe('errors:required');
  });

  test('is refused as a reference where it is none', () => {
    expect(issueOf(id.safeParse('unknown'))).toBe('errors:id');
  });
});

describe('a moment typed as a day and a time', () => {
  test.each([
    ['2026-11-02', 'errors:time'],
    ['2026-11-02 25:00', 'errors:time'],
    ['2026-11-02 nine', 'errors:time'],
    ['09:30', 'errors:date'],
    ['31/13/2569 09:30', 'errors:date'],
    ['31/13/2569', 'errors:dateTime'],
    ['31/13/2569 25:0', 'errors:dateTime'],
    ['', 'errors:required'],
  ])('names what is missing or wrong: %j', (typed, problem) => {
    expect(issueOf(moment.safeParse(typed))).toBe(problem);
  });
});

describe('text entered by people', () => {
  test('loses marks that change the reading direction, wherever they are', () => {
    expect(requiredText().parse('ใบเสร็จ \u202egpj.exe\u202c')).toBe('ใบเสร็จ gpj.exe');
    expect(optionalText().parse('\u2066a\u2069 b ')).toBe('a b');
    // Arabic and Hebrew have an inherent direction, which needs no mark.
    expect(requiredText().parse('שלום عليكم')).toBe('שלום عليكم');
  });

  test.each(['\u200b', '\u00ad', '\u3164', '\u202e', '\u2060\u200d', ' \n\t ', '\u0e31\u200b'.slice(1)])(
    'is empty without visible characters: %j',
    (text) => {
      expect(issueOf(requiredText().safeParse(text))).toBe('errors:required');
      expect(requiredText().safeParse(`${text}ก`).success).toBe(true);
    },
  );

  test('is refused with control characters', () => {
    expect(issueOf(requiredText().safeParse('a\u0000b'))).toBe('errors:controlCharacters');
    expect(issueOf(optionalText().safeParse('\ud800'))).toBe('errors:controlCharacters');
  });

  test('is a single line as a title, several as a paragraph', () => {
    expect(requiredLine(100).parse(' ข้อมูลรั่ว\r\n\n  แผนกบัญชี ')).toBe('ข้อมูลรั่ว แผนกบัญชี');
    expect(requiredText().parse('หนึ่ง\nสอง')).toBe('หนึ่ง\nสอง');
    expect(issueOf(requiredLine(3).safeParse('สี่ตัว'))).toMatch(/^errors:tooLong/);
  });
});

test('a count is an integer or its digits, never an empty text, a boolean or another notation', () => {
  expect([count.parse(0), count.parse('16'), count.parse(' 7 '), count.nullable().parse(null)]).toEqual([
    0,
    16,
    7,
    null,
  ]);
  for (const wrong of ['', ' ', [], true, '0x10', '1e3', -1, 1.5, Number.NaN])
    expect(issueOf(count.safeParse(wrong)), String(wrong)).toBe('errors:number');
});

test('a search loses the same characters as a name, so that similar-looking text is found', () => {
  expect(searchText.parse(' \u202eสมชาย\u202c ')).toBe('สมชาย');
  expect(listInput({ sortBy: ['name'] }).parse({ query: '\u2066a\u2069' }).query).toBe('a');
  expect(pivotInventory.shape.find.parse('\u202aอีเมล')).toBe('อีเมล');
});

test('a country is one that exists', () => {
  expect(country.parse(undefined)).toBe('TH');
  expect(country.parse('SG')).toBe('SG');
  for (const wrong of ['XX', 'ZZ', 'UK', 'AA', 'th', 'T', 'THA', '', 'T\u0e01'])
    expect(issueOf(country.safeParse(wrong)), wrong).toBe('errors:country');
});

test('an address contains no user name and no password', () => {
  expect(optionalUrl.parse(' https://example.co.th/a?b#c ')).toBe('https://example.co.th/a?b#c');
  for (const wrong of [
    'https://user@example.com',
    'https://user:secret@example.com',
    'https://bank.example@evil.example/',
  ])
    expect(issueOf(optionalUrl.safeParse(wrong)), wrong).toBe('errors:url');
});

describe('a phone number', () => {
  test.each([
    ['02-123-4567', '021234567'],
    ['(081) 234 5678', '0812345678'],
    ['053-123456', '053123456'],
    // Short numbers, which the rule on 02, 06, 08 and 09 does not cover.
    ['1669', '1669'],
    ['191', '191'],
    ['1800-019-191', '1800019191'],
    ['๐๒-๑๒๓-๔๕๖๗', '021234567'],
    ['02-123-4567 ต่อ 12', '021234567#12'],
    ['02 123 4567 ext. 1234', '021234567#1234'],
    ['021234567 x5', '021234567#5'],
    ['+65 6123 4567', '+6561234567'],
    ['+44 (20) 7946-0018 ext 7', '+442079460018#7'],
    ['+66 81 234 5678', '+66812345678'],
  ])('%j is stored as %j, wherever one is required', (typed, stored) => {
    for (const rule of [phone, optionalPhone]) {
      expect(rule.parse(typed)).toBe(stored);
      expect(rule.parse(stored), 'a stored number remains unchanged').toBe(stored);
    }
  });
  test.each(['02-123-456', '0212345678', '08-1234-567', '08123456789', '12', '12345678901', '+0812345678', '+65 61'])(
    '%j is incomplete',
    (typed) => {
      for (const rule of [phone, optionalPhone]) expect(issueOf(rule.safeParse(typed))).toBe('errors:phone');
    },
  );
  test.each(['abc', '#12', '+', '021234567#', '021234567#1#2', '02+1234567', '1'.repeat(41)])(
    '%j is no phone number',
    (typed) => {
      for (const rule of [phone, optionalPhone]) expect(issueOf(rule.safeParse(typed))).toBe('errors:phone');
    },
  );
  test('is required where the field is', () => {
    expect(optionalPhone.parse(' ')).toBe('');
    expect(issueOf(phone.safeParse(' '))).toBe('errors:required');
  });
});

describe('origins of a consent form', () => {
  const read = (origin: string) => consentSettings.safeParse({ allowedOrigins: [origin] });
  test('are stored as browsers send them', () => {
    for (const [typed, sent] of [
      ['https://Example.com', 'https://example.com'],
      ['https://example.com/', 'https://example.com'],
      ['https://example.com:443', 'https://example.com'],
      ['http://example.com:8080', 'http://example.com:8080'],
      ['https://ร้านค้า.ไทย', 'https://xn--42c5b3a1dc8kd.xn--o3cw4h'],
      ['https://münchen.example/', 'https://xn--mnchen-3ya.example'],
    ] as const)
      expect(read(typed).data?.allowedOrigins, typed).toEqual([sent]);
  });

  test('are refused where no browser could send them', () => {
    for (const wrong of [
      'https://*.example.com',
      'https://*',
      'https://example.com/path',
      'https://example.com?a',
      'https://example.com#',
      'https://user@example.com',
      'ftp://example.com',
      'example.com',
      'null',
      '*',
    ])
      expect(read(wrong).success, wrong).toBe(false);
  });
});
