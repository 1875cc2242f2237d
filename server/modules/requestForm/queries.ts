import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import type { List } from '../../../shared/list.ts';
import {
  type RequestFormContent,
  type RequestFormItem,
  storedRequestFormDraft,
} from '../../../shared/requestForm/schema.ts';
import { storedRequestFormSettings } from '../../../shared/requestForm/settings.ts';
import { containing, type Page, pageOf, thai } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { PublishStatus } from '../../../shared/status.ts';

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  name: thai('name'),
  status: sql.ref('status'),
};

interface ListInput extends Page {
  status: PublishFilter;
  active?: boolean;
  inForce: boolean;
}

const ITEM = [
  'requestForms.id',
  'requestForms.name',
  'requestForms.description',
  'requestForms.status',
  'requestForms.active',
  'requestForms.publishedVersion',
  'requestForms.createdAt',
  'requestForms.updatedAt',
  'requestForms.rowVersion',
  'applications.id as applicationId',
  'applications.name as applicationName',
] as const;

/** Forms with their applications. */
const withApplications = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('requestForms')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspaceId', '=', 'requestForms.workspaceId')
        .onRef('applications.id', '=', 'requestForms.applicationId'),
    )
    .where('requestForms.workspaceId', '=', workspaceId);

/** The same with the data controllers of the applications. */
const withController = (db: Executor, workspaceId: string) =>
  withApplications(db, workspaceId).innerJoin('dataControllers as controller', (join) =>
    join
      .onRef('controller.workspaceId', '=', 'applications.workspaceId')
      .onRef('controller.id', '=', 'applications.dataControllerId'),
  );

/**
 * Whether the newest version of a published form is outdated: the result of `isOutdated` for a page of forms in one
 * statement. With `controller` joined.
 */
const outdated = sql<boolean>`(request_forms.status = 'published' and exists (
  select from request_form_versions v
   where v.workspace_id = request_forms.workspace_id and v.request_form_id = request_forms.id
     and v.version = request_forms.published_version
     and (v.content -> 'application' ->> 'name' <> applications.name
          or v.content -> 'controller' <> jsonb_build_object(
               'name', jsonb_build_object('th', controller.name_th, 'en', controller.name_en),
               'contact', controller.contact_person, 'email', controller.email, 'phone', controller.phone,
               'address', controller.address, 'privacyPolicyUrl', controller.privacy_policy_url)
          or exists (
            select from jsonb_array_elements(v.content -> 'rights') offered
              left join data_rights d
                on d.workspace_id = v.workspace_id and d.id = (offered ->> 'id')::uuid
             where d.active is not true or d.days <> (offered ->> 'days')::integer
                or offered -> 'name' <> jsonb_build_object('th', d.name_th, 'en', d.name_en)
                or offered -> 'description' <> jsonb_build_object('th', d.description_th, 'en', d.description_en)
                or offered -> 'example' <> jsonb_build_object('th', d.example_th, 'en', d.example_en)))))`;

/** Forms of a workspace; the text is searched in their names and descriptions, and their applications' names. */
export async function list(
  db: Executor,
  workspaceId: string,
  { status, active, inForce, ...input }: ListInput,
): Promise<List<RequestFormItem>> {
  let rows = db.selectFrom('requestForms').where('workspaceId', '=', workspaceId);
  if (status !== 'ALL') rows = rows.where('status', '=', status.toLowerCase());
  if (active !== undefined) rows = rows.where('active', '=', active);
  if (inForce) rows = rows.where('active', '=', true).where('publishedVersion', '>', 0);
  if (input.query) {
    const pattern = containing(input.query);
    rows = rows.where(
      sql<SqlBool>`(id in (select request_forms_search(${pattern}, null)) or application_id in (select applications_search(${pattern}, null)))`,
    );
  }
  const page = await pageOf(rows, input, (query) => query.select('id'), SORT, sql.ref('id'));
  if (page.collection.length === 0) return { ...page, collection: [] };
  const ids = page.collection.map(({ id }) => id);
  const found = await withController(db, workspaceId)
    .select(ITEM)
    .select(outdated.as('outdated'))
    .select(sql<number>`jsonb_array_length(request_forms.content -> 'rightRequests')`.as('rightCount'))
    .where('requestForms.id', 'in', ids)
    .execute();
  return { ...page, collection: inOrder(ids, found).map(itemOf) };
}

