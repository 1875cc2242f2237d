import type { Actor } from '../../platform/actor.ts';
import type { Trx } from '../../../db/client.ts';
import { OPEN_STEPS, type StepStatus } from '../../../shared/approvalLine/schema.ts';

/** One step of a round as it is stored. */
export interface StepRow {
  position: number;
  approverId: string;
  actedBy: string | null;
  status: StepStatus;
  since: string | null;
  remindedAt: string | null;
}

/** The steps of one round in order. */
export const stepsOf = (trx: Trx, workspaceId: string, lineId: string, round: number): Promise<StepRow[]> =>
  trx
    .selectFrom('approvalSteps')
    .select(['position', 'approverId', 'actedBy', 'status', 'since', 'remindedAt'])
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', lineId)
    .where('round', '=', round)
    .orderBy('position')
    .execute() as Promise<StepRow[]>;

/** Who is asked in the current round of a line, in order. */
export async function approversOf(trx: Trx, workspaceId: string, lineId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('approvalSteps as s')
    .innerJoin('approvalLines as l', (join) =>
      join.onRef('l.workspaceId', '=', 's.workspaceId').onRef('l.id', '=', 's.lineId').onRef('l.round', '=', 's.round'),
    )
    .select('s.approverId')
    .where('s.workspaceId', '=', workspaceId)
    .where('s.lineId', '=', lineId)
    .orderBy('s.position')
    .execute();
  return rows.map(({ approverId }) => approverId);
}

/**
 * Starts a round: the first of `approverIds` is asked immediately. `from`: the position after the approvers who stay.
 */
export async function insertSteps(
  trx: Trx,
  { workspaceId, at }: Actor,
  id: string,
  round: number,
  steps: readonly { approverId: string; since?: string | Date; remindedAt?: string | null }[],
  from = 0,
): Promise<void> {
  if (steps.length === 0) return;
  await trx
    .insertInto('approvalSteps')
    .values(
      steps.map(({ approverId, since = at, remindedAt = null }, index) => ({
        workspaceId,
        lineId: id,
        round,
        position: from + index + 1,
        approverId,
        status: index === 0 ? 'CURRENT' : 'WAITING',
        since: index === 0 ? since : null,
        remindedAt: index === 0 ? remindedAt : null,
      })),
    )
    .execute();
}

/** Removes the steps of a round after `position`. */
export async function removeSteps(
  trx: Trx,
  workspaceId: string,
  lineId: string,
  round: number,
  position: number,
): Promise<void> {
  await trx
    .deleteFrom('approvalSteps')
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', lineId)
    .where('round', '=', round)
    .where('position', '>', position)
    .execute();
}

/** Stores the result of the current step. */
export async function endStep(
  trx: Trx,
  { workspaceId, personnelId: by, at }: Actor,
  id: string,
  step: { round: number; position: number },
  status: 'APPROVED' | 'REJECTED' | 'REWORKED',
  comment: string,
): Promise<void> {
  await trx
    .updateTable('approvalSteps')
    .set((eb) => ({
      status,
      actedBy: by,
      actedRole: eb.selectFrom('personnel').select('role').where('workspaceId', '=', workspaceId).where('id', '=', by),
      comment,
      actedAt: at,
    }))
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', id)
    .where('round', '=', step.round)
    .where('position', '=', step.position)
    .where('status', '=', 'CURRENT')
    .execute();
}

export async function startStep(
  trx: Trx,
  { workspaceId, at }: Actor,
  id: string,
  round: number,
  position: number,
): Promise<void> {
  await trx
    .updateTable('approvalSteps')
    .set({ status: 'CURRENT', since: at })
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', id)
    .where('round', '=', round)
    .where('position', '=', position)
    .execute();
}

/** Skips the open steps: nobody is asked any more. */
export async function skipSteps(trx: Trx, workspaceId: string, lineId: string): Promise<void> {
  await trx
    .updateTable('approvalSteps')
    .set({ status: 'SKIPPED' })
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', lineId)
    .where('status', 'in', [...OPEN_STEPS])
    .execute();
}

export async function markReminded(trx: Trx, workspaceId: string, lineId: string, at: Date): Promise<void> {
  await trx
    .updateTable('approvalSteps')
    .set({ remindedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', lineId)
    .where('status', '=', 'CURRENT')
    .execute();
}

/** Assigns a step to somebody else; `since`: when it became their turn, if it is. */
export async function giveStep(
  trx: Trx,
  workspaceId: string,
  lineId: string,
  step: { round: number; position: number },
  approverId: string,
  since: Date | null,
): Promise<void> {
  await trx
    .updateTable('approvalSteps')
    .set({ approverId, since, remindedAt: null })
    .where('workspaceId', '=', workspaceId)
    .where('lineId', '=', lineId)
    .where('round', '=', step.round)
    .where('position', '=', step.position)
    .execute();
}
