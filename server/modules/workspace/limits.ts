import type { Trx } from '../../../db/client.ts';
import { TIER_LIMITS, type Tier } from '../../../shared/registry/tiers.ts';
import { appError } from '../../platform/errors.ts';
import * as queries from './queries.ts';

/** What a tier limits. */
export type Limited = 'applications' | 'personnel';

/**
 * Holds the workspace's row until the transaction ends: whoever counts people or applications against the tier,
 * changes the tier, or takes an Admin away does so one after the other. Writers of other records do not wait
 * (their foreign keys take a weaker lock). Answers the tier as it is now.
 */
export async function lockWorkspace(trx: Trx, workspaceId: string): Promise<Tier> {
  const tier = await queries.lock(trx, workspaceId);
  if (!tier) throw appError('workspace.notFound');
  return tier;
}

/**
 * Refuses one more `kind` where the tier allows no more. Locks the workspace, so that two at once cannot both be the
 * last.
 * @throws 409 `<kind>.limit` with the limit and what is used
 */
export async function assertRoom(trx: Trx, workspaceId: string, kind: Limited): Promise<void> {
  const limit = TIER_LIMITS[await lockWorkspace(trx, workspaceId)][kind];
  if (limit === null) return;
  const used = (await queries.usageOf(trx, workspaceId))[kind];
  if (used >= limit) throw appError(`${kind}.limit`, { values: { limit }, details: { limit, used } });
}

/** How many of `kind` there are and may be (null: no limit), to say so before somebody fills in a form. */
export async function roomOf(
  trx: Trx,
  workspaceId: string,
  tier: Tier,
  kind: Limited,
): Promise<{ used: number; limit: number | null; tier: Tier }> {
  return { used: (await queries.usageOf(trx, workspaceId))[kind], limit: TIER_LIMITS[tier][kind], tier };
}
