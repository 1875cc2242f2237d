import { expect, test } from 'vitest';
import { compareWording } from '../../server/modules/consent/wording.ts';

const purpose = (id: string, bit: number, words: string) => ({
  id,
  bit,
  title: { th: words, en: words },
  description: { th: '', en: '' },
});
/** Versions as lists of `purpose: words`; the bit of a purpose is its position in the alphabet. */
const formOf = (...versions: { shows: Record<string, string>; editorial?: string[] }[]) =>
  compareWording(
    versions.map(({ shows, editorial = [] }, place) => ({
      version: place + 1,
      purposes: Object.entries(shows).map(([id, words]) => purpose(id, id.charCodeAt(0) - 97, words)),
      editorial,
    })),
  );

test('the same purposes with the same texts ask nobody again, in whatever order', () => {
  const words = formOf({ shows: { a: 'one', b: 'two' } }, { shows: { b: 'two', a: 'one' } });
  expect([words.asksOtherwise(1, 2), words.reworded(1, 2)]).toEqual([false, []]);
});

test('changed texts, an added and a removed purpose ask again; only changed texts revoke a grant', () => {
  const words = formOf(
    { shows: { a: 'one', b: 'two' } },
    { shows: { a: 'one', b: 'other' } },
    { shows: { a: 'one', b: 'two', c: 'three' } },
    { shows: { a: 'one' } },
  );
  expect([2, 3, 4].map((version) => [words.asksOtherwise(1, version), words.reworded(1, version)])).toEqual([
    [true, [1]],
    [true, []],
    [true, []],
  ]);
});

test('an editorial change has the same meaning as before, also for the versions after it', () => {
  const words = formOf(
    { shows: { a: 'teh words' } },
    { shows: { a: 'the words' }, editorial: ['a'] },
    { shows: { a: 'the words' } },
    { shows: { a: 'something else' } },
    { shows: { a: 'the words' } },
  );
  expect([2, 3].map((version) => words.asksOtherwise(1, version))).toEqual([false, false]);
  expect([1, 2, 3].map((version) => words.reworded(version, 4))).toEqual([[0], [0], [0]]);
  // Visitors who answered exactly these texts are not asked again; those who answered the previous ones are.
  expect([1, 2, 3].map((version) => words.asksOtherwise(version, 5))).toEqual([true, false, false]);
});

test('a purpose that was removed and added again with changed texts is not covered', () => {
  const words = formOf({ shows: { a: 'one', b: 'two' } }, { shows: { a: 'one' } }, { shows: { a: 'one', b: 'other' } });
  // Preserved as granted on the own page under the second version, which does not contain it.
  expect([words.reworded(1, 3), words.reworded(2, 3)]).toEqual([[1], [1]]);
});
