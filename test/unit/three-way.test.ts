import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bothTexts,
  type Choice,
  joinMembers,
  merge,
  type MergeField,
  printField,
  sameValue,
  saysTheirs,
  settled,
  valueAt,
  withValue,
} from '../../client/records/threeWay.ts';

interface Values {
  title: string;
  note: { th: string; en: string };
  count: number | null;
  tags: string[];
  steps: string[];
}
const FIELDS: MergeField[] = [
  { key: 'title' },
  { key: 'note.th' },
  { key: 'note.en' },
  { key: 'count' },
  { key: 'tags', members: 'set' },
  { key: 'steps', members: 'list' },
];
const word = fc.constantFrom('', 'a', 'b', 'c', 'รายงาน');
const ids = fc.uniqueArray(fc.constantFrom('1', '2', '3', '4', '5'), { maxLength: 5 });
const values = (): fc.Arbitrary<Values> =>
  fc.record({
    title: word,
    note: fc.record({ th: word, en: word }),
    count: fc.option(fc.nat(3)),
    tags: ids,
    steps: ids,
  });
const conflicts = (outcomes: ReadonlyMap<string, string>) =>
  [...outcomes].filter(([, outcome]) => outcome === 'conflict').map(([key]) => key);
const asSet = (list: readonly unknown[]) => [...list].map(String).sort();
const change = (key: string, before: Values, after: Values) => !sameValue(valueAt(before, key), valueAt(after, key));

const BASE: Values = {
  title: 'แฟ้มหาย',
  note: { th: 'เดิม', en: 'old' },
  count: 3,
  tags: ['1', '2'],
  steps: ['1', '2', '3'],
};

