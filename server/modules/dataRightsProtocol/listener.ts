import type { RecordListener } from '../../platform/records/listener.ts';
import { planCallbacks } from './callback.ts';

/** Agents are notified of every change of their requests; anonymising a request also deletes what its agent sent. */
export const requestListener: RecordListener = {
  changed: (trx, { deps, workspaceId, at }, ids) => planCallbacks(trx, deps, workspaceId, ids, at),
  async anonymised(trx, { workspaceId }, ids) {
    await trx
      .deleteFrom('agentRequests')
      .where('workspaceId', '=', workspaceId)
      .where('id', 'in', [...ids])
      .execute();
  },
};
