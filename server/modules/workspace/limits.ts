import type { Trx } from '../../../db/client.ts';
import { TIER_LIMITS, type Tier } from '../../../shared/registry/tiers.ts';
import { appError } from '../../platform/errors.ts';
import * as queries from './queries.ts';

/** What a tier limits. */
export type Limited = 'applications' | 'personnel';

/**
 * Locks the workspace's row until the transaction ends, to serialise counting people or applications against the tier,
 * changing the tier, and removing an Admin. Writers of other records do not wait (their foreign keys take a weaker
 * lock). @returns the current tier
 */
export async function lockWorkspace(trx: Trx, workspaceId: string): Promise<Tier> {
  const tier = await queries.lock(trx, workspaceId);
  if (!tier) throw appError('workspace.notFound');
  return tier;
}

/**
 * Refuses one more `kind` where the tier allows no more. Locks the workspace, so that two simultaneous calls cannot
 * both be the last.
 * @throws 409 `<kind>.limit` with the limit and the number in use
 */
export async function assertRoom(trx: Trx, workspaceId: string, kind: Limited): Promise<void> {
  const limit = TIER_LIMITS[await lockWorkspace(trx, workspaceId)][kind];
  if (limit === null) return;
  const used = (await queries.usageOf(trx, workspaceId))[kind];
  if (used >= limit) throw appError(`${kind}.limit`, { values: { limit }, details: { limit, used } });
}

/** How many of `kind` exist and are allowed (null: no limit), to display before somebody fills in a form. */
export async function roomOf(
  trx: Trx,
  workspaceId: string,
  tier: Tier,
  kind: Limited,
): Promise<{ used: number; limit: number | null; tier: Tier }> {
  return { used: (await queries.usageOf(trx, workspaceId))[kind], limit: TIER_LIMITS[tier][kind], tier };
}
