import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createPiiAttribute,
  type createPiiSubCategory,
  type listPiiAttributes,
  type listPiiSubCategories,
  PII_ATTRIBUTE_LIMIT,
  PII_SUB_CATEGORY_LIMIT,
  type PiiAttribute,
  type PiiSubCategory,
} from '../../../shared/piiCategory/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import { oneAtATime, violates } from '../../platform/database/locks.ts';
import * as attributeQueries from './attributeQueries.ts';
import * as partQueries from './partQueries.ts';
import * as subCategoryQueries from './subCategoryQueries.ts';
import * as queries from './queries.ts';
import { existing } from './service.ts';

/** Users of a part that an error names. */
const NAMED = 20;

/** One page of the sub-categories of the category `id`. */
export function listSubCategories(
  ctx: WorkspaceContext,
  input: z.output<typeof listPiiSubCategories> & { id: string },
) {
  return ctx.transaction(async (trx) => {
    await existing(trx, ctx, input.id);
    return subCategoryQueries.listSubCategories(trx, ctx.workspace.id, input.id, input);
  });
}

/** @throws 409 `piiCategory.subCategoryLimit`, `piiCategory.subCategoryTaken` */
export function createSubCategory(
  ctx: WorkspaceContext,
  { piiCategoryId, name }: z.output<typeof createPiiSubCategory>,
): Promise<PiiSubCategory> {
  return ctx.transaction(async (trx) => {
    await existing(trx, ctx, piiCategoryId);
    await withinLimit(trx, ctx, 'piiSubCategories', PII_SUB_CATEGORY_LIMIT, 'subCategoryLimit');
    const id = randomUUIDv7();
    await named(
      subCategoryQueries.insertSubCategory(trx, {
        workspaceId: ctx.workspace.id,
        id,
        piiCategoryId,
        name,
        at: ctx.deps.now(),
      }),
      'pii_sub_categories_name',
      'subCategoryTaken',
    );
    await changed(trx, ctx, piiCategoryId, { field: 'subCategory', old: null, new: name.th });
    return subCategory(trx, ctx, id);
  });
}

/** @throws 409 `piiCategory.builtIn`, or `piiCategory.subCategoryInUse` naming its attributes (20 at most) */
export function removeSubCategory(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    await partQueries.lock(trx, ctx.workspace.id, 'piiSubCategories', id);
    const before = own(await subCategory(trx, ctx, id));
    if (before.attributeCount > 0) {
      const attributes = await attributeQueries.attributesIn(trx, ctx.workspace.id, { piiSubCategoryId: id }, NAMED);
      throw appError('piiCategory.subCategoryInUse', {
        values: { number: before.attributeCount },
        details: {
          attributeCount: before.attributeCount,
          attributes: attributes.map((attribute) => ({ id: attribute.id, name: attribute.name })),
        },
      });
    }
    await subCategoryQueries.removeSubCategory(trx, ctx.workspace.id, id);
    await changed(trx, ctx, before.piiCategoryId, { field: 'subCategory', old: before.name.th, new: null });
    return { id };
  });
}

type AttributeList = z.output<typeof listPiiAttributes>;

/** One page of the attributes of the category `id`, in all sub-categories. */
export function listAttributes(ctx: WorkspaceContext, input: AttributeList) {
  return ctx.transaction(async (trx) => {
    await existing(trx, ctx, input.id);
    return attributeQueries.listAttributes(trx, ctx.workspace.id, { piiCategoryId: input.id }, input);
  });
}

/** One page of the attributes of the sub-category `id`. */
export function listAttributesOfSubCategory(ctx: WorkspaceContext, input: AttributeList) {
  return ctx.transaction(async (trx) => {
    await subCategory(trx, ctx, input.id);
    return attributeQueries.listAttributes(trx, ctx.workspace.id, { piiSubCategoryId: input.id }, input);
  });
}

/**
 * Adds an attribute, by default as sensitive as its category.
 * @throws 400 at `piiSubCategoryId` when that belongs to another category; 409 `piiCategory.attributeLimit`,
 * `piiCategory.attributeTaken`
 */
