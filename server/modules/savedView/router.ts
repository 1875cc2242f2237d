import { z } from 'zod';
import { createSavedView, listSavedViews, savedView, updateSavedView } from '../../../shared/savedView/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { member, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

// A view has the filters of a list and nothing of its rows: all personnel can store some.
export const savedViewRouter = router({
  list: member
    .input(listSavedViews)
    .output(z.array(savedView))
    .query(({ ctx, input }) => service.list(ctx, input)),
  create: member
    .input(createSavedView)
    .output(savedView)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: member
    .input(updateSavedView)
    .output(savedView)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: member
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
