import type { NoticeSentence, WrittenPart } from './content.ts';
import type { NoticeDraft } from './draft.ts';
import type { NoticeFacts, Words } from './text/facts.ts';
import { type NoticePart, purposesOf } from './text/notice.ts';

/** The parts with what somebody has written otherwise in its place, marked. */
export function writtenParts(parts: readonly NoticePart[], edits: NoticeDraft['edits']): WrittenPart[] {
  const edited = new Map(edits.map((edit) => [edit.key, edit]));
  return parts.map(({ sentences, ...part }) => ({
    ...part,
    heading: { ...part.heading },
    sentences: sentences.map(({ th, en, source, items, ...sentence }): NoticeSentence => {
      const edit = edited.get(sentence.key);
      const facts = { ...sentence, source: { ...source }, ...(items && { items: [...items] }) };
      return edit
        ? {
            ...facts,
            th: edit.th || th,
            en: edit.en || en,
            register: { th, en },
            outdated: edit.of.th !== th || edit.of.en !== en,
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

/** The first layer: who, for what, and what weighs most (WP 260 rev.01, paragraphs 35 and 36). */
export function summaryOf(facts: NoticeFacts) {
  const purposes = purposesOf(facts);
  const once = [...new Map(purposes.map((purpose) => [purpose.id, purpose])).values()];
  const has = (isSo: (purpose: (typeof purposes)[number]) => boolean) => once.some(isSo);
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
    purposes: once.map(({ title }) => ({ th: title.th, en: title.en || title.th })),
    weighs,
    contact: [dpo.email || controller.email, dpo.phone || controller.phone].filter((part) => part !== '').join(' · '),
    requestUrl: requestForms[0]?.url ?? null,
  };
}
