import type { Executor } from '../../../db/client.ts';
import type { VersionDays } from '../../../shared/consent/inForce.ts';

/** Versions of forms with their days, oldest first, by form; forms without one are left out. */
export async function versionDays(
  db: Executor,
  workspaceId: string,
  consentIds: readonly string[],
): Promise<Map<string, VersionDays[]>> {
  if (consentIds.length === 0) return new Map();
  const rows = await db
    .selectFrom('consentVersions')
    .select(['consentId', 'version', 'effectiveFrom', 'effectiveTo'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', 'in', consentIds)
    .orderBy('version')
    .execute();
  return Map.groupBy(rows, ({ consentId }) => consentId);
}
