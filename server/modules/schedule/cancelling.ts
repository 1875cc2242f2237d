import type { Trx } from '../../../db/client.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { announceIfOver } from './announce.ts';
import * as queries from './queries.ts';
import * as states from './states.ts';

/** Cancels a waiting or running task; its run notices and stops. @returns false where it has already ended */
export async function cancelTask(deps: Deps, trx: Trx, actor: PersonnelActor, id: string): Promise<boolean> {
  const run = await states.cancel(trx, actor.workspaceId, id, actor.at);
  if (!run) return false;
  const row = await queries.findSchedule(trx, run.organizationId, run.scheduleId);
  await emit(trx, actor, { event: 'schedule.cancelled', entityId: run.scheduleId, subject: row?.name ?? '' });
  await announceIfOver(deps, trx, run);
  return true;
}
