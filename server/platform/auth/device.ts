import { randomBytes, timingSafeEqual } from 'node:crypto';
import { DAY } from '../../../shared/duration.ts';
import type { Keyring } from '../crypto/keyring.ts';

/** Cookie by which a browser is known from which somebody has signed in before. It opens nothing. */
export const DEVICE_COOKIE = 'pokpong_device';
const DAYS = 400;
/** Until when the browser keeps it, by its own clock. */
export const deviceEnds = (): Date => new Date(Date.now() + DAYS * DAY);
/** Accounts that one browser is known for; of more, those that signed in last. */
const ACCOUNTS = 5;
const ID = /^[\w-]{22}$/;

/** A device, and a proof of ours for each account: `<id>.<proof>.<proof>`. */
type Proofs = Pick<Keyring, 'hmac'>;
const proofOf = (keyring: Proofs, id: string, email: string): string => keyring.hmac('signIn.device', `${id} ${email}`);
const isSame = (one: string, other: string): boolean =>
  one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

function read(cookie: string | null): { id: string; proofs: string[] } | null {
  const [id = '', ...proofs] = (cookie ?? '').slice(0, 500).split('.');
  return ID.test(id) ? { id, proofs: proofs.slice(0, ACCOUNTS) } : null;
}

/** The device that a cookie names, if the owner of this address has signed in from it; else null. */
export function knownDevice(keyring: Proofs, cookie: string | null, email: string): string | null {
  const device = read(cookie);
  if (!device) return null;
  const proof = proofOf(keyring, device.id, email);
  return device.proofs.some((one) => isSame(one, proof)) ? device.id : null;
}

/** The cookie once the owner of this address has signed in. */
export function rememberDevice(keyring: Proofs, cookie: string | null, email: string): string {
  const { id, proofs } = read(cookie) ?? { id: randomBytes(16).toString('base64url'), proofs: [] };
  const proof = proofOf(keyring, id, email);
  return [id, proof, ...proofs.filter((one) => one !== proof)].slice(0, ACCOUNTS + 1).join('.');
}
