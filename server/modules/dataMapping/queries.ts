import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { FlowInput, MappedFlow } from '../../../shared/dataMapping/schema.ts';
import {
  AS_PURPOSE,
  daysOf,
  FOR_GOOD,
  type RetentionStartEvent,
  type RetentionUnit,
} from '../../../shared/purpose/retention.ts';
import { NO_RETENTION } from '../../../shared/purpose/retentionInput.ts';

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
export const list = async (db: Executor, workspaceId: string, applicationId: string): Promise<MappedFlow[]> =>
  (await listOfAll(db, workspaceId, [applicationId])).get(applicationId) ?? [];

/** The same for several applications, by their ids; applications without entries are left out. */
export async function listOfAll(
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

/**
 * Possible recipients of each purpose: its third parties and internal applications, as `<purpose id> <receiver id>`.
 */
export async function receiversOf(
  db: Executor,
  workspaceId: string,
  purposeIds: readonly string[],
): Promise<Set<string>> {
  if (purposeIds.length === 0) return new Set();
  const parties = await db
    .selectFrom('purposeThirdParties')
    .select(['purposeId', 'id'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeId', 'in', purposeIds)
    .execute();
  const applications = await db
    .selectFrom('purposeInternalApplications')
    .select(['purposeId', 'applicationId'])
    .where('workspaceId', '=', workspaceId)
    .where('purposeId', 'in', purposeIds)
    .execute();
  return new Set([
    ...parties.map(({ purposeId, id }) => `${purposeId} ${id}`),
    ...applications.map(({ purposeId, applicationId }) => `${purposeId} ${applicationId}`),
  ]);
}

/** The columns of an entry's retention beside its days; empty where it is the purpose's, or indefinite. */
function periodColumns({ retention }: FlowInput) {
  const { amount, unit, startEvent, startNote } = retention && !retention.indefinite ? retention : NO_RETENTION;
  return {
    retentionAmount: amount,
    retentionUnit: unit,
    retentionStartEvent: startEvent,
    retentionStartNote: startNote,
  };
}

export interface FlowToWrite extends FlowInput {
  id: string;
  position: number;
}

/** Writes entries with their attributes and receivers; stored ones with the same id are replaced. */
export async function write(
  trx: Trx,
  workspaceId: string,
  applicationId: string,
  flows: readonly FlowToWrite[],
  attributes: ReadonlyMap<string, { piiCategoryId: string; sensitive: boolean }>,
): Promise<void> {
  if (flows.length === 0) return;
  await remove(
    trx,
    workspaceId,
    applicationId,
    flows.map(({ id }) => id),
  );
  const retentionOf = ({ retention }: FlowInput) => (retention ? (daysOf(retention) ?? AS_PURPOSE) : AS_PURPOSE);
  await trx
    .insertInto('dataFlows')
    .values(
      flows.map((flow) => ({
        workspaceId,
        id: flow.id,
        applicationId,
        purposeId: flow.purposeId,
        position: flow.position,
        dataSubjectGroupId: flow.dataSubjectGroupId,
        channelId: flow.channelId,
        storageSystemId: flow.storageSystemId,
        destructionMethodId: flow.destructionMethodId,
        retentionDays: retentionOf(flow),
        ...periodColumns(flow),
        note: flow.note,
        uses: flow.attributeIds.length,
        sensitiveUses: flow.attributeIds.filter((id) => attributes.get(id)?.sensitive).length,
      })),
    )
    .execute();
  const uses = flows.flatMap((flow) =>
    flow.attributeIds.map((id) => ({
      flow: flow.id,
      id,
      purpose: flow.purposeId,
      days: retentionOf(flow),
      category: attributes.get(id)!.piiCategoryId,
      sensitive: attributes.get(id)!.sensitive,
    })),
  );
  // By arrays: a mapping can have more uses than a statement can have parameters.
  await sql`
    insert into data_flow_attributes (workspace_id, data_flow_id, attribute_id, application_id, purpose_id, pii_category_id, sensitive, retention_days)
    select ${workspaceId}, u.flow, u.id, ${applicationId}, u.purpose, u.category, u.sensitive, u.days
      from unnest(${uses.map(({ flow }) => flow)}::uuid[], ${uses.map(({ id }) => id)}::uuid[], ${uses.map(({ purpose }) => purpose)}::uuid[],
                  ${uses.map(({ category }) => category)}::uuid[], ${uses.map(({ sensitive }) => sensitive)}::boolean[], ${uses.map(({ days }) => days)}::integer[])
        as u (flow, id, purpose, category, sensitive, days)`.execute(trx);
  const internal = flows.flatMap((flow) =>
    flow.internalApplicationIds.map((receiver) => ({ workspaceId, dataFlowId: flow.id, applicationId: receiver })),
  );
  if (internal.length > 0) await trx.insertInto('dataFlowApplications').values(internal).execute();
  const parties = flows.flatMap((flow) =>
    flow.thirdPartyIds.map((thirdPartyId) => ({ workspaceId, dataFlowId: flow.id, thirdPartyId })),
  );
  if (parties.length > 0) await trx.insertInto('dataFlowThirdParties').values(parties).execute();
}

export async function remove(
  trx: Trx,
  workspaceId: string,
  applicationId: string,
  ids: readonly string[],
): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('dataFlows')
    .where('workspaceId', '=', workspaceId)
    .where('applicationId', '=', applicationId)
    .where('id', 'in', ids)
    .execute();
}

/** Updates the positions of entries that are otherwise unchanged. */
export async function place(
  trx: Trx,
  workspaceId: string,
  moved: readonly { id: string; position: number }[],
): Promise<void> {
  if (moved.length === 0) return;
  await sql`
    update data_flows f set position = m.position from unnest(${moved.map(({ id }) => id)}::uuid[], ${moved.map(({ position }) => position)}::integer[]) as m (id, position)
     where f.workspace_id = ${workspaceId} and f.id = m.id`.execute(trx);
}
