import type { FoundNotice } from './queries.ts';

/** Why a version is not the one that people read on the public page. */
export type NotInForce = 'draft' | 'ahead' | 'earlier' | 'withdrawn';

/** Why a version is not the public one today; null: it is. @param version 0: the draft */
export function stateOf(
  version: number,
  { withdrawn, versionInForce }: Pick<FoundNotice, 'withdrawn' | 'versionInForce'>,
): NotInForce | null {
  if (version === 0) return 'draft';
  if (withdrawn) return 'withdrawn';
  if (version === versionInForce) return null;
  return version > (versionInForce ?? 0) ? 'ahead' : 'earlier';
}
