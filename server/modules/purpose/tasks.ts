import { emit } from '../../platform/live/emit.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';

/** Purposes still being drafted, for which the person is named responsible. */
export const draftPurposes: TaskSource = {
  module: 'BUSINESS',
  async count(trx, workspaceId, personnelId) {
    const { count } = await trx
      .selectFrom('purposes')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('workspaceId', '=', workspaceId)
      .where('responsiblePersonnelId', '=', personnelId)
      .where('status', '=', 'draft')
      .executeTakeFirstOrThrow();
    return { pending: 0, active: Number(count) };
  },
  async reassign(trx, actor, from, to) {
    // The row version moves on, so that a form opened before does not hand the task back.
    const moved = await trx
      .updateTable('purposes')
      .set((eb) => ({
        responsiblePersonnelId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', actor.workspaceId)
      .where('responsiblePersonnelId', '=', from)
      .where('status', '=', 'draft')
      .returning(['id', 'titleTh'])
      .execute();
    for (const { id, titleTh } of moved) {
      await emit(trx, actor, {
        event: 'purpose.updated',
        entityId: id,
        subject: titleTh,
        changes: [{ field: 'responsiblePersonnelId', old: from, new: to }],
      });
    }
  },
};
