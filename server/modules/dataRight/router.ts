import { z } from 'zod';
import {
  createDataRight,
  dataRight,
  dataRightList,
  listDataRights,
  moveDataRight,
  updateDataRight,
} from '../../../shared/dataRight/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const path = '/{ws}/dsrm-right-requests';

export const dataRightRouter = router({
  list: can('requestForm.read')
    .meta({ rest: { method: 'GET', path, summary: 'List the rights that data subjects may be offered' } })
    .input(listDataRights)
    .output(dataRightList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('requestForm.read')
    .meta({ rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a right' } })
    .input(byId)
    .output(dataRight)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('requestForm.write')
    .meta({ rest: { method: 'POST', path, summary: 'Add a right of the own (20 at most)', status: 201 } })
    .input(createDataRight)
    .output(dataRight)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('requestForm.write')
    .meta({
      rest: {
        method: 'PUT',
        path: `${path}/{id}`,
        summary: 'Change the words of a right and the days to answer in; published forms keep theirs',
      },
    })
    .input(updateDataRight)
    .output(dataRight)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  move: can('requestForm.write')
    .input(moveDataRight)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.move(ctx, input)),
  remove: can('requestForm.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Delete an own right that no form offers' },
    })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
