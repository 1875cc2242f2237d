import { createHash, randomBytes, randomUUIDv7 } from 'node:crypto';
import type { Trx } from '../../../db/client.ts';
import {
  type Envelope,
  exerciseMessage,
  type ExerciseStatus,
  keySetup,
  revokeMessage,
} from '../../../shared/dataRightsProtocol/protocol.ts';
import { systemActor, type WithDeps } from '../../platform/actor.ts';
import { type Limit, spend } from '../../platform/auth/throttle.ts';
import { appError } from '../../platform/errors.ts';
import { emit } from '../../platform/live/emit.ts';
import { requireOpenWorkspace } from '../../platform/publicPage/closed.ts';
import { type Deps, transact } from '../../platform/trpc/context.ts';
import * as rows from '../request/rows.ts';
import * as requests from '../request/service.ts';
import { writeMessage } from '../requestMessage/messages.ts';
import { notify } from '../requestMessage/notify.ts';
import type { LiveRequestForm } from '../requestForm/service.ts';
import { exercise } from './exercise.ts';
import { assertEnvelope, openMessage, parsed } from './message.ts';
import * as queries from './queries.ts';
import { sealedAgentFacts } from './sealed.ts';
import { settingsOf } from './settings.ts';
import { statusOf } from './status.ts';

const TOKEN_BYTES = 32;
/** Requests of one agent to one form. */
const REQUESTS: Limit = { name: 'dataRightsProtocol.agent', max: 1000, seconds: 3600 };
const tokenHash = (token: string): Buffer => createHash('sha256').update(token).digest();

/** A call of an agent: the form that it addresses, its bearer token and its body. */
export interface AgentCall {
  readonly form: LiveRequestForm;
  readonly token: string | undefined;
  readonly body: unknown;
  readonly now: Date;
}

/** The agent of the token. @throws 401 `dataRightsProtocol.token` */
async function agentOf(
  trx: Trx,
  { form: { workspaceId }, token }: Pick<AgentCall, 'form' | 'token'>,
): Promise<queries.CallingAgent> {
  const agent = token && (await queries.agentByToken(trx, workspaceId, tokenHash(token)));
  if (!agent) throw appError('dataRightsProtocol.token');
  return agent;
}

/**
 * Only new requests and tokens depend on it: agents read and withdraw what a form accepted before.
 * @throws 404 `dataRightsProtocol.notFound` for a form that accepts no requests of agents
 */
function requireAccepting({ settings }: LiveRequestForm): void {
  if (!settings.drpEnabled) throw appError('dataRightsProtocol.notFound');
}

/** Stores that a message was accepted. @throws 409 `dataRightsProtocol.replayed` where it was accepted before */
async function takeOnce(trx: Trx, workspaceId: string, hash: Buffer, message: Envelope): Promise<void> {
  const { numInsertedOrUpdatedRows } = await trx
    .insertInto('agentMessages')
    .values({ workspaceId, id: randomUUIDv7(), hash, expiresAt: message['expires-at'] })
    .onConflict((conflict) => conflict.columns(['workspaceId', 'hash']).doNothing())
    .executeTakeFirstOrThrow();
  if (numInsertedOrUpdatedRows !== 1n) throw appError('dataRightsProtocol.replayed');
}

/**
 * Issues a bearer token for a message that the agent has signed; the previous token ends.
 * @param agentId as the address names the agent
 * @throws 404 like `requireAccepting`; where anything about the message is wrong
 */
export const setUpKey = (
  deps: Deps,
  { form, body, now }: Omit<AgentCall, 'token'>,
  agentId: string,
): Promise<{ 'agent-id': string; token: string }> =>
  transact(deps, form, async (trx) => {
    requireAccepting(form);
    const { workspaceId } = form;
    await requireOpenWorkspace(trx, workspaceId);
    const agent = await queries.agentByName(trx, workspaceId, agentId);
    if (!agent) throw appError('dataRightsProtocol.agent');
    const signed = openMessage(body, agent.verifyKey);
    const message = parsed(keySetup, signed);
    const { businessId } = await settingsOf(trx, workspaceId);
    assertEnvelope(message, { agentId, businessId, now });
    await takeOnce(trx, workspaceId, signed.hash, message);
    const token = randomBytes(TOKEN_BYTES).toString('base64url');
    await queries.setToken(trx, workspaceId, agent.id, { hash: tokenHash(token), at: now });
    await emit(trx, systemActor(deps, workspaceId, now), {
      event: 'authorisedAgent.tokenIssued',
      entityId: agent.id,
      subject: agent.name,
    });
    return { 'agent-id': agentId, token };
  });

