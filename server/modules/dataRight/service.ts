import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createDataRight,
  CUSTOM_RIGHT_LIMIT,
  type DataRight,
  type DataRightFields,
  dataRightFields,
  type DataRightList,
  type listDataRights,
  type moveDataRight,
} from '../../../shared/dataRight/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { editable } from '../../platform/records/editable.ts';
import { logFields } from '../../platform/records/log.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';

export { hold, ofAct, ownActive, type OfferedRight } from './queries.ts';

/** One page of the rights, those of the act and the workspace's own, and how many own ones exist. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listDataRights>): Promise<DataRightList> {
  return ctx.transaction(async (trx) => {
    const { custom: used } = await queries.room(trx, ctx.workspace.id);
    return { ...(await queries.list(trx, ctx.workspace.id, input)), custom: { used, limit: CUSTOM_RIGHT_LIMIT } };
  });
}

const fieldsOf = ({ name, description, example, days, active }: DataRight): DataRightFields => ({
  name,
  description,
  example,
  days,
  active,
});

const record = editable({
  table: 'dataRights',
  content: dataRightFields,
  events: { created: 'dataRight.created', updated: 'dataRight.updated', removed: 'dataRight.removed' },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: fieldsOf,
  subject: ({ name }: DataRight) => name.th,
  changes: (before: DataRight, after: DataRight) =>
    changesBetween(logFields(fieldsOf(before)), logFields(fieldsOf(after))),
  columns: queries.columnsOf,
  unique: { data_rights_name: () => appError('dataRight.nameTaken', { at: 'name.th' }) },
  removing: assertUnused,
});

export const { get, update, remove } = record;

/** Adds a right of the workspace's own. @throws 409 `dataRight.limit` when there are too many, `dataRight.nameTaken` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createDataRight>): Promise<DataRight> {
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'dataRight');
    const { custom, next } = await queries.room(trx, ctx.workspace.id);
    const limit = CUSTOM_RIGHT_LIMIT;
    if (custom >= limit) throw appError('dataRight.limit', { values: { limit }, details: { limit } });
    return record.insert(trx, ctx, input, { code: 'CUSTOM', position: next });
  });
}

/**
 * Moves a right before another one, or to the end: the order in which rights are listed and offered. A form has its own
 * order. @throws 404 for a right that does not exist, 400 where `before` does not exist
 */
export function move(ctx: WorkspaceContext, { id, before }: z.output<typeof moveDataRight>): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    await oneAtATime(trx, ctx.workspace.id, 'dataRight');
    const order = await queries.order(trx, ctx.workspace.id);
    const moved = order.find((right) => right.id === id);
    if (!moved) throw appError('NOT_FOUND');
    const ids = order.map((right) => right.id).filter((other) => other !== id);
    const place = before === null ? ids.length : ids.indexOf(before);
    if (place < 0) throw appError('BAD_REQUEST', { at: 'before', text: 'errors:choice' });
    await queries.setOrder(trx, ctx.workspace.id, ids.toSpliced(place, 0, id));
    await emit(trx, actorOf(ctx), { event: 'dataRight.moved', entityId: id, subject: moved.nameTh });
    return { id };
  });
}

/** @throws 409 `dataRight.builtIn`, `dataRight.inUse` naming the forms (20 at most) that offer it */
async function assertUnused(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  { builtIn, formCount }: DataRight,
): Promise<void> {
  if (builtIn) throw appError('dataRight.builtIn');
  if (formCount === 0) return;
  throw appError('dataRight.inUse', {
    values: { number: formCount },
    details: { formCount, forms: await queries.formsOf(trx, ctx.workspace.id, id, 20) },
  });
}
