import { describe, expect, it } from 'vitest';
import { missingBoxes } from '../../client/modules/requestAnswer/missingBoxes.ts';
import { suggestBoxes } from '../../server/modules/requestAnswer/redaction/suggest.ts';

/** A page on which a text stands in one line. */
const pageOf = (text: string) =>
  [...text].map((letter, place) => ({
    text: letter,
    x: place / text.length,
    y: 0.1,
    width: 1 / text.length,
    height: 0.02,
  }));
const addresses = (count: number) =>
  pageOf(Array.from({ length: count }, (_, place) => `m${place}@a.example`).join(' '));

describe('suggested boxes', () => {
  it('are all places of a file, however many one page has', () => {
    const { boxes, more } = suggestBoxes([addresses(450), addresses(450)], '', 5000);
    expect(more).toBe(false);
    expect([0, 1].map((page) => boxes.filter((box) => box.page === page).length)).toEqual([450, 450]);
  });

  it('are the first ones where there are too many, which is stated', () => {
    const pages = [addresses(20), addresses(20)];
    expect(suggestBoxes(pages, '', 40)).toMatchObject({ boxes: { length: 40 }, more: false });
    const some = suggestBoxes(pages, '', 30);
    expect(some.more).toBe(true);
    expect(some.boxes).toEqual(suggestBoxes(pages, '', 40).boxes.slice(0, 30));
    // The text that is searched counts as well.
    expect(suggestBoxes([pageOf('aaaa')], 'a', 3)).toMatchObject({ boxes: { length: 3 }, more: true });
  });

  it('cover matches that overlap', () => {
    expect(suggestBoxes([pageOf('ananas')], 'ana', 10).boxes).toHaveLength(2);
  });
});

it('boxes at places that have one already are left out, and equal ones are added once', () => {
  const box = { page: 0, x: 0.1, y: 0.1, width: 0.2, height: 0.1 };
  const other = { ...box, page: 1 };
  expect(missingBoxes([{ ...box }], [box, other, { ...other }])).toEqual([other]);
  expect(missingBoxes([box, other], [box, other])).toEqual([]);
});
