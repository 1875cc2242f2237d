import { EXPORT_KIND_KEYS, EXPORT_KINDS, type ExportKind } from '../../../shared/export/schema.ts';
import type { ActivityModule } from '../../../shared/registry/events.ts';
import type { ExportRule } from '../../../shared/registry/exportKinds.ts';
import { onlyOwn, type Permission, refusal } from '../../../shared/registry/permissions.ts';
import type { WorkspaceContext } from '../trpc/context.ts';
import { requirePermission } from '../auth/permission.ts';
import { appError } from '../errors.ts';

type Caller = Pick<WorkspaceContext, 'standing'>;
type Rules = Readonly<Record<string, Pick<ExportRule, 'permission' | 'records' | 'module'>>>;

/** Which permission starting, seeing and downloading this kind takes. */
export const permissionOf = (kind: string): Permission | undefined => (EXPORT_KINDS as Rules)[kind]?.permission;

/** Kinds that the caller may start, see and download. */
export const kindsOf = ({ standing }: Caller): ExportKind[] =>
  EXPORT_KIND_KEYS.filter((kind) => refusal(standing, EXPORT_KINDS[kind].permission) === null);

/**
 * Whether the caller sees an export of this kind: all of them, or those that they requested and that were made of their
 * own records, since they read no others.
 */
export const sees = (
  caller: Pick<WorkspaceContext, 'standing' | 'personnel'>,
  { kind, requestedBy, allRecords }: { kind: string; requestedBy: string; allRecords: boolean },
): boolean => !seesRequestedOnly(caller, kind) || (requestedBy === caller.personnel.id && !allRecords);

/**
 * Whether the caller sees the exports of this kind that they requested, and no others: of the records in it they read
 * only their own.
 */
export function seesRequestedOnly({ standing }: Caller, kind: string): boolean {
  const records = (EXPORT_KINDS as Rules)[kind]?.records;
  return records !== undefined && onlyOwn(standing.role, records);
}

/** @throws AppError 403 for a caller who may not start this kind, in the words of the guard of procedures. */
export function requireKind({ standing }: Caller, kind: string): void {
  const permission = permissionOf(kind);
  if (permission === undefined) throw appError('forbidden.role');
  requirePermission(standing, permission);
}

/** Under which module of the activity log the events of this kind stand; nothing for a kind that there is no more. */
export function moduleOf(kind: string): { module?: ActivityModule } {
  const rule = (EXPORT_KINDS as Rules)[kind];
  return rule ? { module: rule.module } : {};
}
