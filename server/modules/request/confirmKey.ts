import { sql } from 'kysely';
import type { Request } from '../../../shared/request/schema.ts';
import { isClosed } from '../../../shared/request/stage.ts';
import type { ConfirmKey } from '../../../shared/request/update.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { announce, settle } from './announce.ts';
import { existing, locked } from './record.ts';
import { storeCorrection } from './storeCorrection.ts';
import { identityIn } from './subject.ts';

/**
 * Records that the user ID, email or phone of a request belongs to its data subject, and how that is known (decision
 * 143): from then on records are looked up by it. Another value has to be confirmed again.
 * @throws 404, 409 `staleEdit`, 409 `request.closed`, 400 where the request does not state it
 */
export const confirmKey = (
  ctx: WorkspaceContext,
  { id, rowVersion, key: name, reason }: ConfirmKey,
): Promise<Request> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const record = await locked(trx, ctx, { id, rowVersion });
    if (record.rights.every(({ stage }) => isClosed(stage))) throw appError('request.closed');
    const key = await ctx.deps.keyring.workspaceKey(trx, actor.workspaceId);
    if (identityIn(key, record)[name] === '')
      throw appError('BAD_REQUEST', { issues: [{ path: ['key'], key: 'errors:required' }] });
    if (record.knownKeys.includes(name)) return existing(trx, ctx, id);
    await trx
      .updateTable('requests')
      .set({ knownKeys: sql<string[]>`array_append(known_keys, ${name})` })
      .where('workspaceId', '=', actor.workspaceId)
      .where('id', '=', id)
      .execute();
    const changes = [{ field: `${name}Known` as const, rightId: null, old: '', new: reason }];
    await storeCorrection(trx, actor, key, { requestId: id, changes });
    await settle(trx, actor, id);
    await announce(trx, actor, record, 'request.updated');
    return existing(trx, ctx, id);
  });
