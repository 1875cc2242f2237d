import { sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import {
  type AnswerOutcome,
  type AnswerTemplate,
  type AnswerTemplateContent,
  type AnswerTemplateFields,
  answerTemplateDraft,
} from '../../../shared/answerTemplate/schema.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, type Page, pageOf, thai } from '../../platform/list/list.ts';

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('answerTemplates')
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'answerTemplates.workspaceId')
        .onRef('personnel.id', '=', 'answerTemplates.updatedBy'),
    )
    .where('answerTemplates.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof from>) =>
  query
    .select(['answerTemplates.id', 'content', 'active', 'builtIn', 'answerTemplates.status', 'publishedVersion'])
    .select(['answerTemplates.rowVersion', 'answerTemplates.createdAt', 'answerTemplates.updatedAt'])
    .select(['answerTemplates.updatedBy', 'personnel.name as updatedByName']);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const itemOf = ({ content, builtIn, status, updatedBy, updatedByName, ...row }: Row): AnswerTemplate => ({
  ...row,
  ...answerTemplateDraft.parse(content),
  builtIn: builtIn !== null,
  status: status as AnswerTemplate['status'],
  updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
});

interface ListInput extends Page {
  status: PublishFilter;
  outcome: 'ALL' | AnswerOutcome;
  right: 'ALL' | RightCode;
  active?: boolean;
}

export async function list(
  db: Executor,
  workspaceId: string,
  { status, outcome, right, active, ...input }: ListInput,
): Promise<List<AnswerTemplate>> {
  let filtered = from(db, workspaceId);
  if (input.query)
    filtered = filtered.where(
      sql<SqlBool>`(answer_templates.name_th || ' ' || answer_templates.name_en || ' ' || (answer_templates.content -> 'body')::text) ilike ${containing(input.query)}`,
    );
  if (status !== 'ALL') filtered = filtered.where('answerTemplates.status', '=', status.toLowerCase());
  if (outcome !== 'ALL') filtered = filtered.where('outcome', '=', outcome);
  if (right !== 'ALL') filtered = filtered.where('rightCode', '=', right);
  if (active !== undefined) filtered = filtered.where('active', '=', active);
  const page = await pageOf(
    filtered,
    input,
    columns as never,
    { outcome: sql.ref('outcome'), name: thai('nameTh'), updatedAt: sql.ref('answerTemplates.updatedAt') },
    sql.ref('answerTemplates.id'),
  );
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<AnswerTemplate | undefined> {
  const row = await columns(from(db, workspaceId)).where('answerTemplates.id', '=', id).executeTakeFirst();
  return row && itemOf(row);
}

/** How many templates of its own a workspace has. */
export async function countOwn(db: Executor, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('answerTemplates')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .where('builtIn', 'is', null)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** Published templates with the content of their newest version; with `id` only that one. */
export async function inUse(
  db: Executor,
  workspaceId: string,
  id?: string,
): Promise<{ id: string; builtIn: string | null; content: AnswerTemplateContent }[]> {
  let rows = db
    .selectFrom('answerTemplates as t')
    .innerJoin('answerTemplateVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 't.workspaceId')
        .onRef('v.answerTemplateId', '=', 't.id')
        .onRef('v.version', '=', 't.publishedVersion'),
    )
    .select(['t.id', 't.builtIn', 'v.content'])
    .where('t.workspaceId', '=', workspaceId)
    .where('t.active', '=', true)
    .orderBy(thai('nameTh'));
  if (id) rows = rows.where('t.id', '=', id);
  return (await rows.execute()).map((row) => ({ ...row, content: row.content as unknown as AnswerTemplateContent }));
}

export const columnsOf = ({ active, ...draft }: AnswerTemplateFields) => ({
  active,
  rightCode: draft.rightCode,
  outcome: draft.outcome,
  nameTh: draft.name.th,
  nameEn: draft.name.en,
  content: JSON.stringify(draft),
});
