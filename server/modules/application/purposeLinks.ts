import type { Executor } from '../../../db/client.ts';
import type { Application } from '../../../shared/application/schema.ts';
import type { PurposeStatus } from '../../../shared/purpose/schema.ts';

/** The purposes of an application, in order. */
export async function linkedPurposes(db: Executor, workspaceId: string, id: string): Promise<Application['purposes']> {
  const rows = await db
    .selectFrom('applicationPurposes as link')
    .innerJoin('purposes as p', (join) =>
      join.onRef('p.workspaceId', '=', 'link.workspaceId').onRef('p.id', '=', 'link.purposeId'),
    )
    .select(['p.id', 'p.titleTh', 'p.titleEn', 'p.status', 'p.publishedVersion', 'p.rowVersion'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.applicationId', '=', id)
    .orderBy('link.position')
    .execute();
  return rows.map(({ titleTh, titleEn, status, ...purpose }) => ({
    ...purpose,
    status: status as PurposeStatus,
    title: { th: titleTh, en: titleEn },
  }));
}

/** Those of the purposes that exist in the workspace. */
export async function presentPurposes(db: Executor, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom('purposes')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}
