import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { SharingItem } from '../../../shared/dataSharing/schema.ts';

/**
 * What identifies a relation: a third party, a storage system or a receiving application by its id, and the purpose.
 */
interface Relation {
  readonly key: string;
  readonly partyId: string | null;
  readonly recipientId: string | null;
  readonly storageId: string | null;
  readonly purposeId: string;
}

const NOBODY = '00000000-0000-0000-0000-000000000000';
/**
 * The relations as a table `asked (key, party_id, recipient_id, storage_id, purpose_id)`; columns that do not apply
 * have an id that does not exist.
 */
const relationRows = (relations: readonly Relation[]) => sql`unnest(
  ${relations.map(({ key }) => key)}::text[], ${relations.map(({ partyId }) => partyId ?? NOBODY)}::uuid[],
  ${relations.map(({ recipientId }) => recipientId ?? NOBODY)}::uuid[], ${relations.map(({ storageId }) => storageId ?? NOBODY)}::uuid[],
  ${relations.map(({ purposeId }) => purposeId)}::uuid[]) as asked (key, party_id, recipient_id, storage_id, purpose_id)`;

/** How many applications are named for a relation. */
const NAMED = 3;

/** Applications that use the purpose, and so send data; without the receiver itself. */
export async function applicationsSending(
  db: Executor,
  workspaceId: string,
  relations: readonly Relation[],
): Promise<Map<string, SharingItem['applications']>> {
  const { rows } = await sql<{ key: string; id: string; name: string; total: string | number }>`
    select key, s.id, s.name, s.total from ${relationRows(relations)}, lateral (
      select a.id, a.name, count(*) over () as total from application_purposes l join applications a on a.workspace_id = l.workspace_id and a.id = l.application_id
       where l.workspace_id = ${workspaceId}::uuid and l.purpose_id = asked.purpose_id and a.id <> asked.recipient_id order by a.name collate thai, a.id limit ${NAMED}) s`.execute(
    db,
  );
  const found = new Map<string, SharingItem['applications']>();
  for (const { key, id, name, total } of rows) {
    const applications = found.get(key) ?? { total: Number(total), first: [] };
    applications.first.push({ id, name });
    found.set(key, applications);
  }
  return found;
}

/** Entries of data mappings that name the recipient, or store their data in the storage system. */
const lines = (workspaceId: string) => sql`(
  select r.data_flow_id from data_flow_third_parties r where r.workspace_id = ${workspaceId}::uuid and r.third_party_id = asked.party_id
  union all
  select f.id from data_flow_applications r join data_flows f on f.workspace_id = r.workspace_id and f.id = r.data_flow_id and f.purpose_id = asked.purpose_id
   where r.workspace_id = ${workspaceId}::uuid and r.application_id = asked.recipient_id
  union all
  select f.id from data_flows f where f.workspace_id = ${workspaceId}::uuid and f.storage_system_id = asked.storage_id and f.purpose_id = asked.purpose_id)`;

export async function linesNaming(
  db: Executor,
  workspaceId: string,
  relations: readonly Relation[],
): Promise<Map<string, number>> {
  const { rows } = await sql<{
    key: string;
    lines: string | number;
  }>`select key, (select count(*) from ${lines(workspaceId)} line) as lines from ${relationRows(relations)}`.execute(
    db,
  );
  return new Map(rows.map((row) => [row.key, Number(row.lines)]));
}

/**
 * Categories that each recipient gets, sensitive ones first: those of the entries that name it; without such an entry
 * all that its purpose uses.
 */
export async function categoriesShared(
  db: Executor,
  workspaceId: string,
  relations: readonly Relation[],
): Promise<Map<string, SharingItem['categories']>> {
  const ws = sql`${workspaceId}::uuid`;
  const { rows } = await sql<{ key: string; id: string; nameTh: string; nameEn: string; sensitive: boolean }>`
    with mapped as (
      select key, u.pii_category_id, bool_or(u.sensitive) as sensitive
        from ${relationRows(relations)}, lateral ${lines(workspaceId)} line join data_flow_attributes u on u.workspace_id = ${ws} and u.data_flow_id = line.data_flow_id group by 1, 2),
    shared as (
      select * from mapped
      union all
      select key, l.pii_category_id, c.sensitive from ${relationRows(relations)} join purpose_pii_categories l on l.workspace_id = ${ws} and l.purpose_id = asked.purpose_id
        join pii_categories c on c.workspace_id = ${ws} and c.id = l.pii_category_id where key not in (select key from mapped))
    select key, c.id, c.name_th, c.name_en, shared.sensitive from shared join pii_categories c on c.workspace_id = ${ws} and c.id = shared.pii_category_id
     order by shared.sensitive desc, c.name_th collate thai`.execute(db);
  const found = new Map<string, SharingItem['categories']>();
  for (const { key, id, nameTh, nameEn, sensitive } of rows) {
    const categories = found.get(key) ?? [];
    categories.push({ id, name: { th: nameTh, en: nameEn }, sensitive });
    found.set(key, categories);
  }
  return found;
}
