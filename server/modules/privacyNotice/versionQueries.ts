import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { List } from '../../../shared/list.ts';
import type { NoticeContent } from '../../../shared/privacyNotice/content.ts';
import type { NoticeVersionItem } from '../../../shared/privacyNotice/schema.ts';
import { pageOf } from '../../platform/list/list.ts';
import type { VersionPage } from '../../platform/records/versions.ts';

/**
 * The content of a version; undefined where it does not exist. By `today`: the one in force on that day; by
 * `informedBefore`: the last one before this number that people were written to about, or did not have to be.
 */
export async function findVersion(
  db: Executor,
  workspaceId: string,
  id: string,
  wanted: { version: number } | { today: string } | { informedBefore: number },
): Promise<(NoticeVersionItem & { content: NoticeContent }) | undefined> {
  let rows = db
    .selectFrom('privacyNoticeVersions as v')
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'v.workspaceId').onRef('p.id', '=', 'v.publishedBy'),
    )
    .select(['v.version', 'v.sha256', 'v.sha256Th', 'v.sha256En', 'v.effectiveOn', 'v.tellAgain', 'v.reason'])
    .select(['v.publishedAt', 'v.publishedBy', 'p.name', 'v.content'])
    .where('v.workspaceId', '=', workspaceId)
    .where('v.privacyNoticeId', '=', id);
  if ('version' in wanted) rows = rows.where('v.version', '=', wanted.version);
  else if ('today' in wanted) rows = rows.where('v.effectiveOn', '<=', wanted.today as never);
  else
    rows = rows
      .where('v.version', '<', wanted.informedBefore)
      .where(({ eb, or, exists, selectFrom }) =>
        or([
          eb('v.tellAgain', '=', false),
          exists(
            selectFrom('privacyNoticeMailings as m')
              .select('m.id')
              .whereRef('m.workspaceId', '=', 'v.workspaceId')
              .whereRef('m.privacyNoticeId', '=', 'v.privacyNoticeId')
              .whereRef('m.version', '=', 'v.version')
              .where('m.stoppedAt', 'is', null)
              .where('m.paused', 'is', null),
          ),
        ]),
      );
  const row = await rows.orderBy('v.version', 'desc').limit(1).executeTakeFirst();
  if (!row) return undefined;
  const { name, publishedBy, ...rest } = row;
  return {
    ...rest,
    effectiveOn: rest.effectiveOn as unknown as string,
    publishedBy: publishedBy ? { id: publishedBy, name: name ?? '' } : null,
    content: rest.content as unknown as NoticeContent,
  };
}

/** Published versions of a notice. */
export async function listVersions(
  db: Executor,
  workspaceId: string,
  id: string,
  input: VersionPage,
): Promise<List<NoticeVersionItem>> {
  const rows = db
    .selectFrom('privacyNoticeVersions')
    .where('workspaceId', '=', workspaceId)
    .where('privacyNoticeId', '=', id);
  const page = await pageOf(
    rows,
    input,
    (query) =>
      query
        .select(['version', 'sha256', 'sha256Th', 'sha256En', 'effectiveOn', 'tellAgain', 'reason', 'publishedAt'])
        .select(['publishedBy', publisher.as('publisher')]),
    { version: sql.ref('version') },
    sql.ref('id'),
  );
  return {
    ...page,
    collection: page.collection.map(({ publishedBy, publisher: name, effectiveOn, ...row }) => ({
      ...row,
      effectiveOn: effectiveOn as unknown as string,
      publishedBy: publishedBy ? { id: publishedBy, name: name ?? '' } : null,
    })),
  };
}

const publisher = sql<string | null>`(select p.name from personnel p
  where p.workspace_id = privacy_notice_versions.workspace_id and p.id = privacy_notice_versions.published_by)`;

/** Whether a notice is withdrawn, and its workspace closed; undefined where it does not exist. */
export const offerOf = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('privacyNotices as n')
    .innerJoin('workspaces as w', 'w.id', 'n.workspaceId')
    .select(['n.withdrawn', 'w.closedAt'])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.id', '=', id)
    .executeTakeFirst();

/**
 * Versions that were in force up to a day (YYYY-MM-DD in Bangkok), newest first, 200 at most. One that another had
 * replaced before its first day began never was.
 */
export async function effectiveVersions(db: Executor, workspaceId: string, id: string, today: string) {
  const rows = await db
    .selectFrom('privacyNoticeVersions as v')
    .select(['v.version', 'v.effectiveOn', 'v.sha256Th', 'v.sha256En'])
    .where('v.workspaceId', '=', workspaceId)
    .where('v.privacyNoticeId', '=', id)
    .where('v.effectiveOn', '<=', today as never)
    .where(
      sql<boolean>`not exists (select from privacy_notice_versions newer
        where newer.workspace_id = v.workspace_id and newer.privacy_notice_id = v.privacy_notice_id
          and newer.version > v.version and newer.effective_on <= v.effective_on
          and newer.published_at <= v.effective_on::timestamp at time zone 'Asia/Bangkok')`,
    )
    .orderBy('v.version', 'desc')
    .limit(200)
    .execute();
  return rows.map(({ effectiveOn, ...row }) => ({ ...row, effectiveOn: effectiveOn as unknown as string }));
}
