import type { Trx } from '../../../db/client.ts';
import { statesWith, targetsOf } from '../../../shared/status.ts';
import { EXPIRED } from '../../../shared/webhook/schema.ts';
import { deliveryStatus } from '../../../shared/webhook/status.ts';
import type { Actor } from '../../platform/actor.ts';
import { emit } from '../../platform/live/emit.ts';

const [GIVEN_UP] = targetsOf(deliveryStatus.waiting.giveUp!);

const giveUp = (trx: Trx, { workspaceId }: Actor, webhookId: string) =>
  trx
    .updateTable('webhookDeliveries')
    .set({ status: GIVEN_UP, nextAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('webhookId', '=', webhookId)
    .where('status', 'in', statesWith(deliveryStatus, 'giveUp'));

/** Ends the waiting deliveries of a webhook. */
export async function giveUpDeliveries(trx: Trx, actor: Actor, webhookId: string): Promise<void> {
  await giveUp(trx, actor, webhookId).execute();
}

/**
 * Ends the deliveries of a webhook whose time is over, such as while it was paused; those in progress end by
 * themselves.
 */
export async function giveUpExpired(trx: Trx, actor: Actor, webhookId: string): Promise<void> {
  const { at } = actor;
  await giveUp(trx, actor, webhookId)
    .set({ reason: EXPIRED })
    .where('until', '<', at.toISOString())
    .where((eb) => eb.or([eb('sendingUntil', 'is', null), eb('sendingUntil', '<=', at.toISOString())]))
    .execute();
  await emit(trx, actor, { event: 'webhook.attempted', entityId: webhookId });
}
