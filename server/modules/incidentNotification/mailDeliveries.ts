import type { MailDeliveries } from '../../platform/mail/deliveries.ts';
import { ENTITY } from './deliveries.ts';
import { writeWaiting } from './send.ts';
import { deliverySettled, settleRest } from './settle.ts';

/** Handles results of the mails of notifications. */
export const mailDeliveries: MailDeliveries = {
  entity: ENTITY,
  event: 'incidentNotification.delivered',
  tried: deliverySettled,
  resume: async (deps) => (await writeWaiting(deps)) || (await settleRest(deps)),
};
