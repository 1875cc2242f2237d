import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import { TEST_EVENT } from '../../../shared/webhook/events.ts';
import type { Delivery, listDeliveries, oneDelivery, SentDelivery } from '../../../shared/webhook/schema.ts';
import { actorOf, type Caller } from '../../platform/actor.ts';
import type { Sealer } from '../../platform/crypto/workspaceKey.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { containing, pageOf } from '../../platform/list/list.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { bodyOf, headersOf } from './message.ts';
import { sealedAnswer } from './sealed.ts';
import { deliveryWorkflow, retriedUntil } from './deliveryWorkflow.ts';
import { webhookWorkflow } from './workflow.ts';

const rows = (trx: Trx, workspaceId: string, webhookId: string) =>
  trx.selectFrom('webhookDeliveries').where('workspaceId', '=', workspaceId).where('webhookId', '=', webhookId);

const columns = (query: ReturnType<typeof rows>) =>
  query
    .select(['id', 'event', 'entity', 'entityId', 'occurredAt', 'status', 'attempts', 'nextAt', 'attemptedAt'])
    .select(['answerStatus', 'answer', 'reason', 'createdAt']);

type Row = Omit<Delivery, 'answer' | 'status'> & { answer: Buffer | null; status: string };

const deliveryOf = (key: Sealer, row: Row): Delivery => ({
  ...row,
  status: row.status as Delivery['status'],
  answer: row.answer && sealedAnswer.open(key, row.id, row.answer),
});

/** One page of the deliveries of a webhook. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listDeliveries>): Promise<List<Delivery>> {
  const { workspaceId } = actorOf(ctx);
  return ctx.read(async (trx) => {
    let filtered = rows(trx, workspaceId, input.id);
    if (input.query) filtered = filtered.where('event', 'ilike', containing(input.query));
    if (input.status !== 'ALL') filtered = filtered.where('status', '=', input.status);
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const page = await pageOf(
      filtered,
      input,
      columns,
      { createdAt: sql.ref('webhookDeliveries.createdAt') },
      sql.ref('webhookDeliveries.id'),
    );
    return { ...page, collection: page.collection.map((row) => deliveryOf(key, row)) };
  });
}

/** One delivery, with the last message to the receiver, or the next one. @throws 404 */
export function get(ctx: WorkspaceContext, input: z.output<typeof oneDelivery>): Promise<SentDelivery> {
  const { workspaceId } = actorOf(ctx);
  return ctx.read(async (trx) => {
    const [key, found] = await Promise.all([
      ctx.deps.keyring.workspaceKey(trx, workspaceId),
      columns(rows(trx, workspaceId, input.id))
        .select('sentAt')
        .where('id', '=', input.deliveryId)
        .executeTakeFirst(),
    ]);
    if (!found) throw appError('webhook.notFound');
    const { sentAt, ...row } = found;
    return {
      ...deliveryOf(key, row),
      headers:
        sentAt === null
          ? []
          : Object.entries(headersOf(row.id, new Date(sentAt))).map(([name, value]) => ({ name, value })),
      body: bodyOf({ workspaceId, ...row }),
    };
  });
}

/** Sends a test message. @throws 404, 409 `webhook.waiting` where the webhook is off */
export function test(ctx: WorkspaceContext, { id: webhookId }: { id: string }): Promise<Delivery> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId, at } = actor;
    await assertSending(trx, actor, webhookId);
    const id = randomUUIDv7();
    await trx
      .insertInto('webhookDeliveries')
      .values({
        workspaceId,
        id,
        webhookId,
        event: TEST_EVENT,
        entity: 'webhook',
        entityId: webhookId,
        occurredAt: at,
        nextAt: at,
        until: retriedUntil(at),
        createdAt: at,
      })
      .execute();
    await emit(trx, actor, { event: 'webhook.attempted', entityId: webhookId });
    return read(trx, ctx, webhookId, id);
  });
}

/**
 * Sends a message again under the same id, by which a receiver that accepted it already recognises it.
 * @throws 404, 409 `webhook.waiting` where the webhook is off or the message has not ended
 */
export function replay(ctx: WorkspaceContext, input: z.output<typeof oneDelivery>): Promise<Delivery> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId } = actor;
    await assertSending(trx, actor, input.id);
    const found = await rows(trx, workspaceId, input.id)
      .select(['id', 'webhookId', 'status', 'attempts'])
      .where('id', '=', input.deliveryId)
      .forUpdate()
      .executeTakeFirst();
    if (!found) throw appError('webhook.notFound');
    await transition(trx, actor, deliveryWorkflow, found, 'replay', {});
    return read(trx, ctx, input.id, input.deliveryId);
  });
}

/** Asserts that a webhook is active, and holds it so until the transaction ends. @throws 404, 409 `webhook.waiting` */
async function assertSending(trx: Trx, actor: Caller, id: string): Promise<void> {
  const { workspaceId } = actor;
  const row = await trx
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'events', 'state'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw appError('webhook.notFound');
  await transition(trx, actor, webhookWorkflow, row, 'send', {});
}

async function read(trx: Trx, ctx: WorkspaceContext, webhookId: string, id: string): Promise<Delivery> {
  const { workspaceId } = actorOf(ctx);
  const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
  return deliveryOf(
    key,
    await columns(rows(trx, workspaceId, webhookId))
      .where('id', '=', id)
      .executeTakeFirstOrThrow(),
  );
}
