import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { DeliveryState } from '../../../shared/mail/status.ts';
import type { Personnel, PersonnelFields, PersonnelItem, PersonnelStatus } from '../../../shared/personnel/schema.ts';
import type { EntityId } from '../../../shared/registry/entities.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import { activePersonnel, personnelOf } from '../../platform/auth/personnel.ts';
import { containing, pageOf, thai } from '../../platform/list/list.ts';

interface Page {
  pageSize: number;
  currentPage: number;
  sortBy: string;
  sortDirection: 'ASC' | 'DESC';
  query: string;
  role: Role | 'ALL';
  status: string;
  withAdmins: boolean;
}

// Exactly as in the index personnel_search.
const searched = sql<string>`(${sql.ref('name')} || ' ' || ${sql.ref('email')} || ' ' || ${sql.ref('position')})`;

const ITEM = [
  'id',
  'name',
  'position',
  'phone',
  'email',
  'role',
  'status',
  'photoId',
  'rowVersion',
  'createdAt',
  'updatedAt',
] as const;

const itemOf = <Row extends { role: string; status: string }>(row: Row) => ({
  ...row,
  role: row.role as Role,
  status: row.status as PersonnelStatus,
});

export async function list(db: Executor, workspaceId: string, input: Page): Promise<List<PersonnelItem>> {
  // Service accounts have their own list.
  let filtered = db.selectFrom('personnel').where('workspaceId', '=', workspaceId).where('status', '!=', 'service');
  if (input.query) filtered = filtered.where(searched, 'ilike', containing(input.query));
  if (input.role !== 'ALL') filtered = filtered.where('role', '=', input.role);
  if (input.status !== 'ALL') filtered = filtered.where('status', '=', input.status.toLowerCase());
  if (!input.withAdmins) filtered = filtered.where('role', '!=', 'Admin');
  const page = await pageOf(
    filtered,
    input,
    (query) => query.select(ITEM),
    {
      updatedAt: sql.ref('updatedAt'),
      name: thai('name'),
      createdAt: sql.ref('createdAt'),
      email: sql.ref('email'),
      role: sql.ref('role'),
      status: sql.ref('status'),
      position: thai('position'),
    },
    sql.ref('id'),
  );
  return { ...page, collection: page.collection.map(itemOf) };
}

export function pick(
  db: Executor,
  workspaceId: string,
  { roles, withFormer }: { roles: readonly Role[] | undefined; withFormer: boolean },
): Promise<{ id: string; name: string; active: boolean }[]> {
  return personnelOf(db, workspaceId, withFormer ? ['active', 'suspended', 'inactive'] : ['active'], roles)
    .select((eb) => ['id', 'name', eb('status', '=', 'active').$castTo<boolean>().as('active')])
    .orderBy('active', 'desc')
    .orderBy(thai('name'))
    .orderBy('id')
    .execute();
}

/** A person with further facts for the rules. */
export interface PersonnelRecord {
  person: Personnel;
  userId: string | null;
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<PersonnelRecord | undefined> {
  const row = await db
    .selectFrom('personnel')
    .select([...ITEM, 'userId', 'suspendedReason', 'suspendedAt', 'updatedBy'])
    .select((eb) =>
      eb
        .selectFrom('personnel as editor')
        .select('editor.name')
        .whereRef('editor.workspaceId', '=', 'personnel.workspaceId')
        .whereRef('editor.id', '=', 'personnel.updatedBy')
        .as('editorName'),
    )
    .select((eb) =>
      eb
        .selectFrom('invitations')
        .select((of) => of.fn.max('invitations.expiresAt').as('until'))
        .whereRef('invitations.workspaceId', '=', 'personnel.workspaceId')
        .whereRef('invitations.personnelId', '=', 'personnel.id')
        .where('invitations.usedAt', 'is', null)
        .as('invitationExpiresAt'),
    )
    .select((eb) =>
      eb
        .selectFrom('mailDeliveries as d')
        .select(sql<DeliveryState>`d.state`.as('state'))
        .whereRef('d.workspaceId', '=', 'personnel.workspaceId')
        .whereRef('d.batchId', '=', 'personnel.id')
        .where('d.superseded', '=', false)
        .where('personnel.status', '=', 'invited')
        .as('invitationMail'),
    )
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '!=', 'service')
    .executeTakeFirst();
  if (!row) return undefined;
  const { userId, updatedBy, editorName, ...person } = row;
  const editor = updatedBy ? { id: updatedBy, name: editorName ?? '' } : null;
  return { person: { ...itemOf(person), updatedBy: editor }, userId };
}

