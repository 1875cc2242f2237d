import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { appError } from '../../platform/errors.ts';

/** Roles that can be assigned a right. */
export const ASSIGNEE_ROLES: readonly Role[] = PERMISSIONS['request.write'].roles;

async function find(trx: Trx, workspaceId: string, personnelId: string): Promise<{ id: string; name: string } | null> {
  const person = await trx
    .selectFrom('personnel')
    .select(['name', 'role', 'status'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .forShare()
    .executeTakeFirst();
  return person?.status === 'active' && ASSIGNEE_ROLES.includes(person.role as Role)
    ? { id: personnelId, name: person.name }
    : null;
}

/** Whether somebody can still be an assignee. */
export const isStillActive = async (trx: Trx, workspaceId: string, personnelId: string): Promise<boolean> =>
  (await find(trx, workspaceId, personnelId)) !== null;

/** @throws 400 unless the person is active and their role can answer requests */
export async function assertAssignable(
  trx: Trx,
  workspaceId: string,
  personnelId: string | undefined,
  field = 'assigneeId',
): Promise<{ id: string; name: string }> {
  const person = personnelId === undefined ? null : await find(trx, workspaceId, personnelId);
  if (!person) throw appError('request.assignee', { at: field });
  return person;
}
