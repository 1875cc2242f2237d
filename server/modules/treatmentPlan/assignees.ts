import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { PersonnelActor } from '../../platform/actor.ts';
import { appError } from '../../platform/errors.ts';

/** Roles that can be assigned a plan, and those that manage plans. */
export const ASSIGNEE_ROLES: readonly Role[] = PERMISSIONS['treatmentPlan.write'].roles;
const MANAGER_ROLES: readonly Role[] = PERMISSIONS['treatmentPlan.manage'].roles;

/** @throws 400 unless the person is active and their role can carry out plans */
export async function assertAssignable(
  trx: Trx,
  workspaceId: string,
  personnelId: string,
  field = 'assigneeId',
): Promise<void> {
  const person = await trx
    .selectFrom('personnel')
    .select(['role', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .forShare()
    .executeTakeFirst();
  if (person?.status !== 'active' || !ASSIGNEE_ROLES.includes(person.role as Role))
    throw appError('treatmentPlan.assignee', { at: field });
}

/** Those of some people who can be assigned a plan. */
export async function assignableOf(
  trx: Trx,
  workspaceId: string,
  personnelIds: readonly string[],
): Promise<ReadonlySet<string>> {
  if (personnelIds.length === 0) return new Set();
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', [...personnelIds])
    .where('status', '=', 'active')
    .where('role', 'in', [...ASSIGNEE_ROLES])
    .execute();
  return new Set(rows.map(({ id }) => id));
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
