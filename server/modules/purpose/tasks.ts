import type { Trx } from '../../../db/client.ts';
import { emit } from '../../platform/live/emit.ts';
import type { TaskSource } from '../../platform/tasks/taskSource.ts';
import * as completeness from '../completeness/service.ts';

const draftsOf = (trx: Trx, workspaceId: string, personnelId: string) =>
  trx
    .selectFrom('purposes')
    .where('workspaceId', '=', workspaceId)
    .where('responsiblePersonnelId', '=', personnelId)
    .where('status', '=', 'draft');

/** Drafts of purposes for which the person is responsible. */
export const draftPurposes: TaskSource = {
  module: 'BUSINESS',
  async count(trx, workspaceId, personnelId) {
    const { count } = await draftsOf(trx, workspaceId, personnelId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    return { pending: 0, active: Number(count) };
  },
  async reassign(trx, actor, from, to) {
    const { workspaceId } = actor;
    const drafts = await draftsOf(trx, workspaceId, from).select('id').execute();
    const purposeIds = drafts.map(({ id }) => id);
    // Applications are locked before their purposes, as by every edit of a purpose.
    await completeness.lockTouched(trx, workspaceId, { purposeIds });
    // The row version increases, so that a form that was opened earlier does not restore the former person.
    const moved = await trx
      .updateTable('purposes')
      .set((eb) => ({
        responsiblePersonnelId: to,
        updatedBy: actor.personnelId,
        updatedAt: actor.at,
        rowVersion: eb('rowVersion', '+', 1),
      }))
      .where('workspaceId', '=', workspaceId)
      .where('responsiblePersonnelId', '=', from)
      .where('status', '=', 'draft')
      .returning(['id', 'titleTh'])
      .execute();
    for (const { id, titleTh } of moved) {
      await emit(trx, actor, {
        event: 'purpose.assigned',
        entityId: id,
        subject: titleTh,
        changes: [{ field: 'responsiblePersonnelId', old: from, new: to }],
        notify: [to],
      });
    }
    // A record names who is responsible: what was approved of it no longer holds.
    const touched = await completeness.touchedBy(trx, workspaceId, { purposeIds: moved.map(({ id }) => id) });
    await completeness.applicationsChanged(trx, actor, touched);
  },
};
