import { z } from 'zod';
import { countryNames, storageName, countriesOf } from '../country.ts';
import { type LineWords, periodText } from '../dataMapping/lineFields.ts';
import { retentionParts } from '../dataMapping/schema.ts';
import type { Locale } from '../locale.ts';
import { durationText } from '../purpose/retention.ts';
import { retentionDraftOf } from '../purpose/retentionInput.ts';
import { recipientsOf } from '../ropa/record.ts';
import { type Bilingual, id } from '../text.ts';
import type { DpiaRegister } from './content.ts';

/** One value of the register. Two are the same where their codes are; one without words is put in words by its code. */
const registerValue = z.object({ code: z.string(), th: z.string(), en: z.string() });
export type RegisterValue = z.output<typeof registerValue>;

type Purpose = DpiaRegister['purposes'][number];
type Content = Purpose['content'];
type Flow = NonNullable<DpiaRegister['dataMapping']>[number];

const coded = (code: string): RegisterValue => ({ code, th: '', en: '' });
const same = (text: string): RegisterValue[] => (text ? [{ code: text, th: text, en: text }] : []);
const named = ({ id: code, name }: { id: string; name: Bilingual }): RegisterValue => ({ code, ...name });
const bilingual = (text: Bilingual): RegisterValue[] =>
  text.th || text.en ? [{ code: JSON.stringify([text.th, text.en]), ...text }] : [];
const inBoth = (code: string, wordsIn: (locale: Locale) => string): RegisterValue => ({
  code,
  th: wordsIn('th'),
  en: wordsIn('en'),
});

/** What turns a line of the data mapping into text, in a language. */
type WordsIn = (locale: Locale) => LineWords;

/** A line of the data mapping; `content`: of its purpose. */
function flowValue(flow: Flow, content: Content | undefined, wordsIn: WordsIn): RegisterValue {
  const { purpose, dataSubjectGroup, channel, storageSystem, attributes, retention } = flow;
  const { thirdParties, internalApplications } = recipientsOf(flow, content);
  const ids = [purpose, dataSubjectGroup, channel, ...(storageSystem ? [storageSystem] : [])].map((one) => one.id);
  const recipients = [...thirdParties, ...internalApplications];
  return inBoth(
    JSON.stringify([
      ids,
      attributes.map((one) => one.id).sort(),
      recipients.map((one) => one.id).sort(),
      storageSystem?.country ?? '',
      retention && retentionParts(retentionDraftOf(retention)),
    ]),
    (locale) => {
      const wordsOf = (list: readonly { name: Bilingual }[]) =>
        list.map(({ name }) => name[locale] || name.th).join(', ');
      return [
        purpose.title[locale] || purpose.title.th,
        wordsOf([dataSubjectGroup, channel]),
        wordsOf(attributes),
        ...(storageSystem ? [storageName(storageSystem, locale)] : []),
        recipients.map(({ name }) => name).join(', '),
        ...(retention ? [periodText(retention, wordsIn(locale))] : []),
      ]
        .filter(Boolean)
        .join(' · ');
    },
  );
}

/** What an assessment rests on of the application itself. */
const APPLICATION = {
  description: ({ description }) => same(description),
  dataSubjectCount: ({ dataSubjectCount }) => same(dataSubjectCount === null ? '' : String(dataSubjectCount)),
  processingFrequency: ({ processingFrequency }) => (processingFrequency ? [coded(processingFrequency)] : []),
  dataController: ({ dataController }) => [named(dataController)],
  dataSource: ({ dataSource }) => (dataSource ? [named(dataSource)] : []),
  purposes: ({ purposes }) => purposes.map(({ id: code, content }) => named({ id: code, name: content.title })),
  dataMapping({ dataMapping, purposes }, wordsIn) {
    const contents = new Map(purposes.map(({ id: purposeId, content }) => [purposeId, content]));
    return (dataMapping ?? []).map((flow) => flowValue(flow, contents.get(flow.purpose.id), wordsIn));
  },
} satisfies Record<string, (register: DpiaRegister, wordsIn: WordsIn) => RegisterValue[]>;

