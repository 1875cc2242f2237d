import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { bangkokDay } from '../../platform/database/bangkokDays.ts';
import { thai } from '../../platform/list/list.ts';

/** Whether notices `n` are offered, and in force on a day (YYYY-MM-DD in Bangkok). */
const isInForce = (day: string) => sql<boolean>`(not n.withdrawn and exists (select from privacy_notice_versions v
  where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id and v.effective_on <= ${day}::date))`;

const inForce = (db: Executor, workspaceId: string, day: string) =>
  db
    .selectFrom('privacyNotices as n')
    .select(['n.id', 'n.name'])
    .where('n.workspaceId', '=', workspaceId)
    .where(isInForce(day));

/** Privacy notices that are in force on a day, by name, 200 at most. */
export const noticesInForce = (db: Executor, workspaceId: string, day: string) =>
  inForce(db, workspaceId, day).orderBy(thai('n.name')).limit(200).execute();

/** A notice, and whether it is in force on a day. */
export const findNotice = (db: Executor, workspaceId: string, id: string, day: string) =>
  db
    .selectFrom('privacyNotices as n')
    .select(['n.id', 'n.name', isInForce(day).as('inForce')])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.id', '=', id)
    .executeTakeFirst();

/** The notice in force that covers an application; the one changed last where several do. */
export const noticeOfApplication = (db: Executor, workspaceId: string, applicationId: string, day: string) =>
  inForce(db, workspaceId, day)
    .where(
      sql<boolean>`exists (select from privacy_notice_applications a where a.workspace_id = n.workspace_id
        and a.privacy_notice_id = n.id and a.application_id = ${applicationId})`,
    )
    .orderBy('n.updatedAt', 'desc')
    .limit(1)
    .executeTakeFirst();

/** Which version of a notice was in force at a moment (ISO 8601), with its hash in each language. */
export async function noticeVersionAt(db: Executor, workspaceId: string, noticeId: string, at: string) {
  const row = await db
    .selectFrom('privacyNoticeVersions as v')
    .innerJoin('privacyNotices as n', (join) =>
      join.onRef('n.workspaceId', '=', 'v.workspaceId').onRef('n.id', '=', 'v.privacyNoticeId'),
    )
    .select(['n.id', 'n.name', 'v.version', 'v.sha256Th', 'v.sha256En'])
    .where('v.workspaceId', '=', workspaceId)
    .where('v.privacyNoticeId', '=', noticeId)
    .where('v.publishedAt', '<=', at)
    .where('v.effectiveOn', '<=', bangkokDay(new Date(at)) as never)
    .orderBy('v.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}
