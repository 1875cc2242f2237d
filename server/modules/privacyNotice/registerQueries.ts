import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { NOTICE_LIMITS } from '../../../shared/privacyNotice/draft.ts';
import { activePersonnel } from '../../platform/auth/personnel.ts';
import { publishedSharingWith, publishedWith } from '../purpose/publishedUse.ts';

/** Groups with built-in names, for a new notice. */
export const groupsNamed = (db: Executor, workspaceId: string, names: readonly string[]): Promise<{ id: string }[]> =>
  db
    .selectFrom('catalogueItems')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('kind', '=', 'dataSubjectGroup')
    .where('nameTh', 'in', names)
    .execute();

/** Whether an application is published and of this data controller. */
export const isPublishedOf = async (
  db: Executor,
  workspaceId: string,
  dataControllerId: string,
  id: string,
): Promise<boolean> => {
  const row = await db
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('dataControllerId', '=', dataControllerId)
    .where('publishedVersion', '>', 0)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
};

/**
 * Published applications of a data controller with a published purpose for one of these groups, by name, as many as a
 * notice can name: the newest version of the purpose names it, or a line of the purpose in the data mapping.
 */
export const applicationsForGroups = async (
  db: Executor,
  workspaceId: string,
  dataControllerId: string,
  groupIds: readonly string[],
): Promise<{ id: string }[]> => {
  const { rows } = await sql<{ id: string }>`
    select a.id from applications a
      join application_versions v on (v.workspace_id, v.application_id, v.version) = (a.workspace_id, a.id, a.published_version)
     where a.workspace_id = ${workspaceId} and a.data_controller_id = ${dataControllerId} and exists (
       select from jsonb_array_elements(v.content -> 'purposes') p
        cross join lateral (
          select w.content from purpose_versions w
           where w.workspace_id = a.workspace_id and w.purpose_id = (p ->> 'id')::uuid
           order by w.version desc limit 1) newest
        cross join lateral (
          select g ->> 'id' as id from jsonb_array_elements(newest.content -> 'dataSubjectGroups') g
          union all
          select line #>> '{dataSubjectGroup,id}' from jsonb_array_elements(v.content -> 'dataMapping') line
           where line #>> '{purpose,id}' = p ->> 'id') named
        where named.id::uuid = any(${[...groupIds]}::uuid[]))
     order by a.name collate thai, a.id limit ${NOTICE_LIMITS.applications}`.execute(db.withoutPlugins());
  return rows;
};

/** The first data protection officer of a workspace. */
export const officerOf = (db: Executor, workspaceId: string) =>
  activePersonnel(db, workspaceId, ['DPO'])
    .select(['name', 'email', 'phone'])
    .orderBy('createdAt')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst();

