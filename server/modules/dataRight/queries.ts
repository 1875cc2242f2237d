import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import {
  type DataRight,
  type DataRightFields,
  RIGHT_CODES,
  type RightCode,
  SECTION_OF,
} from '../../../shared/dataRight/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, type Page, pageOf, thai } from '../../platform/list/list.ts';

const searched = sql<string>`(data_rights.name_th || ' ' || data_rights.name_en || ' ' || data_rights.description_th || ' ' || data_rights.description_en)`;

/** Forms that offer the right: in their draft, or in the published version. */
const offering = sql`
  from request_forms f
 where f.workspace_id = data_rights.workspace_id
   and (f.content @> jsonb_build_object('rightRequests', jsonb_build_array(jsonb_build_object('rightRequestId', data_rights.id)))
        or exists (select from request_form_versions v
                    where v.workspace_id = f.workspace_id and v.request_form_id = f.id and v.version = f.published_version
                      and v.content @> jsonb_build_object('rights', jsonb_build_array(jsonb_build_object('id', data_rights.id)))))`;

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('dataRights')
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'dataRights.workspaceId')
        .onRef('personnel.id', '=', 'dataRights.updatedBy'),
    )
    .where('dataRights.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof from>) =>
  query
    .select(['dataRights.id', 'code', 'nameTh', 'nameEn', 'descriptionTh', 'descriptionEn', 'exampleTh', 'exampleEn'])
    .select(['days', 'active', 'builtIn', 'dataRights.rowVersion', 'dataRights.updatedBy'])
    .select(['dataRights.createdAt', 'dataRights.updatedAt', 'personnel.name as updatedByName'])
    .select(sql<number>`(select count(*) ${offering})`.as('formCount'));

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

/** The code of a built-in right; null for one of the workspace's own. */
const codeOf = (code: string): RightCode | null => RIGHT_CODES.find((known) => known === code) ?? null;

function itemOf({ code: stored, updatedBy, updatedByName, ...row }: Row): DataRight {
  const { nameTh, nameEn, descriptionTh, descriptionEn, exampleTh, exampleEn, ...rest } = row;
  const code = codeOf(stored);
  return {
    ...rest,
    code,
    section: code && SECTION_OF[code],
    name: { th: nameTh, en: nameEn },
    description: { th: descriptionTh, en: descriptionEn },
    example: { th: exampleTh, en: exampleEn },
    updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
  };
}

export async function list(
  db: Executor,
  workspaceId: string,
  { active, ...input }: Page & { active?: boolean },
): Promise<List<DataRight>> {
  let filtered = from(db, workspaceId);
  if (input.query) filtered = filtered.where(searched, 'ilike', containing(input.query));
  if (active !== undefined) filtered = filtered.where('active', '=', active);
  const page = await pageOf(
    filtered,
    input,
    columns as never,
    {
      position: sql.ref('dataRights.position'),
      name: thai('nameTh'),
      updatedAt: sql.ref('dataRights.updatedAt'),
    },
    sql.ref('dataRights.id'),
  );
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<DataRight | undefined> {
  const row = await columns(from(db, workspaceId)).where('dataRights.id', '=', id).executeTakeFirst();
  return row && itemOf(row);
}

/** How many rights of its own a workspace has, and the position of the next one in the list. */
export async function room(db: Executor, workspaceId: string): Promise<{ custom: number; next: number }> {
  const row = await db
    .selectFrom('dataRights')
    .select((eb) => [
      eb.fn.countAll<number>().filterWhere('builtIn', '=', false).as('custom'),
      sql<number>`coalesce(max(position) + 1, 0)`.as('next'),
    ])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return { custom: Number(row.custom), next: Number(row.next) };
}

/** All rights in their order. */
export const order = (db: Executor, workspaceId: string): Promise<{ id: string; nameTh: string }[]> =>
  db
    .selectFrom('dataRights')
    .select(['id', 'nameTh'])
    .where('workspaceId', '=', workspaceId)
    .orderBy('position')
    .orderBy('id')
    .execute();

/** Stores the order of the rights. */
export async function setOrder(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<void> {
  await sql`
    update data_rights set position = place.position - 1
      from unnest(${ids}::uuid[]) with ordinality as place (id, position)
     where data_rights.workspace_id = ${workspaceId} and data_rights.id = place.id`.execute(trx);
}

/** Forms that offer a right, `limit` at most. */
export async function formsOf(
  db: Executor,
  workspaceId: string,
  id: string,
  limit: number,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select form.id, form.name
      from data_rights, lateral (select f.id, f.name ${offering} order by f.name collate thai, f.id limit ${limit}) form
     where data_rights.workspace_id = ${workspaceId} and data_rights.id = ${id}`.execute(db);
  return rows;
}

const WORDS = [
  'id',
  'code',
  'nameTh',
  'nameEn',
  'descriptionTh',
  'descriptionEn',
  'exampleTh',
  'exampleEn',
  'days',
  'active',
] as const;

/** What forms read of a right. */
export type OfferedRight = Pick<DataRight, 'id' | 'code' | 'days' | 'active' | 'name' | 'description' | 'example'>;

const offeredOf = ({ id, code, days, active, ...words }: Pick<Row, (typeof WORDS)[number]>): OfferedRight => ({
  id,
  code: codeOf(code),
  days,
  active,
  name: { th: words.nameTh, en: words.nameEn },
  description: { th: words.descriptionTh, en: words.descriptionEn },
  example: { th: words.exampleTh, en: words.exampleEn },
});

/** Rights by their ids, locked against deletion until the transaction ends. */
export async function hold(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<Map<string, OfferedRight>> {
  if (ids.length === 0) return new Map();
  const rows = await trx
    .selectFrom('dataRights')
    .select(WORDS)
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...ids])
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Map(rows.map((row) => [row.id, offeredOf(row)]));
}

/** The rights of the act, in their order. */
export async function ofAct(db: Executor, workspaceId: string): Promise<OfferedRight[]> {
  const rows = await db
    .selectFrom('dataRights')
    .select(WORDS)
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', true)
    .orderBy('position')
    .execute();
  return rows.map(offeredOf);
}

/** The rights of the workspace's own that are active, in their order. */
export async function ownActive(db: Executor, workspaceId: string): Promise<OfferedRight[]> {
  const rows = await db
    .selectFrom('dataRights')
    .select(WORDS)
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', '=', false)
    .where('active', '=', true)
    .orderBy('position')
    .orderBy('id')
    .execute();
  return rows.map(offeredOf);
}

export const columnsOf = ({ name, description, example, days, active }: DataRightFields) => ({
  nameTh: name.th,
  nameEn: name.en,
  descriptionTh: description.th,
  descriptionEn: description.en,
  exampleTh: example.th,
  exampleEn: example.en,
  days,
  active,
});
