import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type LocaleText, textsOf } from '../helpers/localeKeys.ts';

const GLOSSARY = join(import.meta.dirname, '../../docs/glossary.md');

/** A row of "Words of the screens": what is said in each language, and what is not. */
interface Term {
  thai: string;
  english: string;
  /** Words that are not used, by language; a word with Thai letters is Thai. */
  not: { th: string[]; en: string[] };
}

/** The rows of the table under "Words of the screens", the one place where they are written. */
function readTerms(): Term[] {
  const [, section = ''] = readFileSync(GLOSSARY, 'utf8').split('## Words of the screens');
  const rows = section
    .split('\n## ')[0]!
    .split('\n')
    .filter((line) => /^\|(?!\s*(-|Thai))/.test(line));
  return rows.map((row) => {
    const [thai = '', english = '', not = ''] = row
      .split('|')
      .slice(1)
      .map((cell) => cell.trim());
    const words = not
      .split(',')
      .map((word) => word.trim())
      .filter(Boolean);
    return {
      thai,
      english,
      not: {
        th: words.filter((word) => /[\u0e00-\u0e7f]/.test(word)),
        en: words.filter((word) => !/[\u0e00-\u0e7f]/.test(word)),
      },
    };
  });
}

/** Texts that hold such a word with reason: there it means something else. */
const EXCEPTIONS: Record<string, RegExp> = {
  // Letters, and pages of data subjects.
  โปรด: /^(incidentLetter|incidentReport|consentEmbed|consentReceipt|dataRight|requestForm|mail:request)/,
  // Sheets of templates that are filled in, and the legend of the sheet of the record.
  คำที่ใช้ได้: /^((consentImport|recordImport|requestImport):template|ropa:words)/,
  'data line': /^ropa:words/,
  // An address is registered.
  ทะเบียน: /^signIn:loginLead/,
  // Packages of code; people told apart by data; many at one time; what a form or channel takes in.
  package: /^(consentGuide|requestGuide):sdk/,
  told: /^incidentRisk:identification/,
  'at once': /^userConsent:ingest\.busy/,
  'not accept': /^(errors:pageClosed|userConsent:ingest)/,
};
/** Cells and headings that imports read back. */
const READ_BACK =
  /^(ropaSheet|userConsentSheet|consentImport:field|requestImport:(field|language)|recordImport:example)/;

const terms = readTerms();
const excused = (word: string, { namespace, key }: LocaleText) =>
  [READ_BACK, EXCEPTIONS[word]].some((pattern) => pattern?.test(`${namespace}:${key}`));
/** The word alone: Thai is written without spaces between words, English words have their borders and endings. */
const patternOf = (word: string) =>
  /[\u0e00-\u0e7f]/.test(word)
    ? new RegExp(word)
    : new RegExp(`(?<![\\p{L}-])${word}(?![\\p{L}])`, word === word.toUpperCase() ? 'u' : 'iu');
/** Without what is filled in and addresses. */
const wordsOf = (text: string) => text.replace(/\{\{?\w+\}?\}|https?:\/\/\S+|\S+@\S+/g, ' ');

test('the glossary has the table of words', () => {
  expect(terms.length).toBeGreaterThan(40);
});

describe.each(['th', 'en'] as const)('texts in %s', (locale) => {
  test('hold no word that another stands for', async () => {
    const found = (await textsOf(locale)).flatMap((text) =>
      terms.flatMap(({ not }) =>
        not[locale]
          .filter((word) => patternOf(word).test(wordsOf(text.text)) && !excused(word, text))
          .map((word) => `${text.namespace}:${text.key}: “${word}” in “${text.text.slice(0, 100)}”`),
      ),
    );
    expect(found).toEqual([]);
  });
});

test('notices that pass by have no full stop, and say what was done without “was”', async () => {
  const notices = (await textsOf('en')).filter(
    ({ key }) =>
      /(^|\.)(saved|created|updated|removed|added|copied|duplicated|finished|deactivated|reactivated)$/.test(key) &&
      key !== 'editor.removed',
  );
  expect(notices.length).toBeGreaterThan(30);
  expect(notices.filter(({ text }) => /\.$|\b(was|were)\b/.test(text))).toEqual([]);
});

test('what is counted has a form for one and a form for several in English', async () => {
  const keys = new Set((await textsOf('en')).map(({ namespace, key }) => `${namespace}:${key}`));
  const forms = [...keys].filter((key) => /_(one|other)$/.test(key));
  expect(forms.length).toBeGreaterThan(80);
  expect(
    forms.filter((key) => !keys.has(key.replace(/_(one|other)$/, key.endsWith('_one') ? '_other' : '_one'))),
  ).toEqual([]);
  const bare = (await textsOf('en')).filter(
    ({ key, text }) => /^\{\{(number|count)\}\} [a-z]+s\b/.test(text) && !key.endsWith('_other'),
  );
  expect(bare.map(({ namespace, key, text }) => `${namespace}:${key}: ${text}`)).toEqual([]);
});
