import { emit } from '../../platform/live/emit.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';

/** Drafts of purposes for which the person is responsible. */
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
    // The row version increases, so that a form that was opened earlier does not restore the former person.
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
