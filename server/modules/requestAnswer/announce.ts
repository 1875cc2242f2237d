import type { Trx } from '../../../db/client.ts';
import { requestReference } from '../../../shared/request/reference.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { systemActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as requests from '../request/rows.ts';

/** Notifies the people of a request about what the product did with its answer. */
export async function announceAnswer(
  deps: Deps,
  trx: Trx,
  { workspaceId, requestId }: { workspaceId: string; requestId: string },
  event: EventName,
): Promise<void> {
  const request = await requests.find(trx, workspaceId, requestId);
  if (!request) return;
  const rights = await requests.rightsOf(trx, workspaceId, [requestId]);
  await emit(trx, systemActor(deps, workspaceId), {
    event,
    entityId: requestId,
    subject: requestReference(request.number),
    recipients: [...new Set(rights.flatMap(({ assigneeId }) => assigneeId ?? []))],
  });
}
