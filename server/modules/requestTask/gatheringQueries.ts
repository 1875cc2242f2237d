import type { Executor, Trx } from '../../../db/client.ts';
import type { Gathering } from '../../../shared/requestTask/schema.ts';

/** Maximum number in the list. */
const LISTED = 20;

export interface GatheringRow extends Omit<Gathering, 'requestedBy'> {
  readonly requestedBy: string;
  readonly requestedByName: string | null;
}

/** Newest first. */
export async function gatheringsOf(db: Executor, workspaceId: string, requestId: string): Promise<GatheringRow[]> {
  const rows = await db
    .selectFrom('requestGatherings as g')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'g.workspaceId').onRef('p.id', '=', 'g.requestedBy'),
    )
    .select(['g.id', 'g.status', 'g.done', 'g.total', 'g.counts', 'g.sha256', 'g.jsonFileId', 'g.viewFileId'])
    .select(['g.requestedBy', 'g.createdAt', 'g.finishedAt', 'p.name as requestedByName'])
    .where('g.workspaceId', '=', workspaceId)
    .where('g.requestId', '=', requestId)
    .orderBy('g.createdAt', 'desc')
    .orderBy('g.id', 'desc')
    .limit(LISTED)
    .execute();
  return rows as unknown as GatheringRow[];
}

/** A search that a job has started. */
export interface Claim {
  readonly workspaceId: string;
  readonly id: string;
  readonly requestId: string;
  readonly requestedBy: string;
  readonly attempts: number;
}

/** Starts a search, again where its node stopped. @returns undefined for one that has ended */
export async function start(trx: Trx, workspaceId: string, id: string): Promise<Claim | undefined> {
  const row = await trx
    .updateTable('requestGatherings')
    .set((eb) => ({ status: 'RUNNING', done: 0, attempts: eb('attempts', '+', 1) }))
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', 'in', ['QUEUED', 'RUNNING'])
    .returning(['requestId', 'requestedBy', 'attempts'])
    .executeTakeFirst();
  return row && { workspaceId, id, ...row };
}

type Result = Pick<Gathering, 'status'> &
  Partial<Pick<Gathering, 'done' | 'sha256' | 'jsonFileId' | 'viewFileId'>> & {
    readonly counts?: string;
    readonly finishedAt?: Date;
  };

/** @returns whether this run still owns the search: another node may have taken it over */
export async function write(trx: Trx, { workspaceId, id, attempts }: Claim, result: Result): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('requestGatherings')
    .set(result)
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .where('status', '=', 'RUNNING')
    .where('attempts', '=', attempts)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}
