import type { ApplicationContent } from '../../../shared/application/schema.ts';
import { countriesOf, isAbroad } from '../../../shared/country.ts';
import { REGISTER_FIELDS, type RegisterFacts, type RegisterField } from '../../../shared/requestTask/register.ts';
import { canonicalJson } from '../../../shared/canonicalJson.ts';
import { recipientsOf as sentTo } from '../../../shared/ropa/record.ts';

interface WithId {
  readonly id: string;
}
/** Each once, sorted: the order of the register does not matter. */
const distinct = <Value extends WithId>(list: readonly Value[]): Value[] =>
  [...new Map(list.map((one) => [one.id, one])).values()].sort((a, b) => (a.id < b.id ? -1 : 1));
const named = ({ id, name }: { id: string; name: { th: string; en: string } }) => ({ id, name });

/**
 * The facts of a published version of an application about the data of some groups of data subjects.
 * @param groupIds empty: of all groups
 * @returns null where it names none of them
 */
export function factsOf(content: ApplicationContent, groupIds: readonly string[]): RegisterFacts | null {
  const isMeant = ({ id }: WithId) => groupIds.length === 0 || groupIds.includes(id);
  const flows = (content.dataMapping ?? []).filter(({ dataSubjectGroup }) => isMeant(dataSubjectGroup));
  const mapped = new Set(flows.map(({ purpose }) => purpose.id));
  const purposes = content.purposes.filter(
    ({ id, content: { dataSubjectGroups } }) => mapped.has(id) || dataSubjectGroups.some(isMeant),
  );
  if (purposes.length === 0) return null;
  const of = purposes.map((purpose) => purpose.content);
  const storage = distinct(
    [
      ...of.flatMap(({ storageSystems }) => storageSystems),
      ...flows.flatMap(({ storageSystem }) => storageSystem ?? []),
    ].map((system) => ({ ...named(system), country: system.country ?? null })),
  );
  const recipients = recipientsOf(purposes, flows);
  return {
    purposes: purposes.map(({ id, content: { title, retention } }) => {
      const { note: _note, ...period } = retention;
      return { id, title, retention: period };
    }),
    groups: distinct([
      ...of.flatMap(({ dataSubjectGroups }) => dataSubjectGroups.filter(isMeant).map(named)),
      ...flows.map(({ dataSubjectGroup }) => named(dataSubjectGroup)),
    ]),
    piiCategories: distinct([
      ...of.flatMap(({ piiCategories }) => piiCategories.map((one) => ({ ...named(one), sensitive: one.sensitive }))),
      ...categoriesOf(flows),
    ]),
    storage,
    destructionMethods: distinct([
      ...of.flatMap(({ destructionMethods }) => destructionMethods.map(named)),
      ...flows.flatMap(({ destructionMethod }) => (destructionMethod ? [named(destructionMethod)] : [])),
    ]),
    recipients,
    thirdCountries: [
      ...new Set(
        [...storage.map(({ country }) => country), ...recipients.flatMap(({ countries }) => countries)].filter(
          isAbroad,
        ),
      ),
    ].sort(),
    hasConsent: of.some(({ lawfulBases }) => lawfulBases.includes('consent')),
    responsible: of.find(({ responsiblePersonnel }) => responsiblePersonnel)?.responsiblePersonnel ?? null,
  };
}

type Flows = NonNullable<ApplicationContent['dataMapping']>;
type Purposes = ApplicationContent['purposes'];

/** Categories of the mapped attributes; a sensitive attribute makes its category sensitive. */
function categoriesOf(flows: Flows): RegisterFacts['piiCategories'] {
  const found = new Map<string, RegisterFacts['piiCategories'][number]>();
  for (const { category, sensitive } of flows.flatMap(({ attributes }) => attributes))
    found.set(category.id, {
      ...named(category),
      sensitive: sensitive || (found.get(category.id)?.sensitive ?? false),
    });
  return [...found.values()];
}

/** Who receives something: whoever a purpose names without disclosing, or sharing, gets no data. */
function recipientsOf(purposes: Purposes, flows: Flows): RegisterFacts['recipients'] {
  const contents = new Map(purposes.map(({ id, content }) => [id, content]));
  const sent = [
    ...purposes.map(({ content }) => sentTo(content, content)),
    ...flows.map((flow) => sentTo(flow, contents.get(flow.purpose.id))),
  ];
  const all = sent.flatMap(({ thirdParties, internalApplications }) => [
    ...thirdParties.map((party) => ({ name: party.name, countries: [...countriesOf(party)], internal: false })),
    ...internalApplications.map(({ name }) => ({ name, countries: [], internal: true })),
  ]);
  return [...new Map(all.map((one) => [`${one.internal} ${one.name}`, one])).values()].sort((a, b) =>
    a.name < b.name ? -1 : 1,
  );
}

/** The fields in which two versions of the facts differ. */
export const differingFields = (before: RegisterFacts, now: RegisterFacts): RegisterField[] =>
  REGISTER_FIELDS.filter((field) => canonicalJson(before[field]) !== canonicalJson(now[field]));
