import { type WebhookAction, webhookState, type WebhookState } from '../../../shared/webhook/status.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit, type EventFacts } from '../../platform/live/emit.ts';
import { illegalMove, type Workflow } from '../../platform/workflow/workflow.ts';
import { type DisableReason, mailDisabled, managersOf } from './disabling.ts';
import { giveUpDeliveries } from './ending.ts';
import { pauseDeliveries, resumeDeliveries } from './pausing.ts';

/** What can be edited of a webhook. */
interface Edit {
  readonly name: string;
  readonly url: string;
  readonly events: string[];
  readonly active: boolean;
}

interface WebhookMoves {
  table: 'webhooks';
  record: {
    readonly id: string;
    readonly name: string;
    readonly url: string;
    readonly events: string[];
    readonly state: string;
  };
  state: WebhookState;
  action: WebhookAction;
  actor: WithDeps;
  inputs: { edit: Edit; send: object; disable: { readonly reason: DisableReason } };
  facts: object;
  notice: Partial<EventFacts>;
}

/** How a webhook moves. */
export const webhookWorkflow: Workflow<WebhookMoves> = {
  table: 'webhooks',
  column: { name: 'state', valueOf: (state) => state },
  machine: webhookState,
  stateOf: ({ state }) => state as WebhookState,
  notOpen: ({ state }, action) => (action === 'send' ? appError('webhook.waiting') : illegalMove(state)),
  stamp: ({ at }) => ({ updatedAt: at }),
  announce: ({ trx, actor, before }, event, notice) =>
    emit(trx, actor, { event, entityId: before.id, subject: before.name, ...notice }),
  moves: {
    edit: {
      to: ({ from, input: { active } }) => (active ? 'active' : from === 'active' ? 'paused' : from),
      columns: ({ from, to, input: { name, url, events } }) => ({
        name,
        url,
        events,
        // Failures before it was turned off do not count against it.
        ...(to !== from && to === 'active' && { failingSince: null }),
      }),
      effects: async ({ trx, actor, before, from, to }) => {
        if (to === from) return;
        if (to === 'paused') await pauseDeliveries(trx, actor, before.id);
        if (to === 'active') await resumeDeliveries(trx, actor, before.id);
      },
      event: 'webhook.updated',
      notice: ({ before, to, input: { name, url, events } }) => ({
        subject: name,
        changes: [
          ...changesBetween({ ...before }, { name, events, state: to }),
          // Of the address the host alone: the rest may contain secrets of the receiver.
          ...(url === before.url ? [] : [{ field: 'url', old: new URL(before.url).host, new: new URL(url).host }]),
        ],
      }),
    },
    send: {},
    disable: {
      effects: ({ trx, actor, before }) => giveUpDeliveries(trx, actor, before.id),
      event: 'webhook.disabled',
      notice: async ({ trx, actor }) => ({ notify: await managersOf(trx, actor) }),
      followUp: async ({ trx, actor, before: { id, name }, input: { reason } }) =>
        mailDisabled(trx, actor, { id, name, reason }, await managersOf(trx, actor)),
    },
  },
};
