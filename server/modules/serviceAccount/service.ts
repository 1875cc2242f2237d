import { randomUUIDv7 } from 'node:crypto';
import { sql } from 'kysely';
import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { EventName } from '../../../shared/registry/events.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import {
  type createServiceAccount,
  type listServiceAccounts,
  SERVICE_ACCOUNT_LIMIT,
  type ServiceAccount,
  type updateServiceAccount,
} from '../../../shared/serviceAccount/schema.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';
import { type Change, changesBetween, emit } from '../../platform/live/emit.ts';
import { assertNewest } from '../../platform/records/stale.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import { isCurrent } from '../apiKey/expiry.ts';
import { revokeKeysOf } from '../apiKey/service.ts';

/** Service accounts of a workspace that were not removed, each with its row of the personnel. */
const accounts = (trx: Trx, workspaceId: string) =>
  trx
    .selectFrom('serviceAccounts')
    .innerJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'serviceAccounts.workspaceId')
        .onRef('personnel.id', '=', 'serviceAccounts.id'),
    )
    .where('serviceAccounts.workspaceId', '=', workspaceId)
    .where('serviceAccounts.removedAt', 'is', null);

const columns = (query: ReturnType<typeof accounts>, at: Date) =>
  query
    .select([
      'serviceAccounts.id',
      'personnel.name',
      'personnel.role',
      'serviceAccounts.description',
      'serviceAccounts.active',
      'serviceAccounts.createdAt',
      'serviceAccounts.rowVersion',
    ])
    .select('serviceAccounts.createdBy as personId')
    .select((where) => [
      where
        .selectFrom('personnel as by')
        .select('by.name')
        .whereRef('by.workspaceId', '=', 'serviceAccounts.workspaceId')
        .whereRef('by.id', '=', 'serviceAccounts.createdBy')
        .as('personName'),
      where
        .selectFrom('apiKeys as k')
        .select((of) => of.fn.countAll<number>().as('count'))
        .whereRef('k.workspaceId', '=', 'serviceAccounts.workspaceId')
        .whereRef('k.serviceAccountId', '=', 'serviceAccounts.id')
        .where('k.revokedAt', 'is', null)
        .where(isCurrent('k.expiresAt', at))
        .as('keys'),
      where
        .selectFrom('apiKeys as k')
        .select((of) => of.fn.max('k.lastUsedAt').as('at'))
        .whereRef('k.workspaceId', '=', 'serviceAccounts.workspaceId')
        .whereRef('k.serviceAccountId', '=', 'serviceAccounts.id')
        .as('lastUsedAt'),
    ]);

type Row = Omit<ServiceAccount, 'role' | 'keys' | 'createdBy'> & {
  role: string;
  keys: number | null;
  personId: string;
  personName: string | null;
};

const accountOf = ({ role, keys, personId, personName, ...account }: Row): ServiceAccount => ({
  ...account,
  role: role as Role,
  keys: Number(keys),
  createdBy: { id: personId, name: personName ?? '' },
});

/** One page of the workspace's service accounts. */
export function list(
  ctx: WorkspaceContext,
  input: z.output<typeof listServiceAccounts>,
): Promise<List<ServiceAccount>> {
  const { workspaceId, at } = actorOf(ctx);
  return ctx.read(async (trx) => {
    let filtered = accounts(trx, workspaceId);
    if (input.query) {
      const words = containing(input.query);
      filtered = filtered.where((eb) =>
        eb.or([eb('personnel.name', 'ilike', words), eb('serviceAccounts.description', 'ilike', words)]),
      );
    }
    if (input.state !== 'ALL') filtered = filtered.where('serviceAccounts.active', '=', input.state === 'active');
    const page = await pageOf(
      filtered,
      input,
      (query) => columns(query, at),
      { createdAt: sql.ref('serviceAccounts.createdAt'), name: thai('personnel.name') },
      sql.ref('serviceAccounts.id'),
    );
    return { ...page, collection: page.collection.map(accountOf) };
  });
}

