import { UUID } from '../../../shared/uuid.ts';
import type { Trx } from '../../../db/client.ts';
import type { ActivityLog, ListActivityLogs } from '../../../shared/activityLog/schema.ts';
import type { ActivityModule } from '../../../shared/registry/events.ts';
import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import { namesOf } from '../../platform/records/names.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { translate } from '../../platform/i18n.ts';
import { readPages } from '../../platform/list/reading.ts';
import type { Change } from '../../platform/live/emit.ts';
import * as queries from './queries.ts';
import { activityText, activityTitle, fieldLabel, valueText } from './sentence.ts';

/**
 * One page of the log, newest first by default. The text is searched in the record's name and in the names of people,
 * both actors and people that something was done to.
 */
export function list(ctx: WorkspaceContext, input: ListActivityLogs): Promise<List<ActivityLog>> {
  if (input.from && input.to && input.from > input.to)
    throw appError('BAD_REQUEST', { at: 'to', text: 'activityLog:rangeReversed' });
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const page = await pageOfLog(trx, ws, input, ctx.deps.now());
    return { ...page, collection: await entriesOf(trx, ws, ctx.locale, page.collection) };
  });
}

/** Whom the log can be filtered by: the personnel by name, then others that it names as actors. */
export const people = (ctx: WorkspaceContext) =>
  ctx.transaction((trx) => queries.people(trx, ctx.workspace.id, ctx.deps.modules.programAccounts));

/** How many entries match. */
export function count(
  ctx: Pick<WorkspaceContext, 'workspace' | 'transaction'>,
  input: ListActivityLogs,
  now: Date,
): Promise<number> {
  const one = { ...input, pageSize: 1, currentPage: 1 };
  return ctx.transaction(async (trx) => (await pageOfLog(trx, ctx.workspace.id, one, now)).meta.totalItems);
}

/** Every entry that matches, newest first, for an export; each page is read in its own short transaction. */
export async function* readAll(
  ctx: Pick<WorkspaceContext, 'workspace' | 'transaction'> & { locale: Locale },
  input: ListActivityLogs,
): AsyncGenerator<ActivityLog[]> {
  const ws = ctx.workspace.id;
  const people = input.query ? await ctx.transaction((trx) => queries.peopleNamed(trx, ws, input.query)) : [];
  const pages = readPages((after, limit) =>
    ctx.transaction(async (trx) => {
      const rows = await queries.readOn(trx, ws, input, people, after, limit);
      const entries = await entriesOf(trx, ws, ctx.locale, rows);
      return rows.map(({ at, id }, place) => ({ at, id, entry: entries[place]! }));
    }),
  );
  for await (const lines of pages) yield lines.map(({ entry }) => entry);
}

async function pageOfLog(trx: Trx, ws: string, input: ListActivityLogs, now: Date): Promise<List<queries.ActivityRow>> {
  if (!input.query && !input.actorId && !input.entityId) return queries.listByDay(trx, ws, input, now);
  const people = input.query ? await queries.peopleNamed(trx, ws, input.query) : [];
  return queries.listFiltered(trx, ws, input, people, people);
}

/** Rows as the API returns them, with the names of everybody in them. */
async function entriesOf(
  trx: Trx,
  ws: string,
  locale: Locale,
  rows: readonly queries.ActivityRow[],
): Promise<ActivityLog[]> {
  const named = new Set(
    rows.flatMap((row) => [row.actorId, ...(row.entity === 'personnel' ? [row.entityId] : []), ...idsIn(row)]),
  );
  named.delete(null);
  const names = await namesOf(trx, ws, 'personnel', [...named] as string[]);
  return rows.map((row) => entryOf(locale, row, names));
}

const changesOf = (row: queries.ActivityRow) => (Array.isArray(row.changes) ? (row.changes as Change[]) : []);

/** Ids in the changes of a row, in whichever field, among them those of people: readers of the log get names. */
const idsIn = (row: queries.ActivityRow) =>
  changesOf(row)
    .flatMap((change) => [change.old, change.new])
    .filter((value): value is string => typeof value === 'string' && UUID.test(value));

/** Who did it; for a program, its key and the person it acted for. */
const actorName = (locale: Locale, { program }: queries.ActivityRow, name: string): string =>
  program ? translate(locale, 'activityLog:program', { program, name }) : name;

/** A row as the API returns it. `names`: of everybody in it, by id. */
export function entryOf(locale: Locale, row: queries.ActivityRow, names: ReadonlyMap<string, string>): ActivityLog {
  const subject = row.subject || (row.entity === 'personnel' ? (names.get(row.entityId) ?? '') : '');
  const sentence = { ...row, subject };
  const text = ({ field }: Change, value: unknown) =>
    (typeof value === 'string' ? names.get(value) : undefined) ?? valueText(locale, field, value);
  return {
    id: row.id,
    activity: activityText(locale, sentence),
    title: activityTitle(locale, sentence),
    module: row.module as ActivityModule,
    event: row.event,
    entity: row.entity,
    entityId: row.entityId,
    actor: row.actorId ? { id: row.actorId, name: actorName(locale, row, names.get(row.actorId) ?? '') } : null,
    subject,
    changes: changesOf(row).map((change) => ({
      field: change.field,
      old: change.old ?? null,
      new: change.new ?? null,
      label: fieldLabel(locale, row.entity, change.field),
      oldText: text(change, change.old),
      newText: text(change, change.new),
    })),
    createdAt: row.createdAt,
  };
}
