import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { RECORDED_RIGHTS, sectionOfGround } from '../../../shared/request/grounds.ts';
import type { ListRefusals, Refusal } from '../../../shared/requestRefusal/schema.ts';
import { pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { knowsIdentity } from '../request/service.ts';
import { sealedReason } from '../request/subject.ts';
import { knownTotal, narrowed, type Reader } from './list.ts';
import * as queries from './queries.ts';

/** One page of the refused rights that the caller can read. */
export function list(ctx: WorkspaceContext, input: ListRefusals): Promise<List<Refusal>> {
  return ctx.read(async (trx) => {
    const known = await knownTotal(trx, ctx, input);
    const rows = narrowed(trx, ctx, input);
    const tieBreak = sql.ref('requestRights.id');
    const page =
      input.sortBy === 'number'
        ? await pageOf(
            // Requests in the order of their numbers: one in a few has a refused right.
            rows.innerJoin('requests', (join) =>
              join
                .onRef('requests.workspaceId', '=', 'requestRights.workspaceId')
                .onRef('requests.id', '=', 'requestRights.requestId')
                .on('requests.workspaceId', '=', ctx.workspace.id),
            ),
            input,
            (query) => query.select('requestRights.id'),
            { number: sql.ref('requests.number') },
            tieBreak,
            known,
          )
        : await pageOf(
            rows,
            input,
            (query) => query.select('requestRights.id'),
            { closedAt: sql.ref('requestRights.closedAt') },
            tieBreak,
            known,
          );
    const ids = page.collection.map(({ id }) => id);
    return { ...page, collection: await refusalsOf(trx, ctx, ids) };
  });
}

/**
 * These refused rights in the order of the ids; without reasons for readers without permission for the data subject.
 */
export async function refusalsOf(trx: Trx, ctx: Reader, ids: readonly string[]): Promise<Refusal[]> {
  const ws = ctx.workspace.id;
  const rights = await queries.rightsOf(trx, ws, ids);
  if (rights.length === 0) return [];
  const moves = await queries.refusingMoves(trx, ws, rights);
  const key = knowsIdentity(ctx) ? await ctx.deps.keyring.workspaceKey(trx, ws) : null;
  return inOrder(ids, rights).map(({ id, code, groundCode, ...row }) => {
    const move = moves.find(({ requestRightId }) => requestRightId === id);
    return {
      id,
      request: { id: row.requestId, number: row.number },
      right: { code, name: { th: row.nameTh, en: row.nameEn } },
      section: sectionOfGround(code, groundCode),
      required: code !== null && RECORDED_RIGHTS.includes(code),
      ground: groundCode!,
      reason: key && move?.reason ? sealedReason.open(key, move.id, move.reason) : null,
      application: { id: row.applicationId, name: row.applicationName },
      receivedAt: row.receivedAt,
      closedAt: row.closedAt!,
      decidedBy: move?.by ? { id: move.by, name: move.byName ?? '' } : null,
    };
  });
}
