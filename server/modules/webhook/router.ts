import { z } from 'zod';
import { byId } from '../../../shared/text.ts';
import {
  checkAddress,
  checkedAddress,
  createWebhook,
  delivery,
  deliveryList,
  issuedWebhook,
  listDeliveries,
  listWebhooks,
  oneDelivery,
  rotateWebhook,
  sentDelivery,
  updateWebhook,
  webhook,
  webhookList,
} from '../../../shared/webhook/schema.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as deliveries from './deliveries.ts';
import * as service from './service.ts';

const PATH = '/{ws}/webhooks';

export const webhookRouter = router({
  list: can('workspace.manage')
    .meta({ rest: { method: 'GET', path: PATH, summary: 'List the webhooks of the workspace' } })
    .input(listWebhooks)
    .output(webhookList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('workspace.manage')
    .meta({ rest: { method: 'GET', path: `${PATH}/{id}`, summary: 'Get a webhook, without its secret' } })
    .input(byId)
    .output(webhook)
    .query(({ ctx, input }) => service.get(ctx, input)),
  // A mutation, though nothing changes: the address may contain secrets of the receiver, and stays out of ours.
  check: can('workspace.manage')
    .meta({
      rest: { method: 'POST', path: `${PATH}/check`, summary: 'Say whether an address can be that of a webhook' },
    })
    .input(checkAddress)
    .output(checkedAddress)
    .mutation(({ ctx, input }) => service.check(ctx, input)),
  create: can('workspace.manage')
    .meta({
      rest: {
        method: 'POST',
        path: PATH,
        summary: 'Create a webhook; the answer is the only one that has its secret',
        status: 201,
      },
    })
    .input(createWebhook)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('workspace.manage')
    .meta({ rest: { method: 'PUT', path: `${PATH}/{id}`, summary: 'Change a webhook, turn it on or off' } })
    .input(updateWebhook)
    .output(webhook)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  rotate: can('workspace.manage')
    .meta({
      rest: {
        method: 'POST',
        path: `${PATH}/{id}/rotate`,
        summary: 'Replace the secret of a webhook; the one before signs too for the hours of overlap',
      },
    })
    .input(rotateWebhook)
    .output(issuedWebhook)
    .mutation(({ ctx, input }) => service.rotate(ctx, input)),
  remove: can('workspace.manage')
    .meta({ rest: { method: 'DELETE', path: `${PATH}/{id}`, summary: 'Remove a webhook and its deliveries' } })
    .input(byId)
    .output(z.object({ id: z.string() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
  deliveries: can('workspace.manage')
    .meta({ rest: { method: 'GET', path: `${PATH}/{id}/deliveries`, summary: 'List the deliveries of a webhook' } })
    .input(listDeliveries)
    .output(deliveryList)
    .query(({ ctx, input }) => deliveries.list(ctx, input)),
  delivery: can('workspace.manage')
    .meta({
      rest: {
        method: 'GET',
        path: `${PATH}/{id}/deliveries/{deliveryId}`,
        summary: 'Get a delivery of a webhook with what was sent',
      },
    })
    .input(oneDelivery)
    .output(sentDelivery)
    .query(({ ctx, input }) => deliveries.get(ctx, input)),
  test: can('workspace.manage')
    .meta({
      rest: { method: 'POST', path: `${PATH}/{id}/test`, summary: 'Send a test event to a webhook', status: 201 },
    })
    .input(byId)
    .output(delivery)
    .mutation(({ ctx, input }) => deliveries.test(ctx, input)),
  replay: can('workspace.manage')
    .meta({
      rest: {
        method: 'POST',
        path: `${PATH}/{id}/deliveries/{deliveryId}/replay`,
        summary: 'Send a delivery of a webhook again, under the same id',
      },
    })
    .input(oneDelivery)
    .output(delivery)
    .mutation(({ ctx, input }) => deliveries.replay(ctx, input)),
});
