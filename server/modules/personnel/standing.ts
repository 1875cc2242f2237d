import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type deactivatePersonnel,
  type Personnel,
  personnelStatus,
  type PersonnelStatus,
  type suspendPersonnel,
} from '../../../shared/personnel/schema.ts';
import { announceRevocation } from '../../platform/live/revoke.ts';
import { actorOf } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { errors } from '../../platform/errors.ts';
import { type Change, emit, masked } from '../../platform/live/emit.ts';
import { assertRoom, lockWorkspace } from '../workspace/limits.ts';
import { invite } from './invitations.ts';
import * as queries from './queries.ts';
import { assertAdminRemains, assertMayTouch, existing, officersChanged } from './rules.ts';
import { reassignAll, taskOverviewOf } from './tasks.ts';

type Action = 'suspend' | 'unsuspend' | 'activate' | 'deactivate';

/** Suspends a person with a reason. Open tasks go to `reassignTo`; sessions and sockets lose the workspace at once. */
export function suspend(ctx: WorkspaceContext, input: z.output<typeof suspendPersonnel>): Promise<Personnel> {
  return leave(ctx, input, 'suspend', input.reason);
}

/** Takes a person out of work for good or for a while; no reason is kept. The same rule on tasks as for suspension. */
export function deactivate(ctx: WorkspaceContext, input: z.output<typeof deactivatePersonnel>): Promise<Personnel> {
  return leave(ctx, input, 'deactivate');
}

export function unsuspend(ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    const { shown } = await existing(trx, ctx, input.id);
    assertMayTouch(ctx, shown.role);
    await moveTo(trx, ctx, shown, 'unsuspend', 'active');
    await emit(trx, actorOf(ctx), {
      event: 'personnel.unsuspended',
      entityId: shown.id,
      changes: [statusChange(shown.status, 'active')],
    });
    return (await existing(trx, ctx, shown.id)).shown;
  });
}

/** Back from inactive: active, or invited anew when the person never accepted. Counts against the tier's limit. */
export function activate(ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> {
  return ctx.transaction(async (trx) => {
    const { shown, userId } = await existing(trx, ctx, input.id);
    assertMayTouch(ctx, shown.role);
    await assertRoom(trx, ctx.workspace.id, 'personnel');
    const to = userId ? 'active' : 'invited';
    await moveTo(trx, ctx, shown, 'activate', to);
    if (to === 'invited') await invite(trx, ctx, shown);
    await emit(trx, actorOf(ctx), {
      event: 'personnel.updated',
      entityId: shown.id,
      changes: [statusChange(shown.status, to)],
    });
    return (await existing(trx, ctx, shown.id)).shown;
  });
}

/**
 * @throws 409 `personnel.lastAdmin`; 409 `personnel.openTasks` with the task overview while there are open tasks and
 * no `reassignTo`; 400 when `reassignTo` is not another active person
 */
function leave(
  ctx: WorkspaceContext,
  { id, reassignTo }: { id: string; reassignTo?: string | null },
  action: 'suspend' | 'deactivate',
  reason = '',
): Promise<Personnel> {
  const to = action === 'suspend' ? 'suspended' : 'inactive';
  return ctx.transaction(async (trx) => {
    await lockWorkspace(trx, ctx.workspace.id);
    await queries.lock(trx, ctx.workspace.id, id);
    const { shown, userId } = await existing(trx, ctx, id);
    assertMayTouch(ctx, shown.role);
    assertAllowed(shown.status, action);
    await assertAdminRemains(trx, ctx, shown);
    await handOver(trx, ctx, id, reassignTo);
    await moveTo(trx, ctx, shown, action, to, reason);
    if (shown.status === 'invited') await queries.withdrawInvitations(trx, ctx.workspace.id, id);
    const changes: Change[] = [statusChange(shown.status, to)];
    if (reason) changes.push({ field: 'suspendedReason', old: '', new: masked(reason) });
    await emit(trx, actorOf(ctx), {
      event: action === 'suspend' ? 'personnel.suspended' : 'personnel.updated',
      entityId: id,
      changes,
    });
    if (userId) await announceRevocation(trx, { userId });
    return (await existing(trx, ctx, id)).shown;
  });
}

async function handOver(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  reassignTo: string | null | undefined,
): Promise<void> {
  const overview = await taskOverviewOf(trx, { deps: ctx.deps, workspaceId: ctx.workspace.id, personnelId: id });
  if (reassignTo) {
    const heir = reassignTo === id ? undefined : await queries.find(trx, ctx.workspace.id, reassignTo);
    if (heir?.shown.status !== 'active')
      throw errors.field('reassignTo', 'organization:personnel.reassignToActive', 'personnel.reassignTo');
    if (overview.total > 0) await reassignAll(trx, actorOf(ctx), id, reassignTo);
  } else if (overview.total > 0) {
    throw errors.conflict({
      code: 'personnel.openTasks',
      key: 'organization:personnel.openTasks',
      values: { number: overview.total },
      details: { overview },
    });
  }
}

const statusChange = (from: PersonnelStatus, to: PersonnelStatus): Change => ({ field: 'status', old: from, new: to });

function assertAllowed(status: PersonnelStatus, action: Action): void {
  if (!personnelStatus[status][action])
    throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove', details: { status } });
}

async function moveTo(
  trx: Trx,
  ctx: WorkspaceContext,
  { id, status, role }: Personnel,
  action: Action,
  to: PersonnelStatus,
  reason = '',
): Promise<void> {
  assertAllowed(status, action);
  const moved = await queries.move(trx, { workspaceId: ctx.workspace.id, id, at: ctx.deps.now() }, status, to, reason);
  if (!moved) throw errors.conflict({ code: 'illegalMove', key: 'errors:illegalMove' });
  if (role === 'DPO') await officersChanged(trx, ctx);
}
