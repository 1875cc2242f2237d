import type { Executor } from '../../../db/client.ts';
import type { PurposeContent } from '../../../shared/purpose/schema.ts';

/** The newest published versions of some purposes, by id; unpublished ones are left out. */
export async function publishedPurposes(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, PurposeContent>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('purposeVersions')
    .distinctOn('purposeId')
    .select(['purposeId', 'content'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeId', 'in', [...ids])
    .orderBy('purposeId')
    .orderBy('version', 'desc')
    .execute();
  return new Map(rows.map(({ purposeId, content }) => [purposeId, content as unknown as PurposeContent]));
}
