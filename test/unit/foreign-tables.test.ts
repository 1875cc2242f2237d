import { expect, test } from 'vitest';
import { dayIn } from '../../server/modules/recordImport/foreign/dayText.ts';
import { divide, isNothing } from '../../server/modules/recordImport/foreign/divide.ts';
import { partiesOf } from '../../server/modules/recordImport/foreign/parties.ts';
import { startCell } from '../../server/modules/recordImport/foreign/retentionStart.ts';
import { retentionIn } from '../../server/modules/recordImport/foreign/retentionText.ts';
import { closedValues, countryNamed } from '../../server/modules/recordImport/foreign/synonyms.ts';
import { parseCell, writeCell } from '../../shared/ropa/sheet.ts';
import { growsFaster } from '../growth.ts';

test.each<[string, string[]]>([
  ['ชื่อ, อีเมล; ที่อยู่ / เบอร์โทร', ['ชื่อ', 'อีเมล', 'ที่อยู่', 'เบอร์โทร']],
  ['1) ชื่อ 2) อีเมล 3) ที่อยู่', ['ชื่อ', 'อีเมล', 'ที่อยู่']],
  ['๑. ชื่อ\n๒. อีเมล', ['ชื่อ', 'อีเมล']],
  ['(1) ชื่อ (2) อีเมล', ['ชื่อ', 'อีเมล']],
  ['- ชื่อ\n- อีเมล', ['ชื่อ', 'อีเมล']],
  ['ก) ชื่อ\nข) อีเมล', ['ชื่อ', 'อีเมล']],
  ['ชื่อ・อีเมล • ที่อยู่', ['ชื่อ', 'อีเมล', 'ที่อยู่']],
  ['ที่อยู่ (บ้าน, ที่ทำงาน), อีเมล', ['ที่อยู่ (บ้าน, ที่ทำงาน)', 'อีเมล']],
  ['Cloud Mail Co., Ltd., Kerry', ['Cloud Mail Co., Ltd.', 'Kerry']],
  ['บริการและ/หรือสินค้า', ['บริการและ/หรือสินค้า']],
  ['https://a.example, 1,200 ราย', ['https://a.example', '1,200 ราย']],
  ['ชื่อ (ไม่ปิด, อีเมล\nที่อยู่', ['ชื่อ (ไม่ปิด, อีเมล', 'ที่อยู่']],
  ['ซ้ำ, ซ้ำ', ['ซ้ำ']],
])('the list %j has these entries', (cell, entries) => expect(divide(cell)).toEqual(entries));

test('placeholders for nothing are empty, everything else is not', () => {
  for (const text of ['-', 'N/A', 'ไม่มี', ' – ', 'ไม่มีการโอน']) expect(isNothing(text)).toBe(true);
  for (const text of ['ไม่มีวันหมดอายุ', 'ลูกค้า', '5']) expect(isNothing(text)).toBe(false);
});

test.each<[string, string | null, string, boolean]>([
  ['5 ปี นับจากวันสั่งซื้อ', '5 year', 'วันสั่งซื้อ', true],
  ['เก็บไว้ ๑๐ ปี หลังสิ้นสุดสัญญา', '10 year', 'สิ้นสุดสัญญา', false],
  ['1 ปี 6 เดือน', '18 month', '', true],
  ['สองสัปดาห์', '14 day', '', true],
  ['ห้าปี', '5 year', '', true],
  ['two years after the last visit', '2 year', 'the last visit', true],
  ['90 วัน', '90 day', '', true],
  ['5 ปี หรือ 10 ปี', '10 year', '', false],
  ['ถาวร', 'for good', '', true],
  ['ตามความจำเป็น', null, '', false],
  ['0 วัน', null, '', false],
  ['สิบห้าปี', '15 year', '', true],
  ['ยี่สิบปี', '20 year', '', true],
  ['เก็บเก้าสิบเอ็ดวัน', '91 day', '', false],
  ['Twenty-five years', '25 year', '', true],
  ['sixty days after the visit', '60 day', 'the visit', true],
  ['1,500 วัน', '1500 day', '', true],
  ['สัญญาผูกพัน 5 ปี', '5 year', '', false],
  ['-5 ปี', '5 year', '', false],
  ['1.5 ปี', null, '', false],
  ['10.5 ปี หรือ 2 ปี', null, '', false],
  ['5-10 ปี', null, '', false],
  ['123456 วัน', null, '', false],
  ['1234,500 วัน', null, '', false],
  ['หนึ่งร้อยห้าปี', null, '', false],
  ['one hundred and five years', null, '', false],
  ['twentyfive years', null, '', false],
])('%j is a retention period of %j from %j', (text, period, from, isAll) => {
  const found = retentionIn(text);
  if (period === null) expect(found).toBeNull();
  else {
    const { indefinite, amount, unit } = found!.retention;
    expect([indefinite ? 'for good' : `${amount} ${unit}`, found!.from, found!.isAll]).toEqual([period, from, isAll]);
  }
});

