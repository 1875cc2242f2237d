import { z } from 'zod';
import {
  createPiiAttribute,
  createPiiCategory,
  createPiiSubCategory,
  listPiiAttributes,
  listPiiCategories,
  listPiiSubCategories,
  piiAttribute,
  piiAttributeList,
  piiCategory,
  piiCategoryDetail,
  pickedPiiCategories,
  pickPiiCategories,
  piiCategoryList,
  piiCategoryTree,
  piiCategoryTreeInput,
  piiCategoryUses,
  piiSubCategory,
  piiSubCategoryList,
  updatePiiCategory,
} from '../../../shared/piiCategory/schema.ts';
import { byId, id } from '../../../shared/text.ts';
import { can, router } from '../../platform/trpc/trpc.ts';
import * as parts from './parts.ts';
import * as service from './service.ts';

const path = '/{ws}/pii-categories';
const subPath = '/{ws}/pii-sub-categories';
const attributePath = '/{ws}/pii-sub-attributes';
const removed = z.object({ id });

const subCategoryRouter = router({
  list: can('piiCategory.read')
    .meta({
      rest: { method: 'GET', path: `${subPath}/pii-category/{id}`, summary: 'List the sub-categories of a category' },
    })
    .input(listPiiSubCategories)
    .output(piiSubCategoryList)
    .query(({ ctx, input }) => parts.listSubCategories(ctx, input)),
  create: can('piiCategory.write')
    .meta({
      rest: { method: 'POST', path: subPath, summary: 'Add a sub-category', status: 201 },
    })
    .input(createPiiSubCategory)
    .output(piiSubCategory)
    .mutation(({ ctx, input }) => parts.createSubCategory(ctx, input)),
  remove: can('piiCategory.write')
    .meta({
      rest: { method: 'DELETE', path: `${subPath}/{id}`, summary: 'Remove an own sub-category without attributes' },
    })
    .input(byId)
    .output(removed)
    .mutation(({ ctx, input }) => parts.removeSubCategory(ctx, input)),
});

const attributeRouter = router({
  list: can('piiCategory.read')
    .meta({
      rest: { method: 'GET', path: `${attributePath}/pii-category/{id}`, summary: 'List the attributes of a category' },
    })
    .input(listPiiAttributes)
    .output(piiAttributeList)
    .query(({ ctx, input }) => parts.listAttributes(ctx, input)),
  listOfSubCategory: can('piiCategory.read')
    .meta({
      rest: {
        method: 'GET',
        path: `${attributePath}/pii-sub-category/{id}`,
        summary: 'List the attributes of a sub-category',
      },
    })
    .input(listPiiAttributes)
    .output(piiAttributeList)
    .query(({ ctx, input }) => parts.listAttributesOfSubCategory(ctx, input)),
  create: can('piiCategory.write')
    .meta({
      rest: {
        method: 'POST',
        path: attributePath,
        summary: 'Add an attribute to a category or sub-category',
        status: 201,
      },
    })
    .input(createPiiAttribute)
    .output(piiAttribute)
    .mutation(({ ctx, input }) => parts.createAttribute(ctx, input)),
  remove: can('piiCategory.write')
    .meta({
      rest: {
        method: 'DELETE',
        path: `${attributePath}/{id}`,
        summary: 'Remove an own attribute that no data mapping uses',
      },
    })
    .input(byId)
    .output(removed)
    .mutation(({ ctx, input }) => parts.removeAttribute(ctx, input)),
});

export const piiCategoryRouter = router({
  list: can('piiCategory.read')
    .meta({
      rest: {
        method: 'GET',
        path,
        summary: 'List categories of personal data; the active ones unless `status` is given (ALL: all)',
      },
    })
    .input(listPiiCategories)
    .output(piiCategoryList)
    .query(({ ctx, input }) => service.list(ctx, input)),
  pick: can('ropa.pick')
    .input(pickPiiCategories)
    .output(pickedPiiCategories)
    .query(({ ctx, input }) => service.pick(ctx, input)),
  tree: can('piiCategory.read')
    .input(piiCategoryTreeInput)
    .output(piiCategoryTree)
    .query(({ ctx, input }) => service.tree(ctx, input)),
  get: can('piiCategory.read')
    .meta({
      rest: { method: 'GET', path: `${path}/{id}`, summary: 'Get a category with its sub-categories and attributes' },
    })
    .input(byId)
    .output(piiCategoryDetail)
    .query(({ ctx, input }) => service.get(ctx, input)),
  // Names records of the processing, which not everyone who can choose a category can read.
  uses: can('piiCategory.write')
    .input(byId)
    .output(piiCategoryUses)
    .query(({ ctx, input }) => service.uses(ctx, input)),
  create: can('piiCategory.write')
    .meta({
      rest: { method: 'POST', path, summary: 'Create a category of personal data (70 own ones at most)', status: 201 },
    })
    .input(createPiiCategory)
    .output(piiCategoryDetail)
    .mutation(({ ctx, input }) => service.create(ctx, input)),
  update: can('piiCategory.write')
    .meta({
      rest: { method: 'PUT', path: `${path}/{id}`, summary: 'Change a category of personal data' },
    })
    .input(updatePiiCategory)
    .output(piiCategoryDetail)
    .mutation(({ ctx, input }) => service.update(ctx, input)),
  deactivate: can('piiCategory.write')
    .meta({
      rest: { method: 'DELETE', path: `${path}/{id}`, summary: 'Deactivate a category: it can no longer be chosen' },
    })
    .input(byId)
    .output(piiCategory)
    .mutation(({ ctx, input }) => service.deactivate(ctx, input)),
  reactivate: can('piiCategory.write')
    .meta({
      rest: { method: 'POST', path: `${path}/{id}/reactivate`, summary: 'Reactivate a category' },
    })
    .input(byId)
    .output(piiCategory)
    .mutation(({ ctx, input }) => service.reactivate(ctx, input)),
  subCategory: subCategoryRouter,
  attribute: attributeRouter,
});
