import { z } from 'zod';
import {
  createPurposeCategory,
  listPurposeCategories,
  purposeCategory,
  purposeCategoryList,
  updatePurposeCategory,
} from '../../../shared/purposeCategory/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as service from './service.ts';

const path = '/{ws}/purpose-categories';

export const purposeCategoryRouter = router({
  list: can('ropa.read')
    .meta({ rest: { method: 'GET', path, summary: 'List purpose categories' } })
    .input(listPurposeCategories)
    .output(purposeCategoryList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  get: can('ropa.read')
    .meta({ rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a purpose category' } })
    .input(byId)
    .output(purposeCategory)
    .query(({ ctx, input }) => service.get(ctx, input)),
  create: can('ropa.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Create a purpose category (40 own ones at most)', status: 201 },
    })
    .input(createPurposeCategory)
    .output(purposeCategory)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('ropa.write')
    .meta({
      rest: { method: 'PUT', path: `${path}/{id}`, summary: 'Change an own purpose category' },
    })
    .input(updatePurposeCategory)
    .output(purposeCategory)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  remove: can('ropa.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Delete an own purpose category without purposes' },
    })
    .input(byId)
    .output(z.object({ id }))
    .mutation(({ ctx, input }) => service.remove(ctx, input)),
});
