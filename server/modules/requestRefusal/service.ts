import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { RECORDED_RIGHTS, sectionOfGround } from '../../../shared/request/grounds.ts';
import type { ListRefusals, Refusal } from '../../../shared/requestRefusal/schema.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { pageOf } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { knowsIdentity } from '../request/service.ts';
import { sealedReason } from '../request/subject.ts';
import { refusalReasonOf } from '../requestTask/refused.ts';
import { knownTotal, narrowed, type Reader } from './list.ts';
import * as queries from './queries.ts';

/** One page of the refusals that the caller can read. */
export function list(ctx: WorkspaceContext, input: ListRefusals): Promise<List<Refusal>> {
  return ctx.read(async (trx) => {
    const known = await knownTotal(trx, ctx, input);
    const rows = narrowed(trx, ctx, input);
    const tieBreak = sql.ref('requestRefusals.id');
    const page =
      input.sortBy === 'number'
        ? await pageOf(
            // Requests in the order of their numbers: one in a few has a refusal.
            rows.innerJoin('requests', (join) =>
              join
                .onRef('requests.id', '=', 'requestRefusals.requestId')
                .on('requests.workspaceId', '=', ctx.workspace.id),
            ),
            input,
            (query) => query.select('requestRefusals.id'),
            { number: sql.ref('requests.number') },
            tieBreak,
            known,
          )
        : await pageOf(
            rows,
            input,
            (query) => query.select('requestRefusals.id'),
            { closedAt: sql.ref('requestRefusals.closedAt') },
            tieBreak,
            known,
          );
    const ids = page.collection.map(({ id }) => id);
    return { ...page, collection: await refusalsOf(trx, ctx, ids) };
  });
}

/**
 * These refusals in the order of the ids; without reasons for readers without permission for the data subject.
 */
export async function refusalsOf(trx: Trx, ctx: Reader, ids: readonly string[]): Promise<Refusal[]> {
  const ws = ctx.workspace.id;
  const found = await queries.refusalsOf(trx, ws, ids);
  if (found.length === 0) return [];
  const moves = await queries.refusingMoves(
    trx,
    ws,
    found.filter(({ part }) => part === null),
  );
  const key = knowsIdentity(ctx) ? await ctx.deps.keyring.workspaceKey(trx, ws) : null;
  return inOrder(ids, found).map(({ id, code, part, groundCode, ...row }) => {
    const move = moves.find(({ requestRightId }) => part === null && requestRightId === row.requestRightId);
    const by = part === null ? [move?.by, move?.byName] : [row.refusedBy, row.refusedByName];
    return {
      id,
      request: { id: row.requestId, number: row.number },
      right: { code, name: { th: row.nameTh, en: row.nameEn } },
      section: sectionOfGround(code, groundCode),
      required: code !== null && RECORDED_RIGHTS.includes(code),
      part,
      ground: groundCode,
      reason: key && (part === null ? reasonIn(key, move) : refusalReasonOf(key, { id, details: row.details }) || null),
      application: { id: row.applicationId, name: row.applicationName },
      receivedAt: row.receivedAt,
      closedAt: row.closedAt,
      decidedBy: by[0] ? { id: by[0], name: by[1] ?? '' } : null,
    };
  });
}

/** What was written with the refusal of a right; null where nothing is kept of it. */
const reasonIn = (
  key: WorkspaceKey,
  move: { readonly id: string; readonly reason: Buffer | null } | undefined,
): string | null => (move?.reason ? sealedReason.open(key, move.id, move.reason) : null);
