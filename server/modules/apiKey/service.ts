import { randomUUIDv7 } from 'node:crypto';
import { type ExpressionBuilder, sql, type SqlBool } from 'kysely';
import type { z } from 'zod';
import type { DB, Trx } from '../../../db/client.ts';
import {
  type ApiKey,
  type createApiKey,
  type IssuedKey,
  KEY_LIMIT,
  type listApiKeys,
  type rotateApiKey,
} from '../../../shared/apiKey/schema.ts';
import { DAY, HOUR } from '../../../shared/duration.ts';
import type { List } from '../../../shared/list.ts';
import { rolesWith } from '../../../shared/registry/permissions.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { type Actor, actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import { emit } from '../../platform/live/emit.ts';
import { containing, pageOf, thai, undatedLast } from '../../platform/list/list.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { newApiKey } from './key.ts';
import { hasExpired, isCurrent } from './expiry.ts';

const keys = (trx: Trx, workspaceId: string) =>
  trx.selectFrom('apiKeys').where('apiKeys.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof keys>) =>
  query
    .select(['id', 'name', 'prefix', 'scopes', 'allowedAddresses', 'expiresAt', 'previousExpiresAt', 'lastUsedAt'])
    .select(['revokedAt', 'createdBy as personId', 'serviceAccountId', 'createdAt', 'rowVersion'])
    .select((where) => [
      nameOf(where, 'apiKeys.createdBy').as('personName'),
      nameOf(where, 'apiKeys.serviceAccountId').as('accountName'),
      where.not(isUsable(where)).as('paused'),
    ]);

type Where = ExpressionBuilder<DB, 'apiKeys'>;
const nameOf = (where: Where, id: 'apiKeys.createdBy' | 'apiKeys.serviceAccountId') =>
  where
    .selectFrom('personnel as p')
    .select('p.name')
    .whereRef('p.workspaceId', '=', 'apiKeys.workspaceId')
    .whereRef('p.id', '=', id);

/** Whether whoever a key acts for is active: its service account, or else the person who created it. */
const isUsable = (where: Where) =>
  where.or([
    where.and([
      where('serviceAccountId', 'is', null),
      where.exists(
        where
          .selectFrom('personnel as p')
          .select('p.id')
          .whereRef('p.workspaceId', '=', 'apiKeys.workspaceId')
          .whereRef('p.id', '=', 'apiKeys.createdBy')
          .where('p.status', '=', 'active'),
      ),
    ]),
    where.exists(
      where
        .selectFrom('serviceAccounts as s')
        .select('s.id')
        .whereRef('s.workspaceId', '=', 'apiKeys.workspaceId')
        .whereRef('s.id', '=', 'apiKeys.serviceAccountId')
        .where('s.active', '=', true),
    ),
  ]);

type Row = Omit<ApiKey, 'state' | 'createdBy' | 'serviceAccount'> & {
  revokedAt: string | null;
  personId: string;
  personName: string | null;
  serviceAccountId: string | null;
  accountName: string | null;
  paused: SqlBool;
};

function keyOf(
  { revokedAt, personId, personName, serviceAccountId, accountName, paused, ...key }: Row,
  now: Date,
): ApiKey {
  const overlaps = key.previousExpiresAt !== null && Date.parse(key.previousExpiresAt) > now.getTime();
  return {
    ...key,
    previousExpiresAt: overlaps ? key.previousExpiresAt : null,
    state: revokedAt !== null ? 'revoked' : hasExpired(key.expiresAt, now) ? 'expired' : paused ? 'paused' : 'active',
    createdBy: { id: personId, name: personName ?? '' },
    serviceAccount: serviceAccountId === null ? null : { id: serviceAccountId, name: accountName ?? '' },
  };
}

/** One page of the workspace's keys. */
export function list(ctx: WorkspaceContext, input: z.output<typeof listApiKeys>): Promise<List<ApiKey>> {
  const { workspaceId, at } = actorOf(ctx);
  const { query, state } = input;
  return ctx.read(async (trx) => {
    let filtered = keys(trx, workspaceId);
    if (query) filtered = filtered.where('name', 'ilike', containing(query));
    if (state === 'revoked') filtered = filtered.where('revokedAt', 'is not', null);
    if (state === 'expired')
      filtered = filtered.where('revokedAt', 'is', null).where((eb) => eb.not(isCurrent('expiresAt', at)));
    if (state === 'active' || state === 'paused')
      filtered = filtered
        .where((eb) => (state === 'active' ? isUsable(eb) : eb.not(isUsable(eb))))
        .where('revokedAt', 'is', null)
        .where(isCurrent('expiresAt', at));
    const page = await pageOf(
      filtered,
      input,
      columns,
      {
        createdAt: sql.ref('apiKeys.createdAt'),
        name: thai('name'),
        lastUsedAt: undatedLast('apiKeys.lastUsedAt', input.sortDirection),
      },
      sql.ref('apiKeys.id'),
    );
    return { ...page, collection: page.collection.map((row) => keyOf(row, at)) };
  });
}

/** The role of a service account, locked until the transaction ends. @throws 404 */
async function roleOfAccount(trx: Trx, workspaceId: string, id: string): Promise<Role> {
  const row = await trx
    .selectFrom('serviceAccounts as s')
    .innerJoin('personnel as p', (join) => join.onRef('p.workspaceId', '=', 's.workspaceId').onRef('p.id', '=', 's.id'))
    .select('p.role')
    .where('s.workspaceId', '=', workspaceId)
    .where('s.id', '=', id)
    .where('s.removedAt', 'is', null)
    .forShare('s')
    .executeTakeFirst();
  if (!row) throw appError('serviceAccount.notFound', { at: 'serviceAccountId' });
  return row.role as Role;
}

/**
 * Issues a key. @throws 400 `apiKey.scope` for a permission that its role does not have, 404 for an unknown service
 * account, 409 `apiKey.tooMany`
 */
export function create(ctx: WorkspaceContext, input: z.output<typeof createApiKey>): Promise<IssuedKey> {
  const { name, lifetime, allowedAddresses } = input;
  const scopes = [...new Set(input.scopes)];
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const role = input.serviceAccountId
      ? await roleOfAccount(trx, workspaceId, input.serviceAccountId)
      : ctx.standing.role;
    if (!scopes.every((scope) => rolesWith(scope).includes(role))) throw appError('apiKey.scope', { at: 'scopes' });
    await oneAtATime(trx, workspaceId, 'apiKey');
    const { count } = await keys(trx, workspaceId)
      .where('revokedAt', 'is', null)
      .where(isCurrent('expiresAt', at))
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= KEY_LIMIT) throw appError('apiKey.tooMany', { values: { most: KEY_LIMIT } });
    const id = randomUUIDv7();
    const { key, prefix, hash } = newApiKey();
    await trx
      .insertInto('apiKeys')
      .values({
        workspaceId,
        id,
        name,
        prefix,
        secretHash: hash,
        scopes,
        allowedAddresses,
        serviceAccountId: input.serviceAccountId ?? null,
        expiresAt: lifetime === 'never' ? null : new Date(at.getTime() + Number(lifetime) * DAY),
        createdBy: ctx.personnel.id,
        createdAt: at,
        updatedAt: at,
      })
      .execute();
    return { ...(await changed(trx, ctx, id, 'apiKey.created')), key };
  });
}

