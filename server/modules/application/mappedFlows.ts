import { sql } from 'kysely';
import type { Executor } from '../../../db/client.ts';
import type { MappedFlow } from '../../../shared/dataMapping/schema.ts';
import {
  AS_PURPOSE,
  FOR_GOOD,
  type RetentionStartEvent,
  type RetentionUnit,
} from '../../../shared/purpose/retention.ts';

type Named = { id: string; name: { th: string; en: string } };
const WORD = (alias: string) =>
  sql.raw(
    `case when ${alias}.id is null then null else json_build_object('id', ${alias}.id, 'name', json_build_object('th', ${alias}.name_th, 'en', ${alias}.name_en)) end`,
  );
const STORAGE = sql`case when st.id is null then null
  else json_build_object('id', st.id, 'name', json_build_object('th', st.name_th, 'en', st.name_en), 'country', st.country, 'safeguard', st.safeguard) end`;

interface FlowRow {
  application_id: string;
  id: string;
  purpose: MappedFlow['purpose'];
  data_subject_group: Named;
  channel: Named;
  storage_system: MappedFlow['storageSystem'];
  destruction_method: Named | null;
  retention_days: number;
  retention_amount: number | null;
  retention_unit: RetentionUnit | null;
  retention_start_event: RetentionStartEvent | null;
  retention_start_note: string;
  note: string;
  attributes: MappedFlow['attributes'];
  internal_applications: MappedFlow['internalApplications'];
  third_parties: MappedFlow['thirdParties'];
}

/** The entries of an application's data mapping in order, every name resolved. */
export const mappedFlows = async (db: Executor, workspaceId: string, applicationId: string): Promise<MappedFlow[]> =>
  (await mappedFlowsOfAll(db, workspaceId, [applicationId])).get(applicationId) ?? [];

/** The same for several applications, by their ids; applications without entries are left out. */
export async function mappedFlowsOfAll(
  db: Executor,
  workspaceId: string,
  applicationIds: readonly string[],
): Promise<Map<string, MappedFlow[]>> {
  const { rows } = await sql<FlowRow>`
    select f.application_id, f.id, f.retention_days, f.retention_amount, f.retention_unit, f.retention_start_event, f.retention_start_note, f.note,
           json_build_object('id', p.id, 'title', json_build_object('th', p.title_th, 'en', p.title_en)) as purpose,
           ${WORD('g')} as data_subject_group, ${WORD('ch')} as channel, ${STORAGE} as storage_system, ${WORD('d')} as destruction_method,
           (select json_agg(json_build_object('id', a.id, 'name', json_build_object('th', a.name_th, 'en', a.name_en), 'sensitive', u.sensitive,
                                              'category', json_build_object('id', c.id, 'name', json_build_object('th', c.name_th, 'en', c.name_en)))
                            order by not u.sensitive, c.name_th collate thai, a.name_th collate thai, a.id)
              from data_flow_attributes u
              join pii_attributes a on (a.workspace_id, a.id) = (u.workspace_id, u.attribute_id)
              join pii_categories c on (c.workspace_id, c.id) = (a.workspace_id, a.pii_category_id)
             where u.workspace_id = f.workspace_id and u.data_flow_id = f.id) as attributes,
           coalesce((select json_agg(json_build_object('id', a.id, 'name', a.name) order by a.name collate thai, a.id)
              from data_flow_applications r join applications a on (a.workspace_id, a.id) = (r.workspace_id, r.application_id)
             where r.workspace_id = f.workspace_id and r.data_flow_id = f.id), '[]') as internal_applications,
           coalesce((select json_agg(json_build_object('id', t.id, 'name', t.name, 'countries', t.countries) order by t.position)
              from data_flow_third_parties r join purpose_third_parties t on (t.workspace_id, t.id) = (r.workspace_id, r.third_party_id)
             where r.workspace_id = f.workspace_id and r.data_flow_id = f.id), '[]') as third_parties
      from data_flows f
      join purposes p on (p.workspace_id, p.id) = (f.workspace_id, f.purpose_id)
      join catalogue_items g on (g.workspace_id, g.id) = (f.workspace_id, f.data_subject_group_id)
      join catalogue_items ch on (ch.workspace_id, ch.id) = (f.workspace_id, f.channel_id)
      left join catalogue_items st on (st.workspace_id, st.id) = (f.workspace_id, f.storage_system_id)
      left join catalogue_items d on (d.workspace_id, d.id) = (f.workspace_id, f.destruction_method_id)
     where f.workspace_id = ${workspaceId} and f.application_id = any(${applicationIds}::uuid[])
     order by f.position, f.id`.execute(db.withoutPlugins());
  const lineOf = (row: FlowRow): MappedFlow => ({
    id: row.id,
    purpose: row.purpose,
    dataSubjectGroup: row.data_subject_group,
    channel: row.channel,
    attributes: row.attributes ?? [],
    storageSystem: row.storage_system,
    internalApplications: row.internal_applications,
    thirdParties: row.third_parties,
    retention:
      row.retention_days === AS_PURPOSE
        ? null
        : {
            indefinite: row.retention_days === FOR_GOOD,
            amount: row.retention_amount,
            unit: row.retention_unit,
            startEvent: row.retention_start_event,
            startNote: row.retention_start_note,
          },
    destructionMethod: row.destruction_method,
    note: row.note,
  });
  const found = new Map<string, MappedFlow[]>();
  for (const row of rows) {
    const lines = found.get(row.application_id);
    if (lines) lines.push(lineOf(row));
    else found.set(row.application_id, [lineOf(row)]);
  }
  return found;
}

/** Which of the purposes have entries in the application's mapping. */
export async function mappedPurposes(
  db: Executor,
  workspaceId: string,
  applicationId: string,
  purposeIds: readonly string[],
): Promise<Set<string>> {
  if (purposeIds.length === 0) return new Set();
  const rows = await db
    .selectFrom('dataFlows')
    .select('purposeId')
    .distinct()
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .where('purposeId', 'in', purposeIds)
    .execute();
  return new Set(rows.map(({ purposeId }) => purposeId));
}
