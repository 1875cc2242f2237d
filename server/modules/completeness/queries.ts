import { sql, type SqlBool } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { sendingTo } from '../transfer/destinations.ts';

/** Stores the scores in one statement. */
export async function keep(
  trx: Trx,
  workspaceId: string,
  scores: readonly { id: string; completeItems: number; completeness: number }[],
): Promise<void> {
  await sql`
    update applications a set complete_items = s.items, completeness = s.share
      from unnest(${scores.map(({ id }) => id)}::uuid[], ${scores.map(({ completeItems }) => completeItems)}::integer[], ${scores.map(({ completeness }) => completeness)}::integer[]) as s (id, items, share)
     where a.workspace_id = ${workspaceId} and a.id = s.id and (a.complete_items, a.completeness) is distinct from (s.items, s.share)`.execute(
    trx,
  );
}

/** Applications that a change affects; all of the workspace when nothing limits it. */
export async function touched(
  db: Executor,
  workspaceId: string,
  by: {
    applicationId?: string;
    purposeIds?: readonly string[];
    dataControllerId?: string;
    processingRole?: 'processor';
    storageSystemId?: string;
    country?: string;
  },
): Promise<string[]> {
  let rows = db.selectFrom('applications as a').select('a.id').where('a.workspaceId', '=', workspaceId);
  const { applicationId, purposeIds, dataControllerId, processingRole, storageSystemId, country } = by;
  if (applicationId) rows = rows.where('a.id', '=', applicationId);
  if (dataControllerId) rows = rows.where('a.dataControllerId', '=', dataControllerId);
  if (processingRole) rows = rows.where('a.processingRole', '=', processingRole);
  if (purposeIds) {
    if (purposeIds.length === 0) return [];
    rows = rows
      .innerJoin('applicationPurposes as link', (join) =>
        join.onRef('link.workspaceId', '=', 'a.workspaceId').onRef('link.applicationId', '=', 'a.id'),
      )
      .where('link.workspaceId', '=', workspaceId)
      .where('link.purposeId', 'in', purposeIds)
      .distinct();
  }
  if (storageSystemId) rows = rows.where(sql<SqlBool>`a.id in ${sendingTo(workspaceId, { storageSystemId })}`);
  if (country) rows = rows.where(sql<SqlBool>`a.id in ${sendingTo(workspaceId, { country })}`);
  // In a fixed order, so that two changes that affect the same applications cannot deadlock.
  return (await rows.orderBy('a.id').execute()).map(({ id }) => id);
}
