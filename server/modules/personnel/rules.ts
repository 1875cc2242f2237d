import type { Trx } from '../../../db/client.ts';
import type { Actor, WithDeps } from '../../platform/actor.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { appError } from '../../platform/errors.ts';
import { mayChange } from '../../../shared/personnel/schema.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import * as completeness from '../completeness/service.ts';
import { accountHere } from './lookup.ts';
import * as queries from './queries.ts';

/** A person of the workspace. @throws 404 */
export async function existing(trx: Trx, ctx: WorkspaceContext, id: string): Promise<queries.PersonnelRecord> {
  const found = await queries.find(trx, ctx.workspace.id, id);
  if (!found) throw appError('NOT_FOUND');
  const { config } = ctx.deps;
  // In production it waits until the operator sets the global server up; elsewhere it is kept for reading.
  const waits = found.person.invitationMail === 'waiting' && config.nodeEnv === 'production';
  if (!waits || config.smtpUrl !== undefined) return found;
  return { ...found, person: { ...found.person, invitationMail: 'noServer' } };
}

/**
 * Only an Admin can change an Admin: a DPO who changed an invited Admin's address would receive that Admin's
 * invitation, and one who suspended an Admin would remove the role.
 * @throws 403 `personnel.adminOnly`
 */
export function assertMayTouch(ctx: WorkspaceContext, ...roles: Role[]): void {
  if (!roles.every((role) => mayChange(ctx.personnel.role, role))) throw appError('personnel.adminOnly');
}

/**
 * A workspace never loses its last active Admin. The caller has locked the workspace (`lockWorkspace`), so that two
 * Admins cannot remove each other at the same time.
 * @throws 409 `personnel.lastAdmin`
 */
export async function assertAdminRemains(
  trx: Trx,
  { workspaceId }: Actor,
  person: { id: string; role: Role; status: string },
): Promise<void> {
  if (person.role !== 'Admin' || person.status !== 'active') return;
  if (await queries.hasOtherAdmin(trx, workspaceId, person.id)) return;
  throw appError('personnel.lastAdmin');
}

/** @throws 409 `personnel.emailTaken` with the field */
export async function assertEmailFree(
  trx: Trx,
  ctx: WorkspaceContext,
  email: string,
  exceptId?: string,
): Promise<void> {
  if (await queries.emailInUse(trx, ctx.workspace.id, email, exceptId)) {
    throw appError('personnel.emailTaken', { at: 'email' });
  }
}

/**
 * Whoever is invited here accepts by their account, and that has one record in a workspace: an invitation of somebody
 * who has one under another address could never be accepted.
 * @throws 409 `personnel.accountHere` with the field
 */
export async function assertNoAccountHere({ deps, workspaceId }: WithDeps, email: string): Promise<void> {
  const known = await accountHere(deps.authDb, { workspaceId, email });
  if (known) throw appError('personnel.accountHere', { at: 'email', values: { name: known.name } });
}

/** The data protection officer is part of a processor's record. */
export async function officersChanged(trx: Trx, { workspaceId }: Actor): Promise<void> {
  const applicationIds = await completeness.touchedBy(trx, workspaceId, { processingRole: 'processor' });
  await completeness.updateScores(trx, workspaceId, applicationIds);
}
