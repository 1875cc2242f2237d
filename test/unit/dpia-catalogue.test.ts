import { describe, expect, it } from 'vitest';
import type { Processing } from '../../shared/dpia/registerFacts.ts';
import { CATALOGUE_LISTS, suggestedEntries } from '../../shared/dpia/riskCatalogue.ts';
import { PII_CATEGORIES } from '../../server/modules/catalogue/builtInWords.ts';

const named = ([th, en]: readonly [string, string]) => ({ id: en, name: { th, en } });
const processing = (
  categories: readonly (readonly [string, string])[],
  systems: readonly (readonly [string, string])[],
  dataMapping: readonly object[] = [],
) =>
  ({
    purposes: [
      { id: 'purpose', content: { piiCategories: categories.map(named), storageSystems: systems.map(named) } },
    ],
    dataMapping,
  }) as unknown as Processing;
const GENETIC = ['ข้อมูลพันธุกรรม', 'Genetic data'] as const;
const ABROAD = ['ระบบคลาวด์ในต่างประเทศ', 'Cloud abroad'] as const;
const HOME = ['ระบบคลาวด์ในประเทศไทย', 'Cloud in Thailand'] as const;

describe('the catalogue of threats and measures', () => {
  it('starts with what data and storage suggest, and names them', () => {
    const entries = suggestedEntries(processing([GENETIC], [ABROAD]));
    const fitting = entries.filter(({ because }) => because.length > 0);
    expect(entries.slice(0, fitting.length)).toEqual(fitting);
    for (const list of CATALOGUE_LISTS) expect(fitting.map(({ kind }) => kind)).toContain(list);
    const named = (en: string) => fitting.find(({ text }) => text.en === en)?.because.map((name) => name.en);
    expect(named('Genetic results show disease risks of relatives')).toEqual(['Genetic data']);
    expect(named('Data goes to a country without adequate protection')).toEqual(['Cloud abroad']);
    // All others are included too, those for any processing before those for other data.
    expect(entries.length).toBeGreaterThan(fitting.length);
  });

  it('goes by data and storage that only the data mapping names', () => {
    const entry = {
      purpose: { id: 'purpose' },
      attributes: [{ ...named(['ผลตรวจยีน', 'Gene test']), sensitive: true, category: named(GENETIC) }],
      storageSystem: named(ABROAD),
    };
    const reasons = suggestedEntries(processing([], [], [entry])).flatMap(({ because }) => because.map(({ en }) => en));
    expect([...new Set(reasons)].toSorted()).toEqual(['Cloud abroad', 'Genetic data']);
  });

  it('does not treat a domestic cloud as a transfer', () => {
    const fitting = suggestedEntries(processing([], [HOME])).filter(({ because }) => because.length > 0);
    expect(fitting.map(({ text }) => text.en)).toContain('Cloud storage is public by mistake');
    expect(fitting.map(({ origin }) => origin)).not.toContain('PDPA_28');
  });

  it('contains no duplicate entries, each in both languages', () => {
    const entries = suggestedEntries(processing([], []));
    for (const locale of ['th', 'en'] as const) {
      const texts = entries.map(({ kind, text }) => `${kind} ${text[locale]}`);
      expect(new Set(texts).size).toBe(texts.length);
      expect(entries.every(({ text }) => text[locale].trim() !== '')).toBe(true);
    }
  });

  it('recognises the built-in categories on health, body and criminal record', () => {
    for (const en of ['Health data', 'Genetic data', 'Biometric data', 'Criminal records']) {
      const { name } = PII_CATEGORIES.find((category) => category.name[1] === en)!;
      const fitting = suggestedEntries(processing([name], [])).filter(({ because }) => because.length > 0);
      expect(fitting.length, en).toBeGreaterThan(1);
    }
  });
});
