import { z } from 'zod';
import {
  createDataController,
  dataController,
  dataControllerList,
  listDataControllers,
  pickedDataController,
  updateDataController,
} from '../../../shared/dataController/schema.ts';
import { byId } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const path = '/{ws}/data-controllers';

export const dataControllerRouter = router({
  list: can('organization.read')
    .meta({ rest: { method: 'GET', path, summary: 'List data controllers' } })
    .input(listDataControllers)
    .output(dataControllerList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pick: can('organization.pick')
    .output(z.array(pickedDataController))
    .query(({ ctx }) => service.pick(ctx)),
  get: can('organization.read')
    .meta({
      rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a data controller' },
    })
    .input(byId)
    .output(dataController)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('organization.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Create a data controller', status: 201 },
    })
    .input(createDataController)
    .output(dataController)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('organization.write')
    .meta({
      rest: { method: 'PUT', path: `${path}/{id}`, summary: 'Change a data controller' },
    })
    .input(updateDataController)
    .output(dataController)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('organization.write')
    .meta({
      rest: {
        method: 'DELETE',
        path: `${path}/{id}`,
        summary: 'Delete a data controller that no application and no privacy notice names',
      },
    })
    .input(byId)
    .output(z.object({ id: z.uuid() }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
