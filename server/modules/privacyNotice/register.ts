import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import { countryName } from '../../../shared/country.ts';
import { countriesOf, isAbroad } from '../../../shared/dataSharing/transfer.ts';
import { noticePage } from '../../../shared/privacyNotice/address.ts';
import type { NoticeDraft, NoticeKind } from '../../../shared/privacyNotice/draft.ts';
import type {
  ApplicationFacts,
  NoticeFacts,
  PurposeFacts,
  RecipientFacts,
  Words,
} from '../../../shared/privacyNotice/text/facts.ts';
import type { PurposeContent } from '../../../shared/purpose/fields.ts';
import { DAYS_OF, daysOf, durationText, FOR_GOOD, withStart } from '../../../shared/purpose/retention.ts';
import { requestFormPage } from '../../../shared/requestSubmission/page.ts';
import { type NamedNotice, noticesInForce } from './registerQueries.ts';
import { dayText } from '../../platform/exports/texts.ts';
import { translate } from '../../platform/i18n.ts';

/** The newest published version of an application, with the newest published versions of its purposes. */
interface PublishedApplication {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: ApplicationContent;
  readonly purposes: readonly PublishedPurpose[];
}

interface PublishedPurpose {
  readonly id: string;
  readonly version: number;
  readonly content: PurposeContent;
  /** Other data controllers whose applications it shares data with. */
  readonly controllers: readonly { readonly id: string; readonly name: Words }[];
}

/** Published versions of applications of a data controller, in the order of the ids; unpublished ones are left out. */
async function publishedApplications(
  db: Executor,
  workspaceId: string,
  dataControllerId: string,
  ids: readonly string[],
): Promise<PublishedApplication[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PublishedApplication>`
    select a.id, a.name, v.version, v.content,
           coalesce((select json_agg(json_build_object('id', w.purpose_id, 'version', w.version, 'content', w.content,
                'controllers', coalesce(
                  (select json_agg(json_build_object('id', c.id, 'name', json_build_object('th', c.name_th, 'en', c.name_en)) order by c.id)
                     from data_controllers c
                    where c.workspace_id = v.workspace_id and c.id <> ${dataControllerId}
                      and (w.content ->> 'internalSharing')::boolean
                      and exists (select from jsonb_array_elements(w.content -> 'internalApplications') i
                                    join applications r on r.workspace_id = c.workspace_id and r.id = (i ->> 'id')::uuid
                                   where r.data_controller_id = c.id)), '[]')) order by l.place)
              from jsonb_array_elements(v.content -> 'purposes') with ordinality as l (purpose, place)
              cross join lateral (
                select x.purpose_id, x.version, x.content from purpose_versions x
                 where x.workspace_id = v.workspace_id and x.purpose_id = (l.purpose ->> 'id')::uuid
                 order by x.version desc limit 1) w), '[]') as purposes
      from applications a
      cross join lateral (
        select x.* from application_versions x
         where x.workspace_id = a.workspace_id and x.application_id = a.id
         order by x.version desc limit 1) v
     where a.workspace_id = ${workspaceId} and a.id = any(${ids}::uuid[])`.execute(db.withoutPlugins());
  const found = new Map(rows.map((row) => [row.id, row]));
  return ids.map((id) => found.get(id)).filter((row) => row !== undefined);
}

/** The register's part of a notice. */
export interface NoticeRegister {
  readonly controller: NoticeFacts['controller'];
  /** Of every application that the draft names, including unpublished ones. */
  readonly names: ReadonlyMap<string, string>;
  readonly applications: readonly PublishedApplication[];
  readonly measures: readonly { id: string; name: Words }[];
  /** In the order of the applications. */
  readonly requestForms: readonly { readonly id: string; readonly version: number; readonly applicationId: string }[];
  /** Other notices that it refers to. */
  readonly notices: ReadonlyMap<string, NamedNotice>;
}

/**
 * Reads the published register for everything that a draft names. Six statements at most; `today`: YYYY-MM-DD in
 * Bangkok, on which other notices must be in force; null where only the text is needed.
 */
