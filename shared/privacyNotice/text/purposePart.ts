import type { ApplicationFacts, PurposeFacts, Source } from './facts.ts';
import type { NoticePart } from './notice.ts';
import { DIRECT, INDIRECT } from './phrases.ts';
import { type Sentence, sentencesOf, type Ways, writer } from './sentences.ts';

/** A purpose with the source of its data. Its title is the heading. */
export function purposePart(application: ApplicationFacts, purpose: PurposeFacts, ways: Ways): NoticePart {
  const [title, ...rest] = sentencesOf(purpose, ways);
  return {
    kind: 'purpose',
    key: `${application.id}.${purpose.id}`,
    heading: { th: title!.th, en: title!.en },
    groups: purpose.groups,
    sentences: [
      ...rest.map((one) => ({
        ...one,
        ...(isOfApplication(one) && { key: `${application.id}.${one.key}` }),
        ...(one.source.field === 'dataMapping' && {
          source: {
            record: 'application' as const,
            id: application.id,
            version: application.version,
            field: 'dataMapping',
          },
        }),
      })),
      ...sourceSentences(application, purpose),
    ],
  };
}

/** The key of a sentence about transfers. */
export const TRANSFER = /\.transfer\.\w+$/;

/**
 * Whether a sentence about a purpose depends on the application, too: its data mapping says which data is collected,
 * where it is stored, and how long it is kept.
 */
export const isOfApplication = ({
  key,
  source: { field },
}: Pick<Sentence, 'key'> & { readonly source: Pick<Source, 'field'> }): boolean =>
  /^(piiCategories|sensitiveExemptions|retention|storageSystems|dataMapping)$/.test(field) || TRANSFER.test(key);

function sourceSentences({ id, version, source }: ApplicationFacts, purpose: PurposeFacts): Sentence[] {
  if (!source) return [];
  const sentence = writer(`${id}.${purpose.id}`, { record: 'application', id, version });
  return [
    source.direct
      ? sentence('dataSource', '', DIRECT)
      : sentence('dataSource', '', INDIRECT, { source: { th: source.name.th, en: source.name.en || source.name.th } }),
  ];
}
