import type { Trx } from '../../../db/client.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { announce, settle } from './announce.ts';
import * as queries from './rows.ts';
import { settingsOf } from './settings.ts';
import { rightWorkflow } from './workflow.ts';

/**
 * Closes a request that nobody confirmed in time. One that was confirmed, is closed, or does not exist is not changed.
 * @param actor the product itself
 * @returns whether it was closed by this call
 */
export async function lapse(trx: Trx, actor: WithDeps, id: string): Promise<boolean> {
  const { workspaceId } = actor;
  await queries.lock(trx, workspaceId, id);
  const request = await queries.find(trx, workspaceId, id);
  const rights = (await queries.rightsOf(trx, workspaceId, [id])).filter(({ stage }) => stage === 'VERIFY');
  if (!request || request.verifiedAt !== null || rights.length === 0) return false;
  const words = {
    settings: await settingsOf(trx, workspaceId),
    key: await actor.deps.keyring.workspaceKey(trx, workspaceId),
    reason: '',
  };
  for (const right of rights) await transition(trx, actor, rightWorkflow, right, 'lapse', words);
  const after = await settle(trx, actor, id);
  await announce(trx, actor, { id, number: request.number, rights: after }, 'request.lapsed', { moved: rights });
  return true;
}
