import type { ActivityLog, ListActivityLogs } from '../../../shared/activityLog.ts';
import type { ActivityModule } from '../../../shared/events.ts';
import type { List } from '../../../shared/list.ts';
import type { Locale } from '../../../shared/locale.ts';
import type { WorkspaceContext } from '../../context.ts';
import { errors } from '../../errors.ts';
import type { Change } from '../../live/emit.ts';
import * as queries from './queries.ts';
import { activityText, activityTitle, fieldLabel, valueText } from './sentence.ts';

/**
 * One page of the log, newest first unless asked otherwise. The text searches the record's name and the names of
 * people, as actors and as the ones something was done to.
 */
export function list(ctx: WorkspaceContext, input: ListActivityLogs): Promise<List<ActivityLog>> {
  if (input.from && input.to && input.from > input.to) throw errors.field('to', 'activityLog:rangeReversed');
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    const narrow = Boolean(input.query || input.actorId || input.entityId);
    const people = input.query ? await queries.peopleNamed(trx, ws, input.query) : [];
    const page = narrow ? await queries.listFiltered(trx, ws, input, people, people) : await queries.listByDay(trx, ws, input, ctx.deps.now());
    const named = new Set(page.collection.flatMap((row) => [row.actorId, ...(row.entity === 'personnel' ? [row.entityId] : []), ...peopleIn(row)]));
    named.delete(null);
    const names = await queries.namesOf(trx, ws, [...named] as string[]);
    return { ...page, collection: page.collection.map((row) => shown(ctx.locale, row, names)) };
  });
}

const changesOf = (row: queries.ActivityRow) => (Array.isArray(row.changes) ? (row.changes as Change[]) : []);
const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const refersToPerson = ({ field }: Change) => field.endsWith('PersonnelId');

/** Personnel that a row's changes name by id: shown by name to those who read the log, kept as ids. */
const peopleIn = (row: queries.ActivityRow) =>
  changesOf(row)
    .filter(refersToPerson)
    .flatMap((change) => [change.old, change.new])
    .filter((value): value is string => typeof value === 'string' && UUID.test(value));

function shown(locale: Locale, row: queries.ActivityRow, names: Map<string, string>): ActivityLog {
  const subject = row.subject || (row.entity === 'personnel' ? (names.get(row.entityId) ?? '') : '');
  const sentence = { ...row, subject };
  const text = (change: Change, value: unknown) =>
    refersToPerson(change) && typeof value === 'string' ? (names.get(value) ?? '') : valueText(locale, change.field, value);
  return {
    id: row.id,
    activity: activityText(locale, sentence),
    title: activityTitle(locale, sentence),
    module: row.module as ActivityModule,
    event: row.event,
    entity: row.entity,
    entityId: row.entityId,
    actor: row.actorId ? { id: row.actorId, name: names.get(row.actorId) ?? '' } : null,
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
