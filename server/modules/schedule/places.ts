import type { Flags } from '../../../shared/registry/flags.ts';
import { may, type Standing } from '../../../shared/registry/permissions.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import type { Deps } from '../../platform/trpc/context.ts';

/**
 * Workspaces of an organisation that are not being deleted, and whether their Admins have the console; read before any
 * of them is known.
 */
export async function openWorkspaces(
  { authDb, config: { variant } }: Pick<Deps, 'authDb' | 'config'>,
  organizationId: string,
): Promise<{ workspaceId: string; hasConsole: boolean }[]> {
  const rows = await authDb
    .selectFrom('workspaces')
    .select(['id', 'package', 'flags'])
    .where('organizationId', '=', organizationId)
    .where('closedAt', 'is', null)
    .orderBy('id')
    .execute();
  return rows.map(({ id, package: tier, flags }) => {
    const standing: Standing = { role: 'Admin', tier: tier as Tier, flags: flags as Flags, variant };
    return { workspaceId: id, hasConsole: may(standing, 'admin.console') };
  });
}
