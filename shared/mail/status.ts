import { defineStatus } from '../status.ts';

/** States of a mail that a record keeps account of. `kept`: there is no server to send it. */
export const DELIVERY_STATES = ['waiting', 'sent', 'failed', 'kept'] as const;
export type DeliveryState = (typeof DELIVERY_STATES)[number];

/**
 * `settle` stores the result of an attempt, `return` that a mail has come back, `giveUp` ends one that is not to be
 * sent.
 */
export type MailDeliveryAction = 'settle' | 'return' | 'giveUp';

/** How a mail moves that a record keeps account of. What has failed stays so: another mail is sent in its place. */
export const mailDeliveryState = defineStatus<DeliveryState, MailDeliveryAction>({
  waiting: {
    settle: { to: ['waiting', 'sent', 'failed'], permission: null },
    // Its server accepted it, and the node ended before it could store that.
    return: { to: 'failed', permission: null },
    giveUp: { to: 'failed', permission: null },
  },
  sent: { return: { to: 'failed', permission: null } },
  failed: {},
  kept: {},
});
