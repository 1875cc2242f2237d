import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { Flags } from '../../../shared/registry/flags.ts';
import type { List } from '../../../shared/list.ts';
import type { Role } from '../../../shared/registry/roles.ts';
import type { Tier } from '../../../shared/registry/tiers.ts';
import type { Workspace, WorkspaceItem } from '../../../shared/workspace/schema.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';

const COLUMNS = [
  'workspaces.id',
  'workspaces.name',
  'workspaces.package',
  'workspaces.flags',
  'workspaces.encryptBoxUrl',
  'workspaces.activityMonths',
  'workspaces.consentMonths',
  'workspaces.closedAt',
  'workspaces.rowVersion',
  'workspaces.createdAt',
  'workspaces.updatedAt',
] as const;

interface Row {
  id: string;
  name: string;
  package: string;
  flags: unknown;
  encryptBoxUrl: string;
  activityMonths: number | null;
  consentMonths: number | null;
  closedAt: string | null;
  rowVersion: number;
  createdAt: string;
  updatedAt: string;
  role: string;
}

function itemOf({ id, flags, role, ...row }: Row): WorkspaceItem {
  const tier = row.package as Tier;
  return { uuid: id, ...row, package: tier, tier, ...(flags as Flags), role: role as Role };
}

/** The caller's role in a workspace; the join limits workspaces to theirs. */
const roleOf = (userId: string) =>
  sql<string>`(select personnel.role from personnel where personnel.workspace_id = workspaces.id and personnel.user_id = ${userId} and personnel.status = 'active')`;

/** Workspaces in which the user is active personnel, optionally only those where they have a certain role. */
export async function list(db: Executor, userId: string, input: Page, role?: Role): Promise<List<WorkspaceItem>> {
  let filtered = db.selectFrom('workspaces').where((eb) => {
    let own = eb
      .selectFrom('personnel')
      .select('personnel.id')
      .whereRef('personnel.workspaceId', '=', 'workspaces.id')
      .where('personnel.userId', '=', userId)
      .where('personnel.status', '=', 'active');
    if (role) own = own.where('personnel.role', '=', role);
    return eb.exists(own);
  });
  if (input.query) filtered = filtered.where('workspaces.name', 'ilike', containing(input.query));
  const page = await pageOf(
    filtered,
    input,
    (query) => query.select(COLUMNS).select(roleOf(userId).as('role')),
    {
      updatedAt: sql.ref('workspaces.updatedAt'),
      name: thai('workspaces.name'),
      createdAt: sql.ref('workspaces.createdAt'),
    },
    sql.ref('workspaces.id'),
  );
  return { ...page, collection: page.collection.map(itemOf) };
}

/** A workspace with its organisation, for a user who is active in it. */
export async function find(db: Executor, id: string, userId: string): Promise<Omit<Workspace, 'limits'> | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .innerJoin('organizations', 'organizations.id', 'workspaces.organizationId')
    .select(COLUMNS)
    .select(['organizations.id as organizationId', 'organizations.name as organizationName', 'workspaces.updatedBy'])
    .select((eb) =>
      eb
        .selectFrom('personnel as editor')
        .select('editor.name')
        .whereRef('editor.workspaceId', '=', 'workspaces.id')
        .whereRef('editor.id', '=', 'workspaces.updatedBy')
        .as('editorName'),
    )
    .select(roleOf(userId).as('role'))
    .where('workspaces.id', '=', id)
    .executeTakeFirst();
  if (!row?.role) return undefined;
  const { organizationId, organizationName, updatedBy, editorName, ...rest } = row;
  const editor = updatedBy ? { id: updatedBy, name: editorName ?? '' } : null;
  return { ...itemOf(rest), updatedBy: editor, organization: { id: organizationId, name: organizationName } };
}

export async function insert(
  db: Executor,
  {
    id,
    organizationId,
    name,
    tier,
    flags,
    by,
    at,
  }: { id: string; organizationId: string; name: string; tier: Tier; flags: Flags; by: string; at: Date },
): Promise<void> {
  await db
    .insertInto('workspaces')
    .values({
      id,
      organizationId,
      name,
      package: tier,
      flags: JSON.stringify(flags),
      updatedBy: by,
      createdAt: at,
      updatedAt: at,
    })
    .execute();
}

/** Position and phone of a person in a workspace, to copy into another. */
export async function contactOf(
  db: Executor,
  workspaceId: string,
  personnelId: string,
): Promise<{ position: string; phone: string }> {
  return db
    .selectFrom('personnel')
    .select(['position', 'phone'])
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .executeTakeFirstOrThrow();
}

