import type { Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';

/** These rights with their requests and applications, in no order. */
export async function rightsOf(trx: Trx, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('requestRights as r')
    .innerJoin('requests as q', (join) =>
      join.onRef('q.workspaceId', '=', 'r.workspaceId').onRef('q.id', '=', 'r.requestId'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'q.workspaceId').onRef('a.id', '=', 'q.applicationId'),
    )
    .select(['r.id', 'r.requestId', 'r.code', 'r.nameTh', 'r.nameEn', 'r.groundCode', 'r.closedAt'])
    .select(['q.number', 'q.receivedAt', 'a.id as applicationId', 'a.name as applicationName'])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...row, code: row.code as RightCode | null }));
}

/** The move that refused each of these rights last. */
export function refusingMoves(
  trx: Trx,
  workspaceId: string,
  rights: readonly { readonly id: string; readonly requestId: string }[],
) {
  return trx
    .selectFrom('requestMoves as m')
    .leftJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 'm.workspaceId').onRef('p.id', '=', 'm.by'))
    .distinctOn('m.requestRightId')
    .select(['m.id', 'm.requestRightId', 'm.reason', 'm.by', 'p.name as byName'])
    .where('m.workspaceId', '=', workspaceId)
    .where(
      'm.requestId',
      'in',
      rights.map(({ requestId }) => requestId),
    )
    .where(
      'm.requestRightId',
      'in',
      rights.map(({ id }) => id),
    )
    .where('m.action', '=', 'reject')
    .orderBy('m.requestRightId')
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
}
