import { type RawBuilder, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { ListUncovered, UncoveredApplication } from '../../../shared/privacyNotice/uncovered.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';

/**
 * Ids of the applications that a notice in force on a day covers: its version of that day names them, and the notice is
 * not withdrawn. `today`: YYYY-MM-DD in Bangkok.
 */
const coveredOn = (workspaceId: string, today: string): RawBuilder<unknown> => sql`
  select unnest(current.application_ids)
    from privacy_notices n
    cross join lateral (
      select v.application_ids from privacy_notice_versions v
       where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id and v.effective_on <= ${today}::date
       order by v.version desc limit 1) current
   where n.workspace_id = ${workspaceId} and not n.withdrawn and n.published_version > 0`;

/** The number of published applications that no notice in force on that day covers. */
export const uncoveredCount = (workspaceId: string, today: string): RawBuilder<number> => sql<number>`(
  select count(*)::int from applications a
   where a.workspace_id = ${workspaceId} and a.published_version > 0 and a.id not in (${coveredOn(workspaceId, today)}))`;

const SORT = { name: thai('applications.name'), updatedAt: sql.ref('applications.updatedAt') };

/** A notice that names the application and does not cover it yet, or no longer: the one that was changed last. */
const notice = sql<UncoveredApplication['notice']>`(
  select json_build_object('id', n.id, 'name', n.name)
    from privacy_notice_applications l join privacy_notices n on (n.workspace_id, n.id) = (l.workspace_id, l.privacy_notice_id)
   where l.workspace_id = applications.workspace_id and l.application_id = applications.id and not n.withdrawn
   order by n.updated_at desc, n.id limit 1)`;

const dataController = sql<UncoveredApplication['dataController']>`(
  select json_build_object('id', c.id, 'name', json_build_object('th', c.name_th, 'en', c.name_en))
    from data_controllers c where (c.workspace_id, c.id) = (applications.workspace_id, applications.data_controller_id))`;

/** One page of them. */
export async function listUncovered(
  db: Executor,
  workspaceId: string,
  { query, dataControllerId, today, ...page }: ListUncovered & { today: string },
): Promise<List<UncoveredApplication>> {
  let rows = db
    .selectFrom('applications')
    .where('applications.workspaceId', '=', workspaceId)
    .where('applications.publishedVersion', '>', 0)
    .where(sql<boolean>`applications.id not in (${coveredOn(workspaceId, today)})`);
  if (dataControllerId) rows = rows.where('applications.dataControllerId', '=', dataControllerId);
  if (query)
    rows = rows.where(sql<boolean>`applications.id in (select applications_search(${containing(query)}, null))`);
  return pageOf(
    rows,
    page,
    (selected) =>
      selected
        .select(['applications.id', 'applications.name', 'applications.publishedVersion as version'])
        .select(['applications.updatedAt', dataController.as('dataController'), notice.as('notice')]),
    SORT,
    sql.ref('applications.id'),
  );
}

/**
 * Those of the applications that were published for the first time and that no notice in force on that day covers; none
 * where the workspace does not use privacy notices.
 */
export async function firstUncovered(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
  today: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select a.id, a.name from applications a join workspaces w on w.id = a.workspace_id
     where a.workspace_id = ${workspaceId} and a.id = any(${[...ids]}::uuid[]) and a.published_version = 1
       and (w.flags ->> 'privacyEnabled')::boolean and a.id not in (${coveredOn(workspaceId, today)})
     order by a.id`.execute(db);
  return rows;
}
