import { sql } from 'kysely';
import type { Executor } from '../../../../db/client.ts';
import type { Locale } from '../../../../shared/locale.ts';
import type { Period } from '../../analytics/period.ts';

/** Views of a notice on a day (YYYY-MM-DD, Bangkok) in a language. */
export interface Views {
  readonly noticeId: string;
  readonly day: string;
  readonly language: Locale;
  readonly views: number;
}

/** Adds views to the stored counts; ignores deleted notices. */
export async function addViews(db: Executor, workspaceId: string, views: readonly Views[]): Promise<void> {
  await sql`
    insert into privacy_notice_views as v (workspace_id, privacy_notice_id, day, language, views)
    select n.workspace_id, n.id, x.day, x.language, x.views
      from jsonb_to_recordset(${JSON.stringify(views)}::jsonb)
           as x ("noticeId" uuid, day date, language text, views bigint)
      join privacy_notices n on n.workspace_id = ${workspaceId} and n.id = x."noticeId"
     order by n.id, x.day, x.language
    on conflict (workspace_id, privacy_notice_id, day, language) do update set views = v.views + excluded.views`.execute(
    db,
  );
}

/** Views of one notice from the first day of the previous period to the last of the period. */
export const viewsOf = (db: Executor, workspaceId: string, noticeId: string, { previousFrom, to }: Period) =>
  db
    .selectFrom('privacyNoticeViews')
    .select(['day', 'language', 'views'])
    .where('workspaceId', '=', workspaceId)
    .where('privacyNoticeId', '=', noticeId)
    .where('day', '>=', previousFrom)
    .where('day', '<=', to)
    .execute();
