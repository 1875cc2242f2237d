import {
  apiKey,
  apiKeyList,
  createApiKey,
  issuedKey,
  listApiKeys,
  rotateApiKey,
} from '../../../shared/apiKey/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const apiKeyRouter = router({
  list: can('workspace.manage')
    .meta({ rest: { method: 'GET', path: '/{ws}/api-keys', summary: 'List the API keys of the workspace' } })
    .input(listApiKeys)
    .output(apiKeyList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('workspace.manage')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/api-keys',
        summary: 'Create an API key; the answer is the only one that has it',
        status: 201,
      },
    })
    .input(createApiKey)
    .output(issuedKey)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  rotate: can('workspace.manage')
    .meta({
      rest: {
        method: 'POST',
        path: '/{ws}/api-keys/{id}/rotate',
        summary: 'Replace an API key; the one before works for the hours of overlap',
      },
    })
    .input(rotateApiKey)
    .output(issuedKey)
    .mutation(({ ctx, input }) => service.rotate(ctx, input)),
  revoke: can('workspace.manage')
    .meta({ rest: { method: 'DELETE', path: '/{ws}/api-keys/{id}', summary: 'Revoke an API key' } })
    .input(byId)
    .output(apiKey)
    .mutation(({ ctx, input }) => service.revoke(ctx, input)),
});
