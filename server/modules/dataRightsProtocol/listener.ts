import type { RecordListener } from '../../platform/records/listener.ts';
import { planCallbacks } from './callback.ts';

/** Agents hear of every change of their requests; once a request is anonymised, nothing of theirs is left. */
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