/** Adds a service account. @throws 409 `serviceAccount.tooMany` */
export function create(ctx: WorkspaceContext, input: z.output<typeof createServiceAccount>): Promise<ServiceAccount> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    await oneAtATime(trx, workspaceId, 'serviceAccount');
    const { count } = await accounts(trx, workspaceId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow();
    if (Number(count) >= SERVICE_ACCOUNT_LIMIT)
      throw appError('serviceAccount.tooMany', { values: { most: SERVICE_ACCOUNT_LIMIT } });
    const id = randomUUIDv7();
    const { name, role, description } = input;
    const times = { createdAt: at, updatedAt: at };
    await trx
      .insertInto('personnel')
      // An address without a mailbox: RFC 2606.
      .values({ workspaceId, id, name, role, status: 'service', email: `${id}@service.invalid`, ...times })
      .execute();
    await trx
      .insertInto('serviceAccounts')
      .values({ workspaceId, id, description, createdBy: ctx.personnel.id, ...times })
      .execute();
    return changed(trx, ctx, id, 'serviceAccount.created');
  });
}

/** Changes, pauses or resumes a service account. @throws 404, 409 `staleEdit` with the newer one */
export function update(ctx: WorkspaceContext, input: z.output<typeof updateServiceAccount>): Promise<ServiceAccount> {
  return ctx.transaction(async (trx) => {
    const { workspaceId, at } = actorOf(ctx);
    const before = await locked(trx, workspaceId, input.id);
    await assertNewest(before, input.rowVersion, () => read(trx, workspaceId, input.id, at));
    const { id, name, role, description, active } = input;
    const changes = changesBetween({ ...before }, { name, role, description, active });
    if (changes.length === 0) return read(trx, workspaceId, id, at);
    await trx
      .updateTable('personnel')
      .set({ name, role, updatedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await trx
      .updateTable('serviceAccounts')
      .set({ description, active, rowVersion: before.rowVersion + 1, updatedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    return changed(trx, ctx, id, 'serviceAccount.updated', changes);
  });
}

/** Removes a service account and revokes its keys; its name stays in the logs. @throws 404 */
export function remove(ctx: WorkspaceContext, { id }: { id: string }): Promise<{ id: string }> {
  return ctx.transaction(async (trx) => {
    const actor = actorOf(ctx);
    const { workspaceId, at } = actor;
    const { name } = await locked(trx, workspaceId, id);
    await trx
      .updateTable('serviceAccounts')
      .set({ active: false, removedAt: at, updatedAt: at })
      .where('workspaceId', '=', workspaceId)
      .where('id', '=', id)
      .execute();
    await revokeKeysOf(trx, actor, id);
    await emit(trx, actor, { event: 'serviceAccount.removed', entityId: id, subject: name });
    return { id };
  });
}

/** The account, locked for this transaction. @throws 404 */
async function locked(trx: Trx, workspaceId: string, id: string) {
  const row = await accounts(trx, workspaceId)
    .select([
      'personnel.name',
      'personnel.role',
      'serviceAccounts.description',
      'serviceAccounts.active',
      'serviceAccounts.rowVersion',
    ])
    .where('serviceAccounts.id', '=', id)
    .forUpdate(['serviceAccounts', 'personnel'])
    .executeTakeFirst();
  if (!row) throw appError('serviceAccount.notFound');
  return row;
}

async function read(trx: Trx, workspaceId: string, id: string, at: Date): Promise<ServiceAccount> {
  const rows = columns(accounts(trx, workspaceId), at).where('serviceAccounts.id', '=', id);
  return accountOf(await rows.executeTakeFirstOrThrow());
}

async function changed(
  trx: Trx,
  ctx: WorkspaceContext,
  id: string,
  event: EventName,
  changes: Change[] = [],
): Promise<ServiceAccount> {
  const actor = actorOf(ctx);
  const account = await read(trx, actor.workspaceId, id, actor.at);
  await emit(trx, actor, { event, entityId: id, subject: account.name, changes });
  return account;
}
