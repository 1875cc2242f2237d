import type { Trx } from '../../../db/client.ts';
import { systemActor } from '../../platform/actor.ts';
import { updateOlderWorkspaces } from '../../platform/modules/olderWorkspaces.ts';
import type { Deps } from '../../platform/trpc/context.ts';
import * as queries from './queries.ts';
import { markOutdated } from './registerWatch.ts';

/**
 * Edition of what published assessments are compared with. Increase it when `shared/dpia/registerChange.ts` compares
 * something else, so that a node of the release compares those of existing workspaces. 1: retention and the country of
 * storage of mapping lines.
 */
export const DPIA_EDITION = 1;

/** A new workspace has no assessments to compare. */
export async function startAssessments(trx: Trx, { workspaceId }: { workspaceId: string }): Promise<void> {
  await trx.updateTable('workspaces').set({ dpiaEdition: DPIA_EDITION }).where('id', '=', workspaceId).execute();
}

/** Compares the published assessments of workspaces of an earlier release, of each completely or not at all. */
export async function compareOlderAssessments(deps: Deps, signal: AbortSignal): Promise<void> {
  await updateOlderWorkspaces(
    deps,
    { column: 'dpiaEdition', edition: DPIA_EDITION },
    signal,
    async (trx, workspaceId) => {
      await markOutdated(trx, systemActor(deps, workspaceId), await queries.publishedApplications(trx, workspaceId));
      await startAssessments(trx, { workspaceId });
    },
  );
}
