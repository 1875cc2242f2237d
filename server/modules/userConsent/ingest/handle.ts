import { createHmac, timingSafeEqual } from 'node:crypto';
import { bytesOf } from '../../../../shared/base64url.ts';
import { DAY } from '../../../../shared/duration.ts';
import type { WorkspaceKey } from '../../../platform/crypto/workspaceKey.ts';
import { uuidBytes, uuidOf } from '../../../platform/database/uuidBytes.ts';

// A handle: the first submission made with it (16 bytes), the day it was signed (2), the data key it is signed with
// (16), and a MAC over these, the form and the uid (16). It names nobody and only gives access to what that browser
// chose.
const ID = 16;
const DAY_AT = ID;
const KEY_AT = DAY_AT + 2;
const MAC_AT = KEY_AT + ID;
const LENGTH = MAC_AT + 16;
/** The maximum lifetime of cookies; a handle in use is renewed long before. */
const GOOD_DAYS = 400;
const RENEWED_AFTER_DAYS = 100;
const PURPOSE = 'consent-handle';

/** The form of a handle. */
interface HandleForm {
  readonly id: string;
  readonly key: WorkspaceKey;
}

/** A valid handle of this installation, for this form and uid. */
export interface OpenedHandle {
  /** The first submission made with it, which identifies the browser. */
  readonly browser: string;
  readonly toRenew: boolean;
}

// Deriving a key costs more than its MAC. By workspace: a key is removed with the form that refers to it.
const derived = new WeakMap<WorkspaceKey, Map<string, Buffer>>();
function secretOf(key: WorkspaceKey, keyId: string): Buffer | undefined {
  let known = derived.get(key);
  if (!known) derived.set(key, (known = new Map()));
  let secret = known.get(keyId);
  if (!secret) {
    secret = key.secret(PURPOSE, keyId)?.key;
    if (secret) known.set(keyId, secret);
  }
  return secret;
}

const macOf = (secret: Buffer, formId: string, uid: string, head: Uint8Array): Buffer =>
  createHmac('sha256', secret)
    .update(head)
    .update(`${formId}\0${uid}`)
    .digest()
    .subarray(0, LENGTH - MAC_AT);

/** A handle for the browser that first chose with the submission `browser`, under this uid and on this form. */
export function signHandle({ id, key }: HandleForm, uid: string, browser: string, now: Date): string {
  const bytes = Buffer.alloc(LENGTH);
  uuidBytes(browser).copy(bytes);
  bytes.writeUInt16BE(Math.floor(now.getTime() / DAY), DAY_AT);
  uuidBytes(key.id).copy(bytes, KEY_AT);
  macOf(secretOf(key, key.id)!, id, uid, bytes.subarray(0, MAC_AT)).copy(bytes, MAC_AT);
  return bytes.toString('base64url');
}

/**
 * The content of a handle; null when it was not signed by this workspace for this form and uid, was changed, or is too
 * old.
 */
export function openHandle(
  { id, key }: HandleForm,
  uid: string,
  handle: string | undefined,
  now: Date,
): OpenedHandle | null {
  const bytes = handle === undefined ? null : bytesOf(handle);
  if (bytes?.length !== LENGTH) return null;
  const sealed = Buffer.from(bytes);
  const head = sealed.subarray(0, MAC_AT);
  const secret = secretOf(key, uuidOf(head.subarray(KEY_AT)));
  if (!secret || !timingSafeEqual(macOf(secret, id, uid, head), sealed.subarray(MAC_AT))) return null;
  const age = Math.floor(now.getTime() / DAY) - head.readUInt16BE(DAY_AT);
  if (age > GOOD_DAYS) return null;
  return { browser: uuidOf(head.subarray(0, ID)), toRenew: age > RENEWED_AFTER_DAYS };
}
