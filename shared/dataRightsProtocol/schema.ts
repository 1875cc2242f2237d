import { z } from 'zod';
import { listInput, listOf } from '../list.ts';
import type { ListRule } from '../listRule.ts';
import { byId, email, id, inWorkspace, LIMITED, optionalUrl, requiredLine, rowVersion } from '../text.ts';
import { networkId } from './protocol.ts';

/** Agents that a workspace may know. */
export const AGENT_LIMIT = 200;

/** 32 bytes in base64, with or without padding. */
const KEY = /^[A-Za-z0-9+/]{42}[AEIMQUYcgkosw048]=?$/;
const verifyKey = z
  .string({ error: 'errors:required' })
  .trim()
  .min(1, { error: 'errors:required' })
  .max(44, { error: 'dataRightsProtocol:verifyKeyForm', ...LIMITED })
  .regex(KEY, { error: 'dataRightsProtocol:verifyKeyForm' });

/** What is filled in about an authorised agent. */
export const agentFields = z.object({
  name: requiredLine(200),
  /** As the agent names itself in its messages. */
  agentId: networkId,
  /** Its public Ed25519 key. */
  verifyKey,
  website: optionalUrl,
  /** E-mail address of whoever answers for its messages. */
  contact: z.union([z.literal(''), email]).default(''),
  /** Whether whom it has verified needs no code of ours. */
  trustsIdentity: z.boolean().default(false),
  active: z.boolean().default(true),
});
export type AgentFields = z.output<typeof agentFields>;

export const createAgent = inWorkspace.extend(agentFields.shape);
export const updateAgent = byId.extend({ ...agentFields.shape, rowVersion });
export const AGENT_LIST = {
  sortBy: ['updatedAt', 'name', 'createdAt'],
  filters: { active: 'boolean' },
} as const satisfies ListRule;
export const listAgents = listInput(AGENT_LIST);

export const agent = z.object({
  id,
  name: z.string(),
  agentId: z.string(),
  verifyKey: z.string(),
  website: z.string(),
  contact: z.string(),
  trustsIdentity: z.boolean(),
  active: z.boolean(),
  /** Since when it has the token that it calls with; null: it has none. */
  tokenIssuedAt: z.string().nullable(),
  /** Requests that it has sent; while there is one, it cannot be deleted. */
  requestCount: z.number().int(),
  rowVersion: z.number().int(),
  createdAt: z.string(),
  updatedAt: z.string(),
  updatedBy: z.object({ id, name: z.string() }).nullable(),
});
export type Agent = z.infer<typeof agent>;
export const agentList = listOf(agent);

export const protocolSettingsFields = z.object({
  /** By what agents name the organisation; '': requests of agents are refused until it is set. */
  businessId: z.union([z.literal(''), networkId]).default(''),
});
/** `rowVersion`: 0 where nobody has changed anything. */
export const protocolSettings = protocolSettingsFields.extend({ rowVersion: z.number().int() });
export type ProtocolSettings = z.output<typeof protocolSettings>;
export const updateProtocolSettings = inWorkspace.extend({
  ...protocolSettingsFields.shape,
  rowVersion: z.union([z.literal(0), rowVersion]),
});

/**
 * How the agent of a request is kept up to date. `FAILING`: it is called again later; `GIVEN_UP`: not before the
 * request changes.
 */
const CALLBACK_STATES = ['NONE', 'DUE', 'FAILING', 'GIVEN_UP', 'REPORTED'] as const;

/** What an agent said with a request. */
const agentRequest = z.object({
  agent: z.object({ id, name: z.string(), agentId: z.string() }),
  exercise: z.string(),
  /** Null for those who may not know who asks. */
  claims: z
    .object({
      reference: z.string(),
      regime: z.string(),
      relationships: z.array(z.string()),
      telephone: z.string(),
      address: z.string(),
      powerOfAttorney: z.string(),
      verified: z.array(z.enum(['email', 'telephone', 'address'])),
    })
    .nullable(),
  callback: z.enum(CALLBACK_STATES),
  reportedAt: z.string().nullable(),
});
/** Null for a request that no agent sent. */
export const agentOfRequest = agentRequest.nullable();
export type AgentRequest = z.infer<typeof agentRequest>;
