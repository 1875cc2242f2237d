import type { PurposeFacts, Source, Words } from './facts.ts';
import {
  BASIS_PHRASES,
  CHILDREN,
  DATA,
  EXEMPTION_PHRASES,
  EXPLICIT_CONSENT,
  NO_RECIPIENT,
  PERIOD,
  RECIPIENT,
  TRANSFER_PHRASES,
} from './phrases.ts';

/** A sentence of a notice. `key` is the same as long as the fact is, so that an edited one finds its place again. */
export interface Sentence extends Words {
  readonly key: string;
  /** Of the act: `23(3)`. */
  readonly section: string;
  readonly source: Source;
}

type Values = Readonly<Record<string, Words>>;
const fill = (template: string, values: Values, locale: 'th' | 'en') =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.[locale] ?? placeholder);
const list = (words: readonly Words[]): Words => ({
  th: words.map(({ th }) => th).join(' '),
  en: words.map(({ th, en }) => en || th).join(', '),
});

/** What a notice says about one published purpose, in the order of section 23. */
export function sentencesOf(purpose: PurposeFacts): Sentence[] {
  const sentence = (
    field: string,
    part: string,
    phrase: Words & { section: string },
    values: Values = {},
  ): Sentence => ({
    key: `${purpose.id}.${field}${part && `.${part}`}`,
    section: phrase.section,
    th: fill(phrase.th, values, 'th'),
    en: fill(phrase.en, values, 'en'),
    source: { record: 'purpose', id: purpose.id, version: purpose.version, field },
  });
  const { bases, sensitiveData, exemptions, data, period, recipients, children } = purpose;
  const sensitive = { data: list(sensitiveData) };
  const sensitiveSentences = exemptions.length
    ? exemptions.map((exemption) => sentence('sensitiveExemptions', exemption, EXEMPTION_PHRASES[exemption], sensitive))
    : [sentence('sensitiveExemptions', '', EXPLICIT_CONSENT, sensitive)];
  return [
    sentence('title', '', { section: '23(1)', ...purpose.title, en: purpose.title.en || purpose.title.th }),
    ...bases.map((basis) => sentence('lawfulBases', basis, BASIS_PHRASES[basis])),
    ...(sensitiveData.length ? sensitiveSentences : []),
    ...(children ? [sentence('children', '', CHILDREN)] : []),
    ...(data.length ? [sentence('piiCategories', '', DATA, { data: list(data) })] : []),
    ...(period ? [sentence('retention', '', PERIOD, { period })] : []),
    ...(recipients.length ? [] : [sentence('thirdParties', '', NO_RECIPIENT)]),
    ...recipients.flatMap(({ name, country, safeguard }, index) => [
      sentence('thirdParties', `${index}`, RECIPIENT, { name: { th: name, en: name } }),
      ...(country && safeguard
        ? [sentence('thirdParties', `${index}.transfer`, TRANSFER_PHRASES[safeguard], { country })]
        : []),
    ]),
  ];
}

/** Points of section 23 and 28 that the purpose leaves open, by field: a notice with any is not published. */
export function openPoints({ bases, data, period, recipients }: PurposeFacts): { section: string; field: string }[] {
  return [
    ...(bases.length ? [] : [{ section: '23(1)', field: 'lawfulBases' }]),
    ...(data.length ? [] : [{ section: '23(3)', field: 'piiCategories' }]),
    ...(period ? [] : [{ section: '23(3)', field: 'retention' }]),
    ...(recipients.some(({ country, safeguard }) => country && !safeguard)
      ? [{ section: '28', field: 'thirdParties' }]
      : []),
  ];
}
