import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { ApprovalDefaults, updateApprovalDefaults } from '../../../shared/approvalLine/schema.ts';
import { REPORT_TYPES } from '../../../shared/approvalLine/subject.ts';
import { forgetDeadlines, moveDeadlines, openDeadlines } from '../../platform/clock/deadlines.ts';
import { actorOf } from '../../platform/actor.ts';
import { activeAmong } from '../../platform/auth/personnel.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { type Change, emit } from '../../platform/live/emit.ts';
import * as queries from './settingsQueries.ts';
import { staleEdit } from '../../platform/records/stale.ts';

/** The approvers of new lines, and the days until a reminder. */
export const get = (ctx: WorkspaceContext): Promise<ApprovalDefaults> => ctx.transaction((trx) => read(trx, ctx));

const read = async (trx: Trx, { workspace }: WorkspaceContext): Promise<ApprovalDefaults> => ({
  ...(await queries.defaults(trx, workspace.id)),
  ...(await queries.find(trx, workspace.id)),
});

/** @throws 409 `staleEdit` with the newer settings; 400 for an approver who is not active */
export function update(
  ctx: WorkspaceContext,
  input: z.output<typeof updateApprovalDefaults>,
): Promise<ApprovalDefaults> {
  const { rowVersion, remindAfterDays } = input;
  const ws = ctx.workspace.id;
  return ctx.transaction(async (trx) => {
    // In the order of every move: the line first, then the rows that belong to it.
    await queries.lockWaiting(trx, ws);
    const before = await read(trx, ctx);
    const actor = actorOf(ctx);
    if (!(await queries.save(trx, ws, rowVersion, remindAfterDays, actor.at))) throw staleEdit(await read(trx, ctx));
    const lists = { ...input, NOTICE: input.NOTICE ?? before.NOTICE.map(({ id }) => id) };
    const active = await activeAmong(trx, ws, [...lists.ROPA, ...lists.DPIA, ...lists.NOTICE]);
    const at = REPORT_TYPES.flatMap((type) =>
      lists[type].flatMap((id, index) => (active.has(id) ? [] : [[type, index]])),
    );
    if (at.length > 0) throw appError('approvalLine.approverInactive', { at });
    await queries.replaceDefaults(trx, ws, lists);
    if (before.remindAfterDays !== remindAfterDays) {
      const steps = { workspaceId: ws, kind: 'approval.step' as const, now: actor.at };
      if (remindAfterDays === 0) await forgetDeadlines(trx, steps);
      else
        await (before.remindAfterDays === 0 ? openDeadlines : moveDeadlines)(
          trx,
          steps,
          queries.dueTimes(ws, remindAfterDays),
        );
    }
    const changes: Change[] = REPORT_TYPES.flatMap((type) =>
      before[type].map(({ id }) => id).join() === lists[type].join()
        ? []
        : [{ field: `approvers${type}`, old: before[type].length, new: lists[type].length }],
    );
    if (before.remindAfterDays !== remindAfterDays)
      changes.push({ field: 'remindAfterDays', old: before.remindAfterDays, new: remindAfterDays });
    await emit(trx, actorOf(ctx), { event: 'approvalSettings.changed', entityId: ws, changes });
    return read(trx, ctx);
  });
}
