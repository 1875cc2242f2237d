import { systemActor } from '../../platform/actor.ts';
import type { SeedPart } from '../../platform/modules/seed.ts';
import * as queries from './queries.ts';
import { markOutdated } from './registerWatch.ts';

/**
 * Edition of what published assessments are compared with: increase it when `shared/dpia/registerChange.ts` compares
 * something else. 1: retention and the country of storage of mapping lines.
 */
export const seed: SeedPart = {
  column: 'dpiaEdition',
  edition: 1,
  async olderWorkspace(trx, { workspaceId }, deps) {
    await markOutdated(trx, systemActor(deps, workspaceId), await queries.publishedApplications(trx, workspaceId));
  },
};
