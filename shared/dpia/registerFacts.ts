import { countryNames, countriesOf } from '../country.ts';
import type { Locale } from '../locale.ts';
import { recipientsOf, storageSystemsOf } from '../ropa/record.ts';
import type { Bilingual } from '../text.ts';
import type { DpiaRegister } from './content.ts';

/** The parts of a register that state what is processed: its purposes, and the entries of its data mapping. */
export type Processing = Pick<DpiaRegister, 'purposes' | 'dataMapping'>;
type Named = { id: string; name: Bilingual };

/** Each once, by its id. */
const distinct = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];

/** Groups of data subjects that purposes name, and those that mapping entries alone name. */
export const groupsOf = ({ purposes, dataMapping = [] }: Processing): Named[] =>
  distinct([
    ...purposes.flatMap(({ content }) => content.dataSubjectGroups),
    ...dataMapping.map(({ dataSubjectGroup }) => dataSubjectGroup),
  ]);

/**
 * Data that some purposes, or all, use: categories that they list or that their mapping entries use, and by its own
 * name each sensitive attribute of these entries whose category is not listed as sensitive.
 */
export function dataOf(
  { purposes, dataMapping = [] }: Processing,
  of: Processing['purposes'] = purposes,
): (Named & { sensitive: boolean })[] {
  const ids = new Set(of.map(({ id }) => id));
  const listed = of.flatMap(({ content }) => content.piiCategories);
  const sensitive = new Set(listed.flatMap((category) => (category.sensitive ? category.id : [])));
  const attributes = dataMapping.flatMap((entry) => (ids.has(entry.purpose.id) ? entry.attributes : []));
  return distinct([
    ...listed,
    ...attributes.map(({ category }) => ({ ...category, sensitive: sensitive.has(category.id) })),
    ...attributes.filter((attribute) => attribute.sensitive && !sensitive.has(attribute.category.id)),
  ]);
}

/** Storage systems of purposes, and those that mapping entries alone name. */
export const storageOf = ({
  purposes,
  dataMapping: flows = [],
}: Processing): DpiaRegister['purposes'][number]['content']['storageSystems'] =>
  distinct(purposes.flatMap((purpose) => storageSystemsOf(purpose, { flows })));

/** Recipients to whom purposes disclose data, with their countries. Mapping entries have no others. */
export const recipientTexts = (purposes: Processing['purposes'], locale: Locale): string[] => {
  const texts = purposes.flatMap(({ content }) => {
    const { thirdParties, internalApplications } = recipientsOf(content, content);
    return [
      ...thirdParties.map(({ name, ...party }) => {
        const countries = countriesOf(party);
        return name && countries.length > 0 ? `${name} (${countryNames(countries, locale)})` : name;
      }),
      ...internalApplications.map(({ name }) => name),
    ];
  });
  return [...new Set(texts.filter(Boolean))];
};