/**
 * Replaces a key. The old one works for the hours of overlap, but never longer than the key itself.
 * A key of another person can only be revoked: who rotates a key has it, and it acts for its creator.
 * @throws 404, 403 `apiKey.ofAnother`, 409 `apiKey.revoked`, `apiKey.expired`, `staleEdit` with the current key where
 * somebody else has just rotated it
 */
export function rotate(ctx: WorkspaceContext, input: z.output<typeof rotateApiKey>): Promise<IssuedKey> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const before = await locked(trx, workspaceId, input.id);
    if (before.serviceAccountId === null && before.createdBy !== ctx.personnel.id) throw appError('apiKey.ofAnother');
    if (before.revokedAt !== null) throw appError('apiKey.revoked');
    await assertNewest(before, input.rowVersion, () => read(trx, workspaceId, input.id, at));
    if (hasExpired(before.expiresAt, at)) throw appError('apiKey.expired');
    const { key, prefix, hash } = newApiKey();
    const hours = Number(input.overlap);
    await trx
      .updateTable('apiKeys')
      .set({
        prefix,
        secretHash: hash,
        previousHash: hours > 0 ? before.secretHash : null,
        previousExpiresAt: hours > 0 ? new Date(at.getTime() + hours * HOUR) : null,
        rowVersion: before.rowVersion + 1,
        updatedAt: at,
      })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', input.id)
      .execute();
    return { ...(await changed(trx, ctx, input.id, 'apiKey.rotated')), key };
  });
}

const REVOKED = { previousHash: null, previousExpiresAt: null } as const;

/** Ends the keys of a service account, within its transaction. */
export async function revokeKeysOf(trx: Trx, actor: Actor, serviceAccountId: string): Promise<void> {
  const { workspaceId, at } = actor;
  const revoked = await trx
    .updateTable('apiKeys')
    .set((eb) => ({ ...REVOKED, revokedAt: at, rowVersion: eb('rowVersion', '+', 1), updatedAt: at }))
    .where('workspaceId', '=', workspaceId)
    .where('serviceAccountId', '=', serviceAccountId)
    .where('revokedAt', 'is', null)
    .returning(['id', 'name'])
    .execute();
  for (const { id, name } of revoked) await emit(trx, actor, { event: 'apiKey.revoked', entityId: id, subject: name });
}

/** Ends a key permanently. @throws 404, 409 `apiKey.revoked` where it has already ended */
export function revoke(ctx: WorkspaceContext, { id }: { id: string }): Promise<ApiKey> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const before = await locked(trx, workspaceId, id);
    if (before.revokedAt !== null) throw appError('apiKey.revoked');
    await trx
      .updateTable('apiKeys')
      .set({ ...REVOKED, revokedAt: at, rowVersion: before.rowVersion + 1, updatedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    return changed(trx, ctx, id, 'apiKey.revoked');
  });
}

/** The key, locked for this transaction. @throws 404 */
async function locked(trx: Trx, workspaceId: string, id: string) {
  const row = await trx
    .selectFrom('apiKeys')
    .select(['secretHash', 'revokedAt', 'expiresAt', 'createdBy', 'serviceAccountId', 'rowVersion'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst();
  if (!row) throw appError('apiKey.notFound');
  return row;
}

async function read(trx: Trx, workspaceId: string, id: string, at: Date): Promise<ApiKey> {
  return keyOf(await columns(keys(trx, workspaceId)).where('id', '=', id).executeTakeFirstOrThrow(), at);
}

async function changed(trx: Trx, ctx: WorkspaceContext, id: string, event: EventName): Promise<ApiKey> {
  const actor = actorOf(ctx);
  const key = await read(trx, actor.workspaceId, id, actor.at);
  await emit(trx, actor, { event, entityId: id, subject: key.name });
  return key;
}
