import { MINUTE } from '../../../shared/duration.ts';
import { isLocale } from '../../../shared/locale.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { findMembershipOf } from '../../platform/auth/membership.ts';
import type { ProgramCaller, ProgramKeys } from '../../platform/auth/programKeys.ts';
import { hashToken } from '../../platform/auth/tokens.ts';
import { appError } from '../../platform/errors.ts';
import { isAllowedFrom } from './addresses.ts';
import { isApiKey } from './key.ts';
import { isCurrent } from './expiry.ts';

/** The last use is written at most this often. */
const TOUCH_MS = MINUTE;

export const programKeys: ProgramKeys = { isKey: isApiKey, resolve };

/**
 * Who a key acts for, in the key's workspace alone: its service account, or the person who created it. What they may
 * not, it may not either.
 * @throws 401 `apiKey.ended` for an unknown, expired or revoked one, or whose creator no longer works there or whose
 * account is paused, 403 `apiKey.address`
 */
async function resolve(
  deps: Parameters<ProgramKeys['resolve']>[0],
  token: string,
  address: string,
): Promise<ProgramCaller> {
  const { authDb } = deps;
  const now = deps.now();
  const hash = hashToken(token);
  const at = now.toISOString();
  const row = await authDb
    .selectFrom('apiKeys as k')
    .innerJoin('personnel as p', (join) =>
      join
        .onRef('p.workspaceId', '=', 'k.workspaceId')
        .on('p.id', '=', (eb) => eb.fn.coalesce('k.serviceAccountId', 'k.createdBy')),
    )
    .leftJoin('users as u', 'u.id', 'p.userId')
    .select(['k.workspaceId', 'k.id', 'k.name', 'k.scopes', 'k.allowedAddresses', 'k.expiresAt', 'k.lastUsedAt'])
    .select(['p.id as personnelId', 'u.locale'])
    .where('k.revokedAt', 'is', null)
    .where('u.disabledAt', 'is', null)
    .where(isCurrent('k.expiresAt', now))
    .where((eb) =>
      eb.or([
        eb('k.secretHash', '=', hash),
        eb.and([eb('k.previousHash', '=', hash), eb('k.previousExpiresAt', '>', at)]),
      ]),
    )
    .executeTakeFirst();
  const caller = row && (await findMembershipOf(deps, row.workspaceId, row.personnelId));
  if (!row || !caller) throw appError('apiKey.ended');
  if (!isAllowedFrom(address, row.allowedAddresses)) throw appError('apiKey.address');
  if (row.lastUsedAt === null || now.getTime() - Date.parse(row.lastUsedAt) >= TOUCH_MS)
    await authDb
      .updateTable('apiKeys')
      .set({ lastUsedAt: now })
      .where('workspaceId', '=', row.workspaceId)
      .where('id', '=', row.id)
      .execute();
  return {
    ...caller,
    key: { id: row.id, name: row.name, workspaceId: row.workspaceId, scopes: row.scopes as Permission[] },
    locale: row.locale !== null && isLocale(row.locale) ? row.locale : 'th',
    expiresAt: row.expiresAt ?? new Date(now.getTime() + TOUCH_MS).toISOString(),
  };
}
