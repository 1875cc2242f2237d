import { sql } from 'kysely';
import type { Executor, Trx } from '../../../db/client.ts';
import type { Agent, AgentFields } from '../../../shared/dataRightsProtocol/schema.ts';
import type { List } from '../../../shared/list.ts';
import { containing, type Page, pageOf } from '../../platform/list/list.ts';

const searched = sql<string>`(authorised_agents.name || ' ' || authorised_agents.agent_id)`;
const requestCount = sql<number>`(select count(*)::int from agent_requests where agent_requests.workspace_id = authorised_agents.workspace_id and agent_requests.agent_id = authorised_agents.id)`;

const from = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('authorisedAgents')
    .leftJoin('personnel', (join) =>
      join
        .onRef('personnel.workspaceId', '=', 'authorisedAgents.workspaceId')
        .onRef('personnel.id', '=', 'authorisedAgents.updatedBy'),
    )
    .where('authorisedAgents.workspaceId', '=', workspaceId);

const columns = (query: ReturnType<typeof from>) =>
  query
    .select(['authorisedAgents.id', 'authorisedAgents.name', 'agentId', 'verifyKey', 'website', 'contact'])
    .select(['trustsIdentity', 'active', 'tokenIssuedAt', requestCount.as('requestCount')])
    .select(['authorisedAgents.rowVersion', 'authorisedAgents.createdAt', 'authorisedAgents.updatedAt'])
    .select(['authorisedAgents.updatedBy', 'personnel.name as updatedByName']);

type Row = Awaited<ReturnType<ReturnType<typeof columns>['executeTakeFirstOrThrow']>>;

const itemOf = ({ verifyKey, updatedBy, updatedByName, ...row }: Row): Agent => ({
  ...row,
  verifyKey: verifyKey.toString('base64'),
  updatedBy: updatedBy ? { id: updatedBy, name: updatedByName ?? '' } : null,
});

export async function list(
  db: Executor,
  workspaceId: string,
  input: Page & { active?: boolean },
): Promise<List<Agent>> {
  let filtered = from(db, workspaceId);
  if (input.query) filtered = filtered.where(searched, 'ilike', containing(input.query));
  if (input.active !== undefined) filtered = filtered.where('authorisedAgents.active', '=', input.active);
  const page = await pageOf(
    filtered,
    input,
    columns as never,
    {
      updatedAt: sql.ref('authorisedAgents.updatedAt'),
      createdAt: sql.ref('authorisedAgents.createdAt'),
      name: sql.ref('authorisedAgents.name'),
    },
    sql.ref('authorisedAgents.id'),
  );
  return { ...page, collection: (page.collection as Row[]).map(itemOf) };
}

export async function find(db: Executor, workspaceId: string, id: string): Promise<Agent | undefined> {
  const row = await columns(from(db, workspaceId)).where('authorisedAgents.id', '=', id).executeTakeFirst();
  return row && itemOf(row);
}

export const columnsOf = ({ verifyKey, ...fields }: AgentFields) => ({
  ...fields,
  verifyKey: Buffer.from(verifyKey, 'base64'),
});

/** How many agents a workspace has. */
export async function countAgents(db: Executor, workspaceId: string): Promise<number> {
  const { count } = await db
    .selectFrom('authorisedAgents')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('workspaceId', '=', workspaceId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

/** An agent, for its calls. */
export interface CallingAgent {
  readonly id: string;
  readonly agentId: string;
  readonly name: string;
  readonly verifyKey: Buffer;
  readonly trustsIdentity: boolean;
}

const calling = (db: Executor, workspaceId: string) =>
  db
    .selectFrom('authorisedAgents')
    .select(['id', 'agentId', 'name', 'verifyKey', 'trustsIdentity'])
    .where('workspaceId', '=', workspaceId)
    .where('active', '=', true);

/** The active agent of a token. */
export const agentByToken = (db: Executor, workspaceId: string, hash: Buffer): Promise<CallingAgent | undefined> =>
  calling(db, workspaceId).where('tokenHash', '=', hash).executeTakeFirst();

/** The active agent of this name. */
export const agentByName = (db: Executor, workspaceId: string, agentId: string): Promise<CallingAgent | undefined> =>
  calling(db, workspaceId).where('agentId', '=', agentId).executeTakeFirst();

/** Replaces the token of an agent; `null` ends it. */
export async function setToken(
  trx: Trx,
  workspaceId: string,
  id: string,
  token: { readonly hash: Buffer; readonly at: Date } | null,
): Promise<void> {
  await trx
    .updateTable('authorisedAgents')
    .set({ tokenHash: token?.hash ?? null, tokenIssuedAt: token?.at ?? null })
    .where('workspaceId', '=', workspaceId)
    .where('id', '=', id)
    .execute();
}

/** A request that an agent sent, with the agent. */
export const findAgentRequest = (db: Executor, workspaceId: string, id: string) =>
  db
    .selectFrom('agentRequests as r')
    .innerJoin('authorisedAgents as a', (join) =>
      join.onRef('a.workspaceId', '=', 'r.workspaceId').onRef('a.id', '=', 'r.agentId'),
    )
    .select(['r.id', 'r.agentId', 'r.facts', 'r.hasCallback', 'r.callbackAt', 'r.callbackTries', 'r.revision'])
    .select([
      'r.reported',
      'r.reportedAt',
      'r.failedAt',
      'r.body',
      'a.name as agentName',
      'a.agentId as agentNetworkId',
    ])
    .where('r.workspaceId', '=', workspaceId)
    .where('r.id', '=', id)
    .executeTakeFirst();

/** The request of an agent under the agent's own number. */
export const findByReference = (db: Executor, workspaceId: string, agentId: string, reference: Buffer) =>
  db
    .selectFrom('agentRequests')
    .select(['id', 'body'])
    .where('workspaceId', '=', workspaceId)
    .where('agentId', '=', agentId)
    .where('reference', '=', reference)
    .executeTakeFirst();
