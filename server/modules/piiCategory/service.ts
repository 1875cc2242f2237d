import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createPiiCategory,
  type listPiiCategories,
  PII_CATEGORY_LIMIT,
  PII_USE_LIMIT,
  type PiiCategory,
  type PiiCategoryDetail,
  type PiiCategoryFields,
  type PiiCategoryList,
  type PiiCategoryTree,
  type PiiCategoryUses,
  type piiCategoryTreeInput,
  type pickPiiCategories,
  type updatePiiCategory,
} from '../../../shared/piiCategory/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { oneAtATime, violates } from '../../platform/database/locks.ts';
import * as attributeQueries from './attributeQueries.ts';
import * as partQueries from './partQueries.ts';
import * as subCategoryQueries from './subCategoryQueries.ts';
import type { AttributeFacts } from './attributeQueries.ts';
import * as queries from './queries.ts';
import { assertNewest } from '../../platform/records/stale.ts';

/** One page of the workspace's categories of personal data; by default active ones in Thai order. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listPiiCategories>): Promise<PiiCategoryList> {
  return ctx.transaction(async (trx) => ({
    ...(await queries.list(trx, ctx.workspace.id, input)),
    custom: { used: await queries.countCustom(trx, ctx.workspace.id), limit: PII_CATEGORY_LIMIT },
  }));
}

export const pick = (ctx: WorkspaceContext, input: z.output<typeof pickPiiCategories>) =>
  ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, input));

export function get(ctx: WorkspaceContext, { id }: { id: string }): Promise<PiiCategoryDetail> {
  return ctx.transaction((trx) => detail(trx, ctx, id));
}

/** Purposes and applications that use the category. */
export function uses(ctx: WorkspaceContext, { id }: { id: string }): Promise<PiiCategoryUses> {
  return ctx.transaction(async (trx) => {
    await existing(trx, ctx, id);
    return queries.uses(trx, ctx.workspace.id, id, PII_USE_LIMIT);
  });
}

/** The entire catalogue for selectors. */
export function tree(
  ctx: WorkspaceContext,
  { withInactive }: z.output<typeof piiCategoryTreeInput>,
): Promise<PiiCategoryTree> {
  return ctx.transaction(async (trx) => ({ collection: await partQueries.tree(trx, ctx.workspace.id, withInactive) }));
}

/** @throws 409 `piiCategory.limit` beyond 70 own ones, `piiCategory.nameTaken` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createPiiCategory>): Promise<PiiCategoryDetail> {
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'piiCategory');
    const limit = PII_CATEGORY_LIMIT;
    if ((await queries.countCustom(trx, ctx.workspace.id)) >= limit) {
      throw appError('piiCategory.limit', { values: { limit }, details: { limit } });
    }
    const id = randomUUIDv7();
    await named(queries.insert(trx, actorOf(ctx), id, input));
    await emit(trx, actorOf(ctx), { event: 'piiCategory.created', entityId: id, subject: input.name.th });
    return detail(trx, ctx, id);
  });
}

/**
 * Saves over `rowVersion`. Parts of a category whose sensitivity changes are updated with it.
 * @throws 409 `staleEdit` with the newer record; `piiCategory.nameTaken`; `piiCategory.builtIn` at the name or
 * sensitivity of a built-in one; `piiCategory.sensitiveInUse` where purposes or data mappings depend on its sensitivity
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updatePiiCategory>): Promise<PiiCategoryDetail> {
  return ctx.transaction(async (trx) => {
    await queries.lock(trx, ctx.workspace.id, input.id);
    const before = await existing(trx, ctx, input.id);
    await assertNewest(before, input.rowVersion);
    const changes = changesBetween(logged(before), logged(input));
    if (changes.length === 0) return detail(trx, ctx, input.id);
    const changed = new Set(changes.map(({ field }) => field));
    if (before.builtIn && (changed.has('nameTh') || changed.has('nameEn')))
      throw appError('piiCategory.builtIn', {
        at: changed.has('nameTh') ? 'name.th' : 'name.en',
        text: 'piiCategory:refused.builtInName',
      });
    if (changed.has('sensitive')) {
      if (before.builtIn)
        throw appError('piiCategory.builtIn', { at: 'sensitive', text: 'piiCategory:refused.builtInSensitive' });
      if (before.purposeCount + before.uses > 0) throw appError('piiCategory.sensitiveInUse', { at: 'sensitive' });
      await attributeQueries.setSensitive(trx, ctx.workspace.id, input.id, input.sensitive);
    }
    await named(queries.update(trx, actorOf(ctx), input.id, input));
    await emit(trx, actorOf(ctx), {
      event: 'piiCategory.updated',
      entityId: input.id,
      subject: input.name.th,
      changes,
    });
    return detail(trx, ctx, input.id);
  });
}

/**
 * Deactivates a category: it can no longer be chosen, but records that name it do not change. Does nothing for one that
 * is already inactive.
 */
export const deactivate = (ctx: WorkspaceContext, { id }: { id: string }): Promise<PiiCategory> =>
  setActive(ctx, id, false);
export const reactivate = (ctx: WorkspaceContext, { id }: { id: string }): Promise<PiiCategory> =>
  setActive(ctx, id, true);

function setActive(ctx: WorkspaceContext, id: string, active: boolean): Promise<PiiCategory> {
  return ctx.transaction(async (trx) => {
    await queries.lock(trx, ctx.workspace.id, id);
    const before = await existing(trx, ctx, id);
    if (before.active === active) return before;
    await queries.setActive(trx, actorOf(ctx), id, active);
    const changes = [{ field: 'active', old: before.active, new: active }];
    await emit(trx, actorOf(ctx), {
      event: active ? 'piiCategory.reactivated' : 'piiCategory.deactivated',
      entityId: id,
      subject: before.name.th,
      changes,
    });
    return existing(trx, ctx, id);
  });
}

/** For other modules: those of `ids` that are active. */
export async function activeAmong(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  const active = await queries.activeOf(trx, workspaceId, ids);
  return new Set(ids.filter((id) => active.get(id)));
}

/** For other modules: whether each of `ids` exists and is active, or is in `kept`, where it was chosen earlier. */
export async function mayChoose(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
  current: readonly string[],
): Promise<boolean> {
  const active = await queries.activeOf(trx, workspaceId, ids);
  return ids.every((id) => active.get(id) || (active.has(id) && current.includes(id)));
}

/**
 * For other modules, before they record uses: category, sensitivity and name of the existing attributes among `ids`,
 * and whether their category can still be chosen. The categories and their sensitivity are locked until the transaction
 * ends.
 */
export async function attributesOf(
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, AttributeFacts>> {
  await attributeQueries.holdCategoriesOf(trx, workspaceId, ids);
  return attributeQueries.factsOf(trx, workspaceId, ids);
}

export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PiiCategory> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  return found;
}

async function detail(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PiiCategoryDetail> {
  const category = await existing(trx, ctx, id);
  const subCategories = await subCategoryQueries.subCategoriesOf(trx, ctx.workspace.id, id);
  return {
    ...category,
    subCategories,
    attributes: await attributeQueries.attributesIn(trx, ctx.workspace.id, { piiCategoryId: id }),
  };
}

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violates(error, 'pii_categories_name')) throw appError('piiCategory.nameTaken', { at: 'name.th' });
    throw error;
  }
}

const logged = ({ name, description, example, sensitive }: PiiCategoryFields) => ({
  nameTh: name.th,
  nameEn: name.en,
  descriptionTh: description.th,
  descriptionEn: description.en,
  example,
  sensitive,
});
