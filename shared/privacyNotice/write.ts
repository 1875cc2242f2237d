import { type Locale, LOCALES } from '../locale.ts';
import type { NoticeSentence, NoticeSummary, WrittenPart } from './content.ts';
import type { NoticeDraft } from './draft.ts';
import { formerCustomKeys } from './text/customRights.ts';
import type { NoticeFacts, Words } from './text/facts.ts';
import { namedRights, type NoticePart, onceEach, purposesOf } from './text/notice.ts';
import { readAlike } from './text/reworded.ts';
import { SHORT_RIGHTS, WITHDRAW_OR_OBJECT } from './text/rights.ts';
import { listOf } from './text/sentences.ts';

interface Keyed {
  readonly key: string;
  readonly sentences: readonly { readonly key: string }[];
}

/**
 * Edits by the keys of the sentences. One that was stored when the key did not name the application is an edit of each
 * application's sentence that has none of its own; one that was stored when the key was the place of a custom right, of
 * the right in that place.
 */
export function currentEdits(parts: readonly Keyed[], edits: NoticeDraft['edits']): NoticeDraft['edits'] {
  const keys = new Set(edits.map(({ key }) => key));
  const current = parts.flatMap(({ key: partKey, sentences }) => [
    ...sentences
      .filter(({ key }) => key.startsWith(`${partKey}.`))
      .map(({ key }) => ({ key, former: key.slice(partKey.indexOf('.') + 1) })),
    ...formerCustomKeys(sentences),
  ]);
  const ofFormer = Map.groupBy(
    current.filter(({ key }) => !keys.has(key)),
    ({ former }) => former,
  );
  return edits.flatMap((edit) => ofFormer.get(edit.key)?.map(({ key }) => ({ ...edit, key })) ?? [edit]);
}

/**
 * Whether the register says something else, in one language, than when a sentence was written otherwise in it. A
 * language that nobody has edited follows the register.
 * @param field of the record that the sentence is about
 */
export function isOutdated(
  { of, ...edit }: Pick<NoticeDraft['edits'][number], Locale | 'of'>,
  register: Words,
  field: string,
  locale: Locale,
): boolean {
  const alone = (text: Words): Words => ({ th: '', en: '', [locale]: text[locale] });
  return edit[locale] !== '' && !readAlike(alone(of), alone(register), field);
}

/** The parts with what somebody has written otherwise in its place, marked. */
export function writtenParts(parts: readonly NoticePart[], edits: NoticeDraft['edits']): WrittenPart[] {
  const edited = new Map(currentEdits(parts, edits).map((edit) => [edit.key, edit]));
  return parts.map(({ sentences, groups, ...part }) => ({
    ...part,
    heading: { ...part.heading },
    ...(groups && { groups: groups.map(({ id, name }) => ({ id, name: { th: name.th, en: name.en || name.th } })) }),
    sentences: sentences.map(({ th, en, source, items, ...sentence }): NoticeSentence => {
      const edit = edited.get(sentence.key);
      const facts = { ...sentence, source: { ...source }, ...(items && { items: [...items] }) };
      return edit
        ? {
            ...facts,
            th: edit.th || th,
            en: edit.en || en,
            register: { th, en },
            outdated: LOCALES.some((locale) => isOutdated(edit, { th, en }, source.field, locale)),
          }
        : { ...facts, th, en, register: null, outdated: false };
    }),
  }));
}

/** What the text of one language says: what its hash is of. */
export const textOf = (name: string, parts: readonly WrittenPart[], locale: 'th' | 'en') => ({
  name,
  locale,
  parts: parts.map(({ heading, sentences }) => ({
    heading: heading[locale],
    sentences: sentences.map((sentence) => sentence[locale]),
  })),
});

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1);

/** The rights that the text names, and what of them a person may do at any time. */
function summedRights(facts: NoticeFacts): Pick<NoticeSummary, 'rights' | 'withdrawOrObject'> {
  const codes = namedRights(facts);
  if (codes.length === 0) return {};
  const { th, en } = listOf(codes.map((code) => SHORT_RIGHTS[code]));
  const [withdraw, object] = [codes.includes('WITHDRAWAL'), codes.includes('OBJECTION')];
  const either = withdraw && object ? 'both' : withdraw ? 'withdraw' : object ? 'object' : null;
  return {
    rights: { th, en: capital(en) },
    ...(either && { withdrawOrObject: { ...WITHDRAW_OR_OBJECT[either] } }),
  };
}

/**
 * The first layer: who, for what, what weighs most, rights and how they are used (WP 260 rev.01, paragraphs 35 and 36).
 */
export function summaryOf(facts: NoticeFacts): NoticeSummary {
  const purposes = purposesOf(facts);
  const has = (isSo: (purpose: (typeof purposes)[number]) => boolean) => purposes.some(isSo);
  const { organization, controller, dpo, requestForms } = facts;
  const name: Words = organization.name.th ? organization.name : controller.name;
  const weighs = [
    ...(has(({ sensitiveData }) => sensitiveData.length > 0) ? (['sensitive'] as const) : []),
    ...(has(({ recipients, storage }) => [...recipients, ...storage].some((one) => one.countries.length > 0))
      ? (['abroad'] as const)
      : []),
    ...(has(({ marketing }) => marketing) ? (['marketing'] as const) : []),
    ...(has(({ children }) => children) ? (['children'] as const) : []),
  ];
  return {
    controller: { th: name.th, en: name.en || name.th },
    purposes: onceEach(purposes).map(({ title }) => ({ th: title.th, en: title.en || title.th })),
    weighs,
    contact: [dpo.email || controller.email, dpo.phone || controller.phone].filter((part) => part !== '').join(' · '),
    requestUrl: requestForms[0]?.url ?? null,
    ...summedRights(facts),
  };
}
