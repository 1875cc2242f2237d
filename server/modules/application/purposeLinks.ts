import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { Application } from '../../../shared/application/schema.ts';
import { thai } from '../../platform/list/list.ts';
import { publishedSharingWith } from '../purpose/publishedUse.ts';
import type { PublishStatus } from '../../../shared/status.ts';

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
    status: status as PublishStatus,
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

/** Purposes that name the application as an internal recipient, 20 at most. */
export async function namedBy(db: Executor, workspaceId: string, id: string) {
  const rows = await db
    .selectFrom('purposeInternalApplications as link')
    .innerJoin('purposes as p', (join) =>
      join.onRef('p.workspaceId', '=', 'link.workspaceId').onRef('p.id', '=', 'link.purposeId'),
    )
    .select(['p.id', 'p.titleTh', 'p.titleEn'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.applicationId', '=', id)
    .orderBy(thai('p.titleTh'))
    .limit(20)
    .execute();
  return rows.map(titled);
}

/** Purposes whose newest version names it so though the draft of the next one may not, 20 at most. */
export async function namedByPublished(db: Executor, workspaceId: string, id: string) {
  const { rows } = await sql<{ id: string; titleTh: string; titleEn: string }>`
    select * from (${publishedSharingWith(workspaceId, [id])}) published
     order by "titleTh" collate thai limit 20`.execute(db.withoutPlugins());
  return rows.map(titled);
}

const titled = ({ id, titleTh, titleEn }: { id: string; titleTh: string; titleEn: string }) => ({
  id,
  title: { th: titleTh, en: titleEn },
});
