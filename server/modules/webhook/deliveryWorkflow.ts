import type { Updateable } from 'kysely';
import type { DB } from '../../../db/client.ts';
import { DAY, MINUTE } from '../../../shared/duration.ts';
import { type DeliveryAction, type DeliveryStatus, deliveryStatus } from '../../../shared/webhook/status.ts';
import type { Actor } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { Workflow } from '../../platform/workflow/workflow.ts';

/** How long a delivery is attempted. */
export const RETRY_PERIOD_MS = 3 * DAY;
/** For how long a delivery belongs to the node that attempts it. */
const LEASE_MS = MINUTE;

/** Until when a delivery that starts at a moment is attempted. */
export const retriedUntil = (at: Date): Date => new Date(at.getTime() + RETRY_PERIOD_MS);

/** The result of an attempt. */
interface Result {
  readonly isAccepted: boolean;
  /** When it is attempted again; null: not again. */
  readonly retryAt: Date | null;
  readonly answer: Pick<Updateable<DB['webhookDeliveries']>, 'answerStatus' | 'answer' | 'reason'>;
  /** Whether open screens are notified of it. */
  readonly announces: boolean;
}

interface DeliveryMoves {
  table: 'webhookDeliveries';
  record: { readonly id: string; readonly webhookId: string; readonly status: string; readonly attempts: number };
  state: DeliveryStatus;
  action: DeliveryAction;
  actor: Actor;
  inputs: { attempt: object; settle: Result; replay: object };
  facts: object;
  notice: object;
}

/**
 * How a delivery moves. The caller has locked it; deliveries of a webhook that is disabled end together (disabling.ts).
 */
export const deliveryWorkflow: Workflow<DeliveryMoves> = {
  table: 'webhookDeliveries',
  machine: deliveryStatus,
  stateOf: ({ status }) => status as DeliveryStatus,
  notOpen: () => appError('webhook.waiting'),
  unversioned: true,
  stamp: () => ({}),
  announce: ({ trx, actor, before }, event) => emit(trx, actor, { event, entityId: before.webhookId }),
  moves: {
    attempt: {
      columns: ({ actor: { at }, before }) => ({
        sendingUntil: new Date(at.getTime() + LEASE_MS),
        sentAt: at,
        attempts: before.attempts + 1,
      }),
    },
    settle: {
      to: ({ from, input: { isAccepted, retryAt } }) =>
        isAccepted ? 'delivered' : retryAt && from === 'waiting' ? 'waiting' : 'failed',
      columns: ({ actor, to, input: { retryAt, answer } }) => ({
        nextAt: to === 'waiting' ? retryAt : null,
        sendingUntil: null,
        attemptedAt: actor.at,
        ...answer,
      }),
      event: ({ input: { announces } }) => (announces ? 'webhook.attempted' : undefined),
    },
    replay: {
      columns: ({ actor: { at } }) => ({ attempts: 0, nextAt: at, until: retriedUntil(at) }),
      event: 'webhook.attempted',
    },
  },
};
