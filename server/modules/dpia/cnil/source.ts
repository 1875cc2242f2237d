import type { DpiaRegister } from '../../../../shared/dpia/content.ts';
import { itemOf, TEXT_REFERENCES } from '../../../../shared/dpia/cnil/references.ts';
import type { CnilSource } from '../../../../shared/dpia/cnil/source.ts';
import { dataOf } from '../../../../shared/dpia/registerFacts.ts';
import { oneOf } from '../../../../shared/dpia/cnil/write.ts';
import type { ReportFacts } from '../report/facts.ts';

/** Characters of one text of the register in a file. */
const REGISTER_LIMIT = 50_000;

const namesIn = (entries: readonly { name: { th: string; en: string } }[]): string[] => [
  ...new Set(entries.map(({ name }) => oneOf(name))),
];
const textOf = (lines: readonly string[]): string => lines.join('\n').slice(0, REGISTER_LIMIT).toWellFormed();

function registerTexts(register: DpiaRegister): CnilSource['register'] {
  const { name, description, dataController, purposes } = register;
  return {
    overview: textOf([name, description].filter((text) => text !== '')),
    controller: dataController ? oneOf(dataController.name) : '',
    data: textOf(namesIn(dataOf(register))),
    purposes: textOf(purposes.map(({ content }) => oneOf(content.title))),
  };
}

/** The content from which the file of an assessment is written: of a version as published, of a draft as it is now. */
export function cnilSourceOf({ content, preparedBy, at, files }: ReportFacts): CnilSource {
  const { draft, framework, register, people } = content;
  const withoutFiles = <One extends { fileIds: string[] }>(list: readonly One[]) =>
    list.map((one) => ({ ...one, fileIds: [] }));
  const names = new Map([
    ...people.map(({ id, name }) => [id, name] as const),
    ...register.purposes.flatMap((purpose) =>
      purpose.content.securityMeasures.map(({ id, name }) => [id, oneOf(name)] as const),
    ),
  ]);
  const placed = new Set<string>();
  return {
    format: 1,
    draft: {
      ...draft,
      consultation: {
        internal: withoutFiles(draft.consultation.internal),
        external: withoutFiles(draft.consultation.external),
      },
    },
    width: framework.scale.width,
    // An item is the answer to the first of its questions.
    items: TEXT_REFERENCES.flatMap((reference) => {
      const itemId = itemOf(reference, framework)?.id;
      if (itemId === undefined || placed.has(itemId)) return [];
      placed.add(itemId);
      return { reference, itemId };
    }),
    register: registerTexts(register),
    names: [...names].map(([id, name]) => ({ id, name })),
    files: [...files.values()],
    at: new Date(at).toISOString(),
    by: preparedBy,
  };
}
