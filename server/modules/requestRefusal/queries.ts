import type { Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import { refusedRows } from './rows.ts';

/** These refusals with their requests, rights and applications, in no order. */
export async function refusalsOf(trx: Trx, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom(refusedRows(workspaceId).as('f'))
    .innerJoin('requestRights as r', 'r.id', 'f.requestRightId')
    .innerJoin('requests as q', 'q.id', 'f.requestId')
    .innerJoin('applications as a', 'a.id', 'f.applicationId')
    .leftJoin('requestTasks as t', (join) => join.onRef('t.id', '=', 'f.taskId').on('t.workspaceId', '=', workspaceId))
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 't.workspaceId').onRef('p.id', '=', 't.closedBy'),
    )
    .select(['f.id', 'f.requestId', 'f.requestRightId', 'f.taskId', 'f.kind', 'f.groundCode', 'f.closedAt'])
    .select(['r.code', 'r.nameTh', 'r.nameEn', 'q.number', 'q.receivedAt', 'a.id as applicationId'])
    .select(['a.name as applicationName', 't.details', 't.closedBy', 'p.name as closedByName'])
    .where('r.workspaceId', '=', workspaceId)
    .where('q.workspaceId', '=', workspaceId)
    .where('a.workspaceId', '=', workspaceId)
    .where('f.id', 'in', [...ids])
    .execute();
  return rows.map((row) => ({ ...row, code: row.code as RightCode | null }));
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