/** Those of the applications that exist, locked until the transaction ends. */
export const presentApplications = async (
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> => {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('applications')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
};

/** Existing items of the catalogue, with their kinds. */
export const presentItems = async (
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, string>> => {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('catalogueItems')
    .select(['id', 'kind'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(rows.map(({ id, kind }) => [id, kind]));
};

/** A data controller with its details. */
export async function controller(db: Executor, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('dataControllers')
    .select(['nameTh', 'nameEn', 'address'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row && { name: { th: row.nameTh, en: row.nameEn }, address: row.address };
}

/** Security measures that the purposes of these applications name, 20 at most. */
export const measuresOf = async (
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<string[]> => {
  if (applicationIds.length === 0) return [];
  const rows = await db
    .selectFrom('applicationPurposes as l')
    .innerJoin('purposeCatalogueItems as x', (join) =>
      join.onRef('x.workspaceId', '=', 'l.workspaceId').onRef('x.purposeId', '=', 'l.purposeId'),
    )
    .innerJoin('catalogueItems as i', (join) =>
      join.onRef('i.workspaceId', '=', 'x.workspaceId').onRef('i.id', '=', 'x.itemId'),
    )
    .select('i.id')
    .distinct()
    .where('l.workspaceId', '=', workspaceId)
    .where('l.applicationId', 'in', [...applicationIds])
    .where('i.kind', '=', 'securityMeasure')
    .orderBy('i.id')
    .limit(20)
    .execute();
  return rows.map(({ id }) => id);
};

/**
 * Applications that have one of these purposes, in the draft or in the newest version. The two differ only while the
 * next version is a draft.
 */
export const applicationsWith = async (
  db: Executor,
  workspaceId: string,
  purposeIds: readonly string[],
): Promise<string[]> => {
  if (purposeIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select application_id as id from application_purposes
     where workspace_id = ${workspaceId} and purpose_id = any(${[...purposeIds]}::uuid[])
    union
    select id from (${publishedWith(workspaceId, purposeIds)}) published
    order by id`.execute(db.withoutPlugins());
  return rows.map(({ id }) => id);
};

/** Applications with a purpose that shares data with one of these, in the draft or in the newest version. */
export const applicationsSharingWith = async (
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<string[]> => {
  if (applicationIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select purpose_id as id from purpose_internal_applications
     where workspace_id = ${workspaceId} and application_id = any(${[...applicationIds]}::uuid[])
    union
    select id from (${publishedSharingWith(workspaceId, applicationIds)}) published`.execute(db.withoutPlugins());
  return applicationsWith(
    db,
    workspaceId,
    rows.map(({ id }) => id),
  );
};

/** A purpose of an application, by the versions of both. */
interface PurposeVersion {
  readonly key: string;
  readonly applicationId: string;
  readonly applicationVersion: number;
  readonly purposeId: string;
  readonly purposeVersion: number;
}
interface Group {
  readonly id: string;
  readonly name: { readonly th: string; readonly en: string };
}

/** Groups of data subjects that versions of purposes, and of lines of their data mappings, name, by the given keys. */
export async function publishedGroups(
  db: Executor,
  workspaceId: string,
  purposes: readonly PurposeVersion[],
): Promise<Map<string, { id: string; name: { th: string; en: string } }[]>> {
  const { rows } = await sql<{ key: string; groups: Group[] }>`
    select wanted.key, coalesce(p.content -> 'dataSubjectGroups', '[]')
             || coalesce(jsonb_path_query_array(a.content, '$.dataMapping[*] ? (@.purpose.id == $purpose).dataSubjectGroup ? (exists (@.id))',
                           jsonb_build_object('purpose', wanted."purposeId"::text)), '[]') as groups
      from jsonb_to_recordset(${JSON.stringify(purposes)}::jsonb)
             as wanted (key text, "applicationId" uuid, "applicationVersion" int, "purposeId" uuid, "purposeVersion" int)
      left join purpose_versions p
        on (p.workspace_id, p.purpose_id, p.version) = (${workspaceId}::uuid, wanted."purposeId", wanted."purposeVersion")
      left join application_versions a
        on (a.workspace_id, a.application_id, a.version) = (${workspaceId}::uuid, wanted."applicationId", wanted."applicationVersion")`.execute(
    db.withoutPlugins(),
  );
  return new Map(
    rows.map(({ key, groups }) => [
      key,
      [...new Map(groups.map(({ id, name }) => [id, { id, name: { th: name.th, en: name.en || name.th } }])).values()],
    ]),
  );
}

/** Applications of these request forms; of all if left out. */
export const applicationsOfForms = async (
  db: Executor,
  workspaceId: string,
  formIds?: readonly string[],
): Promise<string[]> => {
  const rows = await db
    .selectFrom('requestForms')
    .select('applicationId')
    .where('workspaceId', '=', workspaceId)
    .$if(formIds !== undefined, (forms) => forms.where('id', 'in', [...formIds!]))
    .orderBy('applicationId')
    .execute();
  return rows.map(({ applicationId }) => applicationId);
};

/** A notice that another one refers to. */
export interface NamedNotice {
  readonly id: string;
  /** As its newest version has it: the name that a draft has meanwhile is none that people read. */
  readonly name: string;
  readonly withdrawn: boolean;
  /** The version in force on the day; null for none. */
  readonly version: number | null;
}

/** Notices by their ids, with the version in force on a day (YYYY-MM-DD, Bangkok); null: on any day. */
export const noticesInForce = (
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
  today: string | null,
): Promise<NamedNotice[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : db
        .selectFrom('privacyNotices as n')
        .leftJoin('privacyNoticeVersions as newest', (join) =>
          join
            .onRef('newest.workspaceId', '=', 'n.workspaceId')
            .onRef('newest.privacyNoticeId', '=', 'n.id')
            .onRef('newest.version', '=', 'n.publishedVersion'),
        )
        .select(['n.id', 'n.withdrawn', sql<string>`coalesce(newest.content ->> 'name', n.name)`.as('name')])
        .select(
          sql<number | null>`(select max(v.version) from privacy_notice_versions v
            where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id
              and (${today}::date is null or v.effective_on <= ${today}::date))`.as('version'),
        )
        .where('n.workspaceId', '=', workspaceId)
        .where('n.id', 'in', ids)
        .execute();
