import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { type NoticeDraft, type NoticeKind, noticeDraft } from '../../../shared/privacyNotice/draft.ts';
import type { ListNotices, NoticeItem } from '../../../shared/privacyNotice/schema.ts';
import type { List } from '../../../shared/list.ts';
import type { Clock } from '../../../shared/clock.ts';
import { appError } from '../../platform/errors.ts';
import { containing, pageOf, thai, undatedLast } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import { REVIEW } from './clocks/days.ts';
import type { PublishStatus } from '../../../shared/status.ts';

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  name: thai('name'),
  status: sql.ref('status'),
};

/** The version in force on a day: the newest of those that start on or before it. */
const inForceOn = (today: string) => sql<number | null>`(
  select max(v.version) from privacy_notice_versions v
   where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id and v.effective_on <= ${today}::date)`;

export const items = (db: Executor, workspaceId: string, today: string) =>
  db
    .selectFrom('privacyNotices as n')
    .innerJoin('dataControllers as c', (join) =>
      join.onRef('c.workspaceId', '=', 'n.workspaceId').onRef('c.id', '=', 'n.dataControllerId'),
    )
    .leftJoin('personnel as p', (join) =>
      join.onRef('p.workspaceId', '=', 'n.workspaceId').onRef('p.id', '=', 'n.updatedBy'),
    )
    .leftJoin('privacyNoticeVersions as v', (join) =>
      join
        .onRef('v.workspaceId', '=', 'n.workspaceId')
        .onRef('v.privacyNoticeId', '=', 'n.id')
        .onRef('v.version', '=', 'n.publishedVersion'),
    )
    .select(['n.id', 'n.name', 'n.kind', 'n.status', 'n.publishedVersion', 'n.reviewOn', 'n.driftedAt', 'n.withdrawn'])
    .select(['n.rowVersion', 'n.createdAt', 'n.updatedAt', 'v.effectiveOn', 'p.id as editorId', 'p.name as editorName'])
    .leftJoin('deadlines as r', (join) =>
      join.onRef('r.workspaceId', '=', 'n.workspaceId').onRef('r.subjectId', '=', 'n.id').on('r.kind', '=', REVIEW),
    )
    .select(['r.startedAt', 'r.dueAt', 'r.stoppedAt', 'r.endedAt', 'r.outcome'])
    .select(['c.id as controllerId', 'c.nameTh', 'c.nameEn', inForceOn(today).as('versionInForce')])
    .where('n.workspaceId', '=', workspaceId);

type Row = Awaited<ReturnType<ReturnType<typeof items>['execute']>>[number];

const itemOf = ({
  controllerId,
  nameTh,
  nameEn,
  editorId,
  editorName,
  startedAt,
  dueAt,
  stoppedAt,
  endedAt,
  outcome,
  ...row
}: Row): Omit<NoticeItem, 'applicationCount'> => ({
  ...row,
  kind: row.kind as NoticeKind,
  status: row.status as PublishStatus,
  reviewOn: row.reviewOn as string | null,
  effectiveOn: row.effectiveOn as string | null,
  // Left out without a date for its review.
  reviewClock: startedAt === null ? null : ({ startedAt, dueAt, stoppedAt, endedAt, outcome } as unknown as Clock),
  dataController: { id: controllerId, name: { th: nameTh, en: nameEn } },
  updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
});

type Narrowing = Omit<ListNotices, 'ws' | 'currentPage' | 'pageSize' | 'sortBy' | 'sortDirection'>;

