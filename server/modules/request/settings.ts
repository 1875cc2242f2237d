import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type requestSettings,
  requestSettingsFields,
  type updateRequestSettings,
} from '../../../shared/request/settings.ts';
import { actorOf } from '../../platform/actor.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

type Stored = z.output<typeof requestSettings>;

/** Settings of a workspace; `rowVersion` 0 where none are stored. */
export async function settingsOf(trx: Trx, workspaceId: string): Promise<Stored> {
  const row = await trx
    .selectFrom('requestSettings')
    .select(['clockStart', 'alertHours', 'waitingDays', 'approveOwn', 'identityDays', 'retentionYears', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return { ...requestSettingsFields.parse(row ?? {}), rowVersion: row?.rowVersion ?? 0 };
}

export const get = (ctx: WorkspaceContext): Promise<Stored> =>
  ctx.transaction((trx) => settingsOf(trx, ctx.workspace.id));

/**
 * Saves over `rowVersion`. Open deadlines keep their start and reminders; later ones use the new settings. @throws 409
 * `staleEdit`
 */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateRequestSettings>): Promise<Stored> {
  const fields = requestSettingsFields.parse(input);
  return ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const values = { ...fields, updatedBy: ctx.personnel.id, updatedAt: ctx.deps.now() };
    // The first update inserts the row; a simultaneous one finds it changed.
    await trx
      .insertInto('requestSettings')
      .values({ workspaceId, rowVersion: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .selectFrom('requestSettings')
      .select('workspaceId')
      .where('workspaceId', '=', workspaceId)
      .forUpdate()
      .execute();
    const before = await settingsOf(trx, workspaceId);
    await assertNewest(before, input.rowVersion, () => before);
    const { rowVersion: _version, ...old } = before;
    const changes = changesBetween(old, fields);
    if (changes.length === 0) return before;
    await trx
      .updateTable('requestSettings')
      .set({ ...values, rowVersion: sql`row_version + 1` })
      .where('workspaceId', '=', workspaceId)
      .execute();
    await emit(trx, actorOf(ctx), { event: 'requestSettings.changed', entityId: workspaceId, changes });
    return settingsOf(trx, workspaceId);
  });
}
