import type { Insertable } from 'kysely';
import type { DB, Executor, Trx } from '../../../db/client.ts';
import type { RightCode } from '../../../shared/dataRight/schema.ts';
import type { AgeBand } from '../../../shared/request/schema.ts';

/** A request with this Idempotency-Key, with its rights in their order. */
export async function findArrival(db: Executor, workspaceId: string, key: Buffer) {
  const row = await db
    .selectFrom('requestArrivals as a')
    .innerJoin('requests as r', (join) => join.onRef('r.workspaceId', '=', 'a.workspaceId').onRef('r.id', '=', 'a.id'))
    .select(['a.id', 'a.body', 'a.token', 'r.number', 'r.verifyBy', 'r.receivedAt', 'r.ageBand'])
    .where('a.workspaceId', '=', workspaceId)
    .where('a.key', '=', key)
    .executeTakeFirst();
  if (!row) return undefined;
  const rights = await db
    .selectFrom('requestRights')
    .select(['id', 'dataRightId', 'code', 'days'])
    .where('workspaceId', '=', workspaceId)
    .where('requestId', '=', row.id)
    .orderBy('position')
    .execute();
  return {
    ...row,
    ageBand: row.ageBand as AgeBand | null,
    rights: rights.map((right) => ({ ...right, code: right.code as RightCode | null })),
  };
}

/** Stores the submission of a request. */
export async function insertArrival(trx: Trx, arrival: Insertable<DB['requestArrivals']>): Promise<void> {
  await trx.insertInto('requestArrivals').values(arrival).execute();
}

/** Whether the workspace has this consent form. */
export async function hasConsent(db: Executor, workspaceId: string, id: string): Promise<boolean> {
  const row = await db
    .selectFrom('consents')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .executeTakeFirst();
  return row !== undefined;
}
