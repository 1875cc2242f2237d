import type { Trx } from '../../../db/client.ts';
import { type Permission, refusal } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { errors } from '../errors.ts';

/** Who may import, by kind. */
const PERMISSIONS_OF: Record<string, Permission> = { ropa: 'ropa.write', 'user-consents': 'consent.write' };

/**
 * Lets a file that an import took in, or its rejected rows, through only to those who may import of its kind; any other
 * file passes.
 */
export async function requireImportFile(
  trx: Trx,
  { standing, workspace }: Pick<WorkspaceContext, 'standing' | 'workspace'>,
  fileId: string,
): Promise<void> {
  const rows = await trx
    .selectFrom('imports')
    .select('kind')
    .distinct()
    .where('workspaceId', '=', workspace.id)
    .where((eb) => eb.or([eb('fileId', '=', fileId), eb('rejectsFileId', '=', fileId)]))
    .execute();
  for (const { kind } of rows) {
    const permission = PERMISSIONS_OF[kind];
    const reason = permission ? refusal(standing, permission) : 'role';
    if (reason !== null)
      throw errors.forbidden({
        code: `forbidden.${reason}`,
        ...(reason === 'flag' || reason === 'tier' ? { key: 'errors:forbiddenTier' } : {}),
      });
  }
}
