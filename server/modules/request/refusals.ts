import type { Executor, Trx } from '../../../db/client.ts';
import { updateScores } from '../completeness/service.ts';
import type { RightRow } from './rows.ts';
import type { RequestRecord } from './record.ts';

/** What the record of processing states about refusals may be outdated: of rights, and of tasks in any application. */
export async function updateRefusals(
  trx: Trx,
  workspaceId: string,
  { applicationId }: RequestRecord,
  rights: readonly RightRow[],
): Promise<void> {
  const ids = await applicationsOfRefusedTasks(
    trx,
    workspaceId,
    rights.map(({ id }) => id),
  );
  await updateScores(trx, workspaceId, [...new Set([applicationId, ...ids])].toSorted());
}

/**
 * The applications of the refused tasks of some rights, that of their request where they have none; in a fixed order.
 */
async function applicationsOfRefusedTasks(
  db: Executor,
  workspaceId: string,
  rightIds: readonly string[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('requestTasks as t')
    .innerJoin('requestRights as r', (join) =>
      join.onRef('r.workspaceId', '=', 't.workspaceId').onRef('r.id', '=', 't.requestRightId'),
    )
    .select((eb) => eb.fn.coalesce('t.applicationId', 'r.applicationId').as('applicationId'))
    .where('t.workspaceId', '=', workspaceId)
    .where('t.requestRightId', 'in', [...rightIds])
    .where('t.status', '=', 'REFUSED')
    .distinct()
    .orderBy('applicationId')
    .execute();
  return rows.flatMap(({ applicationId }) => applicationId ?? []);
}
