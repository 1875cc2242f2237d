import { sql } from 'kysely';
import type { Executor } from '../../../../db/client.ts';

/** A contact for data protection in a workspace, as the law requires. */
export interface Officer {
  name: string;
  position: string;
  email: string;
  phone: string;
}
/** Contacts of a data controller, in the order of the document's heading. */
export const REACHED_BY = ['contactPerson', 'phone', 'email', 'website', 'privacyPolicyUrl'] as const;
/** Facts of the entire workspace in a document. */
export interface RopaFacts {
  organization: string;
  /** With their recorded contacts. */
  controllers: ({ th: string; en: string } & Partial<Record<(typeof REACHED_BY)[number], string>>)[];
  officers: Officer[];
  applications: number;
  purposes: number;
  /** Applications of each role; those with every item complete; the mean share in percent. */
  roles: { controller: number; processor: number };
  complete: number;
  completeness: number;
  drafts: number;
  /** Countries that the organisation holds adequate (docs/decisions/012). */
  adequate: string[];
}

/** The facts of a document of these applications. */
export async function ropaFacts(db: Executor, workspaceId: string, ids: readonly string[]): Promise<RopaFacts> {
  const plain = db.withoutPlugins();
  const { rows: counts } = await sql<
    Omit<RopaFacts, 'controllers' | 'officers' | 'roles' | 'adequate'> & RopaFacts['roles']
  >`
    select (select o.name from workspaces w join organizations o on o.id = w.organization_id where w.id = ${workspaceId}) as organization,
           count(*) as applications, count(*) filter (where processing_role = 'controller') as controller, count(*) filter (where processing_role = 'processor') as processor,
           count(*) filter (where completeness = 100) as complete, coalesce(floor(avg(completeness)), 0)::int as completeness, count(*) filter (where status = 'draft') as drafts,
           (select count(distinct l.purpose_id) from application_purposes l where l.workspace_id = ${workspaceId} and l.application_id = any(${ids}::uuid[])) as purposes
      from applications where workspace_id = ${workspaceId} and id = any(${ids}::uuid[])`.execute(plain);
  const { rows: controllers } = await sql<RopaFacts['controllers'][number]>`
    select name_th as th, name_en as en, contact_person as "contactPerson", phone, email, website, privacy_policy_url as "privacyPolicyUrl" from data_controllers c
     where workspace_id = ${workspaceId} and exists (select from applications a where a.workspace_id = c.workspace_id and a.data_controller_id = c.id and a.id = any(${ids}::uuid[]))
     order by name_th collate thai, id`.execute(plain);
  const { rows: officers } = await sql<Officer>`
    select name, position, email, phone from personnel where workspace_id = ${workspaceId} and role = 'DPO' and status in ('active', 'invited') order by name collate thai, id`.execute(
    plain,
  );
  const { rows: countries } = await sql<{ country: string }>`
    select country from country_adequacy where workspace_id = ${workspaceId} and adequate order by country`.execute(
    plain,
  );
  const { controller, processor, ...rest } = counts[0]!;
  const adequate = countries.map(({ country }) => country);
  return { ...rest, roles: { controller, processor }, controllers, officers, adequate };
}
