import type { Executor } from '../../../db/client.ts';
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
