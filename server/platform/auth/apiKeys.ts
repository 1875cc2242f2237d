import { BlockList, isIP, isIPv6 } from 'node:net';
import { randomBytes } from 'node:crypto';
import { isLocale } from '../../../shared/locale.ts';
import type { Permission } from '../../../shared/registry/permissions.ts';
import { appError } from '../errors.ts';
import type { Deps } from '../trpc/context.ts';
import { findMembershipOf } from './membership.ts';
import type { SignedIn } from './sessions.ts';
import { hashToken } from './tokens.ts';

/** By what a key is recognised, by people and by scanners for secrets. */
const PREFIX = 'ppk_';
/** Letters of a key that are stored, to recognise it by. */
const STORED = PREFIX.length + 6;
/** The last use is written at most this often. */
const TOUCH_MS = 60_000;

/** What a session has where a program calls by a key. */
export interface ProgramKey {
  readonly id: string;
  readonly name: string;
  readonly workspaceId: string;
  readonly scopes: readonly Permission[];
}

export const isApiKey = (token: string): boolean => token.startsWith(PREFIX);

/** A key of 256 bits, what of it is stored to recognise it by, and its hash. */
export function newApiKey(): { key: string; prefix: string; hash: string } {
  const key = PREFIX + randomBytes(32).toString('base64url');
  return { key, prefix: key.slice(0, STORED), hash: hashToken(key) };
}

/** Whether an address is one of these or in one of these networks; none: any is. */
export function isAllowedFrom(address: string, networks: readonly string[]): boolean {
  if (networks.length === 0) return true;
  // IPv4 as a socket of both kinds names it.
  const plain = address.replace(/^::ffff:(?=\d+\.)/i, '');
  if (isIP(plain) === 0) return false;
  const list = new BlockList();
  for (const network of networks) {
    const [base = '', bits] = network.split('/');
    const kind = isIPv6(base) ? 'ipv6' : 'ipv4';
    list.addSubnet(base, bits === undefined ? (kind === 'ipv6' ? 128 : 32) : Number(bits), kind);
  }
  return list.check(plain, isIPv6(plain) ? 'ipv6' : 'ipv4');
}

/**
 * Who a key acts for, in the key's workspace alone: its service account, or the person who created it. What they may
 * not, it may not either.
 * @throws 401 `apiKey.ended` for an unknown, expired or revoked one, or whose creator no longer works there or whose
 * account is paused, 403 `apiKey.address`
 */
export async function resolveApiKey(
  deps: Pick<Deps, 'authDb' | 'modules' | 'now'>,
  token: string,
  address: string,
): Promise<SignedIn> {
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
    .where((eb) => eb.or([eb('k.expiresAt', 'is', null), eb('k.expiresAt', '>', at)]))
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
    session: {
      userId: caller.userId,
      email: caller.membership.personnel.email,
      name: caller.membership.personnel.name,
      locale: row.locale !== null && isLocale(row.locale) ? row.locale : 'th',
      handle: row.id,
      kind: 'api',
      expiresAt: row.expiresAt ?? new Date(now.getTime() + TOUCH_MS).toISOString(),
      program: { id: row.id, name: row.name, workspaceId: row.workspaceId, scopes: row.scopes as Permission[] },
    },
    memberships: [caller.membership],
  };
}
