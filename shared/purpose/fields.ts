import { z } from 'zod';
import type { CatalogueKind } from '../catalogue/schema.ts';
import { countriesOf, HOME_COUNTRY, PARTY_COUNTRY_LIMIT } from '../country.ts';
import { storagePlace } from '../dataSharing/transfer.ts';
import {
  countryCode,
  id,
  LIMITED,
  LONG_TEXT_LIMIT,
  optionalDay,
  optionalText,
  thaiFirst,
  namedRecord,
} from '../text.ts';
import { LAWFUL_BASES, SENSITIVE_EXEMPTIONS, TRANSFER_SAFEGUARDS } from './lawfulBasis.ts';
import { liaAnswers } from './legitimateInterest.ts';
import { NO_RETENTION, RETENTION_CONTENT, RETENTION_INPUT, retentionDraftOf, statedStart } from './retentionInput.ts';

/** Most entries of any one list of a purpose. */
export const PURPOSE_LIST_LIMIT = 100;

const text = z.object({ th: z.string(), en: z.string() });
const named = z.object({ id, name: text });
const ids = z
  .array(id)
  .max(PURPOSE_LIST_LIMIT)
  .default([])
  .transform((list: string[]) => [...new Set(list)]);
const chosen = id.nullable().default(null);

/** The parts of the form and of the reading view. */
export type PurposeSection = 'identity' | 'data' | 'basis' | 'retention' | 'security' | 'sharing';

/** A field: how it is edited, under which key, and how it reads. */
interface Field<DraftKey extends string, Draft extends z.ZodType, Content extends z.ZodType> {
  readonly section: PurposeSection;
  /** Its key in a draft. */
  readonly draftKey: DraftKey;
  readonly draft: Draft;
  readonly content: Content;
  /** Edited by id: another record, or several whose order means nothing. Left out, it is edited as it reads. */
  readonly refers?: 'one' | 'several';
}

const plain = <Key extends string, Draft extends z.ZodType, Content extends z.ZodType>(
  section: PurposeSection,
  draftKey: Key,
  draft: Draft,
  content: Content,
): Field<Key, Draft, Content> => ({ section, draftKey, draft, content });

const one = <Key extends string, Content extends z.ZodType>(
  section: PurposeSection,
  draftKey: Key,
  content: Content,
): Field<Key, typeof chosen, z.ZodNullable<Content>> => ({
  section,
  draftKey,
  draft: chosen,
  content: content.nullable(),
  refers: 'one',
});

const several = <Key extends string, Content extends z.ZodType>(
  section: PurposeSection,
  draftKey: Key,
  content: Content,
): Field<Key, typeof ids, z.ZodArray<Content>> => ({
  section,
  draftKey,
  draft: ids,
  content: z.array(content),
  refers: 'several',
});

interface DpvTerms {
  /** What says in DPV that a process has such a word. */
  readonly property: `dpv:${string}`;
  /** What such a word is in DPV. */
  readonly type: `dpv:${string}`;
}

/** Several words of a catalogue. Publishing needs one at least. */
const words = <Key extends string, Kind extends CatalogueKind>(
  section: PurposeSection,
  draftKey: Key,
  kind: Kind,
  dpv: DpvTerms,
) => ({ ...several(section, draftKey, named), kind, dpv });

const thirdParty = z
  .object({
    /** Of one recorded before, so that data mappings that name it keep to it. */
    id: id.optional(),
    name: optionalText(),
    /** Every country that it is in. */
    countries: z
      .array(countryCode)
      .min(1, { error: 'errors:required' })
      .max(PARTY_COUNTRY_LIMIT, { error: 'errors:tooBig', ...LIMITED })
      .optional(),
    /** The one country, from clients that know of no several; `countries` goes before it. */
    country: countryCode.optional(),
    contract: optionalText(),
    contractExpiresOn: optionalDay,
    /** The ground on which data goes to it when one of its countries is abroad. */
    safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().default(null),
  })
  .transform(({ country = HOME_COUNTRY, countries = [country], ...party }) => ({
    ...party,
    countries: [...new Set(countries)],
  }));
const thirdPartyContent = z.object({
  id: id.optional(),
  name: z.string(),
  countries: z.array(z.string()).optional(),
  /** Of versions published before there could be several. */
  country: z.string().optional(),
  contract: z.string(),
  // Versions published before these were recorded have none of them: their hash is of what they were.
  contractExpiresOn: z.string().nullable().optional(),
  safeguard: z.enum(TRANSFER_SAFEGUARDS).nullable().optional(),
});
/**
 * Everything recorded about a purpose (spec 2 section 3), by the key under which it reads. Draft, content, lists of
 * words, import, export and the form's selectors are derived from it.
 */
