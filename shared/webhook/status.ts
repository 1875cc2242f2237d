import { defineStatus } from '../status.ts';

/** Statuses of the delivery of one event to one webhook. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** `settle` stores the result of an attempt, `giveUp` ends the deliveries of a webhook that is turned off. */
export type DeliveryAction = 'attempt' | 'settle' | 'giveUp' | 'replay';

const replay = { replay: { to: 'waiting', permission: 'workspace.manage' } } as const;

/** How a delivery moves. An attempt may still be running while its webhook is turned off. */
export const deliveryStatus = defineStatus<DeliveryStatus, DeliveryAction>({
  waiting: {
    attempt: { to: 'waiting', permission: null },
    settle: { to: ['waiting', 'delivered', 'failed'], permission: null },
    giveUp: { to: 'failed', permission: null },
  },
  delivered: replay,
  failed: { settle: { to: ['delivered', 'failed'], permission: null }, ...replay },
});
