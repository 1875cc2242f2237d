import { randomUUIDv7 } from 'node:crypto';
import type { z } from 'zod';
import {
  type addExistingPersonnel,
  type checkUserInput,
  type listPersonnel,
  type Personnel,
  PERSONNEL_PERSONAL,
  type pickPersonnel,
  type updatePersonnel,
} from '../../../shared/personnel/schema.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import { announceRevocation } from '../../platform/live/revoke.ts';
import { renewSessionsOfUser } from '../../platform/auth/sessions.ts';
import { actorOf } from '../../platform/actor.ts';
import type { SignedInContext, WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { attachFile, releaseFile } from '../../platform/files/service.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { assertRoom, lockWorkspace } from '../workspace/limits.ts';
import { notifyAccess } from './access.ts';
import { invite } from './invite.ts';
import { findColleague, knownInOrganization } from './lookup.ts';
import { photo } from './files.ts';
import * as queries from './queries.ts';
import {
  assertAdminRemains,
  assertEmailFree,
  assertMayTouch,
  assertNoAccountHere,
  existing,
  officersChanged,
} from './rules.ts';
import { assertKeepsTasks, taskOverviewOf } from './tasks.ts';
import { recordsChanged } from '../../platform/records/listener.ts';
import { assertNewest, staleEdit } from '../../platform/records/stale.ts';

/** One page of the directory, including Admins if the configuration allows it and the caller does not exclude them. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listPersonnel>) {
  const withAdmins = ctx.deps.config.showAdminPersonnel && input.showAdmin;
  return ctx.transaction((trx) => queries.list(trx, ctx.workspace.id, { ...input, withAdmins }));
}

/** Everybody who can be given work now, by id and name in Thai order; `withFormer`: then those who left. */
export function pick(ctx: WorkspaceContext, { holding, withFormer }: z.output<typeof pickPersonnel>) {
  const roles = holding && rolesWith(holding);
  return ctx.transaction((trx) => queries.pick(trx, ctx.workspace.id, { roles, withFormer }));
}

export function get(ctx: WorkspaceContext, input: { id: string }): Promise<Personnel> {
  return ctx.transaction(async (trx) => (await existing(trx, ctx, input.id)).person);
}

export function taskOverview(ctx: WorkspaceContext, input: { id: string }) {
  return ctx.read(async (trx) => {
    await existing(trx, ctx, input.id);
    return taskOverviewOf(trx, { deps: ctx.deps, workspaceId: ctx.workspace.id, personnelId: input.id });
  });
}

/**
 * Adds a colleague from another workspace of the same organisation: active immediately, with the name, position and
 * phone they have there, and notified by mail.
 * @throws 404 `personnel.notFound`, the same for an unknown address and one of another organisation
 */
export async function addExisting(
  ctx: WorkspaceContext,
  input: z.output<typeof addExistingPersonnel>,
): Promise<Personnel> {
  assertMayTouch(ctx, input.role);
  const { organizationId, id: workspaceId } = ctx.workspace;
  const colleague = await findColleague(ctx.deps.authDb, { organizationId, workspaceId, email: input.email });
  return ctx.transaction(async (trx) => {
    await assertRoom(trx, workspaceId, 'personnel');
    await assertEmailFree(trx, ctx, input.email);
    if (!colleague) throw appError('personnel.notFound');
    if (await queries.hasUser(trx, workspaceId, colleague.userId))
      throw appError('personnel.emailTaken', { at: 'email' });
    const id = randomUUIDv7();
    const { userId, ...fields } = colleague;
    await queries.insert(
      trx,
      { workspaceId, id, at: ctx.deps.now(), by: ctx.personnel.id, userId, status: 'active' },
      { ...fields, role: input.role, photoId: null },
    );
    if (input.role === 'DPO') await officersChanged(trx, actorOf(ctx));
    await emit(trx, actorOf(ctx), {
      event: 'personnel.joined',
      entityId: id,
      changes: [{ field: 'role', old: null, new: input.role }],
    });
    await notifyAccess(trx, actorOf(ctx), { ...colleague, role: input.role }, 'added');
    return (await existing(trx, ctx, id)).person;
  });
}

/**
 * Changes a person's record. A new role applies to open sessions and sockets immediately; a new address of somebody
 * still invited gets the invitation and invalidates the old one.
 * @throws 409 `staleEdit` with the newer record, 409 `personnel.lastAdmin`, 409 `personnel.roleHasTasks` for a role
 * that cannot do the person's tasks, 409 `personnel.emailTaken`, `personnel.accountHere`, 403 `personnel.adminOnly`
 */
export async function update(ctx: WorkspaceContext, input: z.output<typeof updatePersonnel>): Promise<Personnel> {
  let roleChangedFor: string | null = null;
  const saved = await ctx.transaction(async (trx) => {
    await lockWorkspace(trx, ctx.workspace.id);
    await queries.lock(trx, ctx.workspace.id, input.id);
    const { person: before, userId } = await existing(trx, ctx, input.id);
    assertMayTouch(ctx, before.role, input.role);
    await assertNewest(before, input.rowVersion);
    if (input.role !== before.role) {
      await assertAdminRemains(trx, actorOf(ctx), before);
      await assertKeepsTasks(
        trx,
        { deps: ctx.deps, workspaceId: ctx.workspace.id, personnelId: before.id },
        input.role,
      );
    }
    if (input.email !== before.email) {
      await assertEmailFree(trx, ctx, input.email, input.id);
      if (before.status === 'invited') await assertNoAccountHere(actorOf(ctx), input.email);
    }
    if (input.photoId && input.photoId !== before.photoId) {
      await attachFile(trx, photo, {
        workspaceId: ctx.workspace.id,
        ownerId: input.id,
        fileId: input.photoId,
        by: ctx.personnel.id,
        field: 'photoId',
      });
    }
    if (before.photoId && before.photoId !== input.photoId)
      await releaseFile(trx, photo, { workspaceId: ctx.workspace.id, ownerId: input.id, fileId: before.photoId });
    const updated = await queries.update(
      trx,
      { workspaceId: ctx.workspace.id, id: input.id, at: ctx.deps.now(), by: ctx.personnel.id },
      input,
    );
    if (!updated) throw staleEdit((await existing(trx, ctx, input.id)).person);
    if (before.status === 'invited' && input.email !== before.email) await invite(trx, actorOf(ctx), input);
    const { person: after } = await existing(trx, ctx, input.id);
    if ((after.role === 'DPO') !== (before.role === 'DPO')) await officersChanged(trx, actorOf(ctx));
    const changes = changesBetween(logged(before), logged(after), PERSONNEL_PERSONAL);
    if (changes.length > 0) {
      await emit(trx, actorOf(ctx), { event: 'personnel.updated', entityId: after.id, changes });
      await recordsChanged(trx, actorOf(ctx), 'personnel', [after.id]);
    }
    if (userId && after.role !== before.role) {
      roleChangedFor = userId;
      await announceRevocation(trx, { userId });
    }
    return after;
  });
  // The tenants' role cannot change sessions, so this follows the commit.
  if (roleChangedFor) await renewSessionsOfUser(ctx.deps.authDb, roleChangedFor);
  return saved;
}

/** Whether an address is known within the caller's own organisation; nothing is returned about other tenants. */
export async function checkUser(ctx: SignedInContext, { email, ws }: z.output<typeof checkUserInput>) {
  const known = await knownInOrganization(ctx.deps.authDb, { userId: ctx.session.userId, email, workspaceId: ws });
  if (!known) throw appError('workspace.notFound');
  return known;
}

/** The fields as the activity log compares them. */
const logged = ({ name, position, phone, email, role, photoId }: Personnel) => ({
  name,
  position,
  phone,
  email,
  role,
  photo: photoId,
});
