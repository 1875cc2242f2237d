import { systemActor } from '../../platform/actor.ts';
import type { SeedPart } from '../../platform/modules/seed.ts';
import { judge } from './drift.ts';
import * as queries from './queries.ts';

/**
 * Edition of what published notices are compared with: increase it when a rule of it changes. 1: the adequacy of
 * countries, storage and periods of data mappings, groups of data subjects. 2: whether notices that it refers to are in
 * force, and their names. 3: request forms, where requests are switched off. 4: groups, also of minors, that only the
 * data mapping names. 5: request forms whose own page takes no requests. 6: data protection officers who left, or whose
 * records changed.
 */
export const seed: SeedPart = {
  column: 'noticeEdition',
  edition: 6,
  async olderWorkspace(trx, { workspaceId }, deps) {
    await judge(trx, systemActor(deps, workspaceId), await queries.publishedIds(trx, workspaceId));
  },
};
