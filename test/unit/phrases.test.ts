import { describe, expect, test } from 'vitest';
import { phrasesOf } from '../../shared/phrases.ts';

const bound = (text: string) =>
  phrasesOf(text)
    .filter((part) => part.bound)
    .map((part) => part.text);

describe('positions where lines may not break', () => {
  test.each([
    ['ขออนุมัติเอกสารตามลำดับผู้อนุมัติ ทุกขั้นเปลี่ยนทันที', ['ผู้อนุมัติ']],
    ['การประเมินผลกระทบ (DPIA)', ['ผลกระทบ']],
    ['เลือกอย่างน้อยหนึ่งรายการ', ['อย่างน้อยหนึ่ง']],
    ['เก็บไว้ 90 วัน แล้วลบ', ['90 วัน']],
    ['Notify the authority within 72 hours of knowing.', ['72 hours']],
    ['ดำเนินการแจ้งเจ้าของข้อมูล', ['ดำเนินการ']],
  ])('%s', (text, wanted) => {
    expect(bound(text)).toEqual(expect.arrayContaining(wanted));
  });

  test('the pieces are the complete text', () => {
    for (const text of ['', 'ผู้', 'ผู้ 3 ราย', 'a 1 b 2 ผลกระทบผลกระทบ', 'การการการ', '1 2 3'])
      expect(
        phrasesOf(text)
          .map((part) => part.text)
          .join(''),
      ).toBe(text);
  });

  test('a phrase longer than a line of a phone is left to the browser', () => {
    for (const text of bound(`${'การ'.repeat(40)}แจ้ง ${'ผลกระทบ'.repeat(9)}`)) expect(text.length).toBeLessThan(27);
  });
});
