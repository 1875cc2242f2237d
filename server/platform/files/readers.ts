import type { Trx } from '../../../db/client.ts';
import { requirePermission } from '../auth/permission.ts';
import { appError } from '../errors.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { hasMetadata } from './metadata.ts';
import type { FileOwnerKind } from './ownerKind.ts';
import { COLUMNS, type StoredBytes } from './bytes.ts';
import { withName } from './name.ts';

interface Readable {
  readonly file: StoredBytes & { readonly name: string; readonly type: string; readonly sha256: string };
  readonly disposition: FileOwnerKind['disposition'];
  /** What the security log is to state about a download; null: nothing. */
  readonly logged: { readonly owner: string; readonly recordId: string } | null;
  readonly isPicture: boolean;
}

/**
 * A file for one of the workspace who asks for it by its address, and how it may be shown. What no record has taken is
 * for its uploader alone.
 * @throws AppError 404 for a file of another workspace or another record than the caller may see, and for one whose
 * kind of owner nobody declares; 403 without the permission that the kind asks for, and for a program where the kind is
 * not declared to be read by programs
 */
export async function findReadable(trx: Trx, ctx: WorkspaceContext, fileId: string): Promise<Readable> {
  const row = await trx
    .selectFrom('files')
    .select([...COLUMNS, 'ownerKind', 'ownerId', 'uploadedBy'])
    .where('workspaceId', '=', ctx.workspace.id)
    .where('id', '=', fileId)
    .executeTakeFirst();
  if (!row) throw notFound();
  const { ownerKind, ownerId, uploadedBy, ...stored } = row;
  const file = withName(await ctx.deps.keyring.workspaceKey(trx, ctx.workspace.id), stored);
  const declared = ownerKind === null ? undefined : ctx.deps.modules.fileOwners.get(ownerKind);
  if (ctx.session.program && !declared?.programs) throw appError('forbidden.program');
  if (ownerKind === null) {
    if (uploadedBy !== ctx.personnel.id) throw notFound();
    return { file, disposition: 'attachment', logged: null, isPicture: false };
  }
  if (!declared || ownerId === null) throw notFound();
  await requireReader(trx, ctx, declared, ownerId);
  return {
    file,
    disposition: declared.disposition,
    logged: declared.downloadsLogged ? { owner: ownerKind, recordId: ownerId } : null,
    isPicture: declared.upload?.withoutMetadata === true && hasMetadata(file.type),
  };
}

async function requireReader(
  trx: Trx,
  ctx: WorkspaceContext,
  { readers }: FileOwnerKind,
  ownerId: string,
): Promise<void> {
  if (readers === 'members') return;
  const permission = typeof readers === 'string' ? readers : await readers(trx, ctx, ownerId);
  if (permission === false) throw notFound();
  if (permission !== true) requirePermission(ctx.standing, permission);
}

const notFound = () => appError('file.notFound');