/** The notices that match the filters. `today`: YYYY-MM-DD in Bangkok. */
export function narrowed(
  db: Executor,
  workspaceId: string,
  { status, today, ...input }: Narrowing & { today: string },
) {
  let rows = db.selectFrom('privacyNotices').where('workspaceId', '=', workspaceId);
  if (status === 'WITHDRAWN') rows = rows.where('withdrawn', '=', true);
  else if (status !== 'ALL') rows = rows.where('status', '=', status.toLowerCase()).where('withdrawn', '=', false);
  if (input.kind) rows = rows.where('kind', '=', input.kind);
  if (input.drifted !== undefined) rows = rows.where('driftedAt', input.drifted ? 'is not' : 'is', null);
  // A withdrawn notice has no review, and what differs of it is not followed.
  if (input.dates || input.drifted) rows = rows.where('withdrawn', '=', false);
  if (input.dates === 'PLANNED') rows = rows.where('reviewOn', 'is not', null);
  if (input.dates === 'OVERDUE') rows = rows.where('reviewOn', '<', today as never);
  if (input.dates === 'AHEAD')
    rows = rows.where(
      sql<SqlBool>`exists (select from privacy_notice_versions v where v.workspace_id = privacy_notices.workspace_id
        and v.privacy_notice_id = privacy_notices.id and v.version = published_version and v.effective_on > ${today}::date)`,
    );
  if (input.applicationId)
    rows = rows.where(
      sql<SqlBool>`exists (select from privacy_notice_applications x where x.workspace_id = privacy_notices.workspace_id
        and x.privacy_notice_id = privacy_notices.id and x.application_id = ${input.applicationId})`,
    );
  if (input.query)
    rows = rows.where(sql<SqlBool>`id in (select privacy_notices_search(${containing(input.query)}, null))`);
  return rows;
}

/** One page of notices. `today`: YYYY-MM-DD in Bangkok. */
export async function list(
  db: Executor,
  workspaceId: string,
  input: ListNotices & { today: string },
): Promise<List<NoticeItem>> {
  const { today } = input;
  const rows = narrowed(db, workspaceId, input);
  const sort = { ...SORT, reviewOn: undatedLast('reviewOn', input.sortDirection) };
  const page = await pageOf(rows, input, (query) => query.select('id'), sort, sql.ref('id'));
  const ids = page.collection.map(({ id }) => id);
  if (ids.length === 0) return { ...page, collection: [] };
  const found = await items(db, workspaceId, today)
    .select(
      sql<number>`(select count(*)::int from privacy_notice_applications x
        where x.workspace_id = n.workspace_id and x.privacy_notice_id = n.id)`.as('applicationCount'),
    )
    .where('n.id', 'in', ids)
    .execute();
  return {
    ...page,
    collection: inOrder(ids, found).map(({ applicationCount, ...row }) => ({ ...itemOf(row), applicationCount })),
  };
}

/** A notice with its draft. */
export interface FoundNotice extends Omit<NoticeItem, 'applicationCount'> {
  readonly draft: NoticeDraft;
}

export async function find(
  db: Executor,
  workspaceId: string,
  id: string,
  today: string,
): Promise<FoundNotice | undefined> {
  const row = await items(db, workspaceId, today).select('n.content').where('n.id', '=', id).executeTakeFirst();
  if (!row) return undefined;
  const { content, ...item } = row;
  // Parsed as JSON for the order of the keys, which jsonb does not preserve.
  return { ...itemOf(item), draft: noticeDraft.parse(content) };
}

/**
 * Ids of notices that name these applications, in the draft or in the newest version. The two differ only while the
 * next version is a draft.
 */
