import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';

/** Roles that can be assigned a plan, and those that manage plans. */
export const ASSIGNEE_ROLES: readonly Role[] = PERMISSIONS['treatmentPlan.write'].roles;
const MANAGER_ROLES: readonly Role[] = PERMISSIONS['treatmentPlan.manage'].roles;

const assignable = (trx: Trx, workspaceId: string, personnelIds: readonly string[]) =>
  trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...personnelIds])
    .where('status', '=', 'active')
    .where('role', 'in', [...ASSIGNEE_ROLES]);

/** Those of some people who can be assigned a plan. */
export async function assignableOf(
  trx: Trx,
  workspaceId: string,
  personnelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personnelIds.length === 0) return new Set();
  return new Set((await assignable(trx, workspaceId, personnelIds).execute()).map(({ id }) => id));
}

/** The same; none of them leaves before the transaction ends. */
export async function lockAssignable(
  trx: Trx,
  workspaceId: string,
  personnelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personnelIds.length === 0) return new Set();
  const rows = await assignable(trx, workspaceId, personnelIds).orderBy('id').forShare().execute();
  return new Set(rows.map(({ id }) => id));
}

/** @throws 400 unless the person is active and their role can carry out plans */
export async function assertAssignable(
  trx: Trx,
  workspaceId: string,
  personnelId: string,
  field = 'assigneeId',
): Promise<void> {
  const people = await lockAssignable(trx, workspaceId, [personnelId]);
  if (!people.has(personnelId)) throw appError('treatmentPlan.assignee', { at: field });
}

/** Active people who manage plans. */
export async function managersOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', [...MANAGER_ROLES])
    .execute();
  return rows.map(({ id }) => id);
}

/** Whether this person is the only one who manages plans: then they can approve their own. */
export const soleManager = async (trx: Trx, { workspaceId, personnelId }: PersonnelActor): Promise<boolean> =>
  (await managersOf(trx, workspaceId)).every((id) => id === personnelId);
