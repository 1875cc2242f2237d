import type { Trx } from '../../../db/client.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { isOpen, transition } from '../../platform/workflow/workflow.ts';
import { announce, settle } from './announce.ts';
import * as queries from './rows.ts';
import { OWNERSHIP } from './record.ts';
import { settingsOf } from './settings.ts';
import { rightWorkflow } from './workflow.ts';

/** Moves that no colleague makes. `event`: as which those who work on the request are notified. */
interface SubjectMove {
  readonly action: 'answer' | 'resume' | 'withdraw';
  readonly event: EventName;
  /** Left out: all rights for which the move is open. */
  readonly rightIds?: readonly string[];
}

/**
 * Moves rights of a request for the data subject, or because they did not respond. The caller has authenticated the
 * data subject.
 * @param actor the product itself
 * @returns the moved rights as they were before; empty where the move is open for none
 */
export async function moveBySubject(
  trx: Trx,
  actor: WithDeps,
  id: string,
  { action, event, rightIds }: SubjectMove,
): Promise<queries.RightRow[]> {
  const { workspaceId } = actor;
  await queries.lock(trx, workspaceId, id);
  const request = await queries.find(trx, workspaceId, id);
  const all = await queries.rightsOf(trx, workspaceId, [id]);
  const rights = all.filter((right) => (rightIds?.includes(right.id) ?? true) && isOpen(OWNERSHIP, right, action));
  if (!request || rights.length === 0) return [];
  const words = {
    settings: await settingsOf(trx, workspaceId),
    key: await actor.deps.keyring.workspaceKey(trx, workspaceId),
    reason: '',
  };
  for (const right of rights) await transition(trx, actor, rightWorkflow, right, action, words);
  const after = await settle(trx, actor, id);
  await announce(trx, actor, { id, number: request.number, rights: after }, event, { moved: rights });
  return rights;
}
