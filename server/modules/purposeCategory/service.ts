import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createPurposeCategory,
  type listPurposeCategories,
  PURPOSE_CATEGORY_LIMIT,
  type PurposeCategory,
  type PurposeCategoryList,
  type updatePurposeCategory,
} from '../../../shared/purposeCategory/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { oneAtATime, violates } from '../../platform/database/locks.ts';
import * as queries from './queries.ts';

/** One page of the categories, built-in and own, and how many own ones are used up. */
export function list(
  ctx: WorkspaceContext,
  input: z.output<typeof listPurposeCategories>,
): Promise<PurposeCategoryList> {
  return ctx.transaction(async (trx) => ({
    ...(await queries.list(trx, ctx.workspace.id, input)),
    custom: { used: await queries.countCustom(trx, ctx.workspace.id), limit: PURPOSE_CATEGORY_LIMIT },
  }));
}

export function get(ctx: WorkspaceContext, { id }: { id: string }): Promise<PurposeCategory> {
  return ctx.transaction((trx) => existing(trx, ctx, id));
}

/** @throws 409 `purposeCategory.limit` beyond 40 own ones, `purposeCategory.nameTaken` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createPurposeCategory>): Promise<PurposeCategory> {
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'purposeCategory');
    const limit = PURPOSE_CATEGORY_LIMIT;
    if ((await queries.countCustom(trx, ctx.workspace.id)) >= limit) {
      throw errors.conflict({
        code: 'purposeCategory.limit',
        key: 'purposeCategory:limit',
        values: { limit },
        details: { limit },
      });
    }
    const id = randomUUIDv7();
    await named(queries.insert(trx, actorOf(ctx), id, input));
    await emit(trx, actorOf(ctx), { event: 'purposeCategory.created', entityId: id, subject: input.name.th });
    return existing(trx, ctx, id);
  });
}

/** @throws 409 `purposeCategory.builtIn`, `purposeCategory.nameTaken`, `staleEdit` with the newer record */
export function update(ctx: WorkspaceContext, input: z.output<typeof updatePurposeCategory>): Promise<PurposeCategory> {
  return ctx.transaction(async (trx) => {
    const before = await own(trx, ctx, input.id);
    if (before.rowVersion !== input.rowVersion)
      throw errors.conflict({ code: 'staleEdit', key: 'errors:staleEdit', details: { current: before } });
    if (changesBetween(logged(before), logged(input)).length === 0) return before;
    await named(queries.update(trx, actorOf(ctx), input.id, input));
    const after = await existing(trx, ctx, input.id);
    await emit(trx, actorOf(ctx), {
      event: 'purposeCategory.updated',
      entityId: after.id,
      subject: after.name.th,
      changes: changesBetween(logged(before), logged(after)),
    });
    return after;
  });
}

/** @throws 409 `purposeCategory.builtIn`, or `purposeCategory.inUse` naming the purposes (20 at most) in it */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const before = await own(trx, ctx, id);
    if (before.purposeCount > 0) {
      const purposes = await queries.purposesOf(trx, ctx.workspace.id, id, 20);
      throw errors.conflict({
        code: 'purposeCategory.inUse',
        key: 'purposeCategory:inUse',
        values: { number: before.purposeCount },
        details: { purposeCount: before.purposeCount, purposes },
      });
    }
    await queries.remove(trx, ctx.workspace.id, id);
    await emit(trx, actorOf(ctx), { event: 'purposeCategory.removed', entityId: id, subject: before.name.th });
    return { id };
  });
}

async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PurposeCategory> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw errors.notFound();
  return found;
}

/** A category that the workspace made itself, locked. */
async function own(trx: Trx, ctx: WorkspaceContext, id: string): Promise<PurposeCategory> {
  await queries.lock(trx, ctx.workspace.id, id);
  const found = await existing(trx, ctx, id);
  if (found.builtIn) throw errors.conflict({ code: 'purposeCategory.builtIn', key: 'purposeCategory:builtIn' });
  return found;
}

async function named(write: Promise<void>): Promise<void> {
  try {
    await write;
  } catch (error) {
    if (violates(error, 'purpose_categories_name'))
      throw errors.taken('name.th', 'purposeCategory:nameTaken', 'purposeCategory.nameTaken');
    throw error;
  }
}

const logged = ({ name, description, detail }: Pick<PurposeCategory, 'name' | 'description' | 'detail'>) => ({
  nameTh: name.th,
  nameEn: name.en,
  descriptionTh: description.th,
  descriptionEn: description.en,
  detail,
});
