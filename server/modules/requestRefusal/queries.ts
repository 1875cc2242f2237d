import type { Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { TaskKind } from '../../../shared/requestTask/kinds.ts';

/** These refusals with their requests, rights and applications, in no order. */
export async function refusalsOf(trx: Trx, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('requestRefusals as f')
    .innerJoin('requestRights as r', (join) =>
      join.onRef('r.workspaceId', '=', 'f.workspaceId').onRef('r.id', '=', 'f.requestRightId'),
    )
    .innerJoin('requests as q', (join) =>
      join.onRef('q.workspaceId', '=', 'f.workspaceId').onRef('q.id', '=', 'f.requestId'),
    )
    .innerJoin('applications as a', (join) =>
      join.onRef('a.workspaceId', '=', 'f.workspaceId').onRef('a.id', '=', 'f.applicationId'),
    )
    // Deleted where the request is anonymised.
    .leftJoin('requestTasks as t', (join) =>
      join.onRef('t.workspaceId', '=', 'f.workspaceId').onRef('t.id', '=', 'f.id'),
    )
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'f.workspaceId').onRef('p.id', '=', 'f.refusedBy'),
    )
    .select(['f.id', 'f.requestId', 'f.requestRightId', 'f.part', 'f.code', 'f.groundCode', 'f.closedAt'])
    .select(['r.nameTh', 'r.nameEn', 'q.number', 'q.receivedAt', 'a.id as applicationId', 'a.name as applicationName'])
    .select(['t.details', 'f.refusedBy', 'p.name as refusedByName'])
    .where('f.workspaceId', '=', workspaceId)
    .where('f.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...row, code: row.code as RightCode | null, part: row.part as TaskKind | null }));
}

/** The move that refused each of these rights last. */
export function refusingMoves(
  trx: Trx,
  workspaceId: string,
  rights: readonly { readonly requestRightId: string; readonly requestId: string }[],
) {
  if (rights.length === 0) return [];
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
      rights.map(({ requestRightId }) => requestRightId),
    )
    .where('m.action', '=', 'reject')
    .orderBy('m.requestRightId')
    .orderBy('m.at', 'desc')
    .orderBy('m.id', 'desc')
    .execute();
}
