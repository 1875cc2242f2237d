import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type listPurposeCategories,
  PURPOSE_CATEGORY_LIMIT,
  type PurposeCategory,
  type PurposeCategoryFields,
  purposeCategoryFields,
  type PurposeCategoryList,
} from '../../../shared/purposeCategory/schema.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween } from '../../platform/live/emit.ts';
import { editable } from '../../platform/records/editable.ts';
import { logFields } from '../../platform/records/log.ts';
import * as queries from './queries.ts';

/** One page of the categories, built-in and own, and how many own ones exist. */
export function list(
  ctx: WorkspaceContext,
  input: z.output<typeof listPurposeCategories>,
): Promise<PurposeCategoryList> {
  return ctx.transaction(async (trx) => ({
    ...(await queries.list(trx, ctx.workspace.id, input)),
    custom: { used: await queries.countCustom(trx, ctx.workspace.id), limit: PURPOSE_CATEGORY_LIMIT },
  }));
}

export const { get, create, update, remove } = editable({
  table: 'purposeCategories',
  content: purposeCategoryFields,
  events: {
    created: 'purposeCategory.created',
    updated: 'purposeCategory.updated',
    removed: 'purposeCategory.removed',
  },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: fieldsOf,
  subject: ({ name }: PurposeCategory) => name.th,
  changes: (before: PurposeCategory, after: PurposeCategory) =>
    changesBetween(logFields(fieldsOf(before)), logFields(fieldsOf(after))),
  columns: queries.columnsOf,
  unique: {
    purpose_categories_name: () => appError('purposeCategory.nameTaken', { at: 'name.th' }),
  },
  guard({ builtIn }: PurposeCategory) {
    if (builtIn) throw appError('purposeCategory.builtIn');
  },
  check: assertRoom,
  removing: assertEmpty,
});

function fieldsOf({ name, description, detail }: PurposeCategory): PurposeCategoryFields {
  return { name, description, detail };
}

/** @throws 409 `purposeCategory.limit` at the maximum number of own ones */
async function assertRoom(trx: Trx, ctx: WorkspaceContext, _fields: unknown, edit?: unknown): Promise<void> {
  if (edit) return;
  await oneAtATime(trx, ctx.workspace.id, 'purposeCategory');
  const limit = PURPOSE_CATEGORY_LIMIT;
  if ((await queries.countCustom(trx, ctx.workspace.id)) >= limit)
    throw appError('purposeCategory.limit', { values: { limit }, details: { limit } });
}

/** @throws 409 `purposeCategory.inUse` naming its purposes (20 at most) */
async function assertEmpty(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  { purposeCount }: PurposeCategory,
): Promise<void> {
  if (purposeCount === 0) return;
  throw appError('purposeCategory.inUse', {
    values: { number: purposeCount },
    details: { purposeCount, purposes: await queries.purposesOf(trx, ctx.workspace.id, id, 20) },
  });
}
