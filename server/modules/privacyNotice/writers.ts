import type { Trx } from '../../../db/client.ts';
import { PERMISSIONS } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';

const WRITERS: readonly Role[] = PERMISSIONS['privacyNotice.write'].roles;

/** Active people who can edit notices. */
export async function writersOf(trx: Trx, workspaceId: string): Promise<string[]> {
  const rows = await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('status', '=', 'active')
    .where('role', 'in', [...WRITERS])
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