export async function insertAdmin(
  db: Executor,
  {
    at,
    ...person
  }: {
    workspaceId: string;
    id: string;
    userId: string;
    name: string;
    email: string;
    position: string;
    phone: string;
    at: Date;
  },
): Promise<void> {
  await db
    .insertInto('personnel')
    .values({ ...person, role: 'Admin', status: 'active', updatedBy: person.id, createdAt: at, updatedAt: at })
    .execute();
}

export async function update(
  db: Executor,
  {
    id,
    tier,
    flags,
    by,
    at,
    ...columns
  }: {
    id: string;
    name: string;
    tier: Tier;
    encryptBoxUrl: string;
    flags: Flags;
    /** Left out: unchanged. */
    activityMonths?: number | null;
    consentMonths?: number | null;
    rowVersion: number;
    by: string;
    at: Date;
  },
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({ ...columns, package: tier, flags: JSON.stringify(flags), updatedBy: by, updatedAt: at })
    .where('id', '=', id)
    .execute();
}

/** Settings of a workspace that the operator can change. */
export async function tierAndFlags(db: Executor, id: string): Promise<Flags & { package: Tier }> {
  const row = await db
    .selectFrom('workspaces')
    .select(['package', 'flags'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow();
  return { package: row.package as Tier, ...(row.flags as Flags) };
}

export async function setTierAndFlags(
  db: Executor,
  { id, tier, flags, at }: { id: string; tier: Tier; flags: Flags; at: Date },
): Promise<void> {
  await db
    .updateTable('workspaces')
    .set({
      package: tier,
      flags: JSON.stringify(flags),
      rowVersion: sql`row_version + 1`,
      updatedBy: null,
      updatedAt: at,
    })
    .where('id', '=', id)
    .execute();
}

/** The tier, with the row locked until the transaction ends. */
export async function lock(db: Executor, id: string): Promise<Tier | undefined> {
  const row = await db
    .selectFrom('workspaces')
    .select('package')
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirst();
  return row?.package as Tier | undefined;
}

/**
 * How much of the tier's limits the workspace uses. Inactive people and service accounts do not count; applications are
 * counted by `record_totals`.
 */
export async function usageOf(db: Executor, workspaceId: string): Promise<{ personnel: number; applications: number }> {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('personnel')
        .select((of) => of.fn.countAll<number>().as('count'))
        .where('workspaceId', '=', workspaceId)
        .where('status', 'not in', ['inactive', 'service'])
        .as('personnel'),
      eb
        .selectFrom('recordTotals')
        .select((of) => of('drafts', '+', of.ref('published')).as('count'))
        .where('workspaceId', '=', workspaceId)
        .where('record', '=', 'applications')
        .as('applications'),
    ])
    .executeTakeFirstOrThrow();
  return { personnel: Number(row.personnel), applications: Number(row.applications) };
}

export async function nameOf(db: Executor, id: string): Promise<string> {
  return (await db.selectFrom('workspaces').select('name').where('id', '=', id).executeTakeFirstOrThrow()).name;
}

/** Whether the user is active in another workspace that is open. */
export async function hasOther(db: Executor, userId: string, workspaceId: string): Promise<boolean> {
  const other = await db
    .selectFrom('personnel')
    .innerJoin('workspaces', 'workspaces.id', 'personnel.workspaceId')
    .select('personnel.id')
    .where('personnel.userId', '=', userId)
    .where('personnel.status', '=', 'active')
    .where('personnel.workspaceId', '<>', workspaceId)
    .where('workspaces.closedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Whether the organisation has another workspace that is open. */
export async function hasOtherOfOrganization(
  authDb: Executor,
  organizationId: string,
  workspaceId: string,
): Promise<boolean> {
  const other = await authDb
    .selectFrom('workspaces')
    .select('id')
    .where('organizationId', '=', organizationId)
    .where('id', '<>', workspaceId)
    .where('closedAt', 'is', null)
    .limit(1)
    .executeTakeFirst();
  return other !== undefined;
}

/** Accounts that are personnel of the workspace. */
export async function usersOf(db: Executor, workspaceId: string): Promise<string[]> {
  const rows = await db
    .selectFrom('personnel')
    .select('userId')
    .where('workspaceId', '=', workspaceId)
    .where('userId', 'is not', null)
    .execute();
  return rows.flatMap((row) => (row.userId ? [row.userId] : []));
}