describe('two edits of one record', () => {
  it('a field that only one changed has their value, and only what both changed differently is asked about', () => {
    const { values: result, outcomes } = merge(
      BASE,
      { ...BASE, title: 'แฟ้มผู้ป่วยหาย', count: 4, note: { th: 'ของเขา', en: 'new' } },
      { ...BASE, note: { th: 'ของฉัน', en: 'new' }, tags: ['1'] },
      FIELDS,
    );
    expect(Object.fromEntries(outcomes)).toEqual({
      title: 'theirs',
      'note.th': 'conflict',
      'note.en': 'alike',
      count: 'theirs',
      tags: 'mine',
      steps: 'same',
    });
    expect(result).toEqual({
      title: 'แฟ้มผู้ป่วยหาย',
      note: { th: 'ของเขา', en: 'new' },
      count: 4,
      tags: ['1'],
      steps: ['1', '2', '3'],
    });
  });

  it('a choice for each conflict: theirs, mine, or both edited into one', () => {
    const theirs = { ...BASE, title: 'ของเขา', note: { th: 'เขาว่า', en: 'theirs' } };
    const mine = { ...BASE, title: 'ของฉัน', note: { th: 'ฉันว่า', en: 'mine' } };
    const merged = merge(BASE, theirs, mine, FIELDS);
    const choices = new Map<string, Choice>([
      ['title', { take: 'mine' }],
      ['note.th', { take: 'text', text: bothTexts('เขาว่า', 'ฉันว่า') }],
      ['note.en', { take: 'theirs' }],
    ]);
    expect(settled(merged, mine, FIELDS, choices)).toEqual({
      ...BASE,
      title: 'ของฉัน',
      note: { th: 'เขาว่า\n\nฉันว่า', en: 'theirs' },
    });
    expect(
      saysTheirs(
        settled(merged, mine, FIELDS, new Map(FIELDS.map(({ key }) => [key, { take: 'theirs' as const }]))),
        theirs,
        FIELDS,
      ),
    ).toBe(true);
  });

  it('what no field displays is something to save too', () => {
    const theirs = { title: 'ของเขา', password: '' };
    const fields: MergeField[] = [{ key: 'title' }];
    const mine = { title: 'เดิม', password: 'new' };
    const { values } = merge({ title: 'เดิม', password: '' }, theirs, mine, fields);
    expect(values).toEqual({ title: 'ของเขา', password: 'new' });
    expect(saysTheirs(values, theirs, fields)).toBe(false);
    expect(saysTheirs({ ...values, password: '' }, theirs, fields)).toBe(true);
  });

  it('several values that only make sense together are merged as one', () => {
    const period = (amount: number | null, unit: string | null, indefinite = false) => ({
      retention: { amount, unit, indefinite, note: '' },
    });
    const fields: MergeField[] = [
      { key: 'period', paths: ['retention.indefinite', 'retention.amount', 'retention.unit'] },
      { key: 'note', paths: ['retention.note'] },
    ];
    const [theirs, mine] = [period(5, 'year'), period(null, null, true)];
    // A choice of the field holds for all of its values, whatever their order and however nothing is written.
    const printed = (values: object) => printField(values, fields[0]!);
    expect(printed(period(5, 'month'))).not.toBe(printed(theirs));
    expect(printed(period(6, 'year'))).not.toBe(printed(theirs));
    expect(printed({ retention: { note: 'x', unit: 'year', indefinite: false, amount: 5 } })).toBe(printed(theirs));
    expect(printed(period(5, ''))).toBe(printed(period(5, null)));
    const merged = merge(period(10, 'year'), theirs, mine, fields);
    expect(conflicts(merged.outcomes)).toEqual(['period']);
    expect(settled(merged, mine, fields, new Map([['period', { take: 'mine' }]]))).toEqual(mine);
  });

  it('values without a field are not lost either', () => {
    const result = merge(
      { a: 1, b: 1, rowVersion: 1 },
      { a: 2, b: 1, rowVersion: 2 },
      { a: 1, b: 5, rowVersion: 1 },
      [],
    );
    expect(result.values).toEqual({ a: 2, b: 5, rowVersion: 2 });
  });

  it('an empty field is empty however it is written', () => {
    expect(
      merge({ at: null as string | null }, { at: '2026-01-01' as string | null }, { at: '' as string | null }, [
        { key: 'at' },
      ]),
    ).toEqual({ values: { at: '2026-01-01' }, outcomes: new Map([['at', 'theirs']]) });
  });

  it('without a conflict the result contains the changes of both sides', () => {
    fc.assert(
      fc.property(values(), values(), values(), (base, theirs, mine) => {
        const merged = merge(base, theirs, mine, FIELDS);
        const conflicting = conflicts(merged.outcomes);
        for (const { key, members } of FIELDS) {
          if (conflicting.includes(key)) continue;
          const [settledOne, their, own] = [merged.values, theirs, mine].map((one) => valueAt(one, key));
          if (members && merged.outcomes.get(key) === 'joined') {
            const [began, result] = [valueAt(base, key) as string[], settledOne as string[]];
            for (const side of [their, own] as string[][]) {
              for (const one of side) if (!began.includes(one)) expect(result).toContain(one);
              for (const one of began) if (!side.includes(one)) expect(result).not.toContain(one);
            }
            expect(new Set(result).size).toBe(result.length);
          } else {
            if (change(key, base, theirs)) expect(sameValue(settledOne, their)).toBe(true);
            if (change(key, base, mine)) expect(sameValue(settledOne, own)).toBe(true);
          }
        }
      }),
    );
  });

  it('merging with itself, or with an unchanged version, changes nothing', () => {
    fc.assert(
      fc.property(values(), values(), (base, edit) => {
        for (const merged of [
          merge(base, edit, edit, FIELDS),
          merge(base, base, edit, FIELDS),
          merge(base, edit, base, FIELDS),
        ]) {
          expect(conflicts(merged.outcomes)).toEqual([]);
          expect(merged.values).toEqual(edit);
        }
      }),
    );
  });

  it('it does not matter who saved first: the same is asked, and the result is the same', () => {
    fc.assert(
      fc.property(values(), values(), values(), (base, one, other) => {
        const [there, back] = [merge(base, one, other, FIELDS), merge(base, other, one, FIELDS)];
        expect(conflicts(there.outcomes)).toEqual(conflicts(back.outcomes));
        for (const { key, members } of FIELDS) {
          if (there.outcomes.get(key) === 'conflict') continue;
          const [first, second] = [valueAt(there.values, key), valueAt(back.values, key)];
          if (members) expect(asSet(first as string[])).toEqual(asSet(second as string[]));
          else expect(sameValue(first, second)).toBe(true);
        }
        // The same choice from the other side results in the same record.
        const choose = (take: 'mine' | 'theirs') => new Map(FIELDS.map(({ key }) => [key, { take }] as const));
        for (const key of conflicts(there.outcomes)) {
          expect(valueAt(settled(there, other, FIELDS, choose('mine')), key)).toEqual(
            valueAt(settled(back, one, FIELDS, choose('theirs')), key),
          );
        }
      }),
    );
  });

  it('the order in which conflicts are resolved does not matter, and a merged record merges without a question', () => {
    const choice: fc.Arbitrary<Choice> = fc.oneof(fc.constantFrom<Choice>({ take: 'theirs' }, { take: 'mine' }));
    fc.assert(
      fc.property(
        values(),
        values(),
        values(),
        fc.array(choice, { minLength: FIELDS.length, maxLength: FIELDS.length }),
        (base, theirs, mine, list) => {
          const merged = merge(base, theirs, mine, FIELDS);
          const pairs = FIELDS.map(({ key }, index) => [key, list[index] as Choice] as const);
          const result = settled(merged, mine, FIELDS, new Map(pairs));
          expect(settled(merged, mine, FIELDS, new Map([...pairs].reverse()))).toEqual(result);
          expect(conflicts(merge(theirs, theirs, result, FIELDS).outcomes)).toEqual([]);
        },
      ),
    );
  });

  it('the inputs are not modified', () => {
    fc.assert(
      fc.property(values(), values(), values(), (base, theirs, mine) => {
        const before = JSON.stringify([base, theirs, mine]);
        settled(
          merge(base, theirs, mine, FIELDS),
          mine,
          FIELDS,
          new Map(FIELDS.map(({ key }) => [key, { take: 'mine' }])),
        );
        expect(JSON.stringify([base, theirs, mine])).toBe(before);
      }),
    );
  });
});