interface ItemRow {
  applicationId: string;
  applicationName: string;
  status: string;
}
const itemOf = <Row extends ItemRow>({ applicationId, applicationName, status, ...row }: Row) => ({
  ...row,
  status: status as PublishStatus,
  application: { id: applicationId, name: applicationName },
});

/** A form with its draft. */
export async function find(db: Executor, workspaceId: string, id: string) {
  const row = await withController(db, workspaceId)
    .leftJoin('personnel as editor', (join) =>
      join
        .onRef('editor.workspaceId', '=', 'requestForms.workspaceId')
        .onRef('editor.id', '=', 'requestForms.updatedBy'),
    )
    .select(ITEM)
    .select([
      'controller.nameTh as controllerTh',
      'controller.nameEn as controllerEn',
      'requestForms.content',
      'requestForms.settings',
      sql<boolean>`request_forms.secret is not null`.as('hasSecret'),
      'editor.id as editorId',
      'editor.name as editorName',
    ])
    .where('requestForms.id', '=', id)
    .executeTakeFirst();
  if (!row) return undefined;
  const { content, settings, editorId, editorName, controllerTh, controllerEn, ...rest } = row;
  return {
    ...itemOf(rest),
    controllerName: { th: controllerTh, en: controllerEn },
    // Parsed as JSON for the order of the keys, which jsonb does not preserve.
    draft: storedRequestFormDraft.parse(content),
    settings: storedRequestFormSettings.parse(settings),
    updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
  };
}
export type FoundForm = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The form of an application, if there is one. */
export const formOf = (
  db: Executor,
  workspaceId: string,
  applicationId: string,
): Promise<{ id: string; name: string } | undefined> =>
  db
    .selectFrom('requestForms')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .executeTakeFirst();

/** The SHA-256 of a version of a form. */
export async function hashOf(
  db: Executor,
  workspaceId: string,
  id: string,
  version: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('requestFormVersions')
    .select('sha256')
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.sha256;
}

/** Whether a published version has this picture. */
export async function isPublished(db: Executor, workspaceId: string, id: string, logo: string): Promise<boolean> {
  const row = await db
    .selectFrom('requestFormVersions')
    .select('version')
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', id)
    .where(sql<SqlBool>`content ->> 'logo' = ${logo}`)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

/** A published form with its current content for the public routes; undefined where there is none. */
export async function findLive(db: Executor, workspaceId: string, id: string) {
  const row = await db
    .selectFrom('requestForms as f')
    .innerJoin('workspaces as w', 'w.id', 'f.workspaceId')
    .innerJoin('requestFormVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 'f.workspaceId')
        .onRef('v.requestFormId', '=', 'f.id')
        .onRef('v.version', '=', 'f.publishedVersion'),
    )
    .select(['f.applicationId', 'f.active', 'f.settings', 'f.secret', 'w.flags', 'w.closedAt'])
    // Where consent is withdrawn: the application's consent form, if it accepts answers.
    .leftJoin('consents as c', (join) =>
      join
        .onRef('c.workspaceId', '=', 'f.workspaceId')
        .onRef('c.applicationId', '=', 'f.applicationId')
        .on('c.publishedVersion', '>', 0)
        .on('c.active', '=', true),
    )
    .select(['v.version', 'v.sha256', 'v.content', 'c.id as consentId'])
    .where('f.workspaceId', '=', workspaceId)
    .where('f.id', '=', id)
    .executeTakeFirst();
  return (
    row && {
      ...row,
      settings: storedRequestFormSettings.parse(row.settings),
      content: row.content as unknown as RequestFormContent,
    }
  );
}

/** The content of a version of a form. */
export async function contentOf(
  db: Executor,
  workspaceId: string,
  id: string,
  version: number,
): Promise<RequestFormContent | undefined> {
  const row = await db
    .selectFrom('requestFormVersions')
    .select('content')
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.content as unknown as RequestFormContent | undefined;
}

/** Whether the form is active; not whether its workspace is open. */
export async function isTaking(db: Executor, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('requestForms')
    .select('active')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row?.active === true;
}