export const PURPOSE_FIELDS = {
  title: plain('identity', 'title', thaiFirst(), text),
  description: plain(
    'identity',
    'description',
    z.object({ th: optionalText(LONG_TEXT_LIMIT), en: optionalText(LONG_TEXT_LIMIT) }).default({ th: '', en: '' }),
    text,
  ),
  isPrimary: plain('identity', 'isPrimary', z.boolean().default(false), z.boolean()),
  purposeCategory: one('identity', 'purposeCategoryId', named),
  dataSubjectGroups: words('data', 'dataSubjectGroupIds', 'dataSubjectGroup', {
    property: 'dpv:hasDataSubject',
    type: 'dpv:DataSubject',
  }),
  piiCategories: several('data', 'piiCategoryIds', named.extend({ sensitive: z.boolean() })),
  lawfulBases: plain(
    'basis',
    'lawfulBases',
    z
      .array(z.enum(LAWFUL_BASES))
      .default([])
      .transform((bases) => LAWFUL_BASES.filter((basis) => bases.includes(basis))),
    z.array(z.enum(LAWFUL_BASES)),
  ),
  sensitiveExemptions: plain(
    'basis',
    'sensitiveExemptions',
    z
      .array(z.enum(SENSITIVE_EXEMPTIONS))
      .default([])
      .transform((exemptions) => SENSITIVE_EXEMPTIONS.filter((exemption) => exemptions.includes(exemption))),
    z.array(z.enum(SENSITIVE_EXEMPTIONS)),
  ),
  retention: plain(
    'retention',
    'retention',
    z
      .object({
        ...RETENTION_INPUT,
        note: optionalText(),
      })
      .overwrite(statedStart)
      .default({ ...NO_RETENTION, note: '' }),
    z.object({ ...RETENTION_CONTENT, note: z.string() }),
  ),
  storageSystems: {
    ...words('retention', 'storageSystemIds', 'storageSystem', {
      property: 'dpv:hasStorageCondition',
      type: 'dpv:StorageLocation',
    }),
    content: z.array(named.extend(storagePlace)),
  },
  destructionMethods: words('retention', 'destructionMethodIds', 'destructionMethod', {
    property: 'dpv:hasStorageCondition',
    type: 'dpv:StorageDeletion',
  }),
  responsibleDepartment: one('security', 'responsibleDepartmentId', named),
  responsiblePersonnel: one('security', 'responsiblePersonnelId', namedRecord),
  securityMeasures: words('security', 'securityMeasureIds', 'securityMeasure', {
    property: 'dpv:hasTechnicalOrganisationalMeasure',
    type: 'dpv:TechnicalOrganisationalMeasure',
  }),
  thirdPartyDisclosure: plain('sharing', 'thirdPartyDisclosure', z.boolean().default(false), z.boolean()),
  thirdParties: plain(
    'sharing',
    'thirdParties',
    z.array(thirdParty).max(PURPOSE_LIST_LIMIT).default([]),
    z.array(thirdPartyContent),
  ),
  internalSharing: plain('sharing', 'internalSharing', z.boolean().default(false), z.boolean()),
  internalApplications: several('sharing', 'internalApplicationIds', namedRecord),
  legitimateInterest: plain('basis', 'legitimateInterest', liaAnswers.nullable().default(null), liaAnswers.nullable()),
};
type Fields = typeof PURPOSE_FIELDS;
export type PurposeKey = keyof Fields;
export const PURPOSE_KEYS = Object.keys(PURPOSE_FIELDS) as PurposeKey[];

type DraftShape = { [Key in PurposeKey as Fields[Key]['draftKey']]: Fields[Key]['draft'] };
type ContentShape = { [Key in PurposeKey]: Fields[Key]['content'] };
const shapeOf = (part: (key: PurposeKey) => [string, z.ZodType]): object => Object.fromEntries(PURPOSE_KEYS.map(part));

/** A draft needs only its Thai title; `purposeProblems` says what publishing needs beyond. */
export const purposeDraft = z.object(
  shapeOf((key) => [PURPOSE_FIELDS[key].draftKey, PURPOSE_FIELDS[key].draft]) as DraftShape,
);
export type PurposeDraft = z.output<typeof purposeDraft>;

/** A purpose as it reads, every name resolved: what a published version keeps for good. */
export const purposeContent = z.object(shapeOf((key) => [key, PURPOSE_FIELDS[key].content]) as ContentShape);
export type PurposeContent = z.infer<typeof purposeContent>;

/** The form's values of a stored purpose. */
export function draftOf(content: PurposeContent): PurposeDraft {
  const valueOf = (key: PurposeKey) => {
    const { refers } = PURPOSE_FIELDS[key];
    if (!refers) return content[key];
    const ids = [(content[key] as { id: string } | { id: string }[] | null) ?? []].flat().map((entry) => entry.id);
    return refers === 'one' ? (ids[0] ?? null) : ids;
  };
  const draft = Object.fromEntries(PURPOSE_KEYS.map((key) => [PURPOSE_FIELDS[key].draftKey, valueOf(key)]));
  const thirdParties = content.thirdParties.map(({ contractExpiresOn = null, safeguard = null, ...party }) => ({
    ...(party.id !== undefined && { id: party.id }),
    name: party.name,
    countries: [...countriesOf(party)],
    contract: party.contract,
    contractExpiresOn,
    safeguard,
  }));
  return { ...(draft as PurposeDraft), retention: retentionDraftOf(content.retention), thirdParties };
}

/** Lists of words of the catalogue, by the key under which they read. */
export type WordListKey = {
  [Key in PurposeKey]: Fields[Key] extends { kind: CatalogueKind } ? Key : never;
}[PurposeKey];
export const WORD_LISTS = PURPOSE_KEYS.filter((key): key is WordListKey => 'kind' in PURPOSE_FIELDS[key]);
/** The catalogues that they choose from. */
export type WordListKind = Fields[WordListKey]['kind'];

/** A value for each list of words. */
export const wordLists = <Value>(valueOf: (key: WordListKey) => Value): Record<WordListKey, Value> =>
  Object.fromEntries(WORD_LISTS.map((key) => [key, valueOf(key)])) as Record<WordListKey, Value>;
/** The words that a draft lists, and the field of the draft. */
export const wordsOf = (
  draft: PurposeDraft,
): { field: Fields[WordListKey]['draftKey']; kind: WordListKind; ids: string[] }[] =>
  WORD_LISTS.map((key) => {
    const { draftKey, kind } = PURPOSE_FIELDS[key];
    return { field: draftKey, kind, ids: draft[draftKey] };
  });
