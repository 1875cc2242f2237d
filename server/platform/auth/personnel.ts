import type { Executor, Trx } from '../../../db/client.ts';
import type { Role } from '../../../shared/registry/roles.ts';

/** People of a workspace in these statuses, those of some roles alone where `roles` names them. */
export const personnelOf = (db: Executor, workspaceId: string, statuses: readonly string[], roles?: readonly Role[]) =>
  db
    .selectFrom('personnel')
    .where('personnel.workspaceId', '=', workspaceId)
    .where('personnel.status', 'in', [...statuses])
    .$if(roles !== undefined, (people) => people.where('personnel.role', 'in', [...roles!]));

/** Active people of a workspace, those of some roles alone where `roles` names them. */
export const activePersonnel = (db: Executor, workspaceId: string, roles?: readonly Role[]) =>
  personnelOf(db, workspaceId, ['active'], roles);

/** Ids of the active people of these roles, and of one more active person of any role (`also`). */
export async function activeIds(
  db: Executor,
  workspaceId: string,
  roles: readonly Role[],
  also: string | null = null,
): Promise<string[]> {
  const rows = await activePersonnel(db, workspaceId)
    .select('id')
    .where((eb) => eb.or([eb('role', 'in', [...roles]), ...(also === null ? [] : [eb('id', '=', also)])]))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}

const among = (db: Executor, workspaceId: string, ids: readonly string[], roles?: readonly Role[]) =>
  activePersonnel(db, workspaceId, roles)
    .select('id')
    .where('id', 'in', [...ids])
    .orderBy('id');
const idSet = (rows: readonly { readonly id: string }[]): ReadonlySet<string> => new Set(rows.map(({ id }) => id));

/** Those of `ids` who are active and of these roles, or of any. */
export const activeAmong = async (
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
  roles?: readonly Role[],
): Promise<ReadonlySet<string>> => idSet(ids.length === 0 ? [] : await among(db, workspaceId, ids, roles).execute());

/** The same, locked: none of them leaves before the transaction ends. */
export const lockActiveAmong = async (
  trx: Trx,
  workspaceId: string,
  ids: readonly string[],
  roles?: readonly Role[],
): Promise<ReadonlySet<string>> =>
  idSet(ids.length === 0 ? [] : await among(trx, workspaceId, ids, roles).forShare().execute());
