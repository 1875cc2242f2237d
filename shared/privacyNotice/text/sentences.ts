import type { RightCode } from '../../dataRight/schema.ts';
import { type LawfulBasis, type SensitiveExemption, TRANSFER_SAFEGUARDS } from '../../purpose/lawfulBasis.ts';
import { rightsOfPurpose } from './rights.ts';
import type { PurposeDetail, PurposeFacts, RecipientFacts, Source, Words } from './facts.ts';
import {
  ANY_RESEARCH,
  BASIS_PHRASES,
  CHILDREN,
  DATA,
  EXEMPTION_PHRASES,
  EXPLICIT_CONSENT,
  INTEREST,
  LAW,
  LETTER_WORDS,
  MAY_DECLINE,
  MUST_GIVE,
  NO_RECIPIENT,
  OUR_OWN,
  PERIOD,
  PERIOD_OF,
  type Phrase,
  PUBLIC_TASK,
  RECIPIENT,
  RECIPIENT_KINDS,
  RESEARCH_WORDS,
  SAFEGUARDS,
  SENSITIVE_LAW,
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
  /** What it lists, and the period that it names, in days and in months: by them a change is judged. */
  readonly items?: readonly string[];
  readonly days?: number | null;
  readonly months?: number | null;
}

export type Values = Readonly<Record<string, Words>>;
/** Puts values in the places of a template. What stands in a value is never read as a place. */
export const fill = (template: string, values: Values, locale: 'th' | 'en') =>
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

type Writer = ReturnType<typeof writer>;
const items = (words: readonly Words[]) => ({ items: words.map(({ th }) => th) });

/** Bases under which the act or the contract asks for the data: the effect of not giving it must be told. */
const isOwed = ({ bases }: PurposeFacts) => bases.includes('contract') || bases.includes('legalObligation');

/** Why it is lawful, with what the notice says of it where the register has no field. */
function basisPhrase(basis: LawfulBasis, { mandate, interest, law }: PurposeDetail): Phrase {
  if (basis === 'publicTask' && mandate.th) return PUBLIC_TASK;
  if (basis === 'legitimateInterest' && interest.th) return INTEREST;
  return basis === 'legalObligation' && law.th ? LAW : BASIS_PHRASES[basis];
}
const detailValues = ({ mandate, interest, whose, law, researchKinds, researchMeasures }: PurposeDetail): Values => ({
  measures: researchMeasures.th ? inBoth(researchMeasures) : SAFEGUARDS,
  research: researchKinds.length > 0 ? listOf(researchKinds.map((kind) => RESEARCH_WORDS[kind])) : ANY_RESEARCH,
  mandate: inBoth(mandate),
  interest: inBoth(interest),
  whose: whose.th ? inBoth(whose) : OUR_OWN,
  law: inBoth(law),
});

/** What the use under a law is for, by the letters of section 26(5); empty where nobody has said. */
function lawValues({ letters }: PurposeDetail): Values {
  if (letters.length === 0) return { aims: same(''), letters: same('') };
  const found = letters.map((letter) => LETTER_WORDS[letter]);
  const aims = listOf(found.map(({ aim }) => aim));
  const signs = listOf(found.map(({ sign }) => sign));
  return { aims: { th: ` เพื่อ${aims.th}`, en: `, for ${aims.en}` }, letters: signs };
}

/** What withdrawing has as its effect, after a sentence about consent (section 19 paragraph 6). */
const effectValue = ({ withdrawalEffect }: PurposeDetail): Words => {
  const { th, en } = inBoth(withdrawalEffect);
  return { th: th && ` ${th}`, en: en && ` ${en}` };
};

/** Kinds of section 24(1); where nobody has said which, each of them. */
const researchWords = ({ researchKinds }: PurposeDetail): Words[] =>
  researchKinds.length > 0 ? researchKinds.map((kind) => RESEARCH_WORDS[kind]) : Object.values(RESEARCH_WORDS);

/** What withdrawing has as its effect, as an item: that alone is news where the way to withdraw changes. */
const effectItem = ({ withdrawalEffect }: PurposeDetail): Words[] => (withdrawalEffect.th ? [withdrawalEffect] : []);

