import { type RawBuilder, sql, type SqlBool } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { ListOrganizationLogs, OrganizationLog } from '../../../shared/activityLog/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import { endOf, startOf } from '../../../shared/bangkok.ts';
import { appError } from '../../platform/errors.ts';
import { containing, pageOf } from '../../platform/list/list.ts';
import { linesAfter, readPages } from '../../platform/list/reading.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import type { ActivityRow } from './queries.ts';
import { entryOf } from './service.ts';

type Filters = Pick<ListOrganizationLogs, 'module' | 'workspaceId' | 'from' | 'to' | 'query'>;
type Reader = Pick<WorkspaceContext, 'workspace' | 'transaction'> & { locale: Locale };

/** A stored entry with the names of the people in it, since they can no longer be looked up. */
type Row = ActivityRow & { sourceId: string; sourceName: string; people: unknown };

const COLUMNS = [
  'id',
  'sourceId',
  'sourceName',
  'module',
  'event',
  'entity',
  'entityId',
  'actorId',
  'subject',
  'changes',
  'program',
  'people',
  'createdAt',
] as const;

/** Entries that match the filters; the text is searched in the record's name and in the names of people. */
function fitting(db: Executor, organizationId: string, { module, workspaceId, from, to, query }: Filters) {
  let filtered = db.selectFrom('organizationActivityLogs').where('organizationId', '=', organizationId);
  if (module !== 'ALL') filtered = filtered.where('module', '=', module);
  if (workspaceId) filtered = filtered.where('sourceId', '=', workspaceId);
  if (from) filtered = filtered.where('createdAt', '>=', startOf(from));
  if (to) filtered = filtered.where('createdAt', '<', endOf(to));
  if (query) filtered = filtered.where((eb) => eb.or([eb('subject', 'ilike', containing(query)), someoneNamed(query)]));
  return filtered;
}

const someoneNamed = (text: string): RawBuilder<SqlBool> =>
  sql<SqlBool>`exists (select from jsonb_each_text(people) as p where p.value ilike ${containing(text)})`;

function entryFrom(locale: Locale, row: Row): OrganizationLog {
  const names = new Map(Object.entries(row.people as Record<string, string>));
  return { ...entryOf(locale, row, names), workspace: { id: row.sourceId, name: row.sourceName } };
}

/** One page of what the organisation has stored of its deleted workspaces, newest first by default. */
export function list(ctx: WorkspaceContext, input: ListOrganizationLogs): Promise<List<OrganizationLog>> {
  if (input.from && input.to && input.from > input.to)
    throw appError('BAD_REQUEST', { at: 'to', text: 'activityLog:rangeReversed' });
  return ctx.transaction(async (trx) => {
    const page = await pageOf(
      fitting(trx, ctx.workspace.organizationId, input),
      input,
      (query) => query.select(COLUMNS),
      { createdAt: sql.ref('createdAt') },
      sql.ref('id'),
    );
    return { ...page, collection: page.collection.map((row) => entryFrom(ctx.locale, row)) };
  });
}

/** The name of a deleted workspace, as its log has it; undefined where nothing of it is stored. */
export const workspaceName = (
  { workspace, transaction }: Pick<Reader, 'workspace' | 'transaction'>,
  sourceId: string,
): Promise<string | undefined> =>
  transaction(
    async (trx) =>
      (
        await trx
          .selectFrom('organizationActivityLogs')
          .select('sourceName')
          .where('organizationId', '=', workspace.organizationId)
          .where('sourceId', '=', sourceId)
          .limit(1)
          .executeTakeFirst()
      )?.sourceName,
  );

/** How many entries match. */
export function count({ workspace, transaction }: Reader, filters: Filters): Promise<number> {
  return transaction(async (trx) => {
    const { total } = await fitting(trx, workspace.organizationId, filters)
      .select((eb) => eb.fn.countAll<number>().as('total'))
      .executeTakeFirstOrThrow();
    return Number(total);
  });
}

/** Every entry that matches, newest first, for an export; each page is read in its own short transaction. */
export async function* readAll(ctx: Reader, filters: Filters): AsyncGenerator<OrganizationLog[]> {
  const pages = readPages((after, limit) =>
    ctx.transaction((trx) =>
      linesAfter(fitting(trx, ctx.workspace.organizationId, filters).select(COLUMNS), after, limit).execute(),
    ),
  );
  for await (const lines of pages) yield lines.map((line) => entryFrom(ctx.locale, line));
}
