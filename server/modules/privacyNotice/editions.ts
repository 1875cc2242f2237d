import type { Trx } from '../../../db/client.ts';
import { systemActor } from '../../platform/actor.ts';
import { updateOlderWorkspaces } from '../../platform/modules/olderWorkspaces.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import { judge } from './drift.ts';
import * as queries from './queries.ts';

/**
 * Edition of what published notices are compared with. Increase it when a rule of it changes, so that a node of the
 * release compares those of existing workspaces. 1: the adequacy of countries, storage and periods of data mappings,
 * groups of data subjects. 2: whether notices that it refers to are in force, and their names. 3: request forms, where
 * requests are switched off. 4: groups, also of minors, that only the data mapping names. 5: request forms whose own
 * page takes no requests.
 */
export const NOTICE_EDITION = 5;

/** A new workspace has no notices to compare. */
export async function startNotices(trx: Trx, { workspaceId }: { workspaceId: string }): Promise<void> {
  await trx.updateTable('workspaces').set({ noticeEdition: NOTICE_EDITION }).where('id', '=', workspaceId).execute();
}

/** Compares the published notices of workspaces of an earlier release, of each completely or not at all. */
export async function judgeOlderNotices(deps: Deps, signal: AbortSignal): Promise<void> {
  await updateOlderWorkspaces(
    deps,
    { column: 'noticeEdition', edition: NOTICE_EDITION },
    signal,
    async (trx, workspaceId) => {
      await judge(trx, systemActor(deps, workspaceId), await queries.publishedIds(trx, workspaceId));
      await startNotices(trx, { workspaceId });
    },
  );
}
