import type { ApplicationContent } from '../../../shared/application/schema.ts';
import { countryName, countriesOf, isAbroad } from '../../../shared/country.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import { groundAbroad } from '../../../shared/dataSharing/transfer.ts';
import { noticePage } from '../../../shared/privacyNotice/address.ts';
import type { NoticeDraft, NoticeKind } from '../../../shared/privacyNotice/draft.ts';
import type {
  ApplicationFacts,
  GroupFacts,
  NoticeFacts,
  PeriodFacts,
  PurposeFacts,
  RecipientFacts,
  StorageFacts,
  Words,
} from '../../../shared/privacyNotice/text/facts.ts';
import type { PurposeContent } from '../../../shared/purpose/fields.ts';
import type { TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import { daysOf, durationText, FOR_GOOD, monthsOf, withStart, YEAR_DAYS } from '../../../shared/purpose/retention.ts';
import { requestFormPage } from '../../../shared/requestSubmission/page.ts';
import type { NoticeRegister, PublishedApplication, PublishedPurpose } from './publishedRegister.ts';
import { dayText } from '../../platform/dateTexts.ts';
import { translate } from '../../platform/i18n.ts';

const inBoth = (textIn: (locale: 'th' | 'en') => string): Words => ({ th: textIn('th'), en: textIn('en') });
const named = ({ name: { th, en } }: { name: Words }): Words => ({ th, en: en || th });

/** Of a purpose, or of a line of a data mapping, which has no note. */
type Retention = NonNullable<MappedFlow['retention']> & { readonly note?: string };
/** How long data is stored, in words with the start of the period; null where it is not recorded. */
function periodOf({ indefinite, amount, unit, note, ...start }: Retention): Words | null {
  if (indefinite) return inBoth((locale) => note || translate(locale, 'privacyNotice:forGood'));
  if (amount === null || unit === null) return null;
  return inBoth((locale) =>
    withStart(durationText(locale, amount, unit), start, (key, values) => translate(locale, key, values)),
  );
}

/** Days of a recorded period, to compare periods; indefinite is longer than any. */
const daysFrom = (retention: Retention): number => {
  const days = daysOf(retention)!;
  return days === FOR_GOOD ? FOR_GOOD_DAYS : days;
};
const FOR_GOOD_DAYS = 36_500 * YEAR_DAYS;

/** Countries abroad with the ground on which data may go there by one mechanism. */
const abroad = (
  countries: readonly string[],
  safeguard: TransferSafeguard | null | undefined,
  adequate: NoticeRegister['adequate'],
): RecipientFacts['countries'] =>
  countries.filter(isAbroad).map((country) => ({
    name: inBoth((locale) => countryName(country, locale)),
    ground: groundAbroad({ country, safeguard }, adequate),
  }));

/** Groups of minors, by their names. */
const CHILDREN = /ผู้เยาว์|เด็ก|นักเรียน|\bminors?\b|child|pupil/i;
const MARKETING = /การตลาด|marketing/i;
/** The built-in sources data subject and automatic collection: the data is collected from the person. */
const DIRECT = /โดยตรง|directly|อัตโนมัติ|automatic/i;

const NO_WORDS: Words = { th: '', en: '' };

interface Chosen {
  readonly groupIds: readonly string[];
  readonly bases: readonly string[];
}

const EVERYBODY: Pick<Chosen, 'groupIds'> = { groupIds: [] };

/** Lines of a purpose in the mapping of the application, of the groups that the notice is written for. */
const linesOf = (
  { dataMapping = [] }: ApplicationContent,
  purposeId: string,
  { groupIds }: Pick<Chosen, 'groupIds'>,
): MappedFlow[] =>
  dataMapping.filter(
    (line) =>
      line.purpose.id === purposeId &&
      (groupIds.length === 0 || (line.dataSubjectGroup && groupIds.includes(line.dataSubjectGroup.id))),
  );

/** Groups whose data a purpose uses, by what it names and by its lines, of those that the notice is written for. */
const groupsOf = (
  lines: readonly MappedFlow[],
  { dataSubjectGroups }: PurposeContent,
  { groupIds }: Pick<Chosen, 'groupIds'>,
): GroupFacts[] =>
  byId([...dataSubjectGroups, ...lines.flatMap(({ dataSubjectGroup }) => dataSubjectGroup ?? [])])
    .filter(({ id }) => groupIds.length === 0 || groupIds.includes(id))
    .map((group) => ({ id: group.id, name: named(group) }));

/** Groups that a notice can be written for: those that the purposes of an application name, and its data mapping. */
export const groupsIn = ({ content, purposes }: PublishedApplication): GroupFacts[] =>
  byId(purposes.flatMap((purpose) => groupsOf(linesOf(content, purpose.id, EVERYBODY), purpose.content, EVERYBODY)));

const isChosen = (application: ApplicationContent, { id, content }: PublishedPurpose, chosen: Chosen): boolean =>
  (chosen.groupIds.length === 0 || groupsOf(linesOf(application, id, chosen), content, chosen).length > 0) &&
  (chosen.bases.length === 0 ||
    content.lawfulBases.length === 0 ||
    content.lawfulBases.some((basis) => chosen.bases.includes(basis)));

/** Each once, by its id. */
const byId = <Entry extends { id: string }>(entries: readonly Entry[]): Entry[] => [
  ...new Map(entries.map((entry) => [entry.id, entry])).values(),
];

/** Data by the lines of the mapping where there are any, otherwise by the purpose. */
const dataOf = (lines: readonly MappedFlow[], purpose: PurposeContent) =>
  byId(lines.length > 0 ? lines.flatMap((line) => line.attributes) : purpose.piiCategories);

/**
 * How long data is kept: as lines of the mapping say where there are any, and the purpose where they say nothing
 * (docs/decisions/011). Each period that reads otherwise once, that of the purpose first, then the shorter ones.
 */
function periodsOf(lines: readonly MappedFlow[], purpose: PurposeContent): PeriodFacts[] {
  const own = periodOf(purpose.retention);
  const kept = (
    lines.length > 0
      ? lines.map((line) => ({ retention: line.retention ?? purpose.retention, data: line.attributes }))
      : [{ retention: purpose.retention, data: purpose.piiCategories }]
  ).map(({ retention, data }) => ({ retention: retention as Retention, data, words: periodOf(retention) }));
  if (kept.some(({ words }) => words === null)) return [];
  const periods = [...Map.groupBy(kept, ({ words }) => words!.th).values()].map((same) => {
    const { retention, words } = same[0]!;
    const data = byId(same.flatMap((one) => one.data)).map(named);
    return { retention, words: words!, days: daysFrom(retention), months: monthsOf(retention), data };
  });
  const isOwn = ({ words }: { words: Words }) => words.th === own?.th;
  const sorted = periods.toSorted(
    (a, b) => Number(isOwn(b)) - Number(isOwn(a)) || a.days - b.days || (a.words.th < b.words.th ? -1 : 1),
  );
  const keys = new Map<string, number>();
  return sorted.map(({ retention, ...period }) => {
    // Of the period and not of its place: an edited sentence stays with the period that it was written for.
    const key = isOwn(period) || sorted.length === 1 ? '' : periodKey(retention);
    const turn = (keys.get(key) ?? 0) + 1;
    keys.set(key, turn);
    return { key: turn > 1 ? `${key}-${turn}` : key, ...period };
  });
}

/** A period as part of a key; periods from events in different words have the same. */
const periodKey = ({ indefinite, amount, unit, startEvent }: Retention): string =>
  [indefinite ? 'indefinite' : `${amount}${unit}`, startEvent ?? ''].filter(Boolean).join('-');

/**
 * Storage systems of the purpose and of its lines, where they stand by now: that is a fact of the system and no edit of
 * the record (docs/decisions/044). One that the catalogue no longer has stands where the version says.
 */
function storageOf(
  lines: readonly MappedFlow[],
  { storageSystems }: PurposeContent,
  { places, adequate }: NoticeRegister,
): StorageFacts[] {
  const own = new Set(storageSystems.map(({ id }) => id));
  const mapped = lines.flatMap(({ storageSystem }) => storageSystem ?? []);
  return byId([...storageSystems, ...mapped]).map((system) => {
    const { country, safeguard } = places.get(system.id) ?? system;
    return {
      key: system.id,
      name: system.name,
      countries: abroad(country ? [country] : [], safeguard, adequate),
      isPlaced: Boolean(country),
      field: own.has(system.id) ? 'storageSystems' : 'dataMapping',
    };
  });
}

/** Third parties. Applications of the same data controller are no recipients; those of others are `controllers`. */
const recipientsOf = ({ thirdParties }: PurposeContent, { adequate }: NoticeRegister): RecipientFacts[] =>
  thirdParties.map((party) => ({
    key: party.id ?? party.name,
    name: { th: party.name, en: party.name },
    countries: abroad(countriesOf(party), party.safeguard, adequate),
  }));

/** The facts of one purpose of an application, for those that the draft leaves out too. */
export function purposeFacts(
  application: PublishedApplication,
  { id, version, content, controllers }: PublishedPurpose,
  chosen: Chosen,
  draft: NoticeDraft,
  register: NoticeRegister,
): PurposeFacts {
  const lines = linesOf(application.content, id, chosen);
  const groups = groupsOf(lines, content, chosen);
  const data = dataOf(lines, content);
  const provision = draft.provisions.find(({ purposeId }) => purposeId === id);
  return {
    id,
    version,
    title: content.title,
    description: content.description,
    groups,
    bases: content.lawfulBases,
    sensitiveData: data.filter(({ sensitive }) => sensitive).map(named),
    exemptions: content.sensitiveExemptions,
    data: data.map(named),
    periods: periodsOf(lines, content),
    disclosed: content.thirdPartyDisclosure,
    recipients: content.thirdPartyDisclosure ? recipientsOf(content, register) : [],
    controllers: controllers.map(({ id: key, name }) => ({ key, name })),
    storage: storageOf(lines, content, register),
    children: groups.some(({ name }) => CHILDREN.test(`${name.th} ${name.en}`)),
    marketing:
      content.purposeCategory !== null &&
      MARKETING.test(`${content.purposeCategory.name.th} ${content.purposeCategory.name.en}`),
    provision: { required: provision?.required ?? null, consequence: provision?.consequence ?? NO_WORDS },
    detail: {
      mandate: provision?.mandate ?? NO_WORDS,
      interest: provision?.interest ?? NO_WORDS,
      whose: provision?.whose ?? NO_WORDS,
      law: provision?.law ?? NO_WORDS,
      researchMeasures: provision?.researchMeasures ?? NO_WORDS,
      withdrawalEffect: provision?.withdrawalEffect ?? NO_WORDS,
      recipientKinds: provision?.recipientKinds ?? NO_WORDS,
      letters: provision?.letters ?? [],
      researchKinds: provision?.researchKinds ?? [],
    },
  };
}

function applicationFacts(
  application: PublishedApplication,
  chosen: Chosen,
  draft: NoticeDraft,
  register: NoticeRegister,
): ApplicationFacts {
  const { id, version, name, content, purposes } = application;
  const source = content.dataSource && named(content.dataSource);
  return {
    id,
    version,
    name,
    dataControllerId: content.dataController.id,
    source: source && { name: source, direct: DIRECT.test(`${source.th} ${source.en}`) },
    purposes: purposes
      .filter((purpose) => isChosen(content, purpose, chosen))
      .map((purpose) => purposeFacts(application, purpose, chosen, draft, register)),
  };
}

interface Named {
  readonly workspaceId: string;
  readonly id: string;
  readonly kind: NoticeKind;
}

/** All facts of a notice's text. `publicUrl`: the product's own address. */
export function noticeFacts(
  { workspaceId, id, kind }: Named,
  draft: NoticeDraft,
  register: NoticeRegister,
  publicUrl: string,
): NoticeFacts {
  const chosenOf = new Map(draft.applications.map((chosen) => [chosen.id, chosen]));
  const day = draft.effectiveFrom;
  return {
    id,
    kind,
    controller: register.controller,
    organization: draft.organization,
    dpo: draft.dpo,
    applications: register.applications.map((application) =>
      applicationFacts(application, chosenOf.get(application.id)!, draft, register),
    ),
    rights: draft.rights,
    measures: [
      ...register.measures.map(({ name }) => name),
      ...draft.measures.custom.filter(({ th }) => th !== '').map(({ th, en }) => ({ th, en: en || th })),
    ],
    elsewhere: draft.elsewhere.map(({ section, noticeId }) => {
      const found = register.notices.get(noticeId);
      return {
        section,
        noticeId,
        version: found?.version ?? null,
        name: found?.name ?? '',
        url: `${publicUrl}${noticePage(workspaceId, noticeId)}`,
        isInForce: found !== undefined && found.version !== null && !found.withdrawn && noticeId !== id,
      };
    }),
    requestForms: register.requestForms.map((form) => ({
      ...form,
      application: register.names.get(form.applicationId) ?? '',
      url: `${publicUrl}${requestFormPage(workspaceId, form.id)}`,
    })),
    effective: day ? inBoth((locale) => dayText(locale, day)) : null,
  };
}
