import { sql, type SqlBool } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { PublishFilter } from '../../../shared/listRule.ts';
import { storedConsentDraft, type ConsentItem } from '../../../shared/consent/schema.ts';
import { readSettings } from '../../../shared/consent/settings.ts';
import { versionInForce, type VersionDays } from '../../../shared/consent/inForce.ts';
import type { List } from '../../../shared/list.ts';
import { containing, pageOf, thai, type Page } from '../../platform/list/list.ts';
import { inOrder } from '../../platform/list/search.ts';
import { versionDays } from './versionDays.ts';
import type { PublishStatus } from '../../../shared/status.ts';

const SORT = {
  updatedAt: sql.ref('updatedAt'),
  createdAt: sql.ref('createdAt'),
  name: thai('name'),
  status: sql.ref('status'),
};

interface ListInput extends Page {
  status: PublishFilter;
  active?: boolean;
  inForce?: boolean;
}

/** Whether a form accepts answers on a day: it is active, and the newest version that has started has not ended. */
export const isInForce = (day: string) =>
  sql<SqlBool>`(consents.active and coalesce((
    select v.effective_to is null or v.effective_to >= ${day} from consent_versions v
     where v.workspace_id = consents.workspace_id and v.consent_id = consents.id and (v.effective_from is null or v.effective_from <= ${day})
     order by v.version desc limit 1), false))`;

const ITEM = [
  'consents.id',
  'consents.name',
  'consents.status',
  'consents.active',
  'consents.publishedVersion',
  'consents.createdAt',
  'consents.updatedAt',
  'consents.rowVersion',
] as const;
// A day as text, so that no time zone shifts it.
const day = <Column extends 'effectiveFrom' | 'effectiveTo'>(column: Column) =>
  sql<string | null>`to_char(${sql.ref(`consents.${column}`)}, 'YYYY-MM-DD')`.as(column);
const NAMES = [
  day('effectiveFrom'),
  day('effectiveTo'),
  'applications.id as applicationId',
  'applications.name as applicationName',
  'counter.submissions',
  'counter.subjects',
] as const;

/** For which day in Bangkok forms are read, and whether with the numbers of their submissions (0 otherwise). */
interface Reading {
  day: string;
  counted: boolean;
}

/** Forms of a workspace; the text is searched in their names and their applications'. */
export async function list(
  db: Executor,
  workspaceId: string,
  { status, active, inForce, ...input }: ListInput,
  reading: Reading,
): Promise<List<ConsentItem>> {
  let rows = db.selectFrom('consents').where('workspaceId', '=', workspaceId);
  if (status !== 'ALL') rows = rows.where('status', '=', status.toLowerCase());
  if (active !== undefined) rows = rows.where('active', '=', active);
  if (inForce !== undefined) rows = rows.where(sql<SqlBool>`${isInForce(reading.day)} = ${inForce}`);
  if (input.query) {
    const pattern = containing(input.query);
    rows = rows.where(
      sql<SqlBool>`(id in (select consents_search(${pattern}, null)) or application_id in (select applications_search(${pattern}, null)))`,
    );
  }
  const page = await pageOf(rows, input, (query) => query.select('id'), SORT, sql.ref('id'));
  if (page.collection.length === 0) return { ...page, collection: [] };
  const ids = page.collection.map(({ id }) => id);
  const [found, versions] = await Promise.all([
    withNames(db, workspaceId).select(ITEM).select(NAMES).where('consents.id', 'in', ids).execute(),
    versionDays(db, workspaceId, ids),
  ]);
  return { ...page, collection: inOrder(ids, found).map((row) => itemOf(row, versions.get(row.id), reading)) };
}

/** Forms with their applications and counters. */
const withNames = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('consents')
    .innerJoin('applications', (join) =>
      join
        .onRef('applications.workspaceId', '=', 'consents.workspaceId')
        .onRef('applications.id', '=', 'consents.applicationId'),
    )
    .leftJoin('consentCounters as counter', (join) =>
      join.onRef('counter.workspaceId', '=', 'consents.workspaceId').onRef('counter.consentId', '=', 'consents.id'),
    )
    .where('consents.workspaceId', '=', workspaceId);

