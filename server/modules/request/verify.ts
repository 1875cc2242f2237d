import type { Trx } from '../../../db/client.ts';
import { mustConfirmAgain } from '../../../shared/request/stage.ts';
import type { WithDeps } from '../../platform/actor.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { announce, settle } from './announce.ts';
import * as queries from './rows.ts';
import { settingsOf } from './settings.ts';
import { insertMove, rightWorkflow } from './workflow.ts';

/** How the data subject was verified. */
export type VerifiedHow = 'CODE' | 'DOCUMENT' | 'TOKEN' | 'AGENT' | 'STAFF';

/**
 * Verifies the data subject: the rights of the request move on, and their deadlines start. Where they must be confirmed
 * again, the rights stay where they are, and their history has it. A request that was verified before, or does not
 * exist, is not changed. The caller has checked the permission.
 * @param before for an imported request: when it was verified; nobody is notified
 * @param reason how staff know who it is, where they confirm it again
 * @returns whether it was verified by this call
 */
export async function verify(
  trx: Trx,
  actor: WithDeps,
  id: string,
  how: VerifiedHow,
  {
    before,
    reason = '',
  }: { readonly before?: { readonly verifiedAt: Date } | undefined; readonly reason?: string } = {},
): Promise<boolean> {
  const { workspaceId } = actor;
  await queries.lock(trx, workspaceId, id);
  const request = await queries.find(trx, workspaceId, id);
  const rights = await queries.rightsOf(trx, workspaceId, [id]);
  const unverified = rights.filter(({ stage }) => stage === 'VERIFY');
  if (!request || request.verifiedAt !== null) return false;
  const isAgain = mustConfirmAgain({ verifiedAt: null, rights });
  if (unverified.length === 0 && !isAgain) return false;
  const words = {
    settings: await settingsOf(trx, workspaceId),
    key: await actor.deps.keyring.workspaceKey(trx, workspaceId),
    reason,
    ...(before && { happenedAt: before.verifiedAt }),
  };
  for (const right of unverified) await transition(trx, actor, rightWorkflow, right, 'verify', words);
  if (isAgain)
    for (const right of rights.filter(({ stage }) => stage !== 'VERIFY'))
      await insertMove(trx, actor, right, { ...words, action: 'verify', from: right.stage, to: right.stage });
  await trx
    .updateTable('requests')
    .set({ verifiedAt: before?.verifiedAt ?? actor.at, verifiedHow: how })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
  const after = await settle(trx, actor, id);
  if (before) return true;
  await announce(trx, actor, { id, number: request.number, rights: after }, 'request.verified', {
    moved: isAgain ? rights : unverified,
  });
  return true;
}
