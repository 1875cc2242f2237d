import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { FlowInput } from '../../../shared/dataMapping/schema.ts';
import { AS_PURPOSE, daysOf } from '../../../shared/purpose/retention.ts';
import { NO_RETENTION } from '../../../shared/purpose/retentionInput.ts';

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
