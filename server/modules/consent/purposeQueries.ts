import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import { containing } from '../../platform/list/list.ts';

/** A purpose that a form can ask for, with the content of its newest published version. */
export interface LawfulPurpose {
  readonly id: string;
  readonly version: number;
  readonly title: { th: string; en: string };
  readonly description: { th: string; en: string };
}

const CHOICES = 50;

// Data subjects are asked what was published, not what the draft says.
const lawful = sql`
  select p.id, v.version, v.content -> 'title' as title, v.content -> 'description' as description
    from purposes p
    join purpose_versions v on v.workspace_id = p.workspace_id and v.purpose_id = p.id and v.version = p.published_version and v.content -> 'lawfulBases' @> '["consent"]'`;

/** Whether any purpose of the workspace is published and based on consent. */
export async function anyLawful(db: Executor, workspaceId: string): Promise<boolean> {
  const { rows } = await sql`${lawful} where p.workspace_id = ${workspaceId} limit 1`.execute(db);
  return rows.length > 0;
}

/** Those of `ids` that are published and based on consent. */
export async function lawfulOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, LawfulPurpose>> {
  if (ids.length === 0) return new Map();
  const { rows } =
    await sql<LawfulPurpose>`${lawful} where p.workspace_id = ${workspaceId} and p.id = any(${ids}::uuid[])`.execute(
      db.withoutPlugins(),
    );
  return new Map(rows.map((row) => [row.id, row]));
}

/** An application's purposes that are published and based on consent, in its order. */
export async function lawfulOfApplication(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  query = '',
): Promise<LawfulPurpose[]> {
  const { rows } = await sql<LawfulPurpose>`${lawful}
    join application_purposes link on link.workspace_id = p.workspace_id and link.purpose_id = p.id and link.application_id = ${applicationId}
   where p.workspace_id = ${workspaceId} and p.search_text like lower(${containing(query)})
   order by link.position, p.id limit ${CHOICES}`.execute(db.withoutPlugins());
  return rows;
}

/** The other such purposes of the workspace, by name. */
export async function lawfulElsewhere(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  query: string,
): Promise<LawfulPurpose[]> {
  const { rows } = await sql<LawfulPurpose>`${lawful}
   where p.workspace_id = ${workspaceId} and p.search_text like lower(${containing(query)})
     and not exists (select from application_purposes link where link.workspace_id = p.workspace_id and link.purpose_id = p.id and link.application_id = ${applicationId})
   order by left(p.title_th, 200) collate thai, p.id limit ${CHOICES}`.execute(db.withoutPlugins());
  return rows;
}

/** Current names of purposes. */
export async function namesOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, Pick<LawfulPurpose, 'title' | 'description'>>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .selectFrom('purposes')
    .select(['id', 'titleTh', 'titleEn', 'descriptionTh', 'descriptionEn'])
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      { title: { th: row.titleTh, en: row.titleEn }, description: { th: row.descriptionTh, en: row.descriptionEn } },
    ]),
  );
}

/** Those of `ids` that the workspace has, locked against deletion until the transaction ends. */
export async function hold(trx: Trx, workspaceId: string, ids: readonly string[]): Promise<Set<string>> {
  if (ids.length === 0) return new Set();
  const rows = await trx
    .selectFrom('purposes')
    .select('id')
    .where('workspaceId', '=', workspaceId)
    .where('id', 'in', ids)
    .orderBy('id')
    .forKeyShare()
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** The bit of every purpose that the form ever asked for. */
export async function bitsOfForm(db: Executor, workspaceId: string, consentId: string): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('consentPurposes')
    .select(['purposeId', 'bit'])
    .where('workspaceId', '=', workspaceId)
    .where('consentId', '=', consentId)
    .execute();
  return new Map(rows.map(({ purposeId, bit }) => [purposeId, bit]));
}

/** Assigns a bit of the form to each purpose that has none yet. */
export async function insertBits(
  trx: Trx,
  workspaceId: string,
  consentId: string,
  purposes: readonly { id: string; bit: number }[],
): Promise<void> {
  if (purposes.length === 0) return;
  await trx
    .insertInto('consentPurposes')
    .values(purposes.map(({ id, bit }) => ({ workspaceId, consentId, purposeId: id, bit })))
    .onConflict((conflict) => conflict.columns(['workspaceId', 'consentId', 'purposeId']).doNothing())
    .execute();
}
