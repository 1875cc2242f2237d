import type { Trx } from '../../../db/client.ts';
import { type UploadKind } from '../../../shared/file.ts';
import { fileUrl } from '../../../shared/fileUrl.ts';
import type { ImportFacts } from '../../../shared/import/schema.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { NAME_COLUMNS, withName } from '../files/name.ts';
import type { FileOwnerKind } from '../files/ownerKind.ts';
import type { WorkspaceContext } from '../trpc/context.ts';

/** Files of imports of one kind. */
export interface ImportFiles {
  /** What was uploaded to be imported. */
  readonly table: FileOwnerKind;
  /** Its rejected rows with what is wrong with each. */
  readonly rejects: FileOwnerKind;
}

/** Files of the imports of a module, for those who may import there. */
export function importFiles(module: string, facts: { upload: UploadKind; permission: Permission }): ImportFiles {
  const shared = {
    readers: facts.permission,
    disposition: 'attachment',
    downloadsLogged: true,
    retention: 'withRecord',
  } as const;
  return {
    table: { kind: `${module}.table`, upload: facts.upload, uploaders: [facts.permission], ...shared },
    rejects: { kind: `${module}.rejects`, upload: null, ...shared },
  };
}

/** A file as the screen offers it. */
export async function fileOf(
  trx: Trx,
  { deps, workspace }: Pick<WorkspaceContext, 'deps' | 'workspace'>,
  fileId: string | null,
): Promise<ImportFacts['rejects']> {
  if (!fileId) return null;
  const row = await trx
    .selectFrom('files')
    .select(['id', ...NAME_COLUMNS, 'size'])
    .where('workspaceId', '=', workspace.id)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!row) return null;
  const key = await deps.keyring.workspaceKey(trx, workspace.id);
  return { ...withName(key, row), size: Number(row.size), url: fileUrl(workspace.id, row.id) };
}
