import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { NoticeDraft } from '../../../shared/privacyNotice/draft.ts';

type Officer = NoticeDraft['dpo'];

/** What a notice can have from the record of a person. */
const FIELDS = ['name', 'email', 'phone'] as const;
type Field = (typeof FIELDS)[number];

/** The person whom a version states as its data protection officer, and what it has from their record. */
interface StatedOfficer {
  readonly id: string;
  readonly fields: readonly Field[];
}

/** One who was invited again after leaving is an officer, too. */
const isOfficer = sql<boolean>`p.role = 'DPO' and p.status in ('active', 'invited')`;

/**
 * The person of the workspace whom the next version states as its officer, by email address or name; null for nobody. A
 * field that the version before has from the same person stays theirs until the notice states something else: a version
 * that repeats what is outdated still differs from the register.
 * @param version the version before; 0: none
 */
export async function officerStatedIn(
  db: Executor,
  workspaceId: string,
  { id, publishedVersion: version, draft: { dpo } }: { id: string; publishedVersion: number; draft: NoticeDraft },
): Promise<StatedOfficer | null> {
  const { rows } = await sql<{ id: string; before: Officer | null; had: Field[] } & Pick<Officer, Field>>`
    select p.id, p.name, p.email, p.phone, v.content #> '{draft,dpo}' as before,
           coalesce(case when v.officer ->> 'id' = p.id::text then v.officer -> 'fields' end, '[]') as had
      from personnel p
      left join privacy_notice_versions v
        on v.workspace_id = p.workspace_id and v.privacy_notice_id = ${id} and v.version = ${version}
     where p.workspace_id = ${workspaceId} and (p.role = 'DPO' or v.officer ->> 'id' = p.id::text)
       and (p.email = ${dpo.email} or p.name = ${dpo.name}
         or (v.officer ->> 'id' = p.id::text and v.content #> '{draft,dpo}' @> ${JSON.stringify({ email: dpo.email, name: dpo.name })}::jsonb))
     order by (${isOfficer}) desc, (p.email = ${dpo.email}) desc, p.created_at, p.id limit 1`.execute(
    db.withoutPlugins(),
  );
  const [found] = rows;
  if (!found) return null;
  const { before, had } = found;
  const isTheirs = (field: Field) =>
    dpo[field] === found[field] || (had.includes(field) && before?.[field] === dpo[field]);
  return { id: found.id, fields: FIELDS.filter(isTheirs) };
}

/**
 * The officer of a version as the workspace has them by now: nobody once the person has left or is no officer any more.
 * @param stated as the version states them
 */
export async function officerNow(
  db: Executor,
  workspaceId: string,
  { id, version }: { id: string; version: number },
  stated: Officer,
): Promise<Officer> {
  const { rows } = await sql<{ fields: Field[]; isOfficer: boolean } & Pick<Officer, Field>>`
    select v.officer -> 'fields' as fields, p.name, p.email, p.phone, ${isOfficer} as "isOfficer"
      from privacy_notice_versions v
      join personnel p on p.workspace_id = v.workspace_id and p.id = (v.officer ->> 'id')::uuid
     where v.workspace_id = ${workspaceId} and v.privacy_notice_id = ${id} and v.version = ${version}`.execute(
    db.withoutPlugins(),
  );
  const [found] = rows;
  if (!found) return stated;
  if (!found.isOfficer) return { ...stated, name: '', email: '', phone: '' };
  return { ...stated, ...Object.fromEntries(found.fields.map((field) => [field, found[field]])) };
}

/** Ids of published notices whose newest version states one of these people as its officer. */
export async function noticesStating(
  db: Executor,
  workspaceId: string,
  personnelIds: readonly string[],
): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select n.id from privacy_notices n
      join privacy_notice_versions v on (v.workspace_id, v.privacy_notice_id, v.version) = (n.workspace_id, n.id, n.published_version)
     where n.workspace_id = ${workspaceId} and v.officer ->> 'id' = any(${[...personnelIds]}::text[])
     order by n.id`.execute(db.withoutPlugins());
  return rows.map(({ id }) => id);
}