export const noticesOf = async (
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<string[]> => {
  if (applicationIds.length === 0) return [];
  const { rows } = await sql<{ id: string }>`
    select privacy_notice_id as id from privacy_notice_applications
     where workspace_id = ${workspaceId} and application_id = any(${[...applicationIds]}::uuid[])
    union
    select n.id from privacy_notices n
      join privacy_notice_versions v on (v.workspace_id, v.privacy_notice_id, v.version) = (n.workspace_id, n.id, n.published_version)
     cross join lateral ${namedBy('v')} x
     where n.workspace_id = ${workspaceId} and n.status = 'draft' and (x ->> 'id')::uuid = any(${[...applicationIds]}::uuid[])
    order by id`.execute(db.withoutPlugins());
  return rows.map(({ id }) => id);
};

/** Ids of other notices that refer to this one for a point, in the draft or in the newest version. */
export const noticesReferringTo = async (db: Executor, workspaceId: string, id: string): Promise<string[]> => {
  const reference = sql`${JSON.stringify([{ noticeId: id }])}::jsonb`;
  const { rows } = await sql<{ id: string }>`
    select n.id from privacy_notices n
      left join privacy_notice_versions v on (v.workspace_id, v.privacy_notice_id, v.version) = (n.workspace_id, n.id, n.published_version)
     where n.workspace_id = ${workspaceId} and n.id <> ${id}
       and (n.content -> 'elsewhere' @> ${reference} or v.content -> 'draft' -> 'elsewhere' @> ${reference})
     order by n.id`.execute(db.withoutPlugins());
  return rows.map((row) => row.id);
};

/** The applications that versions of notices name. */
const namedBy = (version: string) => sql.raw(`jsonb_array_elements(${version}.content -> 'draft' -> 'applications')`);

/** Ids of all published notices. */
export const publishedIds = async (db: Executor, workspaceId: string): Promise<string[]> =>
  (
    await db
      .selectFrom('privacyNotices')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where('publishedVersion', '>', 0)
      .orderBy('id')
      .execute()
  ).map(({ id }) => id);

/** Published notices among these that are not withdrawn, locked in a fixed order. */
export async function lockPublished(db: Executor, workspaceId: string, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('privacyNotices')
    .select(['id', 'name', 'publishedVersion', 'driftedAt', 'withdrawn'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forNoKeyUpdate()
    .execute();
  // Chosen once they are locked: one that is just being published for the first time, or offered again, is waited for.
  return rows.filter(({ publishedVersion, withdrawn }) => publishedVersion > 0 && !withdrawn);
}

export async function markDrift(db: Executor, workspaceId: string, id: string, at: Date | null): Promise<void> {
  await db
    .updateTable('privacyNotices')
    .set({ driftedAt: at })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/**
 * @param today YYYY-MM-DD in Bangkok
 * @throws 409 `privacyNotice.ofApplication` naming a notice that names the application: in the draft, in the version in
 * force, or in one after that; a withdrawn one in the draft alone, since nobody is informed by its versions
 */
export async function assertUnnamed(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  today: string,
): Promise<void> {
  const { rows } = await sql<{ id: string; name: string; withdrawn: boolean }>`
    select n.id, n.name, n.withdrawn from privacy_notices n
     where n.workspace_id = ${workspaceId} and (
       exists (select from privacy_notice_applications x
                where x.workspace_id = n.workspace_id and x.privacy_notice_id = n.id and x.application_id = ${applicationId})
       or not n.withdrawn and exists (select from privacy_notice_versions v cross join lateral ${namedBy('v')} x
                   where v.workspace_id = n.workspace_id and v.privacy_notice_id = n.id and (x ->> 'id')::uuid = ${applicationId}
                     and not exists (select from privacy_notice_versions w
                                      where w.workspace_id = v.workspace_id and w.privacy_notice_id = v.privacy_notice_id
                                        and w.version > v.version and w.effective_on <= ${today}::date)))
     order by n.withdrawn, n.id limit 1`.execute(db.withoutPlugins());
  const [row] = rows;
  if (!row) return;
  const { withdrawn, ...privacyNotice } = row;
  throw appError('privacyNotice.ofApplication', {
    values: { name: row.name },
    ...(withdrawn && { text: 'privacyNotice:ofApplicationWithdrawn' }),
    details: { privacyNotice },
  });
}

/**
 * Active consent forms that link to a notice on a day (YYYY-MM-DD in Bangkok) or later, by the version that is answered
 * then: 20 at most.
 */
export const consentFormsLeadingTo = (db: Executor, workspaceId: string, noticeId: string, day: string) =>
  db
    .selectFrom('consents as c')
    .select(['c.id', 'c.name'])
    .where('c.workspaceId', '=', workspaceId)
    .where('c.active', '=', true)
    .where(
      sql<boolean>`exists (select from consent_versions v
        where v.workspace_id = c.workspace_id and v.consent_id = c.id and v.content #>> '{privacyNotice,id}' = ${noticeId}
          and not exists (select from consent_versions newer
            where newer.workspace_id = v.workspace_id and newer.consent_id = v.consent_id and newer.version > v.version
              and (newer.effective_from is null or newer.effective_from <= ${day})))`,
    )
    .orderBy(thai('c.name'))
    .limit(20)
    .execute();