/**
 * Why it is lawful, basis by basis. Research lists its kinds: an answer that narrows them, and its measures, are no
 * news.
 */
function basisSentences({ bases, detail }: PurposeFacts, sentence: Writer, { withdrawal }: Ways): Sentence[] {
  const values = { ...detailValues(detail), place: withdrawal, effect: effectValue(detail) };
  return bases.map((basis) => ({
    ...sentence('lawfulBases', basis, basisPhrase(basis, detail), values),
    ...(basis === 'consent' && items(effectItem(detail))),
    ...(basis === 'research' && items(researchWords(detail))),
  }));
}

function sensitiveSentences(purpose: PurposeFacts, sentence: Writer): Sentence[] {
  const { sensitiveData, exemptions, detail, bases } = purpose;
  if (sensitiveData.length === 0) return [];
  // Where the purpose rests on consent as well, its effect is said there.
  const isStated = bases.includes('consent');
  const effect = isStated ? same('') : effectValue(detail);
  const values = { ...detailValues(detail), ...lawValues(detail), data: listOf(sensitiveData), effect };
  const phraseOf = (exemption: SensitiveExemption) =>
    exemption === 'necessaryWithLaw' && detail.law.th ? SENSITIVE_LAW : EXEMPTION_PHRASES[exemption];
  if (exemptions.length === 0) {
    const listed = isStated ? sensitiveData : [...sensitiveData, ...effectItem(detail)];
    return [{ ...sentence('sensitiveExemptions', '', EXPLICIT_CONSENT, values), ...items(listed) }];
  }
  return exemptions.map((exemption) => ({
    ...sentence('sensitiveExemptions', exemption, phraseOf(exemption), values),
    ...items(sensitiveData),
  }));
}

/**
 * How long data is kept; where that differs, which data. What it says of which data tells whether any is kept longer.
 */
const periodSentences = ({ periods }: PurposeFacts, sentence: Writer): Sentence[] =>
  periods.map(({ key, words: period, days, months, data }) => ({
    ...sentence('retention', key, periods.length > 1 ? PERIOD_OF : PERIOD, { period, data: listOf(data) }),
    ...items(data),
    days,
    months,
  }));

/** Names in one language, each once. */
const namesIn = (locale: 'th' | 'en', named: readonly { name: Words }[]): string =>
  [...new Set(named.map(({ name }) => inBoth(name)[locale]))].join(', ');

/** Who receives the data, by their kinds where the notice names them: third parties, and other controllers. */
function recipientSentences(
  { recipients, controllers, disclosed, detail }: PurposeFacts,
  sentence: Writer,
): Sentence[] {
  const all = [
    ...recipients.map((one) => ({ ...one, field: 'thirdParties' })),
    ...controllers.map((one) => ({ ...one, field: 'internalApplications' })),
  ];
  if (all.length === 0) return disclosed ? [] : [sentence('thirdParties', '', NO_RECIPIENT)];
  if (!detail.recipientKinds.th)
    return all.map(({ field, key, name }) => sentence(field, key, RECIPIENT, { name: inBoth(name) }));
  const values = {
    kinds: inBoth(detail.recipientKinds),
    names: { th: namesIn('th', all), en: namesIn('en', all) },
  };
  // By its kinds it is judged: who else receives data of a kind that is named is no news (section 23(4)).
  return [{ ...sentence('thirdParties', 'kinds', RECIPIENT_KINDS, values), ...items([values.kinds]) }];
}

/**
 * Where data goes abroad, and why it may: each ground once, whoever receives or stores the data there. A country
 * without a ground is an open point, and nothing is said of it.
 */
function transferSentences({ recipients, storage }: PurposeFacts, sentence: Writer, contact: Words): Sentence[] {
  const places = [...recipients.map((party) => ({ ...party, field: 'thirdParties' })), ...storage];
  const abroad = places.flatMap(({ countries, field }) => countries.map((country) => ({ ...country, field })));
  return TRANSFER_SAFEGUARDS.flatMap((safeguard) => {
    const there = abroad.filter(({ ground }) => ground === safeguard);
    if (there.length === 0) return [];
    const countries = [...new Map(there.map(({ name }) => [name.th, name])).values()];
    const values = { country: listOf(countries), contact };
    const { source, ...rest } = sentence('transfer', safeguard, TRANSFER_PHRASES[safeguard], values);
    return [{ ...rest, source: { ...source, field: there[0]!.field }, ...items(countries) }];
  });
}

