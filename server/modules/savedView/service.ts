import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type createSavedView,
  type listSavedViews,
  SAVED_VIEW_LIMIT,
  type SavedView,
  type updateSavedView,
} from '../../../shared/savedView/schema.ts';
import { may } from '../../../shared/registry/permissions.ts';
import { narrowingOf } from '../../../shared/savedView/narrowing.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime, violates } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

/** The caller's own views of a list, and those that others share, by name. */
export const list = (ctx: WorkspaceContext, { list: of }: z.output<typeof listSavedViews>): Promise<SavedView[]> =>
  ctx.read(async (trx) =>
    (
      await views(trx, ctx)
        .where('v.list', '=', of)
        .where((eb) => eb.or([eb('v.shared', '=', true), eb('v.personnelId', '=', ctx.personnel.id)]))
        .orderBy('v.name')
        .orderBy('v.id')
        .execute()
    ).map((row) => viewOf(ctx, row)),
  );

/** Stores a view. @throws 409 `savedView.nameTaken` for a second one of the name, `savedView.tooMany` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createSavedView>): Promise<SavedView> {
  const { list: of, name, query, shared } = input;
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    await oneAtATime(trx, workspaceId, `savedView.${ctx.personnel.id}`);
    const { count } = await trx
      .selectFrom('savedViews')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspaceId', '=', workspaceId)
      .where('personnelId', '=', ctx.personnel.id)
      .where('list', '=', of)
      .executeTakeFirstOrThrow();
    if (Number(count) >= SAVED_VIEW_LIMIT) throw appError('savedView.tooMany', { values: { most: SAVED_VIEW_LIMIT } });
    const id = randomUUIDv7();
    const row = { workspaceId, id, list: of, name, query, shared, personnelId: ctx.personnel.id };
    await named(() =>
      trx
        .insertInto('savedViews')
        .values({ ...row, createdAt: at, updatedAt: at })
        .execute(),
    );
    return changed(trx, ctx, id);
  });
}

/** Changes the name, sharing and query of a view. @throws 404 for a view of somebody else, 409 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateSavedView>): Promise<SavedView> {
  const { id, name, query, shared } = input;
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const { numUpdatedRows } = await named(() =>
      trx
        .updateTable('savedViews')
        .set({ name, shared, ...(query !== undefined && { query }), updatedAt: at })
        .where('workspaceId', '=', workspaceId)
        .where('id', '=', id)
        .where('personnelId', '=', ctx.personnel.id)
        .executeTakeFirst(),
    );
    if (numUpdatedRows === 0n) throw appError('savedView.notFound');
    return changed(trx, ctx, id);
  });
}

/** Deletes a view; an Admin also one that somebody else shares, who may have left. @throws 404 for any other */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const { numDeletedRows } = await trx
      .deleteFrom('savedViews')
      .where('workspaceId', '=', ctx.workspace.id)
      .where('id', '=', id)
      .where((eb) =>
        eb.or([
          eb('personnelId', '=', ctx.personnel.id),
          ...(may(ctx.standing, 'workspace.manage') ? [eb('shared', '=', true)] : []),
        ]),
      )
      .executeTakeFirst();
    if (numDeletedRows === 0n) throw appError('savedView.notFound');
    await emit(trx, actorOf(ctx), { event: 'savedView.changed', entityId: id });
    return { id };
  });
}

const views = (trx: Trx, ctx: WorkspaceContext) =>
  trx
    .selectFrom('savedViews as v')
    .innerJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'v.workspaceId').onRef('p.id', '=', 'v.personnelId'),
    )
    .select(['v.id', 'v.name', 'v.query', 'v.shared', 'v.personnelId', 'p.name as by'])
    .where('v.workspaceId', '=', ctx.workspace.id);

const viewOf = (ctx: WorkspaceContext, row: Omit<SavedView, 'own'> & { personnelId: string }): SavedView => {
  const { personnelId, ...view } = row;
  // Stored ones may be older than what is left out of them today.
  return { ...view, query: narrowingOf(view.query), own: personnelId === ctx.personnel.id };
};

/** Announces a change to open screens, and reads the view. */
async function changed(trx: Trx, ctx: WorkspaceContext, id: string): Promise<SavedView> {
  await emit(trx, actorOf(ctx), { event: 'savedView.changed', entityId: id });
  return viewOf(ctx, await views(trx, ctx).where('v.id', '=', id).executeTakeFirstOrThrow());
}

/** @throws 409 `savedView.nameTaken` where the person has a view of this name */
async function named<Result>(write: () => Promise<Result>): Promise<Result> {
  try {
    return await write();
  } catch (error) {
    if (violates(error, 'saved_views_workspace_id_personnel_id_list_name_key'))
      throw appError('savedView.nameTaken', { at: 'name' });
    throw error;
  }
}
