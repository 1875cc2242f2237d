import type { Trx } from '../../../db/client.ts';
import { EXPORT_KIND_KEYS, EXPORT_KINDS, type ExportKind } from '../../../shared/export/schema.ts';
import { type Permission, refusal } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { errors } from '../errors.ts';
import { kindOfFile } from './states.ts';

type Caller = Pick<WorkspaceContext, 'standing' | 'workspace'>;

const permissionOf = (kind: string): Permission | undefined =>
  (EXPORT_KINDS as Record<string, { permission: Permission }>)[kind]?.permission;

/** Kinds that the caller may start, see and download. */
export const kindsOf = ({ standing }: Pick<Caller, 'standing'>): ExportKind[] =>
  EXPORT_KIND_KEYS.filter((kind) => refusal(standing, EXPORT_KINDS[kind].permission) === null);

/** @throws AppError 403 for a caller who may not start this kind, in the words of the guard of procedures. */
export function requireKind({ standing }: Pick<Caller, 'standing'>, kind: string): void {
  const permission = permissionOf(kind);
  const reason = permission ? refusal(standing, permission) : 'role';
  if (reason === null) return;
  throw errors.forbidden({
    code: `forbidden.${reason}`,
    ...(reason === 'flag' || reason === 'tier' ? { key: 'errors:forbiddenTier' } : {}),
  });
}

/** Lets a file that is an export's through only to those who may start its kind; any other file passes. */
export async function requireExportFile(trx: Trx, caller: Caller, fileId: string): Promise<void> {
  const kind = await kindOfFile(trx, caller.workspace.id, fileId);
  if (kind !== undefined) requireKind(caller, kind);
}
