import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Envelope } from '../../../shared/dataRightsProtocol/protocol.ts';
import { appError } from '../../platform/errors.ts';

const SIGNATURE = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** The signed content, and the hash that identifies it. */
export interface Signed {
  readonly value: unknown;
  readonly hash: Buffer;
}

const keyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } });

/**
 * Opens a message of the protocol: base64 of an Ed25519 signature, followed by the JSON.
 * @param verifyKey the public key of the claimed signer, 32 bytes
 * @throws 400 `dataRightsProtocol.message` for an invalid message, 403 `dataRightsProtocol.signature`
 */
export function openMessage(body: unknown, verifyKey: Buffer): Signed {
  const text = typeof body === 'string' ? body.trim() : '';
  const bytes = BASE64.test(text) ? Buffer.from(text, 'base64') : Buffer.alloc(0);
  if (bytes.length <= SIGNATURE) throw appError('dataRightsProtocol.message');
  const signed = bytes.subarray(SIGNATURE);
  if (!verify(null, signed, keyOf(verifyKey), bytes.subarray(0, SIGNATURE)))
    throw appError('dataRightsProtocol.signature');
  return { value: jsonOf(signed), hash: createHash('sha256').update(signed).digest() };
}

function jsonOf(bytes: Buffer): unknown {
  if (!isUtf8(bytes)) throw appError('dataRightsProtocol.message');
  try {
    return JSON.parse(bytes.toString());
  } catch {
    throw appError('dataRightsProtocol.message');
  }
}

/** The values that a message must contain. */
export interface Expected {
  readonly agentId: string;
  /** '': the organisation has none, and accepts no message. */
  readonly businessId: string;
  readonly now: Date;
}

/**
 * Checks the envelope of a message, in the order of the protocol (section 3.07); fields that it leaves out are not
 * checked.
 * @throws 403 `dataRightsProtocol.agent`, 403 `dataRightsProtocol.business`, 400 `dataRightsProtocol.notYet`, 400
 * `dataRightsProtocol.expired`
 */
export function assertEnvelope(message: Partial<Envelope>, { agentId, businessId, now }: Expected): void {
  const { 'agent-id': agent, 'business-id': business, 'issued-at': issuedAt, 'expires-at': expiresAt } = message;
  if (agent !== undefined && agent !== agentId) throw appError('dataRightsProtocol.agent');
  if (businessId === '' || (business !== undefined && business !== businessId))
    throw appError('dataRightsProtocol.business');
  if (issuedAt !== undefined && Date.parse(issuedAt) > now.getTime()) throw appError('dataRightsProtocol.notYet');
  if (expiresAt !== undefined && Date.parse(expiresAt) <= now.getTime()) throw appError('dataRightsProtocol.expired');
}

/** The content of a message by its schema. @throws 400 naming the invalid field */
export const parsed = <Schema extends z.ZodType>(schema: Schema, { value }: Signed): z.output<Schema> =>
  schema.parse(value);