interface ItemRow {
  id: string;
  applicationId: string;
  applicationName: string;
  status: string;
  submissions: number | null;
  subjects: number | null;
}
const itemOf = <Row extends ItemRow>(
  { applicationId, applicationName, status, submissions, subjects, ...row }: Row,
  versions: readonly VersionDays[] = [],
  { day: today, counted }: Reading,
) => ({
  ...row,
  versionInForce: versionInForce(versions, today)?.version ?? null,
  status: status as PublishStatus,
  application: { id: applicationId, name: applicationName },
  submissions: counted ? (submissions ?? 0) : 0,
  subjects: counted ? (subjects ?? 0) : 0,
});

/** A form with its draft. */
export async function find(db: Executor, workspaceId: string, id: string, reading: Reading) {
  const found = withNames(db, workspaceId)
    .leftJoin('personnel as editor', (join) =>
      join.onRef('editor.workspaceId', '=', 'consents.workspaceId').onRef('editor.id', '=', 'consents.updatedBy'),
    )
    .innerJoin('dataControllers as controller', (join) =>
      join
        .onRef('controller.workspaceId', '=', 'applications.workspaceId')
        .onRef('controller.id', '=', 'applications.dataControllerId'),
    )
    .select(ITEM)
    .select(NAMES)
    .select([
      'controller.nameTh as controllerTh',
      'controller.nameEn as controllerEn',
      'consents.content',
      'consents.settings',
      sql<boolean>`consents.secret is not null`.as('hasSecret'),
      'editor.id as editorId',
      'editor.name as editorName',
    ])
    .where('consents.id', '=', id);
  const [row, versions] = await Promise.all([found.executeTakeFirst(), versionDays(db, workspaceId, [id])]);
  if (!row) return undefined;
  const { content, settings, editorId, editorName, controllerTh, controllerEn, ...rest } = row;
  return {
    ...itemOf(rest, versions.get(id), reading),
    controllerName: { th: controllerTh, en: controllerEn },
    // Parsed as JSON for the order of the keys, which jsonb does not preserve.
    draft: storedConsentDraft.parse(content),
    settings: readSettings(settings),
    updatedBy: editorId ? { id: editorId, name: editorName ?? '' } : null,
  };
}
export type FoundConsent = NonNullable<Awaited<ReturnType<typeof find>>>;

/** Inserts the counters of a new form, which every submission needs. */
export async function insertCounters(trx: Trx, workspaceId: string, consentId: string): Promise<void> {
  await trx.insertInto('consentCounters').values({ workspaceId, consentId }).execute();
}

/** The SHA-256 of a form's newest version. */
export async function newestHash(
  db: Executor,
  workspaceId: string,
  id: string,
  version: number,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('consentVersions')
    .select('sha256')
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', id)
    .where('version', '=', version)
    .executeTakeFirst();
  return row?.sha256;
}

/** Those of these pictures that a published version has. */
export async function publishedPictures(
  db: Executor,
  workspaceId: string,
  consentId: string,
  fileIds: readonly string[],
): Promise<Set<string>> {
  if (fileIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('consentVersions')
    .select(sql<string>`jsonb_array_elements_text(content -> 'theme' -> 'logoIds')`.as('fileId'))
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .execute();
  return new Set(rows.map(({ fileId }) => fileId).filter((fileId) => fileIds.includes(fileId)));
}

/** Where the data controller of an application publishes its privacy notice; empty when not recorded. */
export async function privacyPolicyUrl(db: Executor, workspaceId: string, dataControllerId: string): Promise<string> {
  const row = await db
    .selectFrom('dataControllers')
    .select('privacyPolicyUrl')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', dataControllerId)
    .executeTakeFirst();
  return row?.privacyPolicyUrl ?? '';
}

/**
 * How many browsers allow something on a form. Their keys among its subjects are the 16 bytes of a UUIDv7, persons' the
 * 32 of a hash: the range of the former until the year 2074 has them all, and one person in 128.
 */
export async function allowingBrowsers(db: Executor, workspaceId: string, consentId: string): Promise<number> {
  const { rows } = await sql<{ browsers: number }>`
    select count(*)::integer as browsers from consent_subjects
     where workspace_id = ${workspaceId} and uid >= '\\x01' and uid < '\\x03' and octet_length(uid) = 16
       and consent_id = ${consentId} and granted <> 0`.execute(db);
  return rows[0]!.browsers;
}
