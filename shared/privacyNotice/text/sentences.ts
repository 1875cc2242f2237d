import { rightsOfPurpose } from './rights.ts';
import type { PurposeFacts, RecipientFacts, Source, Words } from './facts.ts';
import {
  BASIS_PHRASES,
  CHILDREN,
  DATA,
  EXEMPTION_PHRASES,
  EXPLICIT_CONSENT,
  MAY_DECLINE,
  MUST_GIVE,
  NO_RECIPIENT,
  PERIOD,
  type Phrase,
  RECIPIENT,
  STORED,
  TRANSFER_PHRASES,
  WHY,
} from './phrases.ts';

/** A sentence of a notice. `key` is the same as long as the fact is, so that an edited one finds its place again. */
export interface Sentence extends Words {
  readonly key: string;
  /** Of the act: `23(3)`. */
  readonly section: string;
  readonly source: Source;
  /** What it lists, and the days that it names: by them a change is judged. */
  readonly items?: readonly string[];
  readonly days?: number | null;
}

export type Values = Readonly<Record<string, Words>>;
/** Puts values in the places of a template. What stands in a value is never read as a place. */
const fill = (template: string, values: Values, locale: 'th' | 'en') =>
  template.replaceAll(/\{(\w+)\}/g, (placeholder, name: string) => values[name]?.[locale] ?? placeholder);
export const listOf = (words: readonly Words[]): Words => ({
  th: words.map(({ th }) => th).join(' '),
  en: words.map(({ th, en }) => en || th).join(', '),
});
/** The same text in both languages. */
export const same = (text: string): Words => ({ th: text, en: text });
/** Thai stands in for English that nobody wrote. */
const inBoth = ({ th, en }: Words): Words => ({ th, en: en || th });

/** Writes sentences that come from one record. */
export const writer =
  (prefix: string, source: Omit<Source, 'field'>) =>
  (field: string, part: string, phrase: Phrase, values: Values = {}): Sentence => ({
    key: `${prefix}.${field}${part && `.${part}`}`,
    section: phrase.section,
    th: fill(phrase.th, values, 'th'),
    en: fill(phrase.en, values, 'en'),
    source: { ...source, field },
  });

/** Bases under which the act or the contract asks for the data: the effect of not giving it must be told. */
const isOwed = ({ bases }: PurposeFacts) => bases.includes('contract') || bases.includes('legalObligation');

/** What a notice says about one published purpose, in the order of section 23. */
export function sentencesOf(purpose: PurposeFacts): Sentence[] {
  const sentence = writer(purpose.id, { record: 'purpose', id: purpose.id, version: purpose.version });
  const { bases, sensitiveData, exemptions, data, period, recipients, children, description, provision } = purpose;
  const sensitive = { data: listOf(sensitiveData) };
  const items = (words: readonly Words[]) => ({ items: words.map(({ th }) => th) });
  const sensitiveSentences = (
    exemptions.length
      ? exemptions.map((exemption) =>
          sentence('sensitiveExemptions', exemption, EXEMPTION_PHRASES[exemption], sensitive),
        )
      : [sentence('sensitiveExemptions', '', EXPLICIT_CONSENT, sensitive)]
  ).map((one) => ({ ...one, ...items(sensitiveData) }));
  const placed = (field: string, phrase: Phrase, { key, name, countries, safeguard }: RecipientFacts) => [
    sentence(field, key, phrase, { name: same(name) }),
    ...(countries.length > 0 && safeguard
      ? [sentence(field, `${key}.transfer`, TRANSFER_PHRASES[safeguard], { country: listOf(countries) })]
      : []),
  ];
  return [
    sentence('title', '', { section: '23(1)', ...inBoth(purpose.title) }),
    ...(description.th ? [sentence('description', '', WHY, { description: inBoth(description) })] : []),
    ...bases.map((basis) => sentence('lawfulBases', basis, BASIS_PHRASES[basis])),
    ...(sensitiveData.length ? sensitiveSentences : []),
    ...(children ? [sentence('children', '', CHILDREN)] : []),
    ...(data.length ? [{ ...sentence('piiCategories', '', DATA, { data: listOf(data) }), ...items(data) }] : []),
    ...(provision.required === true && provision.consequence.th
      ? [sentence('provision', '', MUST_GIVE, { consequence: inBoth(provision.consequence) })]
      : []),
    ...(provision.required === false || (provision.required === null && bases.includes('consent') && !isOwed(purpose))
      ? [sentence('provision', '', MAY_DECLINE)]
      : []),
    ...(period ? [{ ...sentence('retention', '', PERIOD, { period }), days: purpose.days }] : []),
    ...(recipients.length || purpose.disclosed ? [] : [sentence('thirdParties', '', NO_RECIPIENT)]),
    ...recipients.flatMap((recipient) => placed('thirdParties', RECIPIENT, recipient)),
    ...purpose.storage.flatMap((place) => placed('storageSystems', STORED, place)),
  ];
}

/** Points of sections 23 and 28 that the purpose leaves open, by field: a notice with any is not published. */
export function openPoints(purpose: PurposeFacts): { section: string; field: string }[] {
  const { bases, data, period, recipients, disclosed, storage, provision } = purpose;
  const isUngrounded = ({ countries, safeguard }: RecipientFacts) => countries.length > 0 && !safeguard;
  const open = (isOpen: boolean, section: string, field: string) => (isOpen ? [{ section, field }] : []);
  return [
    ...open(bases.length === 0, '23(1)', 'lawfulBases'),
    ...open(
      isOwed(purpose) && (provision.required === null || (provision.required && !provision.consequence.th)),
      '23(2)',
      'provision',
    ),
    ...open(data.length === 0, '23(3)', 'piiCategories'),
    ...open(!period, '23(3)', 'retention'),
    ...open(disclosed && recipients.length === 0, '23(4)', 'thirdParties'),
    ...open(recipients.some(isUngrounded), '28', 'thirdParties'),
    ...open(storage.some(isUngrounded), '28', 'storageSystems'),
  ];
}

/** Rights that apply to at least one of the purposes, each with the purposes that it applies to. */
export function rightsOf(purposes: readonly PurposeFacts[]) {
  const found = new Map<string, PurposeFacts[]>();
  for (const purpose of purposes)
    for (const code of rightsOfPurpose(purpose)) found.set(code, [...(found.get(code) ?? []), purpose]);
  return found;
}