/** The same of each purpose that it has before and after. */
const PURPOSE = {
  title: ({ title }) => bilingual(title),
  purposeDescription: ({ description }) => bilingual(description),
  dataSubjectGroups: ({ dataSubjectGroups }) => dataSubjectGroups.map(named),
  piiCategories: ({ piiCategories }) => piiCategories.filter(({ sensitive }) => !sensitive).map(named),
  sensitiveData: ({ piiCategories }) => piiCategories.filter(({ sensitive }) => sensitive).map(named),
  lawfulBases: ({ lawfulBases }) => lawfulBases.map(coded),
  sensitiveExemptions: ({ sensitiveExemptions }) => sensitiveExemptions.map(coded),
  retention: ({ retention: { indefinite, amount, unit } }) =>
    indefinite
      ? [coded('indefinite')]
      : amount !== null && unit !== null
        ? [inBoth(`${amount} ${unit}`, (locale) => durationText(locale, amount, unit))]
        : [],
  storageSystems: ({ storageSystems }) =>
    storageSystems.map((system) =>
      inBoth(`${system.id} ${system.country ?? ''}`, (locale) => storageName(system, locale)),
    ),
  securityMeasures: ({ securityMeasures }) => securityMeasures.map(named),
  recipients: (content) => {
    const { thirdParties, internalApplications } = recipientsOf(content, content);
    return [
      ...thirdParties.map((party) => {
        const countries = countriesOf(party).toSorted();
        return inBoth(
          JSON.stringify([party.name, countries]),
          (locale) => `${party.name} (${countryNames(countries, locale)})`,
        );
      }),
      ...internalApplications.map(({ id: code, name }) => ({ code, th: name, en: name })),
    ];
  },
} satisfies Record<string, (content: Content) => RegisterValue[]>;

type Facet = keyof typeof APPLICATION | keyof typeof PURPOSE;
const FACETS = [...Object.keys(APPLICATION), ...Object.keys(PURPOSE)] as [Facet, ...Facet[]];

/** Something that an assessment rests on, as it differs from what a version keeps. */
const registerChange = z.object({
  facet: z.enum(FACETS),
  /** Of which purpose; null: of the application. */
  purpose: z.object({ id, title: z.object({ th: z.string(), en: z.string() }) }).nullable(),
  removed: z.array(registerValue),
  added: z.array(registerValue),
});
export type RegisterChange = z.output<typeof registerChange>;
export const registerChangeList = z.object({
  /** The version that it differs from; 0: none was published. */
  version: z.number().int(),
  changes: z.array(registerChange),
});

const missingIn = (values: readonly RegisterValue[], other: readonly RegisterValue[]): RegisterValue[] => {
  const codes = new Set(other.map(({ code }) => code));
  return values.filter(({ code }) => !codes.has(code));
};

interface Compared<Read> {
  readonly before: Read;
  readonly after: Read;
  readonly purpose: RegisterChange['purpose'];
}

function changesOf<Read>(
  facets: Record<string, (read: Read, wordsIn: WordsIn) => RegisterValue[]>,
  { before, after, purpose }: Compared<Read>,
  wordsIn: WordsIn,
): RegisterChange[] {
  return Object.entries(facets).flatMap(([facet, valuesOf]) => {
    const [old, now] = [valuesOf(before, wordsIn), valuesOf(after, wordsIn)];
    const [removed, added] = [missingIn(old, now), missingIn(now, old)];
    return removed.length + added.length > 0 ? [{ facet: facet as Facet, purpose, removed, added }] : [];
  });
}

/**
 * In what the register differs from what a version keeps of it. Order says nothing, nor do new names of what is
 * referred to.
 */
export function registerChanges(before: DpiaRegister, after: DpiaRegister, wordsIn: WordsIn): RegisterChange[] {
  const now = new Map(after.purposes.map((purpose) => [purpose.id, purpose.content]));
  return [
    ...changesOf(APPLICATION, { before, after, purpose: null }, wordsIn),
    ...before.purposes.flatMap(({ id: purposeId, content }) => {
      const current = now.get(purposeId);
      if (!current) return [];
      const purpose = { id: purposeId, title: current.title };
      return changesOf(PURPOSE, { before: content, after: current, purpose }, wordsIn);
    }),
  ];
}
