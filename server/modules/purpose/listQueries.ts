import { type Expression, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import type { LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import type { List } from '../../../shared/list.ts';
import type { PurposeItem } from '../../../shared/purpose/schema.ts';
import { type Page, thaiStart } from '../../platform/list/list.ts';
import { inOrder, pageOfIds } from '../../platform/list/search.ts';
import { RESPONSIBLE } from './queries.ts';
import { destinations } from '../transfer/destinations.ts';
import type { PublishStatus } from '../../../shared/status.ts';

const applicationCount = sql<number>`(select count(*) from application_purposes ap where ap.workspace_id = purposes.workspace_id and ap.purpose_id = purposes.id)`;
const sensitive = sql<boolean>`exists (select from purpose_pii_categories pp join pii_categories pc on pc.workspace_id = pp.workspace_id and pc.id = pp.pii_category_id where pp.workspace_id = purposes.workspace_id and pp.purpose_id = purposes.id and pc.sensitive)`;

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  title: thaiStart('titleTh'),
  status: sql.ref('status'),
};

interface ListInput extends Page {
  status: PublishFilter;
  purposeCategoryId?: string;
  lawfulBasis?: LawfulBasis | 'NONE';
  thirdPartyDisclosure?: boolean;
  responsiblePersonnelId?: string;
  responsibleDepartmentId?: string;
  country?: string;
}

/** The conditions of a list's filters on the purposes themselves, each under a name with its value. */
function conditionsOf({
  purposeCategoryId,
  lawfulBasis,
  thirdPartyDisclosure,
  responsiblePersonnelId,
  responsibleDepartmentId,
}: ListInput): Record<string, Expression<SqlBool>> {
  const where: Record<string, Expression<SqlBool>> = {};
  if (purposeCategoryId) where[`category ${purposeCategoryId}`] = sql`purpose_category_id = ${purposeCategoryId}`;
  if (lawfulBasis)
    where[`basis ${lawfulBasis}`] =
      lawfulBasis === 'NONE' ? sql`effective_bases = '{}'` : sql`${lawfulBasis} = any(effective_bases)`;
  if (thirdPartyDisclosure !== undefined)
    where[`disclosed ${thirdPartyDisclosure}`] = sql`third_party_disclosure = ${thirdPartyDisclosure}`;
  if (responsiblePersonnelId)
    where[`person ${responsiblePersonnelId}`] = sql`responsible_personnel_id = ${responsiblePersonnelId}`;
  if (responsibleDepartmentId && responsibleDepartmentId !== 'LEFT')
    where[`department ${responsibleDepartmentId}`] =
      responsibleDepartmentId === 'NONE'
        ? sql`responsible_department_id is null and responsible_personnel_id is null`
        : responsibleDepartmentId === 'PERSON'
          ? sql`responsible_department_id is null and responsible_personnel_id is not null`
          : sql`responsible_department_id = ${responsibleDepartmentId}`;
  return where;
}

/** Whether data of the purpose goes to a country: to a third party, or to storage. */
const goesTo = (workspaceId: string, country: string): Expression<SqlBool> =>
  sql`purposes.id in (select t.purpose_id from ${destinations(workspaceId)} t where t.country = ${country})`;

/** Whether the responsible person has left, as the publishing of the purpose finds it. */
const responsibleLeft = (workspaceId: string): Expression<SqlBool> =>
  sql`responsible_personnel_id in (select p.id from personnel p where p.workspace_id = ${workspaceId} and p.status <> all(${RESPONSIBLE}::text[]))`;

export async function list(db: Executor, workspaceId: string, input: ListInput): Promise<List<PurposeItem>> {
  const page = await pageOfIds(db, workspaceId, 'purposes', input, {
    sort: SORT,
    where: conditionsOf(input),
    elsewhere: [
      ...(input.country ? [goesTo(workspaceId, input.country)] : []),
      ...(input.responsibleDepartmentId === 'LEFT' ? [responsibleLeft(workspaceId)] : []),
    ],
  });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    .selectFrom('purposes')
    .leftJoin('purposeCategories as category', (join) =>
      join
        .onRef('category.workspaceId', '=', 'purposes.workspaceId')
        .onRef('category.id', '=', 'purposes.purposeCategoryId'),
    )
    .leftJoin('personnel as editor', (join) =>
      join.onRef('editor.workspaceId', '=', 'purposes.workspaceId').onRef('editor.id', '=', 'purposes.updatedBy'),
    )
    .select([
      'purposes.id',
      'titleTh',
      'titleEn',
      'isPrimary',
      'lawfulBases',
      'purposes.status',
      'publishedVersion',
      'purposes.rowVersion',
      'purposes.createdAt',
      'purposes.updatedAt',
    ])
    .select([
      'category.id as categoryId',
      'category.nameTh as categoryTh',
      'category.nameEn as categoryEn',
      'editor.id as editorId',
      'editor.name as editorName',
    ])
    .select([applicationCount.as('applicationCount'), sensitive.as('sensitive')])
    .where('purposes.workspaceId', '=', workspaceId)
    .where('purposes.id', 'in', page.collection)
    .execute();
  return { ...page, collection: inOrder(page.collection, rows).map(itemOf) };
}

interface ItemRow {
  id: string;
  titleTh: string;
  titleEn: string;
  isPrimary: boolean;
  lawfulBases: string[];
  status: string;
  publishedVersion: number;
  rowVersion: number;
  createdAt: string;
  updatedAt: string;
  categoryId: string | null;
  categoryTh: string | null;
  categoryEn: string | null;
  editorId: string | null;
  editorName: string | null;
  applicationCount: number;
  sensitive: boolean;
}

const itemOf = ({
  titleTh,
  titleEn,
  categoryId,
  categoryTh,
  categoryEn,
  editorId,
  editorName,
  lawfulBases,
  status,
  ...row
}: ItemRow): PurposeItem => ({
  ...row,
  title: { th: titleTh, en: titleEn },
  lawfulBases: lawfulBases as LawfulBasis[],
  status: status as PublishStatus,
  purposeCategory: categoryId ? { id: categoryId, name: { th: categoryTh ?? '', en: categoryEn ?? '' } } : null,
  updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
});

export async function pick(db: Executor, workspaceId: string, { id, ...input }: Page & { id?: string | undefined }) {
  const page = await pageOfIds(db, workspaceId, 'purposes', input, {
    sort: SORT,
    ...(id && { elsewhere: [sql<SqlBool>`id = ${id}`] }),
  });
  if (page.collection.length === 0) return { ...page, collection: [] };
  const rows = await db
    .selectFrom('purposes')
    .select(['id', 'titleTh', 'titleEn', 'status', 'publishedVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', page.collection)
    .execute();
  return {
    ...page,
    collection: inOrder(page.collection, rows).map(({ titleTh, titleEn, status, ...row }) => ({
      ...row,
      status: status as PublishStatus,
      title: { th: titleTh, en: titleEn },
    })),
  };
}
