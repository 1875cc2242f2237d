import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { PurposeCategory, PurposeCategoryFields } from '../../../shared/purposeCategory/schema.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';

const searched = sql<string>`(purpose_categories.name_th || ' ' || purpose_categories.name_en || ' ' || purpose_categories.description_th || ' ' || purpose_categories.description_en)`;
const purposeCount = sql<number>`(select count(*) from purposes where purposes.workspace_id = purpose_categories.workspace_id and purposes.purpose_category_id = purpose_categories.id)`;

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('purposeCategories')
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'purposeCategories.workspaceId')
        .onRef('personnel.id', '=', 'purposeCategories.updatedBy'),
    )
    .where('purposeCategories.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof from>) =>
  query
    .select([
      'purposeCategories.id',
      'nameTh',
      'nameEn',
      'descriptionTh',
      'descriptionEn',
      'detail',
      'builtIn',
      'purposeCategories.rowVersion',
      'purposeCategories.updatedBy',
    ])
    .select([
      'purposeCategories.createdAt',
      'purposeCategories.updatedAt',
      'personnel.name as updatedByName',
      purposeCount.as('purposeCount'),
    ]);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const itemOf = ({
  nameTh,
  nameEn,
  descriptionTh,
  descriptionEn,
  updatedBy,
  updatedByName,
  ...row
}: Row): PurposeCategory => ({
  ...row,
  name: { th: nameTh, en: nameEn },
  description: { th: descriptionTh, en: descriptionEn },
  updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
});

export async function list(db: Executor, workspaceId: string, input: Page): Promise<List<PurposeCategory>> {
  let filtered = from(db, workspaceId);
  if (input.query) filtered = filtered.where(searched, 'ilike', containing(input.query));
  const page = await pageOf(
    filtered,
    input,
    columns as never,
    {
      updatedAt: sql.ref('purposeCategories.updatedAt'),
      createdAt: sql.ref('purposeCategories.createdAt'),
      name: thai('nameTh'),
    },
    sql.ref('purposeCategories.id'),
  );
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<PurposeCategory | undefined> {
  const row = await columns(from(db, workspaceId)).where('purposeCategories.id', '=', id).executeTakeFirst();
  return row && itemOf(row);
}

export async function countCustom(db: Executor, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('purposeCategories')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', false)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function purposesOf(
  db: Executor,
  workspaceId: string,
  id: string,
  limit: number,
): Promise<{ id: string; title: string }[]> {
  return db
    .selectFrom('purposes')
    .select(['id', 'titleTh as title'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeCategoryId', '=', id)
    .orderBy(thai('titleTh'))
    .limit(limit)
    .execute();
}

export const columnsOf = ({ name, description, detail }: PurposeCategoryFields) => ({
  nameTh: name.th,
  nameEn: name.en,
  descriptionTh: description.th,
  descriptionEn: description.en,
  detail,
});
