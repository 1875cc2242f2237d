import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type answerSettings,
  answerSettingsFields,
  type updateAnswerSettings,
} from '../../../shared/requestAnswer/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';

type Stored = z.output<typeof answerSettings>;

/** Settings for answers; `rowVersion` 0 where none are stored. */
export async function settingsOf(trx: Trx, workspaceId: string): Promise<Stored> {
  const row = await trx
    .selectFrom('requestAnswerSettings')
    .select(['expiryDays', 'downloadLimit', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirst();
  return { ...answerSettingsFields.parse(row ?? {}), rowVersion: row?.rowVersion ?? 0 };
}

export const get = (ctx: WorkspaceContext): Promise<Stored> => ctx.read((trx) => settingsOf(trx, ctx.workspace.id));

/** Saves over `rowVersion`; ready answers keep their settings. @throws 409 `staleEdit` */
export const update = (ctx: WorkspaceContext, input: z.output<typeof updateAnswerSettings>): Promise<Stored> =>
  ctx.transaction(async (trx) => {
    const workspaceId = ctx.workspace.id;
    const fields = answerSettingsFields.parse(input);
    await trx
      .insertInto('requestAnswerSettings')
      .values({ workspaceId, rowVersion: 0 })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
    await trx
      .selectFrom('requestAnswerSettings')
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
      .updateTable('requestAnswerSettings')
      .set({ ...fields, updatedBy: ctx.personnel.id, updatedAt: ctx.deps.now(), rowVersion: sql`row_version + 1` })
      .where('workspaceId', '=', workspaceId)
      .execute();
    await emit(trx, actorOf(ctx), { event: 'requestSettings.changed', entityId: workspaceId, changes });
    return settingsOf(trx, workspaceId);
  });