test('a period counts from an event of the list, with additional words beside it', () => {
  expect(startCell('สิ้นสุดสัญญา')).toBe('contractEnd');
  expect(startCell('the end of the contract')).toBe('the end of the contract');
  expect(startCell('วันสิ้นสุดสัญญาจ้างทำของ')).toBe('contractEnd | วันสิ้นสุดสัญญาจ้างทำของ');
  expect(startCell('วันสั่งซื้อ')).toBe('วันสั่งซื้อ');
});

test.each<[string, string[]]>([
  ['ประโยชน์อันชอบธรรม', ['legitimateInterest']],
  ['ฐานประโยชน์โดยชอบด้วยกฎหมาย (มาตรา 24(5))', ['legitimateInterest']],
  ['ประโยชน์สาธารณะ', ['publicTask']],
  ['ปฏิบัติตามสัญญาและหน้าที่ตามกฎหมาย', ['contract', 'legalObligation']],
  ['ม. ๒๔ (๓)', ['contract']],
  ['Legitimate Interests', ['legitimateInterest']],
  ['ไม่ต้องขอความยินยอม', []],
  ['อื่น ๆ', []],
])('the bases of %j are %j', (text, bases) => expect(closedValues('lawfulBases', text)).toEqual(bases));

test('days may have Buddhist years, two digits and months as words', () => {
  expect(['12/03/67', '5-6-2568', '1 ก.พ. 2567', '๓๑ ธันวาคม พ.ศ. ๒๕๖๖', '1 Feb 2024'].map(dayIn)).toEqual([
    '2024-03-12',
    '2025-06-05',
    '2024-02-01',
    '2023-12-31',
    '2024-02-01',
  ]);
  expect(['1 January, 2024', '1 มกราคม, 2567', '1 ตุลาคมปี 2567'].map(dayIn)).toEqual([
    '2024-01-01',
    '2024-01-01',
    '2024-10-01',
  ]);
  expect(['31/02/67', '13/13/2567', 'เร็ว ๆ นี้', ''].map(dayIn)).toEqual([null, null, null, null]);
});

test('days of date cells may have Buddhist years, and days are read as they were written', () => {
  const read = (text: string) => parseCell('reviewOn', text).value;
  expect(['2569-12-31', '๒๕๖๙-๑๒-๓๑', '2400-01-01', '2699-12-31 00:00:00'].map(read)).toEqual([
    '2026-12-31',
    '2026-12-31',
    '1857-01-01',
    '2156-12-31',
  ]);
  const days = ['1857-01-01', '1900-01-01', '2026-12-31', '2301-01-01', '2399-12-31', '2400-02-29', '2569-12-31'];
  for (const locale of ['th', 'en'] as const)
    for (const day of [...days, '2699-12-31', '2700-01-01', '9999-12-31'])
      expect(read(writeCell('reviewOn', day, locale))).toBe(day);
});

test('countries have names of their own in both languages', () => {
  expect(['USA', 'อังกฤษ', 'ประเทศญี่ปุ่น', 'JPN', 'ในประเทศ'].map(countryNamed)).toEqual(['US', 'GB', 'JP', 'JP', 'TH']);
  expect(countryNamed('constructor')).toBeUndefined();
});

test('countries of a column belong to the only recipient, to each in order, or to all', () => {
  expect(partiesOf(['ก'], ['SG', 'JP'])).toEqual({ cells: ['ก | SG, JP'], isCertain: true });
  expect(partiesOf(['ก', 'ข'], ['SG', 'JP'])).toEqual({ cells: ['ก | SG', 'ข | JP'], isCertain: true });
  expect(partiesOf(['ก (สหรัฐ, ญี่ปุ่น)', 'ข'], ['SG'])).toEqual({ cells: ['ก | US, JP', 'ข | SG'], isCertain: true });
  expect(partiesOf(['ก', 'ข'], ['SG', 'JP', 'US']).isCertain).toBe(false);
  expect(partiesOf([], ['SG']).isCertain).toBe(false);
});

test('texts of any length are parsed in proportional time', () => {
  for (const pump of ['1) ', '(', ', ', 'ปี ', '5 ปี ', '\n- ', '/ห', 'สิบ', 'ยี่สิบปี', '1,'])
    for (const read of [divide, retentionIn, dayIn, startCell, (text: string) => closedValues('lawfulBases', text)])
      expect(
        growsFaster(
          (size) => pump.repeat(size),
          (text: string) => read(text),
        ),
      ).toBe(false);
});
