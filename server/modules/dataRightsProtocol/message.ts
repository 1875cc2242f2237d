import { createHash, createPublicKey, type KeyObject, verify } from 'node:crypto';
import { isUtf8 } from 'node:buffer';
import type { z } from 'zod';
import type { Envelope } from '../../../shared/dataRightsProtocol/protocol.ts';
import { appError } from '../../platform/errors.ts';

const SIGNATURE = 64;
const BASE64 = /^[A-Za-z0-9+/]+={0,2}$/;

/** What was signed, and by what it is told from any other. */
export interface Signed {
  readonly value: unknown;
  readonly hash: Buffer;
}

const keyOf = (bytes: Buffer): KeyObject =>
  createPublicKey({ format: 'jwk', key: { kty: 'OKP', crv: 'Ed25519', x: bytes.toString('base64url') } });

/**
 * Opens a message of the protocol: base64 of an Ed25519 signature and the JSON behind it.
 * @param verifyKey the public key of whoever is said to have signed it, 32 bytes
 * @throws 400 `dataRightsProtocol.message` for what is no such message, 403 `dataRightsProtocol.signature`
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

/** What a message must say of itself. */
export interface Expected {
  readonly agentId: string;
  /** '': the organisation has none, and takes no message. */
  readonly businessId: string;
  readonly now: Date;
}

/**
 * Checks what a message says of itself, in the order of the protocol (section 3.07); what it leaves out is not checked.
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

/** The content of a message by its schema. @throws 400 naming what is wrong */
export const parsed = <Schema extends z.ZodType>(schema: Schema, { value }: Signed): z.output<Schema> =>
  schema.parse(value);