export async function noticeRegister(
  db: Executor,
  workspaceId: string,
  dataControllerId: string,
  today: string | null,
  { applications, measures, elsewhere }: Pick<NoticeDraft, 'applications' | 'measures' | 'elsewhere'>,
): Promise<NoticeRegister> {
  const ids = applications.map(({ id }) => id);
  const [controller, published, measureRows, requestForms, nameRows, notices] = await Promise.all([
    db
      .selectFrom('dataControllers')
      .select(['id', 'nameTh', 'nameEn', 'address', 'email', 'phone'])
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', dataControllerId)
      .executeTakeFirstOrThrow(),
    publishedApplications(db, workspaceId, dataControllerId, ids),
    measures.ids.length === 0
      ? []
      : db
          .selectFrom('catalogueItems')
          .select(['id', 'nameTh', 'nameEn'])
          .where('workspaceId', '=', workspaceId)
          .where('kind', '=', 'securityMeasure')
          .where('id', 'in', measures.ids)
          .execute(),
    ids.length === 0 ? [] : formsInForce(db, workspaceId, ids),
    ids.length === 0
      ? []
      : db
          .selectFrom('applications')
          .select(['id', 'name'])
          .where('workspaceId', '=', workspaceId)
          .where('id', 'in', ids)
          .execute(),
    noticesInForce(
      db,
      workspaceId,
      elsewhere.map(({ noticeId }) => noticeId),
      today,
    ),
  ]);
  const { nameTh, nameEn, ...contact } = controller;
  const names = new Map(measureRows.map((row) => [row.id, { th: row.nameTh, en: row.nameEn || row.nameTh }]));
  return {
    controller: { ...contact, name: { th: nameTh, en: nameEn } },
    names: new Map(nameRows.map(({ id, name }) => [id, name])),
    applications: published,
    measures: measures.ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
    requestForms,
    notices: new Map(notices.map((one) => [one.id, one])),
  };
}

/** The request forms of the applications. */
const formsInForce = (db: Executor, workspaceId: string, applicationIds: readonly string[]) =>
  db
    .selectFrom('requestForms')
    .select(['id', 'publishedVersion as version', 'applicationId'])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', 'in', applicationIds)
    .where('publishedVersion', '>', 0)
    .where('active', '=', true)
    .orderBy(sql`array_position(${applicationIds}::uuid[], application_id)`)
    .execute();

const inBoth = (textIn: (locale: 'th' | 'en') => string): Words => ({ th: textIn('th'), en: textIn('en') });
const named = ({ name: { th, en } }: { name: Words }): Words => ({ th, en: en || th });

type Retention = PurposeContent['retention'];
/** How long data is stored, in words with the start of the period; null where it is not recorded. */
function periodOf({ indefinite, amount, unit, note, ...start }: Retention): Words | null {
  if (indefinite) return inBoth((locale) => note || translate(locale, 'privacyNotice:forGood'));
  if (amount === null || unit === null) return null;
  return inBoth((locale) =>
    withStart(durationText(locale, amount, unit), start, (key, values) => translate(locale, key, values)),
  );
}

/** Days of a period, to compare periods; indefinite is longer than any. */
const daysFrom = (retention: Retention): number | null => {
  const days = daysOf(retention);
  return days === FOR_GOOD ? FOR_GOOD_DAYS : days;
};
const FOR_GOOD_DAYS = 36_500 * DAYS_OF.year;

const abroad = (countries: readonly string[]): Words[] =>
  countries.filter(isAbroad).map((code) => inBoth((locale) => countryName(code, locale)));

/** Groups of minors, by their names. */
export const CHILDREN = /ผู้เยาว์|เด็ก|นักเรียน|\bminors?\b|child|pupil/i;
const MARKETING = /การตลาด|marketing/i;
/** The built-in sources data subject and automatic collection: the data is collected from the person. */
const DIRECT = /โดยตรง|directly|อัตโนมัติ|automatic/i;

const NO_WORDS: Words = { th: '', en: '' };

interface Chosen {
  readonly groupIds: readonly string[];
  readonly bases: readonly string[];
}