export function createAttribute(
  ctx: WorkspaceContext,
  input: z.output<typeof createPiiAttribute>,
): Promise<PiiAttribute> {
  const { piiCategoryId, piiSubCategoryId, name, description, sensitive } = input;
  return ctx.transaction(async (trx) => {
    // Locked against a change of its sensitivity, which the attribute inherits.
    await queries.lock(trx, ctx.workspace.id, piiCategoryId);
    const category = await existing(trx, ctx, piiCategoryId);
    if (
      piiSubCategoryId !== null &&
      (await subCategoryQueries.findSubCategory(trx, ctx.workspace.id, piiSubCategoryId))?.piiCategoryId !==
        piiCategoryId
    ) {
      throw appError('BAD_REQUEST', { at: 'piiSubCategoryId', text: 'piiCategory:refused.otherCategory' });
    }
    await withinLimit(trx, ctx, 'piiAttributes', PII_ATTRIBUTE_LIMIT, 'attributeLimit');
    const id = randomUUIDv7();
    const row = {
      workspaceId: ctx.workspace.id,
      id,
      piiCategoryId,
      piiSubCategoryId,
      name,
      description,
      sensitive: sensitive ?? category.sensitive,
      at: ctx.deps.now(),
    };
    await named(attributeQueries.insertAttribute(trx, row), 'pii_attributes_name', 'attributeTaken');
    await changed(trx, ctx, piiCategoryId, { field: 'attribute', old: null, new: name.th });
    return attribute(trx, ctx, id);
  });
}

/**
 * @throws 409 `piiCategory.builtIn`, or `piiCategory.attributeInUse` naming the applications (20 at most) whose data
 * mapping has it
 */
export function removeAttribute(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    await partQueries.lock(trx, ctx.workspace.id, 'piiAttributes', id);
    const before = own(await attribute(trx, ctx, id));
    if (before.uses > 0) {
      const applications = await attributeQueries.applicationsWith(trx, ctx.workspace.id, id, NAMED);
      throw appError('piiCategory.attributeInUse', {
        values: { applications: applications.map((application) => application.name).join(', ') },
        details: { uses: before.uses, applications },
      });
    }
    await attributeQueries.removeAttribute(trx, ctx.workspace.id, id);
    await changed(trx, ctx, before.piiCategoryId, { field: 'attribute', old: before.name.th, new: null });
    return { id };
  });
}

async function subCategory(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PiiSubCategory> {
  const found = await subCategoryQueries.findSubCategory(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  return found;
}

async function attribute(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PiiAttribute> {
  const found = await attributeQueries.findAttribute(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  return found;
}

/**
 * Built-in parts cannot be deleted, so that records of all workspaces have the same terms. @throws 409
 * `piiCategory.builtIn`
 */
function own<Part extends { builtIn: boolean }>(part: Part): Part {
  if (part.builtIn) throw appError('piiCategory.builtIn');
  return part;
}

async function withinLimit(
  trx: Trx,
  ctx: WorkspaceContext,
  table: 'piiSubCategories' | 'piiAttributes',
  limit: number,
  reason: 'subCategoryLimit' | 'attributeLimit',
): Promise<void> {
  await oneAtATime(trx, ctx.workspace.id, table);
  if ((await partQueries.countCustom(trx, ctx.workspace.id, table)) < limit) return;
  throw appError(`piiCategory.${reason}`, { values: { limit }, details: { limit } });
}

async function named(
  write: Promise<void>,
  index: string,
  reason: 'subCategoryTaken' | 'attributeTaken',
): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violates(error, index)) throw appError(`piiCategory.${reason}`, { at: 'name.th' });
    throw error;
  }
}

/** Logs a change of a part as one of its category. */
async function changed(trx: Trx, ctx: WorkspaceContext, piiCategoryId: string, change: Change): Promise<void> {
  await queries.touch(trx, actorOf(ctx), piiCategoryId);
  const category = await existing(trx, ctx, piiCategoryId);
  await emit(trx, actorOf(ctx), {
    event: 'piiCategory.updated',
    entityId: piiCategoryId,
    subject: category.name.th,
    changes: [change],
  });
}
