import type { z } from 'zod';
import type { Trx } from '../../../db/client.ts';
import {
  type Agent,
  AGENT_LIMIT,
  agentFields,
  type AgentFields,
  type AgentRequest,
  type listAgents,
} from '../../../shared/dataRightsProtocol/schema.ts';
import type { List } from '../../../shared/list.ts';
import { actorOf } from '../../platform/actor.ts';
import { oneAtATime } from '../../platform/database/locks.ts';
import { appError } from '../../platform/errors.ts';
import { changesBetween, emit } from '../../platform/live/emit.ts';
import { editable } from '../../platform/records/editable.ts';
import type { WorkspaceContext } from '../../platform/trpc/context.ts';
import * as requests from '../request/service.ts';
import * as queries from './queries.ts';
import { sealedAgentFacts } from './sealed.ts';

/** One page of the workspace's agents. */
export const list = (ctx: WorkspaceContext, input: z.output<typeof listAgents>): Promise<List<Agent>> =>
  ctx.read((trx) => queries.list(trx, ctx.workspace.id, input));

const fieldsOf = ({ name, agentId, verifyKey, website, contact, trustsIdentity, active }: Agent): AgentFields => ({
  name,
  agentId,
  verifyKey,
  website,
  contact,
  trustsIdentity,
  active,
});

const record = editable({
  table: 'authorisedAgents',
  content: agentFields,
  events: {
    created: 'authorisedAgent.created',
    updated: 'authorisedAgent.updated',
    removed: 'authorisedAgent.removed',
  },
  read: (trx: Trx, ctx: WorkspaceContext, id: string) => queries.find(trx, ctx.workspace.id, id),
  draftOf: fieldsOf,
  comparable: (draft: AgentFields) => ({ ...draft, verifyKey: Buffer.from(draft.verifyKey, 'base64').toString('hex') }),
  subject: ({ name }: Agent) => name,
  changes: (before: Agent, after: Agent) => changesBetween(fieldsOf(before), fieldsOf(after), ['contact']),
  columns: queries.columnsOf,
  unique: {
    authorised_agents_agent_id: () => appError('dataRightsProtocol.agentIdUsed', { at: 'agentId' }),
  },
  check: assertRoom,
  async changed(trx, ctx, id, edit) {
    // A token that was issued for another key, or another name, is no longer valid.
    if (edit?.changed.some((field) => field === 'verifyKey' || field === 'agentId'))
      await queries.setToken(trx, ctx.workspace.id, id, null);
  },
  removing: async (_trx, _ctx, _id, { requestCount }: Agent) => {
    if (requestCount > 0) throw appError('dataRightsProtocol.inUse', { values: { number: requestCount } });
  },
});

export const { get, create, update, remove } = record;

/** @throws 409 `dataRightsProtocol.agentLimit` */
async function assertRoom(trx: Trx, ctx: WorkspaceContext, _fields: unknown, edit?: unknown): Promise<void> {
  if (edit) return;
  await oneAtATime(trx, ctx.workspace.id, 'authorisedAgent');
  const limit = AGENT_LIMIT;
  if ((await queries.countAgents(trx, ctx.workspace.id)) >= limit)
    throw appError('dataRightsProtocol.agentLimit', { values: { limit }, details: { limit } });
}

/** Ends the token of an agent, which has to request another one. @throws 404, 409 `staleEdit` */
export const endToken = (
  ctx: WorkspaceContext,
  { id, rowVersion }: { id: string; rowVersion: number },
): Promise<Agent> =>
  ctx.transaction(async (trx) => {
    const agent = await record.locked(trx, ctx, id, rowVersion);
    if (agent.tokenIssuedAt === null) return agent;
    await record.set(trx, ctx, id, { tokenHash: null, tokenIssuedAt: null });
    await emit(trx, actorOf(ctx), { event: 'authorisedAgent.tokenEnded', entityId: id, subject: agent.name });
    return record.existing(trx, ctx, id);
  });

/**
 * What the agent of a request stated; null for a request without an agent.
 * @throws 404, also for a request that the caller cannot read
 */
export const ofRequest = (ctx: WorkspaceContext, { id }: { id: string }): Promise<AgentRequest | null> =>
  ctx.read(async (trx) => {
    const ws = ctx.workspace.id;
    const mayRead = await requests.mayReadWords(trx, ctx, id);
    if (!mayRead && requests.knowsIdentity(actorOf(ctx))) throw appError('request.notFound');
    const row = await queries.findAgentRequest(trx, ws, id);
    if (!row) return null;
    const facts = sealedAgentFacts.open(await ctx.deps.keyring.workspaceKey(trx, ws), id, row.facts);
    const { exercise, callback: _callback, ...claims } = facts;
    return {
      agent: { id: row.agentId, name: row.agentName, agentId: row.agentNetworkId },
      exercise,
      claims: mayRead ? { ...claims, relationships: [...claims.relationships], verified: [...claims.verified] } : null,
      callback: callbackState(row),
      reportedAt: row.reportedAt,
    };
  });

function callbackState({
  hasCallback,
  callbackAt,
  failedAt,
}: NonNullable<Awaited<ReturnType<typeof queries.findAgentRequest>>>): AgentRequest['callback'] {
  if (!hasCallback) return 'NONE';
  if (failedAt !== null) return callbackAt === null ? 'GIVEN_UP' : 'FAILING';
  return callbackAt === null ? 'REPORTED' : 'DUE';
}
