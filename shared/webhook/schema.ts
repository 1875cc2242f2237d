import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { id, inWorkspace, LIMITED, requiredLine, rowVersion } from '../text.ts';
import { WEBHOOK_EVENTS } from './events.ts';
import { DELIVERY_STATUSES, WEBHOOK_STATES } from './status.ts';
import { overlap } from '../overlap.ts';

/** Webhooks of one workspace. */
export const WEBHOOK_LIMIT = 20;
export const webhookFields = z.object({
  name: requiredLine(100),
  url: requiredLine(1000),
  events: z.array(z.enum(WEBHOOK_EVENTS)).min(1, { error: 'errors:required' }).max(WEBHOOK_EVENTS.length, LIMITED),
});
export const createWebhook = inWorkspace.extend(webhookFields.shape);
const edited = inWorkspace.extend({ id, rowVersion });
export const updateWebhook = edited.extend({ ...webhookFields.shape, active: z.boolean() });
export const rotateWebhook = edited.extend({ overlap });

/** What an address may be refused for. */
const ADDRESS_FAULTS = ['text', 'scheme', 'credentials', 'fragment', 'private'] as const;
export type AddressFault = (typeof ADDRESS_FAULTS)[number];
export const checkAddress = inWorkspace.extend({ url: z.string().trim().max(1000, LIMITED) });
export const checkedAddress = z.object({ fault: z.enum(ADDRESS_FAULTS).nullable() });

export const WEBHOOK_LIST = {
  sortBy: ['createdAt', 'name'],
  filters: { state: ['ALL', ...WEBHOOK_STATES] },
} as const satisfies ListRule;
export const listWebhooks = listInput(WEBHOOK_LIST);

export const DELIVERY_LIST = {
  sortBy: ['createdAt'],
  filters: { status: ['ALL', ...DELIVERY_STATUSES] },
} as const satisfies ListRule;
export const listDeliveries = listInput(DELIVERY_LIST).extend({ id });
/** One delivery of a webhook. */
export const oneDelivery = inWorkspace.extend({ id, deliveryId: id });

export const webhook = z.object({
  id,
  name: z.string(),
  url: z.string(),
  events: z.array(z.string()),
  state: z.enum(WEBHOOK_STATES),
  /** The first failure since the last message that was taken. */
  failingSince: z.string().nullable(),
  /** Until when messages are signed by the secret before the last rotation too. */
  previousExpiresAt: z.string().nullable(),
  createdAt: z.string(),
  rowVersion: z.number(),
});
export type Webhook = z.infer<typeof webhook>;
export const webhookList = listOf(webhook);
/** A webhook with a secret just issued: the only answer that has it. */
export const issuedWebhook = webhook.extend({ secret: z.string() });
export type IssuedWebhook = z.infer<typeof issuedWebhook>;

/** The reason of a delivery whose time was over before it could be sent again, such as while its webhook was paused. */
export const EXPIRED = 'EXPIRED';

export const delivery = z.object({
  id,
  event: z.string(),
  entity: z.string(),
  entityId: id,
  occurredAt: z.string(),
  status: z.enum(DELIVERY_STATUSES),
  attempts: z.number(),
  /** When it is sent next; null once it has ended. */
  nextAt: z.string().nullable(),
  attemptedAt: z.string().nullable(),
  answerStatus: z.number().nullable(),
  /** The beginning of what was answered last. */
  answer: z.string().nullable(),
  /** Why there was no answer, as a code of the system; or `EXPIRED`. */
  reason: z.string().nullable(),
  createdAt: z.string(),
});
export type Delivery = z.infer<typeof delivery>;
export const deliveryList = listOf(delivery);
/** A delivery with what was sent, or is going to be; the secret and what is signed by it are left out. */
export const sentDelivery = delivery.extend({
  headers: z.array(z.object({ name: z.string(), value: z.string() })),
  body: z.string(),
});
export type SentDelivery = z.infer<typeof sentDelivery>;
