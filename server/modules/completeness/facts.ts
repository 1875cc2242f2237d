import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { CompletenessFacts, PurposeFacts } from '../../../shared/completeness/schema.ts';
import { RECORDED_RIGHTS, REFUSAL_GROUNDS } from '../../../shared/request/grounds.ts';
import { isUnsettled } from '../transfer/destinations.ts';

interface FactsRow {
  id: string;
  processing_role: 'controller' | 'processor';
  on_behalf_name: string;
  on_behalf_contact: string;
  access_means: string;
  refusal_status: 'none' | 'recorded' | null;
  refusal_note: string;
  refused: boolean;
  controller_id: string;
  controller_th: string;
  controller_en: string;
  controller_complete: boolean;
  has_officer: boolean;
  purposes: PurposeFacts[];
}

/** The facts from which the completeness of the applications of `ids` is calculated. */
export async function factsOf(
  db: Executor,
  workspaceId: string,
  ids: readonly string[],
): Promise<Map<string, CompletenessFacts>> {
  const { rows } = await sql<FactsRow>`
    select a.id, a.processing_role, a.on_behalf_name, a.on_behalf_contact, a.access_means, a.refusal_status, a.refusal_note,
           exists (select from request_refusals r where r.workspace_id = a.workspace_id and r.application_id = a.id
                     and r.code = any(${RECORDED_RIGHTS}::text[]) and r.ground_code = any(${REFUSAL_GROUNDS}::text[])) as refused,
           c.id as controller_id, c.name_th as controller_th, c.name_en as controller_en,
           '' not in (c.name_th, c.contact_person, c.address, c.phone, c.email) as controller_complete,
           exists (select from personnel p where p.workspace_id = a.workspace_id and p.role = 'DPO' and p.status in ('active', 'invited')) as has_officer,
           coalesce((
             select json_agg(json_build_object(
                      'id', p.id,
                      'title', json_build_object('th', p.title_th, 'en', p.title_en),
                      'described', '' not in (p.title_th, p.description_th),
                      'hasPii', exists (select from purpose_pii_categories x where x.workspace_id = p.workspace_id and x.purpose_id = p.id),
                      'hasBasis', cardinality(p.effective_bases) > 0,
                      'hasRetention', p.retention_days is not null,
                      'hasSecurity', exists (select from purpose_catalogue_items x join catalogue_items i on (i.workspace_id, i.id) = (x.workspace_id, x.item_id)
                                              where x.workspace_id = p.workspace_id and x.purpose_id = p.id and i.kind = 'securityMeasure'),
                      'disclosureNamed', (not p.third_party_disclosure or (parties.number > 0 and parties.unnamed = 0))
                                     and (not p.internal_sharing or exists (select from purpose_internal_applications x where x.workspace_id = p.workspace_id and x.purpose_id = p.id)),
                      'transfersGrounded', not p.third_party_disclosure or parties.ungrounded = 0,
                      'storageSettled', not exists (select from purpose_catalogue_items x join catalogue_items i on (i.workspace_id, i.id) = (x.workspace_id, x.item_id)
                                              where x.workspace_id = p.workspace_id and x.purpose_id = p.id and i.kind = 'storageSystem' and ${isUnsettled(workspaceId, sql`i.country`, sql`i.safeguard`)}),
                      'flowStorageSettled', flows.unsettled = 0,
                      'flows', flows.number,
                      'flowsAsPurpose', flows.as_purpose) order by link.position)
               from application_purposes link
               join purposes p on (p.workspace_id, p.id) = (link.workspace_id, link.purpose_id)
               cross join lateral (
                 select count(*) as number, count(*) filter (where '' in (x.name, x.contract)) as unnamed,
                        count(*) filter (where exists (select from unnest(x.countries) as place (country) where ${isUnsettled(workspaceId, sql`place.country`, sql`x.safeguard`)})) as ungrounded
                   from purpose_third_parties x where x.workspace_id = p.workspace_id and x.purpose_id = p.id) parties
               cross join lateral (
                 select count(*) as number, count(*) filter (where f.retention_days = 0) as as_purpose,
                        count(*) filter (where i.id is not null and ${isUnsettled(workspaceId, sql`i.country`, sql`i.safeguard`)}) as unsettled
                   from data_flows f left join catalogue_items i on (i.workspace_id, i.id) = (f.workspace_id, f.storage_system_id)
                  where f.workspace_id = a.workspace_id and f.application_id = a.id and f.purpose_id = p.id) flows
              where link.workspace_id = a.workspace_id and link.application_id = a.id), '[]') as purposes
      from applications a
      join data_controllers c on (c.workspace_id, c.id) = (a.workspace_id, a.data_controller_id)
     where a.workspace_id = ${workspaceId} and a.id = any(${ids}::uuid[])`.execute(db.withoutPlugins());
  return new Map(
    rows.map((row) => [
      row.id,
      {
        processingRole: row.processing_role,
        dataController: {
          id: row.controller_id,
          name: { th: row.controller_th, en: row.controller_en },
          complete: row.controller_complete,
        },
        onBehalfName: row.on_behalf_name,
        onBehalfContact: row.on_behalf_contact,
        accessMeans: row.access_means,
        refusalStatus: row.refusal_status,
        refusalNote: row.refusal_note,
        refused: row.refused,
        hasOfficer: row.has_officer,
        purposes: row.purposes,
      },
    ]),
  );
}
