import { type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { LawfulBasis, SensitiveExemption, TransferSafeguard } from '../../../shared/purpose/lawfulBasis.ts';
import { PURPOSE_FIELDS, wordLists } from '../../../shared/purpose/fields.ts';
import { liaAnswers } from '../../../shared/purpose/legitimateInterest.ts';
import type { RetentionStartEvent } from '../../../shared/purpose/retention.ts';
import type { Purpose, PurposeContent } from '../../../shared/purpose/schema.ts';
import { thai } from '../../platform/list/list.ts';
import { publishedWith } from './publishedUse.ts';
import type { PublishStatus } from '../../../shared/status.ts';

/** Statuses of people who can be responsible for a purpose; who was has left in any other. */
export const RESPONSIBLE = ['active', 'invited'];

/** A purpose with every name resolved, and whether its responsible person has left. */
export async function find(
  db: Executor,
  workspaceId: string,
  id: string,
): Promise<(Omit<Purpose, 'problems'> & { responsibleLeft: boolean }) | undefined> {
  const [row, linked, applications] = await Promise.all([
    findRow(db, workspaceId, id),
    linkedTo(db, workspaceId, id),
    applicationsUsing(db, workspaceId, id),
  ]);
  if (!row) return undefined;
  const content = contentOf(row, linked);
  return {
    id,
    content,
    status: row.status as PublishStatus,
    publishedVersion: row.publishedVersion,
    rowVersion: row.rowVersion,
    createdAt: row.createdAt,
    updatedAt: row.updatedAt,
    updatedBy: row.updatedBy ? { id: row.updatedBy, name: row.editorName ?? '' } : null,
    applications,
    responsibleLeft: row.responsibleStatus !== null && !RESPONSIBLE.includes(row.responsibleStatus),
  };
}

/** The row of a purpose with the names that it refers to. */
const findRow = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('purposes as p')
    .leftJoin('purposeCategories as category', (join) =>
      join.onRef('category.workspaceId', '=', 'p.workspaceId').onRef('category.id', '=', 'p.purposeCategoryId'),
    )
    .leftJoin('catalogueItems as department', (join) =>
      join
        .onRef('department.workspaceId', '=', 'p.workspaceId')
        .onRef('department.id', '=', 'p.responsibleDepartmentId'),
    )
    .leftJoin('personnel as responsible', (join) =>
      join
        .onRef('responsible.workspaceId', '=', 'p.workspaceId')
        .onRef('responsible.id', '=', 'p.responsiblePersonnelId'),
    )
    .leftJoin('personnel as editor', (join) =>
      join.onRef('editor.workspaceId', '=', 'p.workspaceId').onRef('editor.id', '=', 'p.updatedBy'),
    )
    .selectAll('p')
    .select([
      'category.nameTh as categoryTh',
      'category.nameEn as categoryEn',
      'department.nameTh as departmentTh',
      'department.nameEn as departmentEn',
    ])
    .select([
      'responsible.name as responsibleName',
      'responsible.status as responsibleStatus',
      'editor.name as editorName',
    ])
    .where('p.workspaceId', '=', workspaceId)
    .where('p.id', '=', id)
    .executeTakeFirst();
type Row = NonNullable<Awaited<ReturnType<typeof findRow>>>;

/** The parts of a purpose that are in other tables. */
async function linkedTo(db: Executor, workspaceId: string, id: string) {
  const words = db
    .selectFrom('purposeCatalogueItems as link')
    .innerJoin('catalogueItems as item', (join) =>
      join.onRef('item.workspaceId', '=', 'link.workspaceId').onRef('item.id', '=', 'link.itemId'),
    )
    .select(['item.id', 'item.kind', 'item.nameTh', 'item.nameEn', 'item.country', 'item.safeguard'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.purposeId', '=', id)
    .orderBy(thai('item.nameTh'))
    .orderBy('item.id');
  const pii = db
    .selectFrom('purposePiiCategories as link')
    .innerJoin('piiCategories as category', (join) =>
      join.onRef('category.workspaceId', '=', 'link.workspaceId').onRef('category.id', '=', 'link.piiCategoryId'),
    )
    .select(['category.id', 'category.nameTh', 'category.nameEn', 'category.sensitive'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.purposeId', '=', id)
    .orderBy('category.sensitive', 'desc')
    .orderBy(thai('category.nameTh'))
    .orderBy('category.id');
  const parties = db
    .selectFrom('purposeThirdParties')
    .select(['id', 'name', 'countries', 'contract', 'contractExpiresOn', 'safeguard'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeId', '=', id)
    .orderBy('position');
  const internal = db
    .selectFrom('purposeInternalApplications as link')
    .innerJoin('applications as application', (join) =>
      join.onRef('application.workspaceId', '=', 'link.workspaceId').onRef('application.id', '=', 'link.applicationId'),
    )
    .select(['application.id', 'application.name'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.purposeId', '=', id)
    .orderBy(thai('application.name'));
  const [wordRows, piiRows, partyRows, internalRows] = await Promise.all([
    words.execute(),
    pii.execute(),
    parties.execute(),
    internal.execute(),
  ]);
  return { words: wordRows, pii: piiRows, parties: partyRows, internal: internalRows };
}
type Linked = Awaited<ReturnType<typeof linkedTo>>;

const named = (namedId: string | null, th: string | null, en: string | null) =>
  namedId ? { id: namedId, name: { th: th ?? '', en: en ?? '' } } : null;

const contentOf = (row: Row, { words, pii, parties, internal }: Linked): PurposeContent => ({
  title: { th: row.titleTh, en: row.titleEn },
  description: { th: row.descriptionTh, en: row.descriptionEn },
  isPrimary: row.isPrimary,
  purposeCategory: named(row.purposeCategoryId, row.categoryTh, row.categoryEn),
  ...wordLists((key) =>
    words
      .filter((word) => word.kind === PURPOSE_FIELDS[key].kind)
      .map((word) => ({
        id: word.id,
        name: { th: word.nameTh, en: word.nameEn },
        ...(key === 'storageSystems' && {
          country: word.country,
          safeguard: word.safeguard as TransferSafeguard | null,
        }),
      })),
  ),
  piiCategories: pii.map((category) => ({
    id: category.id,
    name: { th: category.nameTh, en: category.nameEn },
    sensitive: category.sensitive,
  })),
  lawfulBases: row.lawfulBases as LawfulBasis[],
  sensitiveExemptions: row.sensitiveExemptions as SensitiveExemption[],
  retention: {
    indefinite: row.retentionIndefinite,
    amount: row.retentionAmount,
    unit: row.retentionUnit as PurposeContent['retention']['unit'],
    startEvent: row.retentionStartEvent as RetentionStartEvent | null,
    startNote: row.retentionStartNote,
    note: row.retentionNote,
  },
  responsibleDepartment: named(row.responsibleDepartmentId, row.departmentTh, row.departmentEn),
  responsiblePersonnel: row.responsiblePersonnelId
    ? { id: row.responsiblePersonnelId, name: row.responsibleName ?? '' }
    : null,
  thirdPartyDisclosure: row.thirdPartyDisclosure,
  thirdParties: parties.map(({ safeguard, ...party }) => ({
    ...party,
    safeguard: safeguard as TransferSafeguard | null,
  })),
  internalSharing: row.internalSharing,
  internalApplications: internal,
  // Parsed as JSON for the order of the keys, which jsonb does not preserve.
  legitimateInterest: row.legitimateInterest === null ? null : liaAnswers.parse(row.legitimateInterest),
});

/** Applications that use the purpose, 20 at most. */
function applicationsUsing(
  db: Executor,
  workspaceId: string,
  purposeId: string,
): Promise<{ id: string; name: string }[]> {
  return db
    .selectFrom('applicationPurposes as link')
    .innerJoin('applications as application', (join) =>
      join.onRef('application.workspaceId', '=', 'link.workspaceId').onRef('application.id', '=', 'link.applicationId'),
    )
    .select(['application.id', 'application.name'])
    .where('link.workspaceId', '=', workspaceId)
    .where('link.purposeId', '=', purposeId)
    .orderBy(thai('application.name'))
    .limit(20)
    .execute();
}

/**
 * Applications in whose newest version the purpose stands though the draft of the next one may not have it, 20 at most.
 */
export async function publishedIn(
  db: Executor,
  workspaceId: string,
  purposeId: string,
): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select id, name from (${publishedWith(workspaceId, [purposeId])}) published
     order by name collate thai, id limit 20`.execute(db.withoutPlugins());
  return rows;
}

/** Consent forms whose draft or a published version asks for a purpose, 20 at most. */
export async function consentFormsAsking(
  db: Executor,
  workspaceId: string,
  purposeId: string,
): Promise<{ id: string; name: string }[]> {
  const asksPurpose = sql<SqlBool>`(content -> 'purposes' @> ${JSON.stringify([{ purposeId }])}::jsonb or id in (select consent_id from consent_purposes where workspace_id = ${workspaceId} and purpose_id = ${purposeId}))`;
  return db
    .selectFrom('consents')
    .select(['id', 'name'])
    .where('workspaceId', '=', workspaceId)
    .where(asksPurpose)
    .orderBy(thai('name'))
    .limit(20)
    .execute();
}

/** Those of `ids` that exist in a table of the workspace. */
export async function present(
  db: Executor,
  table: 'purposeCategories' | 'applications',
  workspaceId: string,
  ids: readonly string[],
): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await db
    .selectFrom(table)
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Whether a person can be made responsible now: active or invited. */
export async function mayAnswer(db: Executor, workspaceId: string, personnelId: string): Promise<boolean> {
  const row = await db
    .selectFrom('personnel')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', personnelId)
    .where('status', 'in', RESPONSIBLE)
    .executeTakeFirst();
  return row !== undefined;
}
