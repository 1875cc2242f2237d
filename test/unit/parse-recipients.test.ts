import { describe, expect, it } from 'vitest';
import {
  isAddress,
  joinRecipients,
  parseRecipients,
} from '../../client/modules/incidentNotification/parseRecipients.ts';
import { RECIPIENTS_LIMIT } from '../../shared/incidentNotification/schema.ts';

const one = (name: string, email = '', phone = '') => ({ name, email, phone });

describe('pasted recipients', () => {
  it.each([
    ['สมใจ รักดี, somjai@example.com', one('สมใจ รักดี', 'somjai@example.com')],
    ['somjai@example.com', one('', 'somjai@example.com')],
    ['Somjai Rakdee <Somjai@Example.com>', one('Somjai Rakdee', 'somjai@example.com')],
    ['สมใจ รักดี\tsomjai@example.com\t081-234-5678', one('สมใจ รักดี', 'somjai@example.com', '0812345678')],
    ['0812345678; สมใจ', one('สมใจ', '', '0812345678')],
    ['สมใจ, +66 (81) 234-5678', one('สมใจ', '', '+66812345678')],
    ['สมใจ, 02-123-4567 ต่อ 12', one('สมใจ', '', '021234567#12')],
    // Stored as it was typed, for the person to correct.
    ['สมใจ, 081-234-56', one('สมใจ', '', '081-234-56')],
    ['"รักดี, สมใจ" somjai@example.com', one('รักดี สมใจ', 'somjai@example.com')],
    ['บริษัท 2000 จำกัด', one('บริษัท 2000 จำกัด')],
  ])('reads %j', (line, expected) => {
    expect(parseRecipients(line)).toEqual([expected]);
  });

  it('ignore empty lines and accept every kind of line end', () => {
    expect(parseRecipients('a@b.example\r\n\r\n , ;\rc@d.example\n')).toEqual([
      one('', 'a@b.example'),
      one('', 'c@d.example'),
    ]);
  });

  it('preserve an invalid address for the person to correct', () => {
    const [found] = parseRecipients('สมใจ, somjai@example');
    expect(found).toEqual(one('สมใจ', 'somjai@example'));
    expect(isAddress(found!.email)).toBe(false);
  });

  it('are added once each, by address, and no more than one notification accepts', () => {
    const { joined, duplicates, left } = joinRecipients(
      [one('ก', 'a@b.example')],
      [one('ข', 'A@B.example'), one('ค'), one('ค')],
    );
    expect({ joined, duplicates, left }).toEqual({
      joined: [one('ก', 'a@b.example'), one('ค')],
      duplicates: 2,
      left: 0,
    });
    const many = Array.from({ length: RECIPIENTS_LIMIT + 200 }, (_, place) => one('', `p${place}@b.example`));
    expect(joinRecipients([], many)).toMatchObject({ duplicates: 0, left: 200 });
    expect(joinRecipients([], many).joined).toHaveLength(RECIPIENTS_LIMIT);
  });

  it('of an implausibly long line are only read up to the limit', () => {
    expect(parseRecipients(`${'a'.repeat(2000)}, somjai@example.com`)).toEqual([one('a'.repeat(300))]);
    expect(parseRecipients(`${'a'.repeat(50_000)}@${'<'.repeat(50_000)}`)).toEqual([one('a'.repeat(300))]);
  });
});