/**
 * Locks the person until the transaction ends, so that they get no new work: assigning it takes a shared lock on the
 * record.
 */
export async function lock(trx: Trx, workspaceId: string, id: string): Promise<void> {
  await trx
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forNoKeyUpdate()
    .execute();
}

/** Whether somebody else in this workspace has the address. */
export async function emailInUse(
  db: Executor,
  workspaceId: string,
  email: string,
  exceptId?: string,
): Promise<boolean> {
  let query = db.selectFrom('personnel').select('id').where('workspaceId', '=', workspaceId).where('email', '=', email);
  if (exceptId) query = query.where('id', '!=', exceptId);
  return (await query.executeTakeFirst()) !== undefined;
}

/** Whether this account already has a record here, under any address. */
export async function hasUser(db: Executor, workspaceId: string, userId: string): Promise<boolean> {
  const row = await db
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('userId', '=', userId)
    .executeTakeFirst();
  return row !== undefined;
}

/** Whether there is an active Admin other than `id`. */
export async function hasOtherAdmin(db: Executor, workspaceId: string, id: string): Promise<boolean> {
  const row = await activePersonnel(db, workspaceId, ['Admin'])
    .select('id')
    .where('id', '!=', id)
    .limit(1)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insert(
  db: Executor,
  {
    workspaceId,
    id,
    at,
    by,
    userId = null,
    status,
  }: { workspaceId: string; id: string; at: Date; by: string; userId?: string | null; status: PersonnelStatus },
  fields: PersonnelFields,
): Promise<void> {
  const { name, position, phone, email, role, photoId } = fields;
  await db
    .insertInto('personnel')
    .values({
      workspaceId,
      id,
      userId,
      status,
      name,
      position,
      phone,
      email,
      role,
      photoId,
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** @returns false where `rowVersion` is no longer the newest */
export async function update(
  db: Executor,
  { workspaceId, id, at, by }: { workspaceId: string; id: string; at: Date; by: string },
  { name, position, phone, email, role, photoId, rowVersion }: PersonnelFields & { rowVersion: number },
): Promise<boolean> {
  const result = await db
    .updateTable('personnel')
    .set({ name, position, phone, email, role, photoId, updatedBy: by, updatedAt: at, rowVersion: rowVersion + 1 })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('rowVersion', '=', rowVersion)
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

/** Replaces open invitations by a new one: only the newest mail's link works. */
export async function replaceInvitation(
  db: Executor,
  {
    workspaceId,
    personnelId,
    email,
    tokenHash,
    expiresAt,
  }: { workspaceId: string; personnelId: string; email: string; tokenHash: string; expiresAt: Date },
): Promise<void> {
  await withdrawInvitations(db, workspaceId, personnelId);
  await db.insertInto('invitations').values({ workspaceId, personnelId, email, tokenHash, expiresAt }).execute();
}

/** The entity of mails of invitations, with the id of the person. */
export const ENTITY = 'personnel' satisfies EntityId;

/** Keeps account of the mail of an invitation, in place of that of an earlier one. */
export async function replaceDelivery(
  db: Executor,
  { workspaceId, personnelId }: { workspaceId: string; personnelId: string },
  { mailId, state, at }: { mailId: string; state: 'waiting' | 'kept'; at: Date },
): Promise<void> {
  await db
    .updateTable('mailDeliveries')
    .set({ superseded: true })
    .where('workspaceId', '=', workspaceId)
    .where('batchId', '=', personnelId)
    .where('superseded', '=', false)
    .execute();
  await db
    .insertInto('mailDeliveries')
    .values({
      workspaceId,
      mailId,
      entity: ENTITY,
      entityId: personnelId,
      batchId: personnelId,
      position: 0,
      state,
      settledAt: state === 'kept' ? at : null,
    })
    .execute();
}

export async function withdrawInvitations(db: Executor, workspaceId: string, personnelId: string): Promise<void> {
  await db
    .deleteFrom('invitations')
    .where('workspaceId', '=', workspaceId)
    .where('personnelId', '=', personnelId)
    .where('usedAt', 'is', null)
    .execute();
}
