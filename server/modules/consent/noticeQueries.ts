import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { bangkokDay } from '../../../shared/bangkok.ts';
import { thai } from '../../platform/list/list.ts';

/** Whether notices `n` are published, not withdrawn, and in force on a day (YYYY-MM-DD in Bangkok). */
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
  inForce(db, workspaceId, day).orderBy(thai('n.name')).orderBy('n.id').limit(200).execute();

/** A notice, and whether it is in force on a day. */
export const findNotice = (db: Executor, workspaceId: string, id: string, day: string) =>
  db
    .selectFrom('privacyNotices as n')
    .select(['n.id', 'n.name', isInForce(day).as('inForce')])
    .where('n.workspaceId', '=', workspaceId)
    .where('n.id', '=', id)
    .executeTakeFirst();

/**
 * Whether a notice is in force on a day; locked until the transaction ends, so that a withdrawal waits and then finds
 * the form.
 */
export async function holdNotice(trx: Trx, workspaceId: string, id: string, day: string): Promise<boolean> {
  const row = await trx
    .selectFrom('privacyNotices')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .forShare()
    .executeTakeFirst();
  // A separate statement: it reads what the previous holder of the lock has committed.
  return row !== undefined && (await findNotice(trx, workspaceId, id, day))?.inForce === true;
}

/**
 * The notices that versions of a form link to which are answered on a day (YYYY-MM-DD in Bangkok) or later: the newest
 * that has started, and those after it. In the order in which notices are locked.
 */
export async function linkedNotices(
  db: Executor,
  { workspaceId, consentId, day }: { workspaceId: string; consentId: string; day: string },
): Promise<string[]> {
  const rows = await db
    .selectFrom('consentVersions as v')
    .select(sql<string>`v.content #>> '{privacyNotice,id}'`.as('noticeId'))
    .distinct()
    .where('v.workspaceId', '=', workspaceId)
    .where('v.consentId', '=', consentId)
    .where(sql<boolean>`v.content #>> '{privacyNotice,id}' is not null`)
    .where(
      sql<boolean>`not exists (select from consent_versions newer
        where newer.workspace_id = v.workspace_id and newer.consent_id = v.consent_id and newer.version > v.version
          and (newer.effective_from is null or newer.effective_from <= ${day}))`,
    )
    .orderBy('noticeId')
    .execute();
  return rows.map(({ noticeId }) => noticeId);
}

/**
 * The notice in force that covers an application: its version of the day names it. Of several the one that was changed
 * last.
 */
export const noticeOfApplication = (db: Executor, workspaceId: string, applicationId: string, day: string) =>
  inForce(db, workspaceId, day)
    .where(
      sql<boolean>`exists (
        select from (
          select v.content from privacy_notice_versions v
           where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id and v.effective_on <= ${day}::date
           order by v.version desc limit 1) current
         cross join lateral jsonb_array_elements(current.content -> 'draft' -> 'applications') a
         where (a ->> 'id')::uuid = ${applicationId})`,
    )
    .orderBy('n.updatedAt', 'desc')
    .orderBy('n.id')
    .limit(1)
    .executeTakeFirst();

/** Which version of a notice was in force at a moment (ISO 8601), with its hash in each language. */
export async function noticeVersionAt(db: Executor, workspaceId: string, noticeId: string, at: string) {
  const row = await db
    .selectFrom('privacyNoticeVersions as v')
    .select(['v.privacyNoticeId as id', 'v.version', 'v.sha256Th', 'v.sha256En'])
    .select(sql<string>`v.content ->> 'name'`.as('name'))
    .where('v.workspaceId', '=', workspaceId)
    .where('v.privacyNoticeId', '=', noticeId)
    .where('v.publishedAt', '<=', at)
    .where('v.effectiveOn', '<=', bangkokDay(new Date(at)) as never)
    .orderBy('v.version', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row ?? null;
}

/** Every version of the notices that versions of a form link to, newest first. */
export const noticeVersionsOfForm = (db: Executor, workspaceId: string, consentId: string) =>
  db
    .selectFrom('privacyNoticeVersions as v')
    .select(['v.privacyNoticeId as id', 'v.version', 'v.publishedAt', 'v.effectiveOn', 'v.sha256Th', 'v.sha256En'])
    .select(sql<string>`v.content ->> 'name'`.as('name'))
    .where('v.workspaceId', '=', workspaceId)
    .where('v.privacyNoticeId', 'in', (eb) =>
      eb
        .selectFrom('consentVersions')
        .select(sql<string>`(content #>> '{privacyNotice,id}')::uuid`.as('noticeId'))
        .where('workspaceId', '=', workspaceId)
        .where('consentId', '=', consentId),
    )
    .orderBy('v.version', 'desc')
    .execute();