describe('the members of a list', () => {
  it('contain what both added and lack what either removed', () => {
    expect(joinMembers(['a', 'b', 'c'], ['a', 'c', 'x'], ['b', 'c', 'y'], false)).toEqual(['c', 'x', 'y']);
    expect(joinMembers(['a'], ['a', 'x'], ['a', 'x', 'y'], false)).toEqual(['a', 'x', 'y']);
    expect(
      joinMembers(
        [{ name: 'a', id: 1 }],
        [
          { id: 1, name: 'a' },
          { id: 2, name: 'b' },
        ],
        [],
        false,
      ),
    ).toEqual([{ id: 2, name: 'b' }]);
  });

  it('are asked about if each replaced the same one by another', () => {
    expect(joinMembers(['a', 'b'], ['x', 'b'], ['y', 'b'], false)).toBeNull();
    expect(joinMembers(['a', 'b'], ['b'], ['y', 'b'], false)).toEqual(['b', 'y']);
  });

  it('have the order set by one side, and are asked about if both sorted them differently', () => {
    expect(joinMembers(['a', 'b', 'c'], ['a', 'b', 'c', 'x'], ['c', 'b', 'a'], true)).toEqual(['c', 'b', 'a', 'x']);
    expect(joinMembers(['a', 'b', 'c'], ['b', 'a', 'c'], ['a', 'c'], true)).toEqual(['a', 'c']);
    expect(joinMembers(['a', 'b', 'c'], ['b', 'a', 'c'], ['c', 'b', 'a'], true)).toBeNull();
    expect(joinMembers(['a', 'b', 'c'], ['b', 'a', 'c'], ['c', 'b', 'a'], false)).not.toBeNull();
  });
});

it('two texts to be edited into one are concatenated, common parts once', () => {
  expect(bothTexts('หนึ่ง', 'สอง')).toBe('หนึ่ง\n\nสอง');
  expect(bothTexts('หนึ่ง สอง', 'สอง')).toBe('หนึ่ง สอง');
  expect(bothTexts('', 'สอง')).toBe('สอง');
});

it('a value is set at its path without changing the rest', () => {
  const before = { name: { th: 'ก', en: 'a' }, other: { x: 1 } };
  const after = withValue(before, 'name.en', 'b');
  expect(after).toEqual({ name: { th: 'ก', en: 'b' }, other: { x: 1 } });
  expect(after.other).toBe(before.other);
  expect(valueAt(after, 'name.en')).toBe('b');
  expect(valueAt(after, 'nothing.there')).toBeUndefined();
});
