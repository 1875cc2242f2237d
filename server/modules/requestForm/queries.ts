import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import {
  type RequestFormItem,
  type RequestFormStatus,
  storedRequestFormDraft,
} from '../../../shared/requestForm/schema.ts';
import { storedRequestFormSettings } from '../../../shared/requestForm/settings.ts';
import { containing, type Page, pageOf, thai } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  name: thai('name'),
  status: sql.ref('status'),
};

interface ListInput extends Page {
  status: 'ALL' | 'PUBLISHED' | 'DRAFT';
  active?: boolean;
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

/** Forms of a workspace; the text is looked for in their names and descriptions, and their applications' names. */
export async function list(
  db: Executor,
  workspaceId: string,
  { status, active, ...input }: ListInput,
): Promise<List<RequestFormItem>> {
  let rows = db.selectFrom('requestForms').where('workspaceId', '=', workspaceId);
  if (status !== 'ALL') rows = rows.where('status', '=', status.toLowerCase());
  if (active !== undefined) rows = rows.where('active', '=', active);
  if (input.query) {
    const pattern = containing(input.query);
    rows = rows.where(
      sql<SqlBool>`(id in (select request_forms_search(${pattern}, null)) or application_id in (select applications_search(${pattern}, null)))`,
    );
  }
  const page = await pageOf(rows, input, (query) => query.select('id'), SORT, sql.ref('id'));
  if (page.collection.length === 0) return { ...page, collection: [] };
  const ids = page.collection.map(({ id }) => id);
  const found = await withApplications(db, workspaceId)
    .select(ITEM)
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
  status: status as RequestFormStatus,
  application: { id: applicationId, name: applicationName },
});

/** A form with its draft. */
export async function find(db: Executor, workspaceId: string, id: string) {
  const row = await withApplications(db, workspaceId)
    .leftJoin('personnel as editor', (join) =>
      join
        .onRef('editor.workspaceId', '=', 'requestForms.workspaceId')
        .onRef('editor.id', '=', 'requestForms.updatedBy'),
    )
    .innerJoin('dataControllers as controller', (join) =>
      join
        .onRef('controller.workspaceId', '=', 'applications.workspaceId')
        .onRef('controller.id', '=', 'applications.dataControllerId'),
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
    // Parsed for the order of their keys, which jsonb does not keep.
    draft: storedRequestFormDraft.parse(content),
    settings: storedRequestFormSettings.parse(settings),
    updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
  };
}
export type FoundForm = NonNullable<Awaited<ReturnType<typeof find>>>;

/** The form of an application, if it has one. */
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

/** Whether a published version shows this picture. */
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
