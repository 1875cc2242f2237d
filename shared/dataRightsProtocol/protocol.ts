import { z } from 'zod';
import type { RightCode } from '../dataRight/schema.ts';
import { moment } from '../incident/fields.ts';
import { email, LIMITED, optionalLine, optionalText } from '../text.ts';

/** Versions of the protocol that are spoken here: 1.0 changed nothing of the two before. */
export const PROTOCOL_VERSIONS: readonly string[] = ['1.0', '0.9.4', '0.9.3'];

/** Rights of the protocol by those of the act. `sale:opt_in` has none: consent is given on the consent form. */
export const RIGHT_OF_ACTION: Readonly<Record<string, RightCode>> = {
  access: 'ACCESS',
  'access:categories': 'ACCESS',
  'access:specific': 'ACCESS',
  deletion: 'ERASURE',
  'sale:opt_out': 'OBJECTION',
  // As an example of the protocol spells it.
  'sale:opt-out': 'OBJECTION',
};
/** By what an agent or a business is named. */
export const networkId = z
  .string({ error: 'errors:required' })
  .trim()
  .min(1, { error: 'errors:required' })
  .max(100, { error: 'dataRightsProtocol:networkId', ...LIMITED })
  .regex(/^[\w.-]+$/, { error: 'dataRightsProtocol:networkId' });

/** What every signed message carries, but for the one that takes a request back. */
const envelope = {
  'agent-id': networkId,
  'business-id': networkId,
  'issued-at': moment,
  'expires-at': moment,
  'drp.version': z.string().max(20, LIMITED),
};
/** The signed message that asks for a bearer token. */
export const keySetup = z.object(envelope);
export type Envelope = z.output<typeof keySetup>;

const verified = z.boolean().default(false);
const address = z
  .union([
    z.string().max(2000, LIMITED),
    z.object({
      formatted: optionalText(),
      street_address: optionalText(),
      locality: optionalText(),
      region: optionalText(),
      postal_code: optionalText(),
      country: optionalText(),
    }),
  ])
  .transform((claim) =>
    typeof claim === 'string' ? claim : claim.formatted || Object.values(claim).filter(Boolean).join(', '),
  )
  .pipe(optionalText(2000).unwrap());

/** The signed message by which an agent exercises a right of somebody. Other claims are passed over. */
export const exerciseMessage = keySetup.extend({
  'agent-request-id': optionalLine(200),
  exercise: z.string().max(60, LIMITED),
  regime: optionalLine(60),
  relationships: z.array(optionalLine(100)).max(20).default([]),
  status_callback: z.string().trim().max(2000, LIMITED).default(''),
  name: optionalLine(400),
  given_name: optionalLine(200),
  family_name: optionalLine(200),
  email: z.union([z.literal(''), email]).default(''),
  email_verified: verified,
  phone_number: z.string().trim().max(40, LIMITED).default(''),
  phone_number_verified: verified,
  address: address.default(''),
  address_verified: verified,
  power_of_attorney: optionalText(2000),
});
export type ExerciseMessage = z.output<typeof exerciseMessage>;

/** The signed message that takes a request back; what of an envelope comes along has to hold. */
export const revokeMessage = keySetup.partial().extend({ reason: optionalText(2000) });

const STATUSES = ['in_progress', 'fulfilled', 'revoked', 'denied'] as const;
const REASONS = [
  'need_user_verification',
  'insuf_verification',
  'no_match',
  'claim_not_covered',
  'outside_jurisdiction',
  'too_many_requests',
  'other',
] as const;
/** How a request stands, in the words of the protocol. */
export const exerciseStatus = z.object({
  request_id: z.string(),
  agent_request_id: z.string().optional(),
  received_at: z.string(),
  expected_by: z.string().optional(),
  status: z.enum(STATUSES),
  reason: z.enum(REASONS).optional(),
  processing_details: z.string().optional(),
  /** The page of whoever asks: a code that is sent to them opens it. */
  user_verification_url: z.string().optional(),
  results_url: z.string().optional(),
  expires_at: z.string().optional(),
});
export type ExerciseStatus = z.output<typeof exerciseStatus>;

export const agentToken = z.object({ 'agent-id': z.string(), token: z.string() });
/** How calls of the protocol are refused. */
export const protocolError = z.object({ code: z.string(), message: z.string(), fatal: z.boolean().optional() });

/** Where agents find the calls of a form. */
export const protocolPath = (workspaceId: string, formId: string): string => `/drp/${workspaceId}/${formId}`;
