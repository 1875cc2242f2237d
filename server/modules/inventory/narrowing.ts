import { type RawBuilder, type SqlBool, sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import { type InventoryFilters, NO_BASIS } from '../../../shared/inventory/schema.ts';
import type { LawfulBasis } from '../../../shared/purpose/lawfulBasis.ts';
import { AS_PURPOSE, bandOf, FOR_GOOD, RETENTION_BANDS } from '../../../shared/purpose/retention.ts';
import { containing } from '../../platform/list/list.ts';
import { markOf, remembered } from './memory.ts';

/** Facts of a purpose that the inventory needs. */
export interface PurposeFacts {
  readonly lawfulBases: readonly LawfulBasis[];
  /** Days, −1 for indefinite, null where it is not set. */
  readonly retentionDays: number | null;
}

/** Filters as ids, in terms of the columns that uses and their totals share. */
export interface Narrowing {
  readonly workspaceId: string;
  /** Identifies these filters and the change counter. */
  readonly key: string;
  readonly mark: string;
  readonly sensitive: boolean;
  readonly facts: ReadonlyMap<string, PurposeFacts>;
  /** Conditions on application, purpose, category and retention, without those of the text. */
  readonly conditions: readonly RawBuilder<SqlBool>[];
  /** Records whose names contain the text; null without a text. */
  readonly named: Named | null;
  /** Whether the only filter is one category, application or purpose. */
  readonly plain: boolean;
}
export interface Named {
  readonly applications: readonly string[];
  readonly purposes: readonly string[];
  readonly categories: readonly string[];
  /** Of other categories than `categories`. */
  readonly attributes: readonly string[];
}

const among = (column: string, ids: readonly string[]) => sql<SqlBool>`${sql.ref(column)} = any(${ids}::uuid[])`;

/** Uses whose application, purpose or category has a name with the text. */
export const namedGroup = (named: Named) =>
  sql<SqlBool>`(${among('applicationId', named.applications)} or ${among('purposeId', named.purposes)} or ${among('piiCategoryId', named.categories)})`;
export const namedAttribute = (named: Named) => among('attributeId', named.attributes);

export async function narrowingOf(db: Executor, workspaceId: string, filters: InventoryFilters): Promise<Narrowing> {
  const mark = await markOf(db, workspaceId);
  const facts = await remembered<PurposeFacts, ReadonlyMap<string, PurposeFacts>>(`${mark} facts`, () =>
    factsOf(db, workspaceId),
  );
  const conditions: RawBuilder<SqlBool>[] = [];
  const { applicationId, purposeId, piiCategoryId, lawfulBasis, retentionBand, query } = filters;
  if (applicationId) conditions.push(sql`application_id = ${applicationId}::uuid`);
  if (purposeId) conditions.push(sql`purpose_id = ${purposeId}::uuid`);
  if (piiCategoryId) conditions.push(sql`pii_category_id = ${piiCategoryId}::uuid`);
  const purposesWith = (fits: (purpose: PurposeFacts) => boolean) =>
    [...facts].filter(([, purpose]) => fits(purpose)).map(([id]) => id);
  if (lawfulBasis) {
    const fits = ({ lawfulBases }: PurposeFacts) =>
      lawfulBasis === NO_BASIS ? lawfulBases.length === 0 : lawfulBases.includes(lawfulBasis);
    conditions.push(among('purposeId', purposesWith(fits)));
  }
  if (retentionBand) {
    const asPurpose = sql<SqlBool>`(retention_days = ${AS_PURPOSE} and ${among(
      'purposeId',
      purposesWith(({ retentionDays }) => bandOf(retentionDays) === retentionBand),
    )})`;
    const own = ownRetention(retentionBand);
    conditions.push(own ? sql<SqlBool>`(${own} or ${asPurpose})` : asPurpose);
  }
  const named = query ? await namedBy(db, workspaceId, mark, query) : null;
  const key = JSON.stringify([mark, filters, named?.categories, named?.attributes]);
  return {
    workspaceId,
    key,
    mark,
    sensitive: filters.sensitive,
    facts,
    conditions,
    named,
    plain: !lawfulBasis && !retentionBand && !query,
  };
}

/** Mapping entries with their own retention, within the band. */
function ownRetention(band: NonNullable<InventoryFilters['retentionBand']>): RawBuilder<SqlBool> | null {
  if (band === 'forGood') return sql`retention_days = ${FOR_GOOD}`;
  const range = RETENTION_BANDS[band];
  if (!range) return null;
  return range.to === null
    ? sql`retention_days > ${range.from}`
    : sql`(retention_days > ${range.from} and retention_days <= ${range.to})`;
}

async function factsOf(db: Executor, workspaceId: string): Promise<Map<string, PurposeFacts>> {
  const rows = await db
    .selectFrom('purposes')
    .select(['id', 'effectiveBases', 'retentionDays'])
    .where('workspaceId', '=', workspaceId)
    .execute();
  return new Map(
    rows.map(({ id, effectiveBases, retentionDays }) => [
      id,
      { lawfulBases: effectiveBases as LawfulBasis[], retentionDays },
    ]),
  );
}

/** Records with the text in their Thai or English name. */
async function namedBy(db: Executor, workspaceId: string, mark: string, query: string): Promise<Named> {
  const applications = await applicationsNamed(db, workspaceId, mark, query);
  const purposes = await purposesNamed(db, workspaceId, mark, query);
  const categories = await categoriesNamed(db, workspaceId, query);
  const rows = await db
    .selectFrom('piiAttributes')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where(holds(['nameTh', 'nameEn'], query))
    .where(sql<SqlBool>`pii_category_id <> all(${categories}::uuid[])`)
    .orderBy('id')
    .execute();
  return { applications, purposes, categories, attributes: rows.map(({ id }) => id) };
}

const holds = (columns: readonly string[], query: string) =>
  sql<SqlBool>`(${sql.join(
    columns.map((column) => sql`strpos(lower(${sql.ref(column)}), lower(${query})) > 0`),
    sql` or `,
  )})`;

// The search index of applications and purposes covers their descriptions too, so it only finds candidates
// (docs/decisions/009).
export const applicationsNamed = (db: Executor, workspaceId: string, mark: string, query: string) =>
  remembered<string, string[]>(JSON.stringify([mark, 'applications', query]), async () => {
    const rows = await db
      .selectFrom('applications')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where(sql<SqlBool>`id = any(array(select applications_search(${containing(query)}, null)))`)
      .where(holds(['name'], query))
      .execute();
    return rows.map(({ id }) => id);
  });

export const purposesNamed = (db: Executor, workspaceId: string, mark: string, query: string) =>
  remembered<string, string[]>(JSON.stringify([mark, 'purposes', query]), async () => {
    const rows = await db
      .selectFrom('purposes')
      .select('id')
      .where('workspaceId', '=', workspaceId)
      .where(sql<SqlBool>`id = any(array(select purposes_search(${containing(query)}, null)))`)
      .where(holds(['titleTh', 'titleEn'], query))
      .execute();
    return rows.map(({ id }) => id);
  });

export async function categoriesNamed(db: Executor, workspaceId: string, query: string): Promise<string[]> {
  const rows = await db
    .selectFrom('piiCategories')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where(holds(['nameTh', 'nameEn'], query))
    .orderBy('id')
    .execute();
  return rows.map(({ id }) => id);
}