/** How a person reaches the controller. */
export interface Ways {
  /** Where copies of safeguards are had. */
  readonly contact: Words;
  /** Where consent is withdrawn, with its preposition. */
  readonly withdrawal: Words;
}

/** What a notice says about one published purpose, in the order of section 23. */
export function sentencesOf(purpose: PurposeFacts, ways: Ways): Sentence[] {
  const sentence = writer(purpose.id, { record: 'purpose', id: purpose.id, version: purpose.version });
  const { bases, data, children, description, provision, storage } = purpose;
  return [
    sentence('title', '', { section: '23(1)', ...inBoth(purpose.title) }),
    ...(description.th ? [sentence('description', '', WHY, { description: inBoth(description) })] : []),
    ...basisSentences(purpose, sentence, ways),
    ...sensitiveSentences(purpose, sentence),
    ...(children ? [sentence('children', '', CHILDREN)] : []),
    ...(data.length ? [{ ...sentence('piiCategories', '', DATA, { data: listOf(data) }), ...items(data) }] : []),
    ...(provision.required === true && provision.consequence.th
      ? [sentence('provision', '', MUST_GIVE, { consequence: inBoth(provision.consequence) })]
      : []),
    ...(provision.required === false || (provision.required === null && bases.includes('consent') && !isOwed(purpose))
      ? [sentence('provision', '', MAY_DECLINE)]
      : []),
    ...periodSentences(purpose, sentence),
    ...recipientSentences(purpose, sentence),
    ...storage
      .filter(({ countries }) => countries.length > 0)
      .map(({ key, name, field }) => {
        const { source, ...rest } = sentence('storageSystems', key, STORED, { name: inBoth(name) });
        return { ...rest, source: { ...source, field } };
      }),
    ...transferSentences(purpose, sentence, ways.contact),
  ];
}

/**
 * Points of sections 23 and 28 that the purpose leaves open, by field: a notice with any is not published. Of storage
 * in a country that nobody recorded it is not known whether it is a transfer (docs/decisions/044).
 */
export function openPoints(purpose: PurposeFacts): { section: string; field: string }[] {
  const { bases, data, periods, recipients, disclosed, storage, provision } = purpose;
  const isUngrounded = ({ countries }: RecipientFacts) => countries.some(({ ground }) => ground === null);
  const open = (isOpen: boolean, section: string, field: string) => (isOpen ? [{ section, field }] : []);
  return [
    ...open(bases.length === 0, '23(1)', 'lawfulBases'),
    ...open(
      isOwed(purpose) && (provision.required === null || (provision.required && !provision.consequence.th)),
      '23(2)',
      'provision',
    ),
    ...open(data.length === 0, '23(3)', 'piiCategories'),
    ...open(periods.length === 0, '23(3)', 'retention'),
    ...open(disclosed && recipients.length === 0, '23(4)', 'thirdParties'),
    ...open(recipients.some(isUngrounded), '28', 'thirdParties'),
    ...(['storageSystems', 'dataMapping'] as const).flatMap((field) =>
      open(
        storage.some((system) => system.field === field && (!system.isPlaced || isUngrounded(system))),
        '28',
        field,
      ),
    ),
  ];
}

/** Rights that apply, or may apply, to at least one of the purposes, each with those purposes. */
export function rightsOf(purposes: readonly PurposeFacts[]) {
  const found = new Map<RightCode, PurposeFacts[]>();
  for (const purpose of purposes)
    for (const code of rightsOfPurpose(purpose).keys()) found.set(code, [...(found.get(code) ?? []), purpose]);
  return found;
}

/** Rights that a notice of these purposes must name. */
export const rightsOwed = (purposes: readonly PurposeFacts[]): Set<RightCode> =>
  new Set(
    purposes.flatMap((purpose) =>
      [...rightsOfPurpose(purpose)].filter(([, applies]) => applies === 'yes').map(([code]) => code),
    ),
  );
