import {
  createServiceAccount,
  listServiceAccounts,
  serviceAccount,
  serviceAccountList,
  updateServiceAccount,
} from '../../../shared/serviceAccount/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

export const serviceAccountRouter = router({
  list: can('workspace.manage')
    .meta({
      rest: { method: 'GET', path: '/{ws}/service-accounts', summary: 'List the service accounts of the workspace' },
    })
    .input(listServiceAccounts)
    .output(serviceAccountList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: can('workspace.manage')
    .meta({ rest: { method: 'POST', path: '/{ws}/service-accounts', summary: 'Add a service account', status: 201 } })
    .input(createServiceAccount)
    .output(serviceAccount)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('workspace.manage')
    .meta({
      rest: {
        method: 'PUT',
        path: '/{ws}/service-accounts/{id}',
        summary: 'Change, pause or resume a service account',
      },
    })
    .input(updateServiceAccount)
    .output(serviceAccount)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('workspace.manage')
    .meta({
      rest: {
        method: 'DELETE',
        path: '/{ws}/service-accounts/{id}',
        summary: 'Delete a service account and revoke its keys',
      },
    })
    .input(byId)
    .output(byId.pick({ id: true }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
