import { systemActor } from '../../platform/actor.ts';
import type { MailDeliveries } from '../../platform/mail/deliveries.ts';
import { transact } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';
import { startDays } from './ready.ts';
import { notifyUndelivered } from './undelivered.ts';

/** Handles results of the mails of notices. */
export const mailDeliveries: MailDeliveries = {
  entity: queries.ENTITY,
  // The result of a mail is displayed with its notice: open pages of the request are updated.
  event: 'requestMessage.delivered',
  tried: (deps, delivery) =>
    transact(deps, { workspaceId: delivery.workspaceId }, async (trx) => {
      const actor = systemActor(deps, delivery.workspaceId);
      await startDays(trx, actor, delivery);
      await notifyUndelivered(trx, actor, delivery);
    }),
};
