import type { RecordListener } from '../../platform/records/listener.ts';
import { updateScores } from '../completeness/service.ts';

/** A refused task whose application is deleted is of none: its refusal is in the application of the request. */
export const applicationListener: RecordListener = {
  async removing(trx, { workspaceId }, applicationId) {
    const moved = await trx
      .updateTable('requestRefusals as f')
      .from('requestRights as r')
      // A trigger copies it from the request, which always has one.
      .set((eb) => ({ applicationId: eb.ref('r.applicationId').$notNull() }))
      .whereRef('r.workspaceId', '=', 'f.workspaceId')
      .whereRef('r.id', '=', 'f.requestRightId')
      .where('f.workspaceId', '=', workspaceId)
      .where('f.applicationId', '=', applicationId)
      .where('f.part', 'is not', null)
      .returning('f.applicationId')
      .execute();
    // What the records that now list these refusals state about them may be outdated.
    const ids = new Set(moved.map((one) => one.applicationId));
    await updateScores(trx, workspaceId, [...ids].toSorted());
  },
};
