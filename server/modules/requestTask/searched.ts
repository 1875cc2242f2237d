import type { Trx } from '../../../db/client.ts';
import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { publishedGroups } from '../application/published.ts';
import * as queries from './queries.ts';
import { sealedDetails } from './sealed.ts';

/** Where the data of a right was found. */
export interface Searched {
  /** By name, without those that were deleted; null: no task of the right names an application. */
  readonly applicationIds: readonly string[] | null;
  /** The groups of data subjects that were looked for, as far as the register names them now; empty: all. */
  readonly groupIds: readonly string[];
}

/**
 * The applications in which a right has a finished task, without those in which every one of these is a search that
 * found no record: an application may be searched in several places.
 */
export async function searchedFor(
  trx: Trx,
  key: WorkspaceKey,
  workspaceId: string,
  { id, requestId }: { readonly id: string; readonly requestId: string },
): Promise<Searched> {
  const [{ groupIds }, all] = await Promise.all([
    queries.scopeOf(trx, workspaceId, requestId),
    queries.tasksOf(trx, workspaceId, requestId),
  ]);
  const tasks = all.filter((task) => task.requestRightId === id && task.applicationName !== null);
  const done = tasks.filter(({ status }) => status === 'DONE');
  const found = done.filter(
    (task) => task.kind !== 'SEARCH' || sealedDetails.open(key, task.id, task.details).proof.count !== 0,
  );
  const applicationIds = [...new Set(found.flatMap(({ applicationId }) => applicationId ?? []))];
  return {
    groupIds: await publishedGroups(trx, workspaceId, groupIds),
    applicationIds: tasks.length === 0 ? null : applicationIds,
  };
}
