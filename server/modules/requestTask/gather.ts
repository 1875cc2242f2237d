import { randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import type { Gathering } from '../../../shared/requestTask/schema.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { violates } from '../../platform/database/locks.ts';
import { emit } from '../../platform/live/emit.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { seesOwn } from '../request/record.ts';
import * as requests from '../request/rows.ts';
import { type GatheringRow, gatheringsOf } from './gatheringQueries.ts';
import { isWorkedOn } from './record.ts';

/** @throws 404, also for those who are not assigned a right of the request */
async function assertGathers(trx: Trx, ctx: WorkspaceContext, id: string) {
  const ws = ctx.workspace.id;
  const [request, rights] = await Promise.all([requests.find(trx, ws, id), requests.rightsOf(trx, ws, [id])]);
  const isTheirs = rights.some(({ assigneeId }) => assigneeId === ctx.personnel.id);
  if (!request || (seesOwn(actorOf(ctx)) && !isTheirs)) throw appError('request.notFound');
  return { request, rights };
}

const itemOf = ({ requestedBy, requestedByName, ...row }: GatheringRow): Gathering => ({
  ...row,
  requestedBy: { id: requestedBy, name: requestedByName ?? '' },
});

/** Searches of the platform's own records for a request, newest first. @throws 404 */
export const gatherings = (
  ctx: WorkspaceContext,
  { requestId: id }: { requestId: string },
): Promise<{ collection: Gathering[] }> =>
  ctx.read(async (trx) => {
    await assertGathers(trx, ctx, id);
    return { collection: (await gatheringsOf(trx, ctx.workspace.id, id)).map(itemOf) };
  });

/**
 * Starts a search of the platform's own records for the data subject: its row and its job, or neither.
 * @throws 404, 409 `requestTask.gathering` while a search is running, `requestTask.rightNotOpen` where no right is open
 */
export async function gather(ctx: WorkspaceContext, { requestId: id }: { requestId: string }): Promise<Gathering> {
  try {
    return await ctx.transaction(async (trx) => {
      await requests.lock(trx, ctx.workspace.id, id);
      // Later than every correction that the search reads, and earlier than every other one.
      const actor = actorOf(ctx);
      const { request, rights } = await assertGathers(trx, ctx, id);
      if (!rights.some(({ stage }) => isWorkedOn(stage))) throw appError('requestTask.rightNotOpen');
      const gatheringId = randomUUIDv7();
      await trx
        .insertInto('requestGatherings')
        .values({
          workspaceId: actor.workspaceId,
          id: gatheringId,
          requestId: id,
          total: ctx.deps.modules.subjectData.length,
          requestedBy: actor.personnelId,
          createdAt: actor.at,
        })
        .execute();
      await ctx.deps.jobs.send(
        trx,
        'requestTask.gather',
        { workspaceId: actor.workspaceId, id: gatheringId },
        { key: gatheringId },
      );
      await emit(trx, actor, {
        event: 'request.gatheringStarted',
        entityId: id,
        subject: requestReference(request.number),
        recipients: assigneesOf(rights),
      });
      return itemOf((await gatheringsOf(trx, actor.workspaceId, id))[0]!);
    });
  } catch (error) {
    throw violates(error, 'request_gatherings_one_at_a_time') ? appError('requestTask.gathering') : error;
  }
}

/** The assignees of rights, beside those who manage requests. */
export const assigneesOf = (rights: readonly { assigneeId: string | null }[]): string[] => [
  ...new Set(rights.flatMap(({ assigneeId }) => assigneeId ?? [])),
];
