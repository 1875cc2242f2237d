import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ApplicationContent } from '../../../shared/application/schema.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import { isAbroad } from '../../../shared/country.ts';
import { type Place } from '../../../shared/dataSharing/transfer.ts';
import type { NoticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { NoticeFacts, Words } from '../../../shared/privacyNotice/text/facts.ts';
import type { PurposeContent } from '../../../shared/purpose/fields.ts';
import { type NamedNotice, noticesInForce } from './registerQueries.ts';

/** The newest published version of an application, with the newest published versions of its purposes. */
export interface PublishedApplication {
  readonly id: string;
  readonly name: string;
  readonly version: number;
  readonly content: ApplicationContent;
  readonly purposes: readonly PublishedPurpose[];
}

export interface PublishedPurpose {
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
  readonly requestForms: readonly {
    readonly id: string;
    readonly version: number;
    readonly applicationId: string;
    /** Whether consent can be withdrawn by it: its rights are chosen freely. */
    readonly takesWithdrawals: boolean;
  }[];
  /** Other notices that it refers to. */
  readonly notices: ReadonlyMap<string, NamedNotice>;
  /** Where storage systems stand by now. */
  readonly places: ReadonlyMap<string, Place>;
  /** Countries that the organisation holds adequate. */
  readonly adequate: ReadonlySet<string>;
}

/**
 * Reads the published register for everything that a draft names. Eight statements at most; `today`: YYYY-MM-DD in
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
  const [controller, published, measureRows, requestForms, nameRows, notices, systems, countries] = await Promise.all([
    db
      .selectFrom('dataControllers')
      .select(['id', 'nameTh', 'nameEn', 'address', 'email', 'phone', 'country'])
      .select(['representative', 'representativeContact'])
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
    db
      .selectFrom('catalogueItems')
      .select(['id', 'country', 'safeguard'])
      .where('workspaceId', '=', workspaceId)
      .where('kind', '=', 'storageSystem')
      .execute(),
    db
      .selectFrom('countryAdequacy')
      .select('country')
      .where('workspaceId', '=', workspaceId)
      .where('adequate', '=', true)
      .execute(),
  ]);
  const { nameTh, nameEn, country, representative: name, representativeContact, ...contact } = controller;
  const isRepresented = isAbroad(country) && name !== '';
  const names = new Map(measureRows.map((row) => [row.id, { th: row.nameTh, en: row.nameEn || row.nameTh }]));
  return {
    controller: {
      ...contact,
      name: { th: nameTh, en: nameEn },
      representative: isRepresented ? { name, contact: representativeContact } : null,
    },
    names: new Map(nameRows.map(({ id, name }) => [id, name])),
    applications: published,
    measures: measures.ids.flatMap((id) => (names.has(id) ? [{ id, name: names.get(id)! }] : [])),
    requestForms,
    notices: new Map(notices.map((one) => [one.id, one])),
    places: new Map(systems.map(({ id, ...place }) => [id, place as Place])),
    adequate: new Set(countries.map(({ country }) => country)),
  };
}

const WITHDRAWAL: RightCode = 'WITHDRAWAL';

/**
 * The request forms of the applications whose own pages take requests, with whether the version in force offers to
 * withdraw consent; none where the workspace takes no requests.
 */
const formsInForce = (db: Executor, workspaceId: string, applicationIds: readonly string[]) =>
  db
    .selectFrom('requestForms as f')
    .innerJoin('workspaces as w', 'w.id', 'f.workspaceId')
    .select(['f.id', 'f.publishedVersion as version', 'f.applicationId'])
    .select(
      sql<boolean>`exists (select from request_form_versions v
        where (v.workspace_id, v.request_form_id, v.version) = (f.workspace_id, f.id, f.published_version)
          and v.content -> 'rights' @> ${JSON.stringify([{ code: WITHDRAWAL }])}::jsonb)`.as('takesWithdrawals'),
    )
    .where('f.workspaceId', '=', workspaceId)
    .where('f.applicationId', 'in', applicationIds)
    .where('f.publishedVersion', '>', 0)
    .where('f.active', '=', true)
    .where(sql<boolean>`coalesce((f.settings #>> '{channels,page}')::boolean, true)`)
    .where(sql<boolean>`(w.flags ->> 'dsrmEnabled')::boolean`)
    .orderBy(sql`array_position(${applicationIds}::uuid[], f.application_id)`)
    .execute();
