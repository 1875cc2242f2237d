import { sql } from 'kysely';
import type { z } from 'zod';
import type { Executor } from '../../../db/client.ts';
import type { ProtocolSettings, updateProtocolSettings } from '../../../shared/dataRightsProtocol/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

/** The organisation's name in the protocol; `rowVersion` 0 where it is not set. */
export async function settingsOf(db: Executor, workspaceId: string): Promise<ProtocolSettings> {
  const row = await db
    .selectFrom('protocolSettings')
    .select(['businessId', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return row ?? { businessId: '', rowVersion: 0 };
}

export const get = (ctx: WorkspaceContext): Promise<ProtocolSettings> =>
  ctx.read((trx) => settingsOf(trx, ctx.workspace.id));

/** Saves over `rowVersion`; agents have to use the new name from then on. @throws 409 `staleEdit` */
export function update(
  ctx: WorkspaceContext,
  { businessId, rowVersion }: z.output<typeof updateProtocolSettings>,
): Promise<ProtocolSettings> {
  return ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    // The first update inserts the row; a simultaneous one finds it changed.
    await trx
      .insertInto('protocolSettings')
      .values({ workspaceId, businessId: '', rowVersion: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .selectFrom('protocolSettings')
      .select('workspaceId')
      .where('workspaceId', '=', workspaceId)
      .forUpdate()
      .execute();
    const before = await settingsOf(trx, workspaceId);
    await assertNewest(before, rowVersion, () => before);
    const changes = changesBetween({ businessId: before.businessId }, { businessId });
    if (changes.length === 0) return before;
    await trx
      .updateTable('protocolSettings')
      .set({ businessId, updatedBy: ctx.personnel.id, updatedAt: ctx.deps.now(), rowVersion: sql`row_version + 1` })
      .where('workspaceId', '=', workspaceId)
      .execute();
    await emit(trx, actorOf(ctx), { event: 'protocolSettings.changed', entityId: workspaceId, changes });
    return settingsOf(trx, workspaceId);
  });
}
