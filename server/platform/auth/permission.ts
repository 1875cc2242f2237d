import { type Permission, refusal, type Standing } from '../../../shared/registry/permissions.ts';
import { appError } from '../errors.ts';

/** @throws AppError 403 for whoever does not hold the permission, in the words of the guard of procedures */
export function requirePermission(standing: Standing, permission: Permission): void {
  const reason = refusal(standing, permission);
  if (reason === 'scope') throw appError('forbidden.scope', { values: { scope: permission } });
  if (reason !== null) throw appError(`forbidden.${reason}`);
}
