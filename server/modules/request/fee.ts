import { sql } from 'kysely';
import type { ChangeFee, FeeState } from '../../../shared/request/fee.ts';
import type { Request } from '../../../shared/request/schema.ts';
import { requiredReason } from '../../../shared/request/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { announce, settle } from './announce.ts';
import { existing, locked } from './record.ts';
import { sealedFeeReason } from './subject.ts';
import { insertMove } from './workflow.ts';

const STEP_OF = {
  REQUESTED: { action: 'feeRequested', event: 'request.feeRequested' },
  PAID: { action: 'feePaid', event: 'request.feePaid' },
  WAIVED: { action: 'feeWaived', event: 'request.feeWaived' },
} as const satisfies Record<FeeState, object>;

/**
 * Records that the fee of a right was requested, paid or waived: the amount is that of the form's version. Deadlines
 * are not changed.
 * @throws 404, 409 `staleEdit`, 409 `request.noFee` for a form without fees, 409 `request.closed` for requesting it
 * after the right was closed, 400 for a day in the future or a waiver without a reason
 */
export function changeFee(ctx: WorkspaceContext, input: ChangeFee): Promise<Request> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const record = await locked(trx, ctx, input);
    const right = record.rights.find(({ id }) => id === input.rightId);
    if (!right) throw appError('request.right', { at: 'rightId' });
    if (Number(right.fee) === 0) throw appError('request.noFee');
    if (input.state === 'REQUESTED' && right.closedAt !== null) throw appError('request.closed');
    if (Date.parse(input.at) > actor.at.getTime())
      throw appError('BAD_REQUEST', { at: 'at', text: 'request:feeInFuture' });
    if (input.state === 'WAIVED' && !requiredReason.safeParse(input.reason).success)
      throw appError('BAD_REQUEST', { issues: [{ path: ['reason'], key: 'errors:required' }] });
    const key = await ctx.deps.keyring.workspaceKey(trx, actor.workspaceId);
    await trx
      .updateTable('requestRights')
      .set({
        feeState: input.state,
        feeAt: new Date(input.at),
        feeReason: input.reason === '' ? null : sealedFeeReason.seal(key, right.id, input.reason),
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: sql`row_version + 1`,
      })
      .where('workspaceId', '=', actor.workspaceId)
      .where('id', '=', right.id)
      .execute();
    const { action, event } = STEP_OF[input.state];
    const { stage } = right;
    await insertMove(trx, actor, right, { action, from: stage, to: stage, key, reason: input.reason });
    await settle(trx, actor, record.id);
    await announce(trx, actor, record, event);
    return existing(trx, ctx, record.id);
  });
}
