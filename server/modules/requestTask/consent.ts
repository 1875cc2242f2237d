import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import { ON_CONSENT_STORE } from '../../../shared/requestTask/kinds.ts';
import type {
  ConsentChoicesOfSubject,
  ConsentProof,
  withdrawConsent,
  WithdrawnConsent,
} from '../../../shared/requestTask/schema.ts';
import { isTaskOpen } from '../../../shared/requestTask/status.ts';
import { actorOf } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { illegalMove } from '../../platform/workflow/workflow.ts';
import { choicesOfSubject, withdraw as withdrawFromStore, type Withdrawal } from '../consentReceipt/withdrawal.ts';
import { announceTask } from './announce.ts';
import type { TaskRow } from './queries.ts';
import { requesterOf, existing, existingRow, isWorkedOn, lockedRow } from './record.ts';
import { sealedDetails } from './sealed.ts';

/** What is confirmed to be the data subject's, also the phone number: staff choose from what is found. */
async function uidsOf(trx: Trx, ctx: WorkspaceContext, task: TaskRow): Promise<string[]> {
  const { subject, knownKeys } = await requesterOf(trx, ctx, task);
  return [...new Set(knownKeys.map((name) => subject[name]).filter((id) => id !== ''))];
}

/** @throws 409 for a task that the consent store does not fulfil */
function assertOnConsentStore({ kind }: TaskRow): void {
  if (!ON_CONSENT_STORE.includes(kind)) throw appError('requestTask.notOnConsentStore');
}

/** The current consent of a task's data subject. @throws 404, 409 `requestTask.notOnConsentStore` */
export const choices = (ctx: WorkspaceContext, { id }: { id: string }): Promise<ConsentChoicesOfSubject> =>
  ctx.read(async (trx) => {
    const task = await existingRow(trx, ctx, id);
    assertOnConsentStore(task);
    const uids = await uidsOf(trx, ctx, task);
    const found = await choicesOfSubject(ctx.deps, trx, { workspaceId: ctx.workspace.id, uids });
    return { collection: found.map((one) => ({ ...one, purposes: [...one.purposes] })) };
  });

/**
 * Withdraws the named purposes from the consent store on behalf of the data subject of a task; its receipts become the
 * proof of the task. Nothing is withdrawn twice.
 * @returns what was withdrawn from each form, and what was not
 * @throws 404, 409 `requestTask.notOnConsentStore`, `illegalMove` for a task that is closed, `requestTask.rightNotOpen`
 */
export const withdraw = (
  ctx: WorkspaceContext,
  { id, rowVersion, choices: named }: z.output<typeof withdrawConsent>,
): Promise<WithdrawnConsent> =>
  ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const task = await lockedRow(trx, ctx, id);
    assertOnConsentStore(task);
    await assertNewest(task, rowVersion, () => existing(trx, ctx, id));
    if (!isTaskOpen(task.status)) throw illegalMove(task.status);
    if (!isWorkedOn(task.stage)) throw appError('requestTask.rightNotOpen');
    const done = await withdrawFromStore(ctx.deps, trx, {
      workspaceId: actor.workspaceId,
      uids: await uidsOf(trx, ctx, task),
      by: actor.personnelId,
      choices: named,
    });
    const receipts = done.flatMap((one) => proofOf(one));
    if (receipts.length > 0) {
      await keepReceipts(trx, ctx, task, receipts);
      await announceTask(trx, actor, task, 'requestTask.consentWithdrawn', { count: receipts.length });
    }
    return {
      collection: done.map(({ receipt, withdrawn, notAllowed, ended, ...form }) => ({
        ...form,
        withdrawn: [...withdrawn],
        notAllowed: [...notAllowed],
        ended: [...ended],
        receipt: receipt && { id: receipt.id, path: receipt.path },
      })),
    };
  });

const proofOf = ({ name, withdrawn, receipt }: Withdrawal): ConsentProof[] =>
  receipt ? [{ id: receipt.id, form: name, purposes: [...withdrawn], at: receipt.issuedAt }] : [];

/** Adds receipts to the proof of a task, which starts the task. */
async function keepReceipts(
  trx: Trx,
  ctx: WorkspaceContext,
  task: TaskRow,
  receipts: readonly ConsentProof[],
): Promise<void> {
  const { workspaceId, personnelId, at } = actorOf(ctx);
  const key = await ctx.deps.keyring.workspaceKey(trx, workspaceId);
  const details = sealedDetails.open(key, task.id, task.details);
  await trx
    .updateTable('requestTasks')
    .set((eb) => ({
      status: 'INPROGRESS',
      assigneeId: task.assigneeId ?? personnelId,
      details: sealedDetails.seal(key, task.id, { ...details, receipts: [...details.receipts, ...receipts] }),
      updatedBy: personnelId,
      updatedAt: at,
      rowVersion: eb('rowVersion', '+', 1),
    }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', task.id)
    .execute();
}