const isChosen = ({ groupIds, bases }: Chosen, { dataSubjectGroups, lawfulBases }: PurposeContent): boolean =>
  (groupIds.length === 0 || dataSubjectGroups.some(({ id }) => groupIds.includes(id))) &&
  (bases.length === 0 || lawfulBases.length === 0 || lawfulBases.some((basis) => bases.includes(basis)));

/** Data of the groups by the mapping of the application where it has entries for them, otherwise by the purpose. */
function dataOf(content: ApplicationContent, purposeId: string, purpose: PurposeContent, { groupIds }: Chosen) {
  const lines = (content.dataMapping ?? []).filter(
    (line) =>
      line.purpose.id === purposeId &&
      (groupIds.length === 0 || (line.dataSubjectGroup && groupIds.includes(line.dataSubjectGroup.id))),
  );
  const entries = lines.length > 0 ? lines.flatMap((line) => line.attributes) : purpose.piiCategories;
  return [...new Map(entries.map((entry) => [entry.id, entry])).values()];
}

/** Third parties. Applications of the same data controller are no recipients; those of others are `controllers`. */
const recipientsOf = ({ thirdParties }: PurposeContent): RecipientFacts[] =>
  thirdParties.map((party) => ({
    key: party.id ?? party.name,
    name: { th: party.name, en: party.name },
    countries: abroad(countriesOf(party)),
    safeguard: party.safeguard ?? null,
  }));

function purposeFacts(
  application: PublishedApplication,
  { id, version, content, controllers }: PublishedPurpose,
  chosen: Chosen,
  draft: NoticeDraft,
): PurposeFacts {
  const data = dataOf(application.content, id, content, chosen);
  const provision = draft.provisions.find(({ purposeId }) => purposeId === id);
  return {
    id,
    version,
    title: content.title,
    description: content.description,
    bases: content.lawfulBases,
    sensitiveData: data.filter(({ sensitive }) => sensitive).map(named),
    exemptions: content.sensitiveExemptions,
    data: data.map(named),
    period: periodOf(content.retention),
    days: daysFrom(content.retention),
    disclosed: content.thirdPartyDisclosure,
    recipients: content.thirdPartyDisclosure ? recipientsOf(content) : [],
    controllers: controllers.map(({ id: key, name }) => ({ key, name })),
    storage: content.storageSystems
      .filter(({ country }) => isAbroad(country))
      .map(({ id: key, name, country, safeguard }) => ({
        key,
        name,
        countries: abroad([country ?? '']),
        safeguard: safeguard ?? null,
      })),
    children: content.dataSubjectGroups.some(({ name }) => CHILDREN.test(`${name.th} ${name.en}`)),
    marketing:
      content.purposeCategory !== null &&
      MARKETING.test(`${content.purposeCategory.name.th} ${content.purposeCategory.name.en}`),
    provision: { required: provision?.required ?? null, consequence: provision?.consequence ?? NO_WORDS },
    detail: {
      mandate: provision?.mandate ?? NO_WORDS,
      interest: provision?.interest ?? NO_WORDS,
      whose: provision?.whose ?? NO_WORDS,
      law: provision?.law ?? NO_WORDS,
      recipientKinds: provision?.recipientKinds ?? NO_WORDS,
    },
  };
}

function applicationFacts(application: PublishedApplication, chosen: Chosen, draft: NoticeDraft): ApplicationFacts {
  const { id, version, name, content, purposes } = application;
  const source = content.dataSource && named(content.dataSource);
  return {
    id,
    version,
    name,
    source: source && { name: source, direct: DIRECT.test(`${source.th} ${source.en}`) },
    purposes: purposes
      .filter((purpose) => isChosen(chosen, purpose.content))
      .map((purpose) => purposeFacts(application, purpose, chosen, draft)),
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
      applicationFacts(application, chosenOf.get(application.id)!, draft),
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
    requestForms: register.requestForms.map(({ applicationId, ...form }) => ({
      ...form,
      application: register.names.get(applicationId) ?? '',
      url: `${publicUrl}${requestFormPage(workspaceId, form.id)}`,
    })),
    effective: day ? inBoth((locale) => dayText(locale, day)) : null,
  };
}
