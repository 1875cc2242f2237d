import { sql } from 'kysely';
import type { Trx } from '../../../db/client.ts';
import type { Actor } from '../../platform/actor.ts';
import type { ResumedPart } from '../../platform/clock/silence.ts';

const waiting = (trx: Trx, { workspaceId }: Actor, webhookId: string) =>
  trx
    .updateTable('webhookDeliveries')
    .where('workspaceId', '=', workspaceId)
    .where('webhookId', '=', webhookId)
    .where('status', '=', 'waiting');

/** Makes what waits of a paused webhook due no longer: nodes look for due messages all the time. */
export async function pauseDeliveries(trx: Trx, actor: Actor, webhookId: string): Promise<void> {
  await waiting(trx, actor, webhookId).set({ nextAt: null }).where('nextAt', 'is not', null).execute();
}

/** Makes it due again when the webhook is resumed, the oldest first. */
export async function resumeDeliveries(trx: Trx, actor: Actor, webhookId: string): Promise<void> {
  await waiting(trx, actor, webhookId)
    .set({ nextAt: sql.ref('createdAt') })
    .where('nextAt', 'is', null)
    .execute();
}

/** Nothing is sent while a workspace is closed: what failed before does not count against its webhooks any more. */
export const resumed: ResumedPart = {
  async giveBack(trx, { workspaceId }) {
    await trx.updateTable('webhooks').set({ failingSince: null }).where('workspaceId', '=', workspaceId).execute();
  },
};
