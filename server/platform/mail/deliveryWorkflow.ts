import type { Trx } from '../../../db/client.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import { type DeliveryState, type MailDeliveryAction, mailDeliveryState } from '../../../shared/mail/status.ts';
import type { Actor } from '../actor.ts';
import { transitionIfOpen, type Workflow } from '../workflow/workflow.ts';
import type { MailDelivery } from './deliveries.ts';
import type { Outcome } from './queries.ts';

interface DeliveryMoves {
  table: 'mailDeliveries';
  record: { readonly id: string; readonly state: string };
  state: DeliveryState;
  action: MailDeliveryAction;
  actor: Actor;
  inputs: { settle: Outcome; return: { readonly reason: string } };
  facts: object;
  notice: object;
}

/** How a mail moves that a record keeps account of; the record's module is notified by whoever moves it. */
const deliveryWorkflow: Workflow<DeliveryMoves> = {
  table: 'mailDeliveries',
  key: 'mailId',
  column: { name: 'state', valueOf: (state) => state },
  machine: mailDeliveryState,
  stateOf: ({ state }) => state as DeliveryState,
  unversioned: true,
  stamp: () => ({}),
  moves: {
    settle: {
      to: ({ input }) => input.status,
      columns: ({ actor: { at }, input }) => ({
        error: input.status === 'sent' ? null : input.reason,
        settledAt: input.status === 'waiting' ? null : at,
      }),
    },
    return: { columns: ({ actor: { at }, input: { reason } }) => ({ error: reason, settledAt: at }) },
  },
};

type Settled = MailDelivery & { readonly changed: boolean };

/**
 * Writes the result of an attempt where a record keeps account of the mail. It changes nothing once the mail has been
 * sent or has failed: another node may have sent it, which took this one for dead.
 * @returns that record, and whether anything changed; undefined where none keeps account of it
 */
export async function settleDelivery(
  trx: Trx,
  mailId: string,
  outcome: Outcome,
  at: Date,
): Promise<Settled | undefined> {
  const row = await find(trx, mailId);
  if (!row) return undefined;
  const { delivery, state, error } = row;
  if (outcome.status === 'waiting' && state === 'waiting' && error === outcome.reason)
    return { ...delivery, changed: false };
  const moved = await transitionIfOpen(trx, actorOf(row, at), deliveryWorkflow, row, 'settle', outcome);
  return { ...delivery, changed: moved !== undefined };
}

/** The same of a mail that has come back. */
export async function returnDelivery(trx: Trx, mailId: string, reason: string, at: Date): Promise<Settled | undefined> {
  const row = await find(trx, mailId);
  if (!row) return undefined;
  const moved = await transitionIfOpen(trx, actorOf(row, at), deliveryWorkflow, row, 'return', { reason });
  return { ...row.delivery, changed: moved !== undefined };
}

async function find(trx: Trx, mailId: string) {
  const row = await trx
    .selectFrom('mailDeliveries')
    .select(['workspaceId', 'entity', 'entityId', 'batchId', 'state', 'error'])
    .where('mailId', '=', mailId)
    .executeTakeFirst();
  if (!row) return undefined;
  const { state, error, entity, ...delivery } = row;
  return { id: mailId, state, error, delivery: { ...delivery, entity: entity as EntityId } };
}

const actorOf = ({ delivery: { workspaceId } }: { delivery: MailDelivery }, at: Date): Actor => ({
  workspaceId,
  personnelId: null,
  at,
});