/** Checks that the token is that of the agent in the address. @throws 401, 403 `dataRightsProtocol.agent` */
export const checkKey = (deps: Deps, call: Omit<AgentCall, 'body'>, agentId: string): Promise<void> =>
  transact(deps, call.form, async (trx) => {
    const agent = await agentOf(trx, call);
    if (agent.agentId !== agentId) throw appError('dataRightsProtocol.agent');
  });

/**
 * Accepts a signed request; resolves once it is durable. Checks signature, agent, business and times in the order of
 * the protocol. Only what an agent has signed counts, for that agent: strangers use up nobody's requests.
 * @throws 404 like `requireAccepting`; 401, 403, 400 and 409 like `openMessage`, `assertEnvelope`, `takeOnce` and
 * `exercise`; 429
 */
export const takeRequest = (deps: Deps, call: AgentCall): Promise<ExerciseStatus> =>
  transact(deps, call.form, async (trx) => {
    const { form, body, now } = call;
    requireAccepting(form);
    const agent = await agentOf(trx, call);
    const signed = openMessage(body, agent.verifyKey);
    const message = parsed(exerciseMessage, signed);
    const { businessId } = await settingsOf(trx, form.workspaceId);
    assertEnvelope(message, { agentId: agent.agentId, businessId, now });
    await takeOnce(trx, form.workspaceId, signed.hash, message);
    if (deps.config.requestRatePerMinute !== 0)
      await spend(deps, REQUESTS, [`${form.workspaceId} ${form.id}`, agent.id]);
    return exercise(trx, deps, form, { agent, message, now });
  });

/**
 * A request of the calling agent. @throws 401, 403 `dataRightsProtocol.request` for any other and for an unknown one
 */
async function ownRequest(trx: Trx, call: Pick<AgentCall, 'form' | 'token'>, id: string | undefined) {
  const agent = await agentOf(trx, call);
  const row = id && (await queries.findAgentRequest(trx, call.form.workspaceId, id));
  if (!row || row.agentId !== agent.id) throw appError('dataRightsProtocol.request');
  // A request of another form does not exist under this address.
  const request = await rows.find(trx, call.form.workspaceId, row.id);
  if (request?.requestFormId !== call.form.id) throw appError('dataRightsProtocol.request');
  return { agent, id: row.id, facts: sealedAgentFacts.open(call.form.key, row.id, row.facts) };
}

/** The status of a request. @throws 401, 403 for one that is not the agent's */
export const readStatus = (
  deps: Deps,
  call: Omit<AgentCall, 'body'>,
  id: string | undefined,
): Promise<ExerciseStatus> =>
  transact(deps, call.form, async (trx) => {
    const own = await ownRequest(trx, call, id);
    return (await statusOf(trx, systemActor(deps, call.form.workspaceId, call.now), own.id, own.facts))!;
  });

/**
 * Withdraws a request for the data subject; repeating it changes nothing.
 * @throws 401, 403 for one that is not the agent's or is signed by somebody else, 409 `dataRightsProtocol.closed` where
 * it is closed
 */
export const revoke = (deps: Deps, call: AgentCall, id: string | undefined): Promise<ExerciseStatus> =>
  transact(deps, call.form, async (trx) => {
    const { form, body, now } = call;
    const { workspaceId } = form;
    const own = await ownRequest(trx, call, id);
    const message = parsed(revokeMessage, openMessage(body, own.agent.verifyKey));
    const { businessId } = await settingsOf(trx, workspaceId);
    assertEnvelope(message, { agentId: own.agent.agentId, businessId, now });
    await requireOpenWorkspace(trx, workspaceId);
    const actor = systemActor(deps, workspaceId, now);
    const moved = await requests.moveBySubject(trx, actor, own.id, { action: 'withdraw', event: 'request.withdrawn' });
    if (moved.length > 0) await noteRevoked(trx, actor, own.id, { moved, reason: message.reason });
    const status = (await statusOf(trx, actor, own.id, own.facts))!;
    if (status.status !== 'revoked') throw appError('dataRightsProtocol.closed');
    return status;
  });

/** The data subject is notified that their request was withdrawn, and staff can read why. */
async function noteRevoked(
  trx: Trx,
  actor: WithDeps,
  id: string,
  { moved, reason }: { moved: readonly rows.RightRow[]; reason: string },
): Promise<void> {
  if (reason !== '') await writeMessage(trx, actor, id, { author: 'SUBJECT', kind: 'MESSAGE', text: reason });
  await notify(trx, actor, id, {
    kind: 'WITHDRAWN',
    by: 'AGENT',
    rights: moved.map(({ nameTh, nameEn }) => ({
      name: { th: nameTh, en: nameEn },
      until: null,
      section: null,
      groundCode: null,
    })),
    reason: '',
  });
}
