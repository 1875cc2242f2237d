import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { HOUR } from '../../../shared/duration.ts';
import type { List } from '../../../shared/list.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import {
  type AddressFault,
  type checkAddress,
  type createWebhook,
  type IssuedWebhook,
  type listWebhooks,
  type rotateWebhook,
  type updateWebhook,
  type Webhook,
  WEBHOOK_LIMIT,
} from '../../../shared/webhook/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { callableFault } from '../../platform/http/outbound.ts';
import { emit } from '../../platform/live/emit.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { sealedPreviousSecret, sealedSecret } from './sealed.ts';
import { newSecret } from './signature.ts';
import { webhookWorkflow } from './workflow.ts';

const hooks = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('webhooks').where('webhooks.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof hooks>) =>
  query
    .select(['id', 'name', 'url', 'events', 'state', 'failingSince', 'previousExpiresAt', 'createdAt'])
    .select('rowVersion');

type Row = Omit<Webhook, 'state'> & { state: string };

function webhookOf(row: Row, now: Date): Webhook {
  const overlaps = row.previousExpiresAt !== null && Date.parse(row.previousExpiresAt) > now.getTime();
  return {
    ...row,
    state: row.state as Webhook['state'],
    previousExpiresAt: overlaps ? row.previousExpiresAt : null,
  };
}

/** One page of the workspace's webhooks. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listWebhooks>): Promise<List<Webhook>> {
  const { workspaceId, at } = actorOf(ctx);
  return ctx.read(async (trx) => {
    let filtered = hooks(trx, workspaceId);
    if (input.query) filtered = filtered.where('name', 'ilike', containing(input.query));
    if (input.state !== 'ALL') filtered = filtered.where('state', '=', input.state);
    const page = await pageOf(
      filtered,
      input,
      columns,
      { createdAt: sql.ref('webhooks.createdAt'), name: thai('name') },
      sql.ref('webhooks.id'),
    );
    return { ...page, collection: page.collection.map((row) => webhookOf(row, at)) };
  });
}

/** One webhook. @throws 404 */
export function get(ctx: WorkspaceContext, { id }: { id: string }): Promise<Webhook> {
  const { workspaceId, at } = actorOf(ctx);
  return ctx.read(async (trx) => {
    const found = await find(trx, workspaceId, id, at);
    if (!found) throw appError('webhook.notFound');
    return found;
  });
}

async function find(trx: Trx, workspaceId: string, id: string, at: Date): Promise<Webhook | undefined> {
  const row = await columns(hooks(trx, workspaceId)).where('id', '=', id).executeTakeFirst();
  return row && webhookOf(row, at);
}

/** Why an address is refused, as far as it can be checked without a call; null: it can be called. */
export function check(
  { deps }: WorkspaceContext,
  { url }: z.output<typeof checkAddress>,
): { fault: AddressFault | null } {
  return { fault: callableFault(url, deps.config.callbacks) };
}

/** Creates a webhook. @throws 400 `webhook.address`, 409 `webhook.tooMany` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createWebhook>): Promise<IssuedWebhook> {
  refuseAddress(ctx, input.url);
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    await oneAtATime(trx, workspaceId, 'webhook');
    const { count } = await hooks(trx, workspaceId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= WEBHOOK_LIMIT) throw appError('webhook.tooMany', { values: { most: WEBHOOK_LIMIT } });
    const id = randomUUIDv7();
    const secret = newSecret();
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    await trx
      .insertInto('webhooks')
      .values({
        workspaceId,
        id,
        name: input.name,
        url: input.url,
        events: [...new Set(input.events)],
        secret: sealedSecret.seal(key, id, secret),
        createdBy: ctx.personnel.id,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    return { ...(await changed(trx, ctx, id, 'webhook.created')), secret };
  });
}

/**
 * Changes a webhook; turning it on resets its failures. @throws 400 `webhook.address`, 404, 409 `staleEdit` with the
 * newer one
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateWebhook>): Promise<Webhook> {
  refuseAddress(ctx, input.url);
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const before = await locked(trx, ctx, input);
    const { name, url, events, active } = input;
    await transition(trx, actor, webhookWorkflow, before, 'edit', { name, url, events: [...new Set(events)], active });
    return (await find(trx, actor.workspaceId, input.id, actor.at))!;
  });
}

/** Replaces the secret. For the hours of overlap messages are signed with both. @throws 404, 409 */
export function rotate(ctx: WorkspaceContext, input: z.output<typeof rotateWebhook>): Promise<IssuedWebhook> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const before = await locked(trx, ctx, input);
    const secret = newSecret();
    const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
    const hours = Number(input.overlap);
    await trx
      .updateTable('webhooks')
      .set({
        secret: sealedSecret.seal(key, input.id, secret),
        previousSecret:
          hours > 0 ? sealedPreviousSecret.seal(key, input.id, sealedSecret.open(key, input.id, before.secret)) : null,
        previousExpiresAt: hours > 0 ? new Date(at.getTime() + hours * HOUR) : null,
        rowVersion: before.rowVersion + 1,
        updatedAt: at,
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', input.id)
      .execute();
    return { ...(await changed(trx, ctx, input.id, 'webhook.rotated')), secret };
  });
}

/** Removes a webhook with its deliveries. @throws 404 */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const removed = await trx
      .deleteFrom('webhooks')
      .where('workspaceId', '=', actor.workspaceId)
      .where('id', '=', id)
      .returning('name')
      .executeTakeFirst();
    if (!removed) throw appError('webhook.notFound');
    await emit(trx, actor, { event: 'webhook.removed', entityId: id, subject: removed.name });
    return { id };
  });
}

function refuseAddress({ deps }: WorkspaceContext, url: string): void {
  if (callableFault(url, deps.config.callbacks) !== null) throw appError('webhook.address', { at: 'url' });
}

/**
 * The webhook, locked for this transaction; events are written meanwhile, since their deliveries only need it to exist.
 * @throws 404, 409 `staleEdit` with the newer one */
async function locked(trx: Trx, ctx: WorkspaceContext, { id, rowVersion }: { id: string; rowVersion: number }) {
  const { workspaceId, at } = actorOf(ctx);
  const row = await trx
    .selectFrom('webhooks')
    .select(['id', 'name', 'url', 'events', 'state', 'secret', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  if (!row) throw appError('webhook.notFound');
  await assertNewest(row, rowVersion, () => find(trx, workspaceId, id, at));
  return row;
}

async function changed(trx: Trx, ctx: WorkspaceContext, id: string, event: EventName): Promise<Webhook> {
  const actor = actorOf(ctx);
  const row = await columns(hooks(trx, actor.workspaceId)).where('id', '=', id).executeTakeFirstOrThrow();
  await emit(trx, actor, { event, entityId: id, subject: row.name });
  return webhookOf(row, actor.at);
}
