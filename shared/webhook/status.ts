import { defineStatus } from '../status.ts';

/** States of a webhook. `paused`: somebody turned it off; `disabled`: the product did. */
export const WEBHOOK_STATES = ['active', 'paused', 'disabled'] as const;
export type WebhookState = (typeof WEBHOOK_STATES)[number];

/** `edit` also turns a webhook on or off, `send` is a test message or one that is sent again. */
export type WebhookAction = 'edit' | 'send' | 'disable';

const manage = 'workspace.manage';

/** How a webhook moves. One that the product disabled stays so until somebody turns it on. */
export const webhookState = defineStatus<WebhookState, WebhookAction>({
  active: {
    edit: { to: ['active', 'paused'], permission: manage },
    send: { to: 'active', permission: manage },
    disable: { to: 'disabled', permission: null },
  },
  paused: { edit: { to: ['active', 'paused'], permission: manage } },
  disabled: { edit: { to: ['active', 'disabled'], permission: manage } },
});

/** Statuses of the delivery of one event to one webhook. */
export const DELIVERY_STATUSES = ['waiting', 'delivered', 'failed'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/**
 * `settle` stores the result of an attempt, `giveUp` ends those of a disabled webhook, and those whose time is over.
 */
export type DeliveryAction = 'attempt' | 'settle' | 'giveUp' | 'replay';

const replay = { replay: { to: 'waiting', permission: manage } } as const;

/** How a delivery moves. An attempt may still be running while its webhook is disabled. */
export const deliveryStatus = defineStatus<DeliveryStatus, DeliveryAction>({
  waiting: {
    attempt: { to: 'waiting', permission: null },
    settle: { to: ['waiting', 'delivered', 'failed'], permission: null },
    giveUp: { to: 'failed', permission: null },
  },
  delivered: replay,
  failed: { settle: { to: ['delivered', 'failed'], permission: null }, ...replay },
});
