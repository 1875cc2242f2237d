import type { Trx } from '../../../db/client.ts';
import type { WithDeps } from '../../platform/actor.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { transition } from '../../platform/workflow/workflow.ts';
import { requestAssignees } from './assignees.ts';
import { settle } from './announce.ts';
import * as queries from './rows.ts';
import { settingsOf } from './settings.ts';
import { importHashOf } from './subject.ts';
import { type Arrival, submit, type Submitted } from './submit.ts';
import { rightWorkflow } from './workflow.ts';

/** The state of a request that was handled elsewhere until now. */
export type ImportedState =
  | { readonly stage: 'VERIFY' }
  | { readonly stage: 'ASSIGN' }
  | { readonly stage: 'WORK'; readonly assigneeId: string }
  | { readonly stage: 'COMPLETE'; readonly assigneeId: string; readonly closedAt: Date; readonly reason: string }
  | { readonly stage: 'CLOSED'; readonly groundCode: string; readonly closedAt: Date; readonly reason: string };

type Origin = NonNullable<Arrival['before']>;

/**
 * Imports a request that was handled elsewhere, and moves its rights to their state there. Its deadlines count from its
 * real dates. Nobody is notified of the moves: the data subject was notified there, and past steps cause no
 * notification here. Where it was refused, the caller calculates the scores of its application again.
 * @throws 400 as `submit`, for an assignee who cannot answer requests, and for a ground that a right does not have
 */
export async function importRequest(
  trx: Trx,
  actor: WithDeps,
  arrival: Omit<Arrival, 'channel' | 'verifiedHow'> & { readonly before: Origin },
  state: ImportedState,
): Promise<Submitted> {
  const verifiedHow = state.stage === 'VERIFY' ? null : 'STAFF';
  const submitted = await submit(trx, actor, { ...arrival, channel: 'IMPORT', verifiedHow });
  if (state.stage === 'VERIFY' || state.stage === 'ASSIGN') return submitted;
  const { workspaceId } = actor;
  const words = {
    // The people who answered and approved it are only known there.
    settings: { ...(await settingsOf(trx, workspaceId)), approveOwn: true },
    key: await actor.deps.keyring.workspaceKey(trx, workspaceId),
    reason: '',
  };
  for (const right of await queries.rightsOf(trx, workspaceId, [submitted.id])) {
    if (state.stage === 'CLOSED') {
      const { groundCode, closedAt: happenedAt, reason } = state;
      await transition(trx, actor, rightWorkflow, right, 'reject', { ...words, groundCode, happenedAt, reason });
      continue;
    }
    const assignee = await requestAssignees.require(trx, workspaceId, state.assigneeId);
    const assigned = await transition(trx, actor, rightWorkflow, right, 'assign', { ...words, assignee });
    if (state.stage === 'WORK') continue;
    const { closedAt: happenedAt, reason } = state;
    const answered = await transition(trx, actor, rightWorkflow, assigned, 'submit', { ...words, reason });
    await transition(trx, actor, rightWorkflow, answered, 'approve', { ...words, happenedAt });
  }
  await settle(trx, actor, submitted.id);
  return submitted;
}

/** Those of the references for which requests of a form are already imported. */
export async function importedOf(
  trx: Trx,
  { workspaceId, key, requestFormId }: { workspaceId: string; key: WorkspaceKey; requestFormId: string },
  references: readonly string[],
): Promise<Set<string>> {
  if (references.length === 0) return new Set();
  const byHash = new Map(
    references.map((reference) => [importHashOf(key, requestFormId, reference).toString('hex'), reference]),
  );
  const rows = await trx
    .selectFrom('requests')
    .select('importHash')
    .where('workspaceId', '=', workspaceId)
    .where('requestFormId', '=', requestFormId)
    .where(
      'importHash',
      'in',
      [...byHash.keys()].map((hash) => Buffer.from(hash, 'hex')),
    )
    .execute();
  return new Set(rows.map(({ importHash }) => byHash.get(importHash!.toString('hex'))!));
}
