import type { WorkspaceKey } from '../../platform/crypto/workspaceKey.ts';
import { keyIdOf, open, seal } from '../../platform/crypto/envelope.ts';
import { uuidBytes, uuidOf } from '../../platform/database/uuidBytes.ts';

/** Days that a link to a data subject's own page is valid. */
export const LINK_DAYS = 30;

/** The data subject and form of a link, and its expiry. */
export interface ChoicesToken {
  readonly consentId: string;
  readonly uid: string;
  readonly expiresAt: Date;
}

const PURPOSE = 'consent-choices';
const contextOf = (workspaceId: string): string => `${PURPOSE} ${workspaceId}`;

/** A link's token, base64url: only this installation can read or create one. */
export function sealToken(key: WorkspaceKey, { consentId, uid, expiresAt }: ChoicesToken): string {
  const { id, key: secret } = key.secret(PURPOSE)!;
  return seal(
    secret,
    uuidBytes(id),
    contextOf(key.workspaceId),
    Buffer.from(JSON.stringify([consentId, uid, expiresAt.getTime()])),
  ).toString('base64url');
}

/**
 * The content of a token; null when it is not from this workspace, or was changed. The caller checks whether it has
 * expired.
 */
export function openToken(key: WorkspaceKey, token: string): ChoicesToken | null {
  try {
    const sealed = Buffer.from(token, 'base64url');
    if (sealed.toString('base64url') !== token) return null;
    const secret = key.secret(PURPOSE, uuidOf(keyIdOf(sealed)));
    if (!secret) return null;
    const [consentId, uid, expires] = JSON.parse(open(secret.key, contextOf(key.workspaceId), sealed).toString()) as [
      string,
      string,
      number,
    ];
    return { consentId, uid, expiresAt: new Date(expires) };
  } catch {
    return null;
  }
}
